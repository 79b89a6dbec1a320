DELETE FROM office_session WHERE tenant = $1 AND user_id = $2
