INSERT INTO office_user (tenant, id, login, name, role, password_hash, active, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
