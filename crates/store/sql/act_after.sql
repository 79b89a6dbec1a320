SELECT
    tenant, number, kind, version, recorded_at, effective_on, actor, role, basis, salt, payload,
    payload_digest, prev, hash
FROM act WHERE tenant = $1 AND number > $2 ORDER BY number LIMIT $3
