SELECT tenant, id, login, name, role, password_hash, active, created_at FROM office_user ORDER BY tenant, id
