-- The log of operators' actions becomes a chain: each row carries the hash of the one before, numbered without gaps.

ALTER TABLE operator_actions ADD COLUMN seq bigint, ADD COLUMN hash bytea;

-- Where the log ends. Kept apart, so that cutting rows off its end shows as well.
CREATE TABLE operator_action_head (
  only_row boolean NOT NULL DEFAULT true CONSTRAINT operator_action_head_pkey PRIMARY KEY
    CONSTRAINT operator_action_head_only_row_check CHECK (only_row),
  seq bigint NOT NULL,
  hash bytea NOT NULL
);
INSERT INTO operator_action_head (seq, hash) VALUES (0, decode(repeat('00', 32), 'hex'));

CREATE FUNCTION operator_action_hash(before bytea, entry operator_actions) RETURNS bytea
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT sha256(before || convert_to(json_build_array(
    (entry).seq, (entry).operator_id, (entry).kind, (entry).subject, (entry).details::text, extract(epoch FROM (entry).at)::text)::text, 'UTF8'))
$$;
GRANT EXECUTE ON FUNCTION operator_action_hash TO tern_worker;

-- One writer at a time: an installation has a handful of operators, and a chain has one end.
CREATE FUNCTION operator_actions_chain() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_head operator_action_head;
BEGIN
  SELECT * INTO v_head FROM operator_action_head FOR UPDATE;
  NEW.at := clock_timestamp();
  NEW.seq := v_head.seq + 1;
  NEW.hash := operator_action_hash(v_head.hash, NEW);
  UPDATE operator_action_head SET seq = NEW.seq, hash = NEW.hash;
  RETURN NEW;
END $$;

DO $$
DECLARE
  v_row operator_actions;
  v_seq bigint := 0;
  v_hash bytea := decode(repeat('00', 32), 'hex');
BEGIN
  FOR v_row IN SELECT * FROM operator_actions ORDER BY id LOOP
    v_seq := v_seq + 1;
    v_row.seq := v_seq;
    v_hash := operator_action_hash(v_hash, v_row);
    UPDATE operator_actions SET seq = v_seq, hash = v_hash WHERE id = v_row.id;
  END LOOP;
  UPDATE operator_action_head SET seq = v_seq, hash = v_hash;
END $$;

ALTER TABLE operator_actions
  ALTER COLUMN seq SET NOT NULL,
  ALTER COLUMN hash SET NOT NULL,
  ADD CONSTRAINT operator_actions_seq_key UNIQUE (seq);
CREATE TRIGGER operator_actions_chain BEFORE INSERT ON operator_actions
  FOR EACH ROW EXECUTE FUNCTION operator_actions_chain();

CREATE FUNCTION operator_actions_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'operator_actions is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER operator_actions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_actions
  FOR EACH STATEMENT EXECUTE FUNCTION operator_actions_refuse_change();

GRANT SELECT ON operator_action_head TO tern_worker;
