SELECT key, value FROM setting WHERE tenant = $1 ORDER BY key
