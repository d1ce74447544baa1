-- What operators decide about accounts, rules and flows, and what they tell people.

-- Accounts that belong to an operator, or to somebody near to them: they decide nothing about these.
CREATE TABLE operator_accounts (
  operator_id uuid NOT NULL CONSTRAINT operator_accounts_operator_id_fkey REFERENCES operators,
  person_id uuid NOT NULL CONSTRAINT operator_accounts_person_id_fkey REFERENCES people,
  declared_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT operator_accounts_pkey PRIMARY KEY (operator_id, person_id)
);
GRANT SELECT, INSERT ON operator_accounts TO tern_worker;

-- Holds that operators put on an account: for a reason of a list, with an end, told to the person. Money never lifts one.
CREATE TABLE account_freezes (
  id uuid NOT NULL,
  person_id uuid NOT NULL CONSTRAINT account_freezes_person_id_fkey REFERENCES people,
  reason text NOT NULL CONSTRAINT account_freezes_reason_check
    CHECK (reason IN ('security', 'limit-review', 'legal-order', 'suspected-fraud')),
  frozen_by uuid NOT NULL CONSTRAINT account_freezes_frozen_by_fkey REFERENCES operators,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- It ends by itself.
  until timestamptz NOT NULL,
  lifted_at timestamptz,
  CONSTRAINT account_freezes_pkey PRIMARY KEY (id),
  CONSTRAINT account_freezes_period_check CHECK (until > started_at AND until <= started_at + interval '31 days')
);
CREATE INDEX account_freezes_open_idx ON account_freezes (person_id, until DESC) WHERE lifted_at IS NULL;
GRANT SELECT ON account_freezes TO tern_api;
GRANT SELECT, INSERT, UPDATE (lifted_at) ON account_freezes TO tern_worker;

-- Whoever lifts a hold on an account says so in the operators' log, in the same transaction: without its row the lifting fails.
-- Looked at when the transaction ends, so that either may be written first.
CREATE FUNCTION check_lifted_freeze() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM operator_actions
     WHERE kind = 'person-unfrozen' AND subject = NEW.person_id::text AND xmin = pg_current_xact_id()::xid
       AND at >= transaction_timestamp()
  ) THEN
    RAISE EXCEPTION 'a freeze of % is lifted without a row in the operators'' log', NEW.person_id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER account_freezes_lifted_are_logged
  AFTER UPDATE OF lifted_at ON account_freezes DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.lifted_at IS DISTINCT FROM NEW.lifted_at)
  EXECUTE FUNCTION check_lifted_freeze();

-- Within a transaction it stays so until its end: whoever freezes locks the person's row as well.
CREATE FUNCTION is_person_active(p_person_id uuid) RETURNS boolean
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT state = 'active' AND NOT EXISTS (
      SELECT FROM account_freezes f
       WHERE f.person_id = p_person_id AND f.lifted_at IS NULL AND f.until > clock_timestamp())
    FROM people WHERE id = p_person_id FOR SHARE
$$;
GRANT EXECUTE ON FUNCTION is_person_active TO tern_worker;

-- Flows of the product that an operator has stopped; a row is there as long as it lasts.
CREATE TABLE flow_stops (
  flow text NOT NULL CONSTRAINT flow_stops_flow_check
    CHECK (flow IN ('deposits', 'withdrawals', 'swaps', 'rewards', 'logins')),
  reason text NOT NULL CONSTRAINT flow_stops_reason_check CHECK (length(reason) BETWEEN 3 AND 500),
  stopped_by uuid NOT NULL CONSTRAINT flow_stops_stopped_by_fkey REFERENCES operators,
  stopped_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT flow_stops_pkey PRIMARY KEY (flow)
);
GRANT SELECT ON flow_stops TO tern_api;
GRANT SELECT, INSERT, DELETE ON flow_stops TO tern_worker;

-- What operators tell people: to all or to some, at a time. Written by one, released by another.
CREATE TABLE announcements (
  id uuid NOT NULL,
  -- By language, English always; title and body of each.
  texts jsonb NOT NULL CONSTRAINT announcements_texts_check CHECK (texts ? 'en'),
  -- Null: everybody.
  person_ids uuid[] CONSTRAINT announcements_person_ids_check CHECK (cardinality(person_ids) BETWEEN 1 AND 100),
  send_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'draft' CONSTRAINT announcements_state_check
    CHECK (state IN ('draft', 'released', 'sent', 'withdrawn')),
  written_by uuid NOT NULL CONSTRAINT announcements_written_by_fkey REFERENCES operators,
  written_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  released_by uuid CONSTRAINT announcements_released_by_fkey REFERENCES operators,
  -- Whom it was told to last: people are told in the order of their ids.
  told_until uuid,
  told integer NOT NULL DEFAULT 0,
  CONSTRAINT announcements_pkey PRIMARY KEY (id),
  CONSTRAINT announcements_second_check CHECK (released_by <> written_by),
  CONSTRAINT announcements_released_check CHECK (state NOT IN ('released', 'sent') OR released_by IS NOT NULL)
);
CREATE INDEX announcements_due_idx ON announcements (send_at) WHERE state = 'released';
GRANT SELECT ON announcements TO tern_api;
GRANT SELECT, INSERT, UPDATE (state, released_by, told_until, told) ON announcements TO tern_worker;

