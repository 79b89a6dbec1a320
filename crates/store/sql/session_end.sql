DELETE FROM office_session WHERE tenant = $1 AND token_digest = $2
