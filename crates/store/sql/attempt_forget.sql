DELETE FROM sign_in_attempt WHERE tenant = $1 AND at <= $2
