-- The acts and, per municipality, the position of the last one. The municipality's row is what a writer locks.
CREATE TABLE municipality (
    tenant INTEGER NOT NULL,
    head_number INTEGER NOT NULL,
    head_hash BLOB NOT NULL,
    PRIMARY KEY (tenant)
) STRICT;

CREATE TABLE act (
    tenant INTEGER NOT NULL,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    version INTEGER NOT NULL,
    recorded_at INTEGER NOT NULL,
    effective_on TEXT NOT NULL,
    actor TEXT NOT NULL,
    role TEXT NOT NULL,
    basis TEXT NOT NULL,
    salt BLOB,
    payload BLOB,
    payload_digest BLOB NOT NULL,
    prev BLOB NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (tenant, number)
) STRICT;

-- Acts are only ever appended; the one change allowed is erasing salt and payload together.
CREATE TRIGGER act_is_not_changed BEFORE UPDATE ON act
WHEN NOT (
    NEW.salt IS NULL AND NEW.payload IS NULL
    AND NEW.tenant IS OLD.tenant AND NEW.number IS OLD.number AND NEW.kind IS OLD.kind
    AND NEW.version IS OLD.version AND NEW.recorded_at IS OLD.recorded_at
    AND NEW.effective_on IS OLD.effective_on AND NEW.actor IS OLD.actor AND NEW.role IS OLD.role
    AND NEW.basis IS OLD.basis AND NEW.payload_digest IS OLD.payload_digest
    AND NEW.prev IS OLD.prev AND NEW.hash IS OLD.hash
)
BEGIN
    SELECT RAISE(ABORT, 'an act cannot be changed');
END;

CREATE TRIGGER act_is_not_removed BEFORE DELETE ON act
BEGIN
    SELECT RAISE(ABORT, 'an act cannot be removed');
END;
