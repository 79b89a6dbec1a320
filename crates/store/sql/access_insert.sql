INSERT INTO access_log (tenant, id, at, user_id, subject_kind, subject_id, reason)
VALUES ($1, $2, $3, $4, $5, $6, $7)
