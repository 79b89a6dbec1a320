INSERT INTO setting (tenant, key, value) VALUES ($1, $2, $3)
