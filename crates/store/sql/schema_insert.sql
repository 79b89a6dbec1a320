INSERT INTO schema_version (version, name, sha256) VALUES ($1, $2, $3)
