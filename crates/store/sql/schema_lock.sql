-- Row 0 of the migrations is what a migrating process locks; it is made when there is none.
INSERT INTO schema_version (version, name, sha256) VALUES (0, '', '')
ON CONFLICT (version) DO UPDATE SET name = excluded.name
