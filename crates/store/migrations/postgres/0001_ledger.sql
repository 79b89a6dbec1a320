-- The acts and, per municipality, the position of the last one. The municipality's row is what a writer locks.
CREATE TABLE municipality (
    tenant BIGINT NOT NULL,
    head_number BIGINT NOT NULL,
    head_hash BYTEA NOT NULL,
    PRIMARY KEY (tenant)
);

CREATE TABLE act (
    tenant BIGINT NOT NULL,
    number BIGINT NOT NULL,
    kind TEXT NOT NULL,
    version BIGINT NOT NULL,
    recorded_at BIGINT NOT NULL,
    effective_on TEXT NOT NULL,
    actor TEXT NOT NULL,
    role TEXT NOT NULL,
    basis TEXT NOT NULL,
    salt BYTEA,
    payload BYTEA,
    payload_digest BYTEA NOT NULL,
    prev BYTEA NOT NULL,
    hash BYTEA NOT NULL,
    PRIMARY KEY (tenant, number)
);

-- Acts are only ever appended; the one change allowed is erasing salt and payload together.
CREATE FUNCTION act_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND NEW.salt IS NULL AND NEW.payload IS NULL
        AND (NEW.tenant, NEW.number, NEW.kind, NEW.version, NEW.recorded_at, NEW.effective_on, NEW.actor,
             NEW.role, NEW.basis, NEW.payload_digest, NEW.prev, NEW.hash)
          = (OLD.tenant, OLD.number, OLD.kind, OLD.version, OLD.recorded_at, OLD.effective_on, OLD.actor,
             OLD.role, OLD.basis, OLD.payload_digest, OLD.prev, OLD.hash)
    THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'an act cannot be changed or removed';
END
$$;

CREATE TRIGGER act_is_not_changed BEFORE UPDATE OR DELETE ON act
FOR EACH ROW EXECUTE FUNCTION act_is_kept();

CREATE TRIGGER act_is_not_removed BEFORE TRUNCATE ON act
FOR EACH STATEMENT EXECUTE FUNCTION act_is_kept();
