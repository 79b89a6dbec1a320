INSERT INTO setting (tenant, key, value) VALUES ($1, $2, $3)
ON CONFLICT (tenant, key) DO UPDATE SET value = excluded.value
