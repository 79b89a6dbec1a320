-- Every look at a personal record (Lei 13.709/2018, art. 37): who, when, which, why.
CREATE TABLE access_log (
    tenant BIGINT NOT NULL,
    id TEXT NOT NULL,
    at BIGINT NOT NULL,
    user_id TEXT NOT NULL,
    subject_kind TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (tenant, id)
);

CREATE INDEX access_log_by_subject ON access_log (tenant, subject_kind, subject_id, at);

CREATE INDEX access_log_by_user ON access_log (tenant, user_id, at);

-- Half-done forms; each belongs to the user who began it.
CREATE TABLE form_draft (
    tenant BIGINT NOT NULL,
    id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    form TEXT NOT NULL,
    body TEXT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (tenant, id),
    FOREIGN KEY (tenant, user_id) REFERENCES office_user (tenant, id)
);

CREATE INDEX form_draft_of_user ON form_draft (tenant, user_id, updated_at);

-- Issued papers, byte for byte: evidence is kept, never rendered again.
CREATE TABLE paper (
    tenant BIGINT NOT NULL,
    code TEXT NOT NULL,
    kind TEXT NOT NULL,
    act_number BIGINT NOT NULL,
    bytes BYTEA NOT NULL,
    sha256 BYTEA NOT NULL,
    issued_at BIGINT NOT NULL,
    PRIMARY KEY (tenant, code),
    FOREIGN KEY (tenant, act_number) REFERENCES act (tenant, number)
);

CREATE INDEX paper_of_act ON paper (tenant, act_number);

CREATE TABLE setting (
    tenant BIGINT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (tenant, key)
);
