SELECT tenant, key, value FROM setting ORDER BY tenant, key
