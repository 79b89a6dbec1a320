-- Failures since an instant and since the login's last success, whichever is later.
SELECT COUNT(*) FROM sign_in_attempt
WHERE tenant = $1 AND login = $2 AND at > $3 AND NOT succeeded
    AND at > COALESCE((
        SELECT MAX(last.at) FROM sign_in_attempt last
        WHERE last.tenant = $1 AND last.login = $2 AND last.succeeded
    ), $3)
