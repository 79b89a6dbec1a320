SELECT version, name, sha256 FROM schema_version WHERE version > 0 ORDER BY version
