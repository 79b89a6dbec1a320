INSERT INTO municipality (tenant, head_number, head_hash) VALUES ($1, $2, $3)
