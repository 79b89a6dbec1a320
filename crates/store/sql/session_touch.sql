UPDATE office_session SET last_seen = $3, expires_at = $4
WHERE tenant = $1 AND token_digest = $2 AND expires_at > $3
