SELECT id, login, name, role, password_hash, active, created_at
FROM office_user WHERE tenant = $1 AND id = $2
