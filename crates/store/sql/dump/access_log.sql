SELECT tenant, id, at, user_id, subject_kind, subject_id, reason FROM access_log ORDER BY tenant, id
