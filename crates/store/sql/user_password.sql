UPDATE office_user SET password_hash = $3 WHERE tenant = $1 AND id = $2
