INSERT INTO office_session (tenant, token_digest, user_id, csrf, created_at, last_seen, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7)
