SELECT value FROM setting WHERE tenant = $1 AND key = $2
