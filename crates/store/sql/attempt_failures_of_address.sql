SELECT COUNT(*) FROM sign_in_attempt WHERE tenant = $1 AND address = $2 AND at > $3 AND NOT succeeded
