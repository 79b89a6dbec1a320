-- Takes the municipality's row lock until the transaction ends, making the row when there is none. The upsert locks
-- the row on every engine; SELECT … FOR UPDATE would not be understood by SQLite and would lock nothing on a new row.
INSERT INTO municipality (tenant, head_number, head_hash) VALUES ($1, 0, $2)
ON CONFLICT (tenant) DO UPDATE SET tenant = excluded.tenant
RETURNING head_number, head_hash
