SELECT id, at, user_id, subject_kind, subject_id, reason FROM access_log
WHERE tenant = $1 AND user_id = $2 ORDER BY at DESC, id DESC LIMIT $3
