UPDATE office_user SET name = $3, role = $4, active = $5 WHERE tenant = $1 AND id = $2
