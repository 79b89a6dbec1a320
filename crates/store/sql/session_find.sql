SELECT s.csrf, s.created_at, s.last_seen, s.expires_at,
    u.id, u.login, u.name, u.role, u.password_hash, u.active, u.created_at
FROM office_session s JOIN office_user u ON u.tenant = s.tenant AND u.id = s.user_id
WHERE s.tenant = $1 AND s.token_digest = $2 AND s.expires_at > $3 AND u.active