-- What people complained of in the app and what they were answered.
CREATE TABLE complaints (
  id uuid NOT NULL,
  person_id uuid NOT NULL,
  -- Made by the browser before it sends: the same complaint sent twice is one.
  key uuid NOT NULL,
  subject text NOT NULL CONSTRAINT complaints_subject_check CHECK (length(subject) BETWEEN 3 AND 120),
  body text NOT NULL CONSTRAINT complaints_body_check CHECK (length(body) BETWEEN 10 AND 4000),
  -- The record it is about, one of their own.
  record_id uuid,
  filed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- By when an answer is promised.
  due_at timestamptz NOT NULL,
  answer text CONSTRAINT complaints_answer_check CHECK (length(answer) BETWEEN 10 AND 4000),
  answered_at timestamptz,
  answered_by uuid CONSTRAINT complaints_answered_by_fkey REFERENCES operators,
  CONSTRAINT complaints_pkey PRIMARY KEY (id),
  CONSTRAINT complaints_person_key UNIQUE (person_id, key),
  CONSTRAINT complaints_answered_check CHECK (num_nulls(answer, answered_at, answered_by) IN (0, 3))
);
CREATE INDEX complaints_person_id_idx ON complaints (person_id, filed_at);
CREATE INDEX complaints_open_idx ON complaints (due_at) WHERE answered_at IS NULL;
GRANT SELECT, INSERT ON complaints TO tern_api;
GRANT SELECT, UPDATE (answer, answered_at, answered_by) ON complaints TO tern_worker;

-- What one operator proposes about the house's money and rules, and another carries out.
CREATE TABLE house_changes (
  id uuid NOT NULL,
  content jsonb NOT NULL,
  state text NOT NULL DEFAULT 'proposed' CONSTRAINT house_changes_state_check
    CHECK (state IN ('proposed', 'done', 'withdrawn')),
  proposed_by uuid NOT NULL CONSTRAINT house_changes_proposed_by_fkey REFERENCES operators,
  note text NOT NULL CONSTRAINT house_changes_note_check CHECK (length(note) BETWEEN 3 AND 400),
  proposed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decided_by uuid CONSTRAINT house_changes_decided_by_fkey REFERENCES operators,
  decided_at timestamptz,
  CONSTRAINT house_changes_pkey PRIMARY KEY (id),
  CONSTRAINT house_changes_decided_check CHECK ((state = 'proposed') = (decided_by IS NULL) AND (decided_by IS NULL) = (decided_at IS NULL)),
  -- Nobody carries out what they proposed themselves.
  CONSTRAINT house_changes_second_check CHECK (state <> 'done' OR decided_by <> proposed_by)
);
CREATE INDEX house_changes_proposed_at_idx ON house_changes (proposed_at DESC, id DESC);
GRANT SELECT, INSERT, UPDATE (state, decided_by, decided_at) ON house_changes TO tern_worker;

-- How long people know beforehand what becomes worse for them.
CREATE FUNCTION terms_notice(p_worse text[]) RETURNS interval
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN p_worse = '{}' THEN interval '0' ELSE interval '24 hours' END
$$;
GRANT EXECUTE ON FUNCTION terms_notice TO tern_worker;

-- What a version holds, and in which direction a value is worse for people.
CREATE TABLE term_rules (
  name text NOT NULL,
  worse text NOT NULL CONSTRAINT term_rules_worse_check CHECK (worse IN ('higher', 'lower')),
  CONSTRAINT term_rules_pkey PRIMARY KEY (name)
);
GRANT SELECT ON term_rules TO tern_api, tern_worker;
INSERT INTO term_rules (name, worse) VALUES
  ('withdrawalMinUsdt', 'higher'), ('withdrawalMinTrx', 'higher'), ('withdrawalMinReward', 'higher'),
  ('withdrawalMax', 'lower'), ('withdrawalDailyMax', 'lower'), ('withdrawalHouseDailyMax', 'lower'),
  ('reviewFrom', 'lower'), ('secondOperatorFrom', 'lower'),
  ('feeMarginPercent', 'higher'), ('feeMaxUsdt', 'higher'), ('feeMaxTrx', 'higher'), ('feeMaxReward', 'higher'),
  ('swapFee', 'higher'), ('swapSwapperShare', 'lower'), ('swapPoolShare', 'lower'),
  ('swapSpread', 'higher'), ('swapSpreadSize', 'higher'), ('swapSpreadMax', 'higher'),
  ('swapInventoryShare', 'lower'), ('swapMin', 'higher'), ('swapMax', 'lower');

