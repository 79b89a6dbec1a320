SELECT code, kind, act_number, sha256, issued_at FROM paper
WHERE tenant = $1 AND act_number = $2 ORDER BY issued_at, code
