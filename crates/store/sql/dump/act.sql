SELECT
    tenant, number, kind, version, recorded_at, effective_on, actor, role, basis, salt, payload,
    payload_digest, prev, hash
FROM act ORDER BY tenant, number
