INSERT INTO act (
    tenant, number, kind, version, recorded_at, effective_on, actor, role, basis, salt, payload,
    payload_digest, prev, hash
) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
