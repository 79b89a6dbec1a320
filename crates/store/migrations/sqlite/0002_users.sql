-- Who works in the office, and their signed-in sessions. "User" is a reserved word, hence office_user.
CREATE TABLE office_user (
    tenant INTEGER NOT NULL,
    id TEXT NOT NULL,
    login TEXT NOT NULL,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    active INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (tenant, id),
    UNIQUE (tenant, login)
) STRICT;

-- A session is known by the digest of its token: who reads this table cannot sign in with it.
CREATE TABLE office_session (
    tenant INTEGER NOT NULL,
    token_digest BLOB NOT NULL,
    user_id TEXT NOT NULL,
    csrf TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_seen INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (tenant, token_digest),
    FOREIGN KEY (tenant, user_id) REFERENCES office_user (tenant, id)
) STRICT;

CREATE INDEX office_session_of_user ON office_session (tenant, user_id);

-- Attempts to sign in, kept as long as throttling looks back.
CREATE TABLE sign_in_attempt (
    tenant INTEGER NOT NULL,
    id TEXT NOT NULL,
    login TEXT NOT NULL,
    address TEXT NOT NULL,
    at INTEGER NOT NULL,
    succeeded INTEGER NOT NULL,
    PRIMARY KEY (tenant, id)
) STRICT;

CREATE INDEX sign_in_attempt_by_login ON sign_in_attempt (tenant, login, at);

CREATE INDEX sign_in_attempt_by_address ON sign_in_attempt (tenant, address, at);
