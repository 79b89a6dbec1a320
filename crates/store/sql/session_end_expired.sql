DELETE FROM office_session WHERE tenant = $1 AND expires_at <= $2
