-- Who works in the office, and their signed-in sessions. "User" is a reserved word, hence office_user.
CREATE TABLE office_user (
    tenant BIGINT NOT NULL,
    id TEXT NOT NULL,
    login TEXT NOT NULL,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    active BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (tenant, id),
    UNIQUE (tenant, login)
);

-- A session is known by the digest of its token: who reads this table cannot sign in with it.
CREATE TABLE office_session (
    tenant BIGINT NOT NULL,
    token_digest BYTEA NOT NULL,
    user_id TEXT NOT NULL,
    csrf TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    last_seen BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (tenant, token_digest),
    FOREIGN KEY (tenant, user_id) REFERENCES office_user (tenant, id)
);

CREATE INDEX office_session_of_user ON office_session (tenant, user_id);

-- Attempts to sign in, kept as long as throttling looks back.
CREATE TABLE sign_in_attempt (
    tenant BIGINT NOT NULL,
    id TEXT NOT NULL,
    login TEXT NOT NULL,
    address TEXT NOT NULL,
    at BIGINT NOT NULL,
    succeeded BOOLEAN NOT NULL,
    PRIMARY KEY (tenant, id)
);

CREATE INDEX sign_in_attempt_by_login ON sign_in_attempt (tenant, login, at);

CREATE INDEX sign_in_attempt_by_address ON sign_in_attempt (tenant, address, at);
