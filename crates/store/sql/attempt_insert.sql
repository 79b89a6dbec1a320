INSERT INTO sign_in_attempt (tenant, id, login, address, at, succeeded) VALUES ($1, $2, $3, $4, $5, $6)