-- Names whose values are worse for people in the second content than in the first.
CREATE FUNCTION terms_worse(p_before jsonb, p_after jsonb) RETURNS text[]
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT coalesce(array_agg(name ORDER BY name), '{}') FROM term_rules
   WHERE CASE worse
     WHEN 'higher' THEN (p_after ->> name)::numeric > (p_before ->> name)::numeric
     ELSE (p_after ->> name)::numeric < (p_before ->> name)::numeric
   END
$$;
GRANT EXECUTE ON FUNCTION terms_worse TO tern_worker;

-- Each version is compared with the one before it: what is worse for people takes effect a day after it was decided at the
-- earliest, and nothing before it was decided. No version ever changes.
CREATE TABLE terms (
  version integer NOT NULL,
  -- A whole number, as text, for each name of `term_rules`: base units, percent or basis points.
  content jsonb NOT NULL,
  -- What is worse for people than in the version before.
  worse text[] NOT NULL,
  decided_at timestamptz NOT NULL,
  effective_at timestamptz NOT NULL,
  -- The proposal it follows and who carried it out. The first version follows the settings of the installation.
  change_id uuid CONSTRAINT terms_change_id_fkey REFERENCES house_changes,
  decided_by uuid CONSTRAINT terms_decided_by_fkey REFERENCES operators,
  CONSTRAINT terms_pkey PRIMARY KEY (version),
  CONSTRAINT terms_change_id_key UNIQUE (change_id),
  CONSTRAINT terms_first_check CHECK ((version = 1) = (change_id IS NULL) AND (change_id IS NULL) = (decided_by IS NULL)),
  CONSTRAINT terms_notice_check CHECK (effective_at >= decided_at + terms_notice(worse))
);
GRANT SELECT ON terms TO tern_api;
GRANT SELECT, INSERT (content, effective_at, change_id, decided_by) ON terms TO tern_worker;

-- Numbers the version, compares it with the one before, and lets it take effect as early as it may unless it says later.
CREATE FUNCTION terms_begin_version() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_last terms;
  v_earliest timestamptz;
BEGIN
  -- One after the other: each is compared with the one before it.
  PERFORM pg_advisory_xact_lock(hashtextextended('terms', 0));
  SELECT * INTO v_last FROM terms ORDER BY version DESC LIMIT 1;
  IF (SELECT array_agg(key ORDER BY key) FROM jsonb_object_keys(NEW.content) AS key)
       IS DISTINCT FROM (SELECT array_agg(name ORDER BY name) FROM term_rules)
     OR EXISTS (SELECT FROM jsonb_each_text(NEW.content) WHERE value !~ '^(0|[1-9][0-9]{0,77})$') THEN
    RAISE EXCEPTION 'terms hold a whole number for each rule and nothing else'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'terms_content_check';
  END IF;
  IF v_last.version IS NOT NULL AND NOT EXISTS (
    SELECT FROM house_changes
     WHERE id = NEW.change_id AND state = 'proposed' AND content ->> 'kind' = 'terms' AND proposed_by <> NEW.decided_by) THEN
    RAISE EXCEPTION 'terms are changed by a proposal and by another operator than who made it'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'terms_second_check';
  END IF;
  NEW.version := coalesce(v_last.version, 0) + 1;
  NEW.worse := terms_worse(v_last.content, NEW.content);
  NEW.decided_at := clock_timestamp();
  -- Never before the version before it: so no moment ever has worse terms than were announced a day ahead of it.
  v_earliest := greatest(v_last.effective_at, NEW.decided_at + terms_notice(NEW.worse));
  NEW.effective_at := coalesce(NEW.effective_at, v_earliest);
  IF NEW.effective_at < v_earliest THEN
    RAISE EXCEPTION 'these terms take effect at % at the earliest', v_earliest
      USING ERRCODE = 'check_violation', CONSTRAINT = 'terms_notice_check';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER terms_begin_version BEFORE INSERT ON terms FOR EACH ROW EXECUTE FUNCTION terms_begin_version();

CREATE FUNCTION terms_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'terms is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER terms_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON terms
  FOR EACH STATEMENT EXECUTE FUNCTION terms_refuse_change();

-- The first version, and no other one: who answers the public may write nothing more here.
CREATE FUNCTION begin_terms(p_content jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('terms', 0));
  INSERT INTO terms (content) SELECT p_content WHERE NOT EXISTS (SELECT FROM terms);
END $$;
GRANT EXECUTE ON FUNCTION begin_terms TO tern_api;
