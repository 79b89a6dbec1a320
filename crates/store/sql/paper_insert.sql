INSERT INTO paper (tenant, code, kind, act_number, bytes, sha256, issued_at)
VALUES ($1, $2, $3, $4, $5, $6, $7)
