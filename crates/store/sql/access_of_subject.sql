SELECT id, at, user_id, subject_kind, subject_id, reason FROM access_log
WHERE tenant = $1 AND subject_kind = $2 AND subject_id = $3 ORDER BY at DESC, id DESC LIMIT $4
