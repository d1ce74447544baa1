CREATE TABLE public.schema_migrations (
  name text CONSTRAINT schema_migrations_pkey PRIMARY KEY,
  sha256 text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
);

-- 0001_base.sql
-- Roles of the processes, what everyone may touch, and what belongs to no slice.

-- Roles live in the whole cluster: another database of it may have made them already, or be making them right now.
-- They get their passwords from the launcher; without one nobody can log in as them.
-- The console has a role of its own, which may do all that the worker may: whoever takes the worker over cannot make
-- themselves an operator.
DO $$
DECLARE
  role_name text;
BEGIN
  FOREACH role_name IN ARRAY ARRAY['tern_api', 'tern_worker', 'tern_console'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role_name) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I LOGIN %s', role_name,
          CASE role_name WHEN 'tern_console' THEN 'INHERIT' ELSE 'NOINHERIT' END);
      EXCEPTION WHEN duplicate_object OR unique_violation THEN
        NULL;
      END;
    END IF;
  END LOOP;
  IF NOT pg_has_role('tern_console', 'tern_worker', 'USAGE') THEN
    BEGIN
      GRANT tern_worker TO tern_console WITH INHERIT TRUE, SET FALSE;
    EXCEPTION WHEN unique_violation THEN
      NULL;
    END;
  END IF;
END $$;

DO $$
BEGIN
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO tern_api, tern_worker, tern_console', current_database());
END $$;

REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO tern_api, tern_worker;
-- A new function is executable by everyone unless said otherwise: each migration grants what it means to grant.
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

-- Tells every api process that something of this person changed; they pass it on to open screens.
CREATE FUNCTION notify_person(person_id uuid, topic text, ref text) RETURNS void
LANGUAGE sql AS $$
  SELECT pg_notify('live', json_build_object('personId', person_id, 'topic', topic, 'ref', ref)::text)
$$;
GRANT EXECUTE ON FUNCTION notify_person TO tern_api, tern_worker;

-- The first reply to each mutating request, replayed when the same request comes again.
CREATE TABLE idempotent_replies (
  person_id uuid NOT NULL,
  key uuid NOT NULL,
  request_hash bytea NOT NULL CONSTRAINT idempotent_replies_request_hash_check CHECK (length(request_hash) = 32),
  status integer NOT NULL,
  body jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT idempotent_replies_pkey PRIMARY KEY (person_id, key)
);
CREATE INDEX idempotent_replies_created_at_idx ON idempotent_replies (created_at);
GRANT SELECT, INSERT ON idempotent_replies TO tern_api;
GRANT SELECT, DELETE ON idempotent_replies TO tern_worker;

-- 0010_platform.sql
-- What every part of the server uses: limits, tries, open streams, and messages that leave the house.

-- Sliding windows: the moments of the last hits under a key, never more than its limit.
CREATE TABLE rate_windows (
  key text NOT NULL,
  hits timestamptz[] NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT rate_windows_pkey PRIMARY KEY (key)
);
CREATE INDEX rate_windows_expires_at_idx ON rate_windows (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON rate_windows TO tern_api, tern_worker;

-- Consecutive wrong tries under a key; a right one deletes the row.
CREATE TABLE failure_counters (
  key text NOT NULL,
  failures integer NOT NULL CONSTRAINT failure_counters_failures_check CHECK (failures > 0),
  paused_until timestamptz,
  changed_at timestamptz NOT NULL,
  CONSTRAINT failure_counters_pkey PRIMARY KEY (key)
);
CREATE INDEX failure_counters_changed_at_idx ON failure_counters (changed_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON failure_counters TO tern_api;
GRANT SELECT, DELETE ON failure_counters TO tern_worker;

-- A try stands here while it is judged. It counts against the tries that are left until it is judged or given back; one
-- whose process died counts for nothing once its time is over.
CREATE TABLE pending_tries (
  id uuid NOT NULL,
  key text NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT pending_tries_pkey PRIMARY KEY (id)
);
CREATE INDEX pending_tries_key_idx ON pending_tries (key, expires_at);
GRANT SELECT, INSERT, DELETE ON pending_tries TO tern_api;
GRANT SELECT, DELETE ON pending_tries TO tern_worker;

-- Whether a try may be judged now. `pauses`: seconds to wait after the n-th wrong try in a row, the last entry from there
-- on. 'judge': it may. 'wait': those that are being judged could use up the tries before the next pause. 'paused': until
-- `until`. Under a lock of the key, so that parallel tries see each other.
CREATE FUNCTION reserve_try(
  try_id uuid, try_key text, pauses integer[], asked_at timestamptz, lease interval,
  OUT outcome text, OUT until timestamptz
) LANGUAGE plpgsql AS $$
DECLARE
  wrong integer;
  pending_count integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(try_key, 720));
  SELECT failures, paused_until INTO wrong, until FROM failure_counters WHERE key = try_key;
  wrong := coalesce(wrong, 0);
  IF until > asked_at THEN
    outcome := 'paused';
    RETURN;
  END IF;
  until := NULL;
  DELETE FROM pending_tries WHERE key = try_key AND expires_at <= asked_at;
  SELECT count(*) INTO pending_count FROM pending_tries WHERE key = try_key;
  FOR ahead IN 1..pending_count LOOP
    IF pauses[least(wrong + ahead, cardinality(pauses))] > 0 THEN
      outcome := 'wait';
      RETURN;
    END IF;
  END LOOP;
  INSERT INTO pending_tries VALUES (try_id, try_key, asked_at + lease);
  outcome := 'judge';
END $$;
GRANT EXECUTE ON FUNCTION reserve_try TO tern_api;

-- Ends the judgement of a try. 'wrong' counts it; 'right' ends the row of wrong ones; 'neither' leaves everything as it was.
-- `in_time` is false where the try's time was over before it was judged.
CREATE FUNCTION settle_try(
  try_id uuid, try_key text, verdict text, pauses integer[], settled_at timestamptz,
  OUT in_time boolean, OUT wrong integer, OUT until timestamptz
) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(try_key, 720));
  DELETE FROM pending_tries WHERE id = try_id AND expires_at > settled_at;
  in_time := FOUND;
  IF verdict = 'wrong' THEN
    INSERT INTO failure_counters AS known (key, failures, paused_until, changed_at)
    VALUES (try_key, 1, CASE WHEN pauses[1] > 0 THEN settled_at + make_interval(secs => pauses[1]) END, settled_at)
    ON CONFLICT ON CONSTRAINT failure_counters_pkey DO UPDATE
    SET failures = known.failures + 1,
      paused_until = CASE WHEN pauses[least(known.failures + 1, cardinality(pauses))] > 0
        THEN settled_at + make_interval(secs => pauses[least(known.failures + 1, cardinality(pauses))])
        ELSE known.paused_until END,
      changed_at = settled_at
    RETURNING known.failures, known.paused_until INTO wrong, until;
  ELSIF verdict = 'right' AND in_time THEN
    DELETE FROM failure_counters WHERE key = try_key;
  END IF;
  IF until <= settled_at THEN until := NULL; END IF;
END $$;
GRANT EXECUTE ON FUNCTION settle_try TO tern_api;

-- The open streams of each person, over all api processes. `holder` names the connection on which the stream's process
-- listens: with that connection gone, the stream is gone too.
CREATE TABLE live_streams (
  id uuid NOT NULL,
  person_id uuid NOT NULL,
  holder text NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY,
  CONSTRAINT live_streams_pkey PRIMARY KEY (id)
);
CREATE INDEX live_streams_person_id_idx ON live_streams (person_id, number);
CREATE INDEX live_streams_holder_idx ON live_streams (holder);
-- The worker deletes them with the account they are of.
GRANT SELECT, INSERT, UPDATE, DELETE ON live_streams TO tern_api;
GRANT SELECT, DELETE ON live_streams TO tern_worker;

-- The name of a connection of this role that is open; null where it is gone.
CREATE FUNCTION connection_name(connection pg_stat_activity) RETURNS text LANGUAGE sql STABLE
RETURN connection.pid || '@' || extract(epoch FROM connection.backend_start);
GRANT EXECUTE ON FUNCTION connection_name TO tern_api, tern_worker;

-- Streams whose connection is gone are returned as well, so that they are announced: their process may have connected
-- again at this very moment, unseen by this transaction, which reads pg_stat_activity once.
CREATE FUNCTION open_live_stream(stream uuid, person uuid, held_by text, streams_max integer)
RETURNS uuid[] LANGUAGE plpgsql AS $$
DECLARE
  gone uuid[];
  given_way uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('live:' || person, 726));
  WITH ended AS (
    DELETE FROM live_streams s WHERE s.person_id = person AND s.holder <> held_by
      AND NOT EXISTS (SELECT FROM pg_stat_activity a WHERE connection_name(a) = s.holder)
    RETURNING s.id
  )
  SELECT array_agg(id) INTO gone FROM ended;
  WITH ended AS (
    DELETE FROM live_streams s WHERE s.id IN (
      SELECT o.id FROM live_streams o WHERE o.person_id = person ORDER BY o.number DESC OFFSET streams_max - 1)
    RETURNING s.id
  )
  SELECT array_agg(id) INTO given_way FROM ended;
  INSERT INTO live_streams (id, person_id, holder) VALUES (stream, person, held_by);
  RETURN coalesce(gone, '{}') || coalesce(given_way, '{}');
END $$;
GRANT EXECUTE ON FUNCTION open_live_stream TO tern_api;

-- Messages to be sent, written together with what they tell of.
CREATE TABLE outbox (
  id uuid NOT NULL,
  -- Says what it is about: the same news never goes out twice.
  dedupe_key text NOT NULL,
  channel text NOT NULL CONSTRAINT outbox_channel_check CHECK (channel IN ('email', 'sms')),
  recipient text NOT NULL,
  template text NOT NULL,
  language text,
  -- AES-256-GCM of the template's values, codes among them; wiped once the row is settled.
  values_sealed bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- After this moment the message is of no use and is dropped instead.
  expires_at timestamptz,
  tries integer NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL DEFAULT now(),
  state text NOT NULL DEFAULT 'waiting' CONSTRAINT outbox_state_check CHECK (state IN ('waiting', 'sent', 'dropped')),
  settled_at timestamptz,
  last_error text,
  CONSTRAINT outbox_pkey PRIMARY KEY (id),
  CONSTRAINT outbox_dedupe_key_key UNIQUE (dedupe_key),
  CONSTRAINT outbox_settled_check CHECK ((state = 'waiting') = (settled_at IS NULL) AND (state = 'waiting') = (values_sealed IS NOT NULL))
);
CREATE INDEX outbox_next_try_at_idx ON outbox (next_try_at) WHERE state = 'waiting';
CREATE INDEX outbox_settled_at_idx ON outbox (settled_at) WHERE settled_at IS NOT NULL;
-- Whoever asks for a code is told when messages leave late: the api sees the age of what waits, and nothing of its content.
GRANT SELECT (dedupe_key, channel, created_at, state), INSERT ON outbox TO tern_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON outbox TO tern_worker;

-- Codes sent by text message in a day: by the whole installation (`all`) and to one area code (`+44`).
CREATE TABLE sms_budgets (
  scope text NOT NULL CONSTRAINT sms_budgets_scope_check CHECK (scope ~ '^(all|\+[1-9][0-9]{0,2})$'),
  day date NOT NULL,
  sent integer NOT NULL CONSTRAINT sms_budgets_sent_check CHECK (sent > 0),
  CONSTRAINT sms_budgets_pkey PRIMARY KEY (scope, day)
);
GRANT SELECT, INSERT, UPDATE ON sms_budgets TO tern_api;
GRANT SELECT, DELETE ON sms_budgets TO tern_worker;

-- 0100_ledger_chart.sql
-- The ledger: double entry, append-only. The words, signs and rules are explained in docs/ledger.md.
-- Processes may read everything here and write nothing: money moves through the functions of 0102 alone.

CREATE SCHEMA ledger;
GRANT USAGE ON SCHEMA ledger TO tern_api, tern_worker;

-- The chart: which classes of accounts exist, and which legs each kind of journal may have.

-- `guarded`: the balance on its own side, less what is held, never goes below zero.
-- Accounts that mirror facts outside (custody, costs) are not guarded: a fact must be recordable even when it hurts.
CREATE TABLE ledger.classes (
  class text CONSTRAINT classes_pkey PRIMARY KEY,
  side text NOT NULL CONSTRAINT classes_side_check CHECK (side IN ('credit', 'debit')),
  guarded boolean NOT NULL
);
INSERT INTO ledger.classes (class, side, guarded) VALUES
  ('customer', 'credit', true),
  ('custody:deposit', 'debit', false),
  ('custody:hot', 'debit', false),
  ('custody:warm', 'debit', false),
  ('custody:cold', 'debit', false),
  -- TRX of the fee account: free, staked for energy, and unstaked but not given back by the chain yet.
  ('custody:energy', 'debit', false),
  ('custody:staked', 'debit', false),
  ('custody:unstaking', 'debit', false),
  ('custody:in-transit', 'debit', false),
  ('network-cost', 'debit', false),
  ('issuance', 'debit', true),
  ('liquidity', 'credit', true),
  ('fee-income', 'credit', true),
  ('reward-pool', 'credit', true),
  ('swap-rewards', 'credit', true),
  ('promotion', 'credit', true),
  ('rounding', 'credit', true),
  ('capital', 'credit', true),
  ('suspense', 'credit', false);

-- Which process may post a kind, by its database role: the console what operators decide and what follows from it at once.
-- `hold` kinds reserve; `posted_as`, `voided_as` and `expired_as` name the kinds that resolve them.
CREATE TABLE ledger.kinds (
  kind text CONSTRAINT kinds_pkey PRIMARY KEY,
  by_api boolean NOT NULL,
  by_worker boolean NOT NULL,
  by_console boolean NOT NULL,
  posted_as text,
  voided_as text,
  expired_as text,
  CONSTRAINT kinds_resolution_check CHECK (num_nulls(posted_as, voided_as, expired_as) IN (0, 3))
);
INSERT INTO ledger.kinds (kind, by_api, by_worker, by_console) VALUES
  ('deposit', false, true, false),
  ('deposit-unidentified', false, true, false),
  ('suspense-resolution', false, true, true),
  ('internal-transfer', true, false, false),
  ('internal-transfer-post', true, false, true),
  ('internal-transfer-void', true, false, true),
  ('internal-transfer-expire', true, true, false),
  ('withdrawal-post', false, true, true),
  ('withdrawal-void', true, true, true),
  ('withdrawal-expire', true, true, false),
  ('network-cost', false, true, true),
  ('sweep', false, true, false),
  ('treasury-move', false, true, false),
  ('treasury-funding', false, true, false),
  ('treasury-return', false, false, true),
  ('swap', true, false, false),
  ('swap-reward-accrual', true, false, false),
  ('liquidity-funding', false, false, true),
  ('pool-funding', false, false, true),
  ('promotion-funding', false, false, true),
  ('distribution', false, true, false),
  ('activity-reward', false, true, false),
  ('promotion-return', false, true, false),
  ('activation-bonus', false, true, true),
  ('issuance', false, false, true),
  ('issuance-on-chain', false, false, true),
  ('correction', false, false, true);
INSERT INTO ledger.kinds (kind, by_api, by_worker, by_console, posted_as, voided_as, expired_as) VALUES
  ('internal-transfer-hold', true, false, false, 'internal-transfer-post', 'internal-transfer-void', 'internal-transfer-expire'),
  ('withdrawal-hold', true, false, false, 'withdrawal-post', 'withdrawal-void', 'withdrawal-expire');

-- The legs a kind may have. A hold has no credit side yet. `correction` has no rows: it may move anything,
-- but needs two operators.
CREATE TABLE ledger.legs (
  kind text NOT NULL CONSTRAINT legs_kind_fkey REFERENCES ledger.kinds,
  code text NOT NULL,
  debit text NOT NULL CONSTRAINT legs_debit_fkey REFERENCES ledger.classes,
  credit text CONSTRAINT legs_credit_fkey REFERENCES ledger.classes,
  CONSTRAINT legs_key UNIQUE NULLS NOT DISTINCT (kind, code, debit, credit)
);
INSERT INTO ledger.legs (kind, code, debit, credit) VALUES
  ('deposit', 'deposit', 'custody:deposit', 'customer'),
  ('deposit-unidentified', 'unidentified', 'custody:deposit', 'suspense'),
  ('deposit-unidentified', 'unidentified', 'custody:hot', 'suspense'),
  ('deposit-unidentified', 'unidentified', 'custody:warm', 'suspense'),
  ('deposit-unidentified', 'unidentified', 'custody:cold', 'suspense'),
  ('deposit-unidentified', 'unidentified', 'custody:energy', 'suspense'),
  ('suspense-resolution', 'identified', 'suspense', 'customer'),
  ('suspense-resolution', 'surplus', 'suspense', 'capital'),
  ('suspense-resolution', 'return', 'suspense', 'custody:hot'),
  ('internal-transfer', 'transfer', 'customer', 'customer'),
  ('internal-transfer-hold', 'transfer', 'customer', NULL),
  ('internal-transfer-hold', 'transfer', 'customer', 'customer'),
  ('internal-transfer-post', 'transfer', 'customer', 'customer'),
  ('withdrawal-hold', 'withdrawal', 'customer', NULL),
  ('withdrawal-post', 'withdrawal', 'customer', 'custody:hot'),
  ('withdrawal-post', 'withdrawal-fee', 'customer', 'fee-income'),
  ('network-cost', 'network-cost', 'network-cost', 'custody:hot'),
  ('network-cost', 'network-cost', 'network-cost', 'custody:deposit'),
  ('network-cost', 'network-cost', 'network-cost', 'custody:warm'),
  ('network-cost', 'network-cost', 'network-cost', 'custody:energy'),
  ('sweep', 'sweep', 'custody:hot', 'custody:deposit'),
  ('sweep', 'sweep-out', 'custody:in-transit', 'custody:deposit'),
  ('sweep', 'sweep-in', 'custody:hot', 'custody:in-transit'),
  ('sweep', 'fuel', 'custody:deposit', 'custody:hot'),
  ('sweep', 'fuel', 'custody:deposit', 'custody:energy'),
  ('treasury-move', 'move', 'custody:warm', 'custody:hot'),
  ('treasury-move', 'move', 'custody:cold', 'custody:hot'),
  ('treasury-move', 'move', 'custody:hot', 'custody:warm'),
  ('treasury-move', 'move', 'custody:cold', 'custody:warm'),
  ('treasury-move', 'move', 'custody:hot', 'custody:cold'),
  ('treasury-move', 'move', 'custody:warm', 'custody:cold'),
  ('treasury-move', 'move', 'custody:energy', 'custody:hot'),
  ('treasury-move', 'move', 'custody:in-transit', 'custody:hot'),
  ('treasury-move', 'move', 'custody:cold', 'custody:in-transit'),
  ('treasury-move', 'stake', 'custody:staked', 'custody:energy'),
  ('treasury-move', 'unstake', 'custody:unstaking', 'custody:staked'),
  ('treasury-move', 'unstaked', 'custody:energy', 'custody:unstaking'),
  ('treasury-funding', 'funding', 'custody:hot', 'capital'),
  ('treasury-funding', 'funding', 'custody:warm', 'capital'),
  ('treasury-funding', 'funding', 'custody:cold', 'capital'),
  ('treasury-return', 'return', 'capital', 'custody:hot'),
  ('treasury-return', 'return', 'capital', 'custody:warm'),
  ('treasury-return', 'return', 'capital', 'custody:cold'),
  ('treasury-return', 'income', 'fee-income', 'capital'),
  ('swap', 'swap-in', 'customer', 'liquidity'),
  ('swap', 'swap-fee', 'customer', 'fee-income'),
  ('swap', 'swap-out', 'liquidity', 'customer'),
  ('swap', 'fee-share', 'fee-income', 'liquidity'),
  ('swap', 'pool-share', 'liquidity', 'reward-pool'),
  ('swap', 'rounding', 'liquidity', 'rounding'),
  ('swap-reward-accrual', 'fee-share', 'fee-income', 'liquidity'),
  ('swap-reward-accrual', 'swap-reward', 'liquidity', 'swap-rewards'),
  ('liquidity-funding', 'funding', 'capital', 'liquidity'),
  ('pool-funding', 'funding', 'capital', 'reward-pool'),
  ('promotion-funding', 'funding', 'capital', 'promotion'),
  ('distribution', 'distribution', 'reward-pool', 'customer'),
  ('distribution', 'swap-reward', 'swap-rewards', 'customer'),
  ('activity-reward', 'activity-reward', 'promotion', 'customer'),
  ('promotion-return', 'return', 'promotion', 'capital'),
  ('activation-bonus', 'activation-bonus', 'promotion', 'customer'),
  ('issuance', 'issue', 'issuance', 'capital'),
  ('issuance-on-chain', 'issue-on-chain', 'custody:cold', 'issuance'),
  ('issuance-on-chain', 'issue-on-chain', 'custody:hot', 'issuance');

-- 0101_ledger_books.sql
-- The books: accounts, journals, transfers, entries, and what is derived from them.
-- Their rows have no foreign keys among each other: they come from the functions of 0102 alone, which lock the accounts they name and make
-- journal, transfers and entries together, and nothing is ever deleted. A foreign key would look the same fact up again, eight
-- times for each transfer. `check_invariants` and `verify` look for what a key would have kept out. The figures:
-- docs/decisions/0014-no-foreign-keys-in-the-books.md.

CREATE TABLE ledger.accounts (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT accounts_pkey PRIMARY KEY,
  class text NOT NULL CONSTRAINT accounts_class_fkey REFERENCES ledger.classes,
  -- The class, or for a promotion `promotion:<campaign>`.
  code text NOT NULL,
  side text NOT NULL,
  guarded boolean NOT NULL,
  owner_id uuid,
  wallet_id uuid,
  -- (Read at every change of an account: a bound inside the pattern would be costly to match.)
  asset text NOT NULL CONSTRAINT accounts_asset_check CHECK (asset ~ '^[a-z][a-z0-9-]*$' AND length(asset) <= 32),
  -- Credits less debits, the sum of the account's entries: an account of the debit side is normally negative.
  posted numeric(78, 0) NOT NULL DEFAULT 0,
  -- The sum of its open holds.
  held numeric(78, 0) NOT NULL DEFAULT 0,
  -- How many entries it has, and the hash of the last.
  version bigint NOT NULL DEFAULT 0,
  last_hash bytea NOT NULL DEFAULT '\x0000000000000000000000000000000000000000000000000000000000000000',
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT accounts_owner_check CHECK (num_nulls(owner_id, wallet_id) = CASE WHEN class = 'customer' THEN 0 ELSE 2 END),
  CONSTRAINT accounts_held_check CHECK (held >= 0 AND (held = 0 OR side = 'credit')),
  CONSTRAINT accounts_overdraft_check
    CHECK (NOT guarded OR CASE side WHEN 'credit' THEN posted ELSE -posted END >= held)
) WITH (fillfactor = 60);
CREATE UNIQUE INDEX accounts_wallet_asset_key ON ledger.accounts (wallet_id, asset) WHERE class = 'customer';
CREATE UNIQUE INDEX accounts_house_code_key ON ledger.accounts (code, asset) WHERE class <> 'customer';

CREATE TABLE ledger.journals (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT journals_pkey PRIMARY KEY,
  idempotency_key text NOT NULL
    CONSTRAINT journals_idempotency_key_key UNIQUE
    CONSTRAINT journals_idempotency_key_check CHECK (length(idempotency_key) BETWEEN 1 AND 200),
  kind text NOT NULL,
  -- sha256 of kind, legs, details and reversal. Tells a repeated request from another one under the same key,
  -- and a row changed later from the one that was written.
  content_hash bytea NOT NULL,
  details jsonb NOT NULL,
  reverses bigint CONSTRAINT journals_reverses_fkey REFERENCES ledger.journals,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The first journal of those that one call posted; NULL where a journal was posted by itself or none moved the house.
  call_id bigint
);
-- Hardly any journal takes another one back.
CREATE UNIQUE INDEX journals_reverses_key ON ledger.journals (reverses) WHERE reverses IS NOT NULL;
CREATE INDEX journals_call_id_idx ON ledger.journals (call_id) WHERE call_id IS NOT NULL;
-- Journals are written in the order of their time, so the ends of each stretch of pages are enough to find a day.
CREATE INDEX journals_created_at_idx ON ledger.journals USING brin (created_at) WITH (autosummarize = on);

CREATE TABLE ledger.transfers (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT transfers_pkey PRIMARY KEY,
  journal_id bigint NOT NULL,
  leg integer NOT NULL,
  -- posted: moved at once · pending: held · post, void, expire: what became of a pending one
  state text NOT NULL CONSTRAINT transfers_state_check CHECK (state IN ('posted', 'pending', 'post', 'void', 'expire')),
  code text NOT NULL,
  debit_account_id bigint NOT NULL,
  -- A hold may not know yet where the money will go.
  credit_account_id bigint,
  asset text NOT NULL,
  amount numeric(78, 0) NOT NULL,
  pending_id bigint,
  expires_at timestamptz,
  CONSTRAINT transfers_journal_leg_key UNIQUE (journal_id, leg),
  CONSTRAINT transfers_amount_check CHECK (
    -- 2^256, written out: the power would be computed anew for every row.
    amount > 0 AND amount < 115792089237316195423570985008687907853269984665640564039457584007913129639936
  ),
  CONSTRAINT transfers_distinct_accounts_check CHECK (debit_account_id <> credit_account_id),
  CONSTRAINT transfers_credit_check CHECK (credit_account_id IS NOT NULL OR state IN ('pending', 'void', 'expire')),
  CONSTRAINT transfers_pending_check CHECK ((pending_id IS NOT NULL) = (state IN ('post', 'void', 'expire'))),
  CONSTRAINT transfers_expires_at_check CHECK (expires_at IS NULL OR state = 'pending')
);
-- One resolution for each pending transfer: a resolving journal has one pending transfer and always a first leg.
CREATE UNIQUE INDEX transfers_resolution_key ON ledger.transfers (pending_id) WHERE leg = 1 AND pending_id IS NOT NULL;

-- What a transfer did to each of its two accounts. Along an account transfer ids rise, and `seq` counts without gaps.
CREATE TABLE ledger.entries (
  account_id bigint NOT NULL,
  transfer_id bigint NOT NULL,
  seq bigint NOT NULL,
  -- Positive for a credit, negative for a debit.
  amount numeric(78, 0) NOT NULL,
  balance_after numeric(78, 0) NOT NULL,
  -- sha256 over the account's entry before and this row.
  hash bytea NOT NULL,
  -- Set on an entry that tells what all journals of that call came to on an account of the house: between two commits nobody
  -- sees any other balance. Its `transfer_id` is then no transfer's, but drawn from the same numbers when it was made.
  call_id bigint,
  CONSTRAINT entries_pkey PRIMARY KEY (account_id, transfer_id)
);
CREATE INDEX entries_call_id_idx ON ledger.entries (call_id) WHERE call_id IS NOT NULL;

-- The pending transfers without a resolution: can always be derived, kept so that sweeps and checks need no search.
CREATE TABLE ledger.open_holds (
  pending_id bigint CONSTRAINT open_holds_pkey PRIMARY KEY CONSTRAINT open_holds_pending_id_fkey REFERENCES ledger.transfers,
  account_id bigint NOT NULL,
  amount numeric(78, 0) NOT NULL,
  expires_at timestamptz
);
CREATE INDEX open_holds_expires_at_idx ON ledger.open_holds (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX open_holds_account_id_idx ON ledger.open_holds (account_id);

-- One hash for each past UTC day over all of its journals and entries, chained from day to day. Published, it fixes history.
CREATE TABLE ledger.daily_roots (
  day date CONSTRAINT daily_roots_pkey PRIMARY KEY,
  journals bigint NOT NULL,
  entries bigint NOT NULL,
  root bytea NOT NULL
);

GRANT SELECT ON ALL TABLES IN SCHEMA ledger TO tern_api, tern_worker;

-- 0102_ledger_functions.sql
-- The functions of the ledger, each in a file of its own: `\ir` puts the file here, as psql does.
-- Functions that processes may execute run as the owner (SECURITY DEFINER) with a fixed search path, and with plans made once
-- per connection: planning the same few statements anew for every call would cost more than running them. All others are
-- inner workings and are granted to nobody.

-- Hashes. Written once here, used when writing and when verifying.
-- What a journal consists of, as one hash. It tells a repeated request from another one under the same key, and a row that was
-- changed later from the one that was written. Pure; used when writing and again when verifying.
CREATE OR REPLACE FUNCTION ledger.content_hash(
  kind text, pending_id bigint, debits bigint[], credits bigint[], assets text[], amounts numeric[], codes text[],
  details jsonb, reverses bigint
) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT sha256(convert_to(
    jsonb_build_array(kind, pending_id, debits, credits, assets, amounts, codes, details, reverses)::text, 'UTF8'))
$$;
GRANT EXECUTE ON FUNCTION ledger.content_hash TO tern_api, tern_worker;
-- What is hashed after the hash of the account's entry before, so that the entries of an account form a chain.
-- `content_hash` is the journal's, or for an entry of a whole call that of `call_content`. Pure; used when writing and again
-- when verifying.
CREATE OR REPLACE FUNCTION ledger.entry_content(
  account_id bigint, seq bigint, transfer_id bigint, amount numeric, balance_after numeric, content_hash bytea
) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT convert_to(concat_ws('|', account_id, seq, transfer_id, amount, balance_after), 'UTF8') || content_hash
$$;
GRANT EXECUTE ON FUNCTION ledger.entry_content TO tern_api, tern_worker;
-- What the house's entry of a whole call is hashed with, in place of one journal's content: the call and the content hashes
-- of its journals, in their order. Pure; used when writing and again when verifying.
CREATE OR REPLACE FUNCTION ledger.call_content(call_id bigint, content_hashes bytea[]) RETURNS bytea
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT sha256(convert_to(call_id || '|', 'UTF8') || string_agg(content_hash, ''::bytea ORDER BY place))
  FROM unnest(content_hashes) WITH ORDINALITY AS c (content_hash, place)
$$;
GRANT EXECUTE ON FUNCTION ledger.call_content TO tern_api, tern_worker;

-- Refusals, and what a journal is refused for.
-- How every function of the ledger refuses: one SQLSTATE, the code as message, the particulars as detail. `@tern/ledger` turns
-- them into a LedgerError.
CREATE OR REPLACE FUNCTION ledger.refuse(code text, particulars jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'LG000', MESSAGE = code, DETAIL = particulars::text;
END $$;
-- Refuses what is wrong with a journal by itself, before any row is looked at: key, number of legs, amounts, equal accounts.
-- The order of the checks is that of docs/ledger.md, so that the same fault always gets the same name.
CREATE OR REPLACE FUNCTION ledger.check_shape(
  p_key text, p_debits bigint[], p_credits bigint[], p_assets text[], p_amounts numeric[], p_codes text[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  c_limit CONSTANT numeric := 115792089237316195423570985008687907853269984665640564039457584007913129639936;
  v_legs int := cardinality(p_amounts);
BEGIN
  IF p_key IS NULL OR length(p_key) NOT BETWEEN 1 AND 200 THEN
    PERFORM ledger.refuse('key-invalid', jsonb_build_object('key', p_key));
  END IF;
  IF (v_legs BETWEEN 1 AND 10000 AND v_legs = ALL (ARRAY[
    cardinality(p_debits), cardinality(p_credits), cardinality(p_assets), cardinality(p_codes)])) IS NOT TRUE THEN
    PERFORM ledger.refuse('legs-invalid', jsonb_build_object('legs', v_legs));
  END IF;
  FOR leg IN 1 .. v_legs LOOP
    IF (p_amounts[leg] > 0 AND p_amounts[leg] < c_limit AND scale(p_amounts[leg]) = 0) IS NOT TRUE THEN
      PERFORM ledger.refuse('amount-invalid', jsonb_build_object('leg', leg, 'amount', p_amounts[leg]::text));
    END IF;
    IF p_debits[leg] = p_credits[leg] THEN
      PERFORM ledger.refuse('accounts-equal', jsonb_build_object('leg', leg, 'accountId', p_debits[leg]::text));
    END IF;
  END LOOP;
END $$;
-- Refuses what is wrong with a journal that moves money at once: its shape, a kind that belongs to holds, a correction without
-- two operators and a reason.
CREATE OR REPLACE FUNCTION ledger.check_journal(
  p_key text, p_kind text,
  p_debits bigint[], p_credits bigint[], p_assets text[], p_amounts numeric[], p_codes text[], p_details jsonb
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM ledger.check_shape(p_key, p_debits, p_credits, p_assets, p_amounts, p_codes);
  IF EXISTS (
    SELECT FROM ledger.kinds k
    WHERE k.posted_as IS NOT NULL AND p_kind IN (k.kind, k.posted_as, k.voided_as, k.expired_as)
  ) THEN
    PERFORM ledger.refuse('kind-not-immediate', jsonb_build_object('kind', p_kind));
  END IF;
  IF p_kind = 'correction' AND (
    jsonb_typeof(p_details -> 'operators') = 'array' AND jsonb_array_length(p_details -> 'operators') = 2
    AND p_details -> 'operators' ->> 0 <> p_details -> 'operators' ->> 1
    AND length(p_details ->> 'reason') > 0
  ) IS NOT TRUE THEN
    PERFORM ledger.refuse('two-operators-needed', '{}');
  END IF;
END $$;
-- Refuses a kind that does not exist or that the process which is logged in may not post.
CREATE OR REPLACE FUNCTION ledger.check_kind(p_kind text) RETURNS void LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_kind ledger.kinds;
BEGIN
  SELECT * INTO v_kind FROM ledger.kinds k WHERE k.kind = p_kind;
  IF NOT FOUND THEN
    PERFORM ledger.refuse('kind-unknown', jsonb_build_object('kind', p_kind));
  END IF;
  -- Inside a SECURITY DEFINER function the current user is the owner; the session's is who logged in.
  IF NOT (CASE session_user WHEN 'tern_api' THEN v_kind.by_api
    WHEN 'tern_worker' THEN v_kind.by_worker WHEN 'tern_console' THEN v_kind.by_console ELSE true END) THEN
    PERFORM ledger.refuse('kind-forbidden', jsonb_build_object('kind', p_kind, 'role', session_user));
  END IF;
END $$;
-- Refuses a leg that the chart does not list for this kind. `p_credit` is NULL for a hold whose target is not known yet.
-- Corrections may have any leg: two operators answer for them.
CREATE OR REPLACE FUNCTION ledger.check_leg(p_leg int, p_kind text, p_code text, p_debit text, p_credit text) RETURNS void
LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF p_kind <> 'correction' AND NOT EXISTS (
    SELECT FROM ledger.legs l
    WHERE l.kind = p_kind AND l.code = p_code AND l.debit = p_debit AND l.credit IS NOT DISTINCT FROM p_credit
  ) THEN
    PERFORM ledger.refuse('leg-not-allowed', jsonb_build_object(
      'leg', p_leg, 'kind', p_kind, 'code', p_code, 'debit', p_debit, 'credit', p_credit));
  END IF;
END $$;
-- Refuses with what the account has and what was needed, by the names a caller understands.
CREATE OR REPLACE FUNCTION ledger.refuse_overdraft(p_account bigint, p_available numeric, p_needed numeric) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_account ledger.accounts;
BEGIN
  SELECT * INTO v_account FROM ledger.accounts a WHERE a.id = p_account;
  PERFORM ledger.refuse('exceeds-available', jsonb_build_object(
    'accountId', p_account::text, 'code', v_account.code, 'ownerId', v_account.owner_id, 'asset', v_account.asset,
    'available', p_available::text, 'needed', p_needed::text));
END $$;
-- Names what is wrong with a journal in which a batch found a fault: by itself (`p_accounts` false), or in its accounts.
-- Asks the functions that a single posting asks, so that both give a fault the same name.
CREATE OR REPLACE FUNCTION ledger.fault_of(
  p_key text, p_kind text,
  p_debits bigint[], p_credits bigint[], p_assets text[], p_amounts numeric[], p_codes text[], p_details jsonb,
  p_accounts boolean, OUT refusal text, OUT particulars jsonb
) LANGUAGE plpgsql AS $$
DECLARE
  v_debit ledger.accounts;
  v_credit ledger.accounts;
  v_detail text;
BEGIN
  IF NOT p_accounts THEN
    PERFORM ledger.check_journal(p_key, p_kind, p_debits, p_credits, p_assets, p_amounts, p_codes, p_details);
    PERFORM ledger.check_kind(p_kind);
    RETURN;
  END IF;
  FOR leg IN 1 .. cardinality(p_amounts) LOOP
    SELECT * INTO v_debit FROM ledger.accounts a WHERE a.id = p_debits[leg];
    SELECT * INTO v_credit FROM ledger.accounts a WHERE a.id = p_credits[leg];
    IF v_debit.id IS NULL OR v_credit.id IS NULL THEN
      PERFORM ledger.refuse('account-not-found', jsonb_build_object('leg', leg));
    END IF;
    IF v_debit.asset <> p_assets[leg] OR v_credit.asset <> p_assets[leg] THEN
      PERFORM ledger.refuse('asset-mismatch', jsonb_build_object('leg', leg, 'asset', p_assets[leg]));
    END IF;
    PERFORM ledger.check_leg(leg, p_kind, p_codes[leg], v_debit.class, v_credit.class);
  END LOOP;
EXCEPTION WHEN SQLSTATE 'LG000' THEN
  GET STACKED DIAGNOSTICS refusal = MESSAGE_TEXT, v_detail = PG_EXCEPTION_DETAIL;
  particulars := v_detail::jsonb;
END $$;

-- Locks.
-- Locks idempotency keys until the transaction ends, in one order for everyone. Equal requests wait here for the first,
-- before any lock on an account: a batch knows what to insert only once it has locked its accounts, and would otherwise wait
-- for a key under its locks and could be waited for in a ring.
CREATE OR REPLACE FUNCTION ledger.lock_keys(p_keys text[]) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(hash)
  FROM (SELECT hashtextextended(key, 0) AS hash FROM unnest(p_keys) AS key ORDER BY 1) AS ordered
$$;
-- Locks accounts in one order for everyone, so that no two journals wait for each other in a ring: customers first, the
-- house last, because its accounts are shared by all and should be locked for the shortest time.
CREATE OR REPLACE FUNCTION ledger.lock_accounts(p_accounts bigint[]) RETURNS void LANGUAGE sql AS $$
  SELECT FROM ledger.accounts a WHERE a.id = ANY (p_accounts)
  ORDER BY a.class <> 'customer', a.id FOR NO KEY UPDATE
$$;

-- Accounts.
-- The customer's account for an asset in a wallet, made at the first call. Refuses a wallet that belongs to somebody else.
CREATE OR REPLACE FUNCTION ledger.open_customer_account(p_owner uuid, p_wallet uuid, p_asset text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_account ledger.accounts;
BEGIN
  INSERT INTO ledger.accounts (class, code, side, guarded, owner_id, wallet_id, asset)
  SELECT class, class, side, guarded, p_owner, p_wallet, p_asset FROM ledger.classes WHERE class = 'customer'
  ON CONFLICT (wallet_id, asset) WHERE class = 'customer' DO NOTHING;
  SELECT * INTO v_account FROM ledger.accounts a WHERE a.wallet_id = p_wallet AND a.asset = p_asset AND a.class = 'customer';
  IF v_account.owner_id <> p_owner THEN
    PERFORM ledger.refuse('wallet-owned-by-another', jsonb_build_object('walletId', p_wallet));
  END IF;
  RETURN v_account.id;
END $$;
GRANT EXECUTE ON FUNCTION ledger.open_customer_account TO tern_api, tern_worker;
-- The house's account of a code for an asset, made at the first call. Codes are classes, or `promotion:<campaign>`.
CREATE OR REPLACE FUNCTION ledger.house_account(p_code text, p_asset text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_class ledger.classes;
  v_id bigint;
BEGIN
  SELECT id INTO v_id FROM ledger.accounts a WHERE a.code = p_code AND a.asset = p_asset AND a.class <> 'customer';
  IF v_id IS NOT NULL THEN
    RETURN v_id;
  END IF;
  SELECT * INTO v_class FROM ledger.classes c
  WHERE c.class <> 'customer'
    AND CASE c.class WHEN 'promotion' THEN p_code ~ '^promotion:[a-z0-9-]{1,64}$' ELSE p_code = c.class END;
  IF v_class.class IS NULL THEN
    PERFORM ledger.refuse('account-not-found', jsonb_build_object('code', p_code));
  END IF;
  INSERT INTO ledger.accounts (class, code, side, guarded, asset)
  VALUES (v_class.class, p_code, v_class.side, v_class.guarded, p_asset)
  ON CONFLICT (code, asset) WHERE class <> 'customer' DO NOTHING;
  SELECT id INTO v_id FROM ledger.accounts a WHERE a.code = p_code AND a.asset = p_asset AND a.class <> 'customer';
  RETURN v_id;
END $$;
GRANT EXECUTE ON FUNCTION ledger.house_account TO tern_api, tern_worker;

-- Posting one journal.
-- Begins a single journal: writes its row, or finds the one that is there under the same key. `replayed` says that it was
-- there with the same content; with other content the call is refused.
CREATE OR REPLACE FUNCTION ledger.begin_journal(
  p_key text, p_kind text, p_hash bytea, p_details jsonb, p_reverses bigint, OUT id bigint, OUT replayed boolean
) LANGUAGE plpgsql AS $$
DECLARE
  v_known ledger.journals;
BEGIN
  PERFORM ledger.check_kind(p_kind);
  PERFORM pg_advisory_xact_lock(hashtextextended(p_key, 0));
  INSERT INTO ledger.journals (idempotency_key, kind, content_hash, details, reverses)
  VALUES (p_key, p_kind, p_hash, p_details, p_reverses)
  ON CONFLICT (idempotency_key) DO NOTHING
  RETURNING journals.id INTO id;
  replayed := id IS NULL;
  IF replayed THEN
    SELECT * INTO v_known FROM ledger.journals j WHERE j.idempotency_key = p_key;
    IF v_known.content_hash <> p_hash THEN
      PERFORM ledger.refuse('key-reused', jsonb_build_object('key', p_key, 'journalId', v_known.id::text));
    END IF;
    id := v_known.id;
  END IF;
END $$;
-- Books a begun journal: locks the accounts, checks every leg and then every balance, writes transfers, entries and totals.
-- `p_release` is taken off what the first debit account holds. Accounts are read once into arrays and written once from
-- them: for the few legs of a usual journal that costs half of what one set-based statement does.
CREATE OR REPLACE FUNCTION ledger.book(
  p_journal bigint, p_kind text, p_state text, p_pending bigint, p_hash bytea, p_release numeric,
  p_debits bigint[], p_credits bigint[], p_assets text[], p_amounts numeric[], p_codes text[]
) RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
  -- The accounts, in the order of the locks.
  v_ids bigint[];
  v_classes text[];
  v_assets text[];
  v_signs int[];
  v_guarded boolean[];
  v_before numeric[];
  v_posted numeric[];
  v_held numeric[];
  v_versions bigint[];
  v_hashes bytea[];
  -- The entries: two for each leg.
  e_accounts bigint[];
  e_transfers bigint[];
  e_seqs bigint[];
  e_amounts numeric[];
  e_balances numeric[];
  e_hashes bytea[];
  v_transfers bigint[];
  v_at int;
  v_delta numeric;
  v_available numeric;
BEGIN
  SELECT array_agg(id), array_agg(class), array_agg(asset), array_agg(CASE side WHEN 'credit' THEN 1 ELSE -1 END),
         array_agg(guarded), array_agg(posted), array_agg(held), array_agg(version), array_agg(last_hash)
  INTO v_ids, v_classes, v_assets, v_signs, v_guarded, v_posted, v_held, v_versions, v_hashes
  FROM (
    SELECT * FROM ledger.accounts a WHERE a.id = ANY (p_debits || p_credits)
    ORDER BY a.class <> 'customer', a.id FOR NO KEY UPDATE
  ) locked;
  v_before := v_posted;

  FOR leg IN 1 .. cardinality(p_amounts) LOOP
    IF array_position(v_ids, p_debits[leg]) IS NULL OR array_position(v_ids, p_credits[leg]) IS NULL THEN
      PERFORM ledger.refuse('account-not-found', jsonb_build_object('leg', leg));
    END IF;
    IF v_assets[array_position(v_ids, p_debits[leg])] <> p_assets[leg]
      OR v_assets[array_position(v_ids, p_credits[leg])] <> p_assets[leg] THEN
      PERFORM ledger.refuse('asset-mismatch', jsonb_build_object('leg', leg, 'asset', p_assets[leg]));
    END IF;
    PERFORM ledger.check_leg(leg, p_kind, p_codes[leg],
      v_classes[array_position(v_ids, p_debits[leg])], v_classes[array_position(v_ids, p_credits[leg])]);
  END LOOP;

  -- Only now, with the accounts locked, so that along each account transfer ids rise.
  WITH written AS (
    INSERT INTO ledger.transfers (journal_id, leg, state, code, debit_account_id, credit_account_id, asset, amount, pending_id)
    SELECT p_journal, l.leg, p_state, l.code, l.debit, l.credit, l.asset, l.amount, p_pending
    FROM unnest(p_debits, p_credits, p_assets, p_amounts, p_codes)
      WITH ORDINALITY AS l (debit, credit, asset, amount, code, leg)
    ORDER BY l.leg
    RETURNING id, leg
  )
  SELECT array_agg(id ORDER BY leg) INTO v_transfers FROM written;

  FOR leg IN 1 .. cardinality(p_amounts) LOOP
    FOR side IN 1 .. 2 LOOP
      v_at := array_position(v_ids, CASE side WHEN 1 THEN p_debits[leg] ELSE p_credits[leg] END);
      v_delta := CASE side WHEN 1 THEN -p_amounts[leg] ELSE p_amounts[leg] END;
      v_posted[v_at] := v_posted[v_at] + v_delta;
      v_versions[v_at] := v_versions[v_at] + 1;
      v_hashes[v_at] := sha256(v_hashes[v_at] || ledger.entry_content(
        v_ids[v_at], v_versions[v_at], v_transfers[leg], v_delta, v_posted[v_at], p_hash));
      e_accounts[2 * leg + side - 2] := v_ids[v_at];
      e_transfers[2 * leg + side - 2] := v_transfers[leg];
      e_seqs[2 * leg + side - 2] := v_versions[v_at];
      e_amounts[2 * leg + side - 2] := v_delta;
      e_balances[2 * leg + side - 2] := v_posted[v_at];
      e_hashes[2 * leg + side - 2] := v_hashes[v_at];
    END LOOP;
  END LOOP;

  v_at := array_position(v_ids, p_debits[1]);
  v_held[v_at] := v_held[v_at] - p_release;
  FOR at IN 1 .. cardinality(v_ids) LOOP
    IF v_guarded[at] AND v_signs[at] * v_posted[at] < v_held[at] THEN
      v_available := v_signs[at] * v_before[at] - v_held[at];
      PERFORM ledger.refuse_overdraft(v_ids[at], v_available, v_signs[at] * (v_before[at] - v_posted[at]));
    END IF;
  END LOOP;

  INSERT INTO ledger.entries (account_id, transfer_id, seq, amount, balance_after, hash)
  SELECT * FROM unnest(e_accounts, e_transfers, e_seqs, e_amounts, e_balances, e_hashes);
  UPDATE ledger.accounts a
  SET posted = n.posted, held = n.held, version = n.version, last_hash = n.last_hash
  FROM unnest(v_ids, v_posted, v_held, v_versions, v_hashes) AS n (id, posted, held, version, last_hash)
  WHERE a.id = n.id;
  RETURN v_transfers;
END $$;
-- The transfers of a journal, in the order of its legs: the stored reply to a repeated request.
CREATE OR REPLACE FUNCTION ledger.transfer_ids(p_journal bigint) RETURNS bigint[] LANGUAGE sql STABLE AS $$
  SELECT array_agg(id ORDER BY leg) FROM ledger.transfers WHERE journal_id = p_journal
$$;
-- Posts one journal of any number of legs, whole or not at all. The only way to take another journal back (`p_reverses`).
CREATE OR REPLACE FUNCTION ledger.post_journal(
  p_key text, p_kind text,
  p_debits bigint[], p_credits bigint[], p_assets text[], p_amounts numeric[], p_codes text[],
  p_details jsonb, p_reverses bigint,
  OUT journal_id bigint, OUT transfer_ids bigint[], OUT replayed boolean
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_hash bytea;
BEGIN
  PERFORM ledger.check_journal(p_key, p_kind, p_debits, p_credits, p_assets, p_amounts, p_codes, p_details);
  v_hash := ledger.content_hash(p_kind, NULL, p_debits, p_credits, p_assets, p_amounts, p_codes, p_details, p_reverses);
  SELECT begun.id, begun.replayed INTO journal_id, replayed
  FROM ledger.begin_journal(p_key, p_kind, v_hash, p_details, p_reverses) begun;
  IF replayed THEN
    transfer_ids := ledger.transfer_ids(journal_id);
    RETURN;
  END IF;
  transfer_ids := ledger.book(
    journal_id, p_kind, 'posted', NULL, v_hash, 0, p_debits, p_credits, p_assets, p_amounts, p_codes);
END $$;
GRANT EXECUTE ON FUNCTION ledger.post_journal TO tern_api, tern_worker;

-- Holds: reserve, then post, void or expire, once.
-- The pending transfer, or a refusal. Does not say whether it is still open.
CREATE OR REPLACE FUNCTION ledger.pending_transfer(p_pending bigint) RETURNS ledger.transfers LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_pending ledger.transfers;
BEGIN
  SELECT * INTO v_pending FROM ledger.transfers t WHERE t.id = p_pending AND t.state = 'pending';
  IF v_pending.id IS NULL THEN
    PERFORM ledger.refuse('pending-not-found', jsonb_build_object('pendingId', p_pending::text));
  END IF;
  RETURN v_pending;
END $$;
-- Takes a pending transfer off the open ones. Its account must be locked: that is what makes the first one win.
CREATE OR REPLACE FUNCTION ledger.close_hold(p_pending bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_outcome text;
BEGIN
  DELETE FROM ledger.open_holds WHERE pending_id = p_pending;
  IF NOT FOUND THEN
    SELECT state INTO v_outcome FROM ledger.transfers WHERE pending_id = p_pending AND leg = 1;
    PERFORM ledger.refuse('pending-already-resolved', jsonb_build_object('pendingId', p_pending::text, 'outcome', v_outcome));
  END IF;
END $$;
-- Ends a hold without moving money: `void` or `expire`.
CREATE OR REPLACE FUNCTION ledger.drop_hold(
  p_key text, p_pending ledger.transfers, p_outcome text, p_details jsonb, OUT journal_id bigint, OUT replayed boolean
) LANGUAGE plpgsql AS $$
DECLARE
  v_debits bigint[] := ARRAY[p_pending.debit_account_id];
  v_credits bigint[] := ARRAY[p_pending.credit_account_id];
  v_assets text[] := ARRAY[p_pending.asset];
  v_amounts numeric[] := ARRAY[p_pending.amount];
  v_codes text[] := ARRAY[p_pending.code];
  v_kind text;
BEGIN
  SELECT CASE p_outcome WHEN 'void' THEN k.voided_as ELSE k.expired_as END INTO v_kind
  FROM ledger.journals j JOIN ledger.kinds k ON k.kind = j.kind WHERE j.id = p_pending.journal_id;
  SELECT begun.id, begun.replayed INTO journal_id, replayed FROM ledger.begin_journal(
    p_key, v_kind,
    ledger.content_hash(v_kind, p_pending.id, v_debits, v_credits, v_assets, v_amounts, v_codes, p_details, NULL),
    p_details, NULL) begun;
  IF replayed THEN
    RETURN;
  END IF;
  PERFORM ledger.lock_accounts(v_debits);
  PERFORM ledger.close_hold(p_pending.id);
  INSERT INTO ledger.transfers (journal_id, leg, state, code, debit_account_id, credit_account_id, asset, amount, pending_id)
  VALUES (journal_id, 1, p_outcome, p_pending.code, p_pending.debit_account_id, p_pending.credit_account_id,
          p_pending.asset, p_pending.amount, p_pending.id);
  UPDATE ledger.accounts SET held = held - p_pending.amount WHERE id = p_pending.debit_account_id;
END $$;
-- Reserves an amount on an account: raises `held` and leaves `posted` as it is. `p_credit` may be NULL while the target is
-- not known.
CREATE OR REPLACE FUNCTION ledger.hold_funds(
  p_key text, p_kind text, p_debit bigint, p_credit bigint, p_asset text, p_amount numeric, p_code text,
  p_expires_at timestamptz, p_details jsonb,
  OUT pending_id bigint, OUT journal_id bigint, OUT replayed boolean
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_debits bigint[] := ARRAY[p_debit];
  v_credits bigint[] := ARRAY[p_credit];
  v_assets text[] := ARRAY[p_asset];
  v_amounts numeric[] := ARRAY[p_amount];
  v_codes text[] := ARRAY[p_code];
  v_account ledger.accounts;
  v_target ledger.accounts;
BEGIN
  PERFORM ledger.check_shape(p_key, v_debits, v_credits, v_assets, v_amounts, v_codes);
  IF NOT EXISTS (SELECT FROM ledger.kinds k WHERE k.kind = p_kind AND k.posted_as IS NOT NULL) THEN
    PERFORM ledger.refuse('kind-not-a-hold', jsonb_build_object('kind', p_kind));
  END IF;
  -- The expiry is left out: the same request made again computes it anew.
  SELECT begun.id, begun.replayed INTO journal_id, replayed FROM ledger.begin_journal(
    p_key, p_kind,
    ledger.content_hash(p_kind, NULL, v_debits, v_credits, v_assets, v_amounts, v_codes, p_details, NULL),
    p_details, NULL) begun;
  IF replayed THEN
    pending_id := (ledger.transfer_ids(journal_id))[1];
    RETURN;
  END IF;
  PERFORM ledger.lock_accounts(v_debits);
  SELECT * INTO v_account FROM ledger.accounts a WHERE a.id = p_debit;
  SELECT * INTO v_target FROM ledger.accounts a WHERE a.id = p_credit;
  IF v_account.id IS NULL OR (v_target.id IS NULL AND p_credit IS NOT NULL) THEN
    PERFORM ledger.refuse('account-not-found', jsonb_build_object('leg', 1));
  END IF;
  IF v_account.asset <> p_asset OR v_target.asset <> p_asset THEN
    PERFORM ledger.refuse('asset-mismatch', jsonb_build_object('leg', 1, 'asset', p_asset));
  END IF;
  PERFORM ledger.check_leg(1, p_kind, p_code, v_account.class, v_target.class);
  IF v_account.posted - v_account.held < p_amount THEN
    PERFORM ledger.refuse_overdraft(p_debit, v_account.posted - v_account.held, p_amount);
  END IF;
  INSERT INTO ledger.transfers
    (journal_id, leg, state, code, debit_account_id, credit_account_id, asset, amount, expires_at)
  VALUES (journal_id, 1, 'pending', p_code, p_debit, p_credit, p_asset, p_amount, p_expires_at)
  RETURNING id INTO pending_id;
  INSERT INTO ledger.open_holds (pending_id, account_id, amount, expires_at)
  VALUES (hold_funds.pending_id, p_debit, p_amount, p_expires_at);
  UPDATE ledger.accounts SET held = held + p_amount WHERE id = p_debit;
END $$;
GRANT EXECUTE ON FUNCTION ledger.hold_funds TO tern_api, tern_worker;
-- As `hold_funds` for each, one after the other in the order given. One row for each: what was reserved, or why it was
-- refused; a refusal leaves the others as they are. Keys and accounts are locked first, each in the one order, so that two
-- such calls never wait for each other in a ring.
CREATE OR REPLACE FUNCTION ledger.hold_funds_each(
  p_keys text[], p_kinds text[], p_debits bigint[], p_credits bigint[], p_assets text[], p_amounts numeric[],
  p_codes text[], p_expires_at timestamptz[], p_details jsonb[]
) RETURNS TABLE (pending_id bigint, journal_id bigint, replayed boolean, refusal text, particulars jsonb)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_detail text;
BEGIN
  PERFORM ledger.lock_keys(p_keys);
  PERFORM ledger.lock_accounts(p_debits);
  FOR item IN 1 .. cardinality(p_keys) LOOP
    refusal := NULL;
    particulars := NULL;
    BEGIN
      SELECT h.pending_id, h.journal_id, h.replayed INTO pending_id, journal_id, replayed
      FROM ledger.hold_funds(
        p_keys[item], p_kinds[item], p_debits[item], p_credits[item], p_assets[item], p_amounts[item], p_codes[item],
        p_expires_at[item], p_details[item]) h;
    EXCEPTION WHEN SQLSTATE 'LG000' THEN
      GET STACKED DIAGNOSTICS refusal = MESSAGE_TEXT, v_detail = PG_EXCEPTION_DETAIL;
      particulars := v_detail::jsonb;
      pending_id := NULL;
      journal_id := NULL;
      replayed := false;
    END;
    RETURN NEXT;
  END LOOP;
END $$;
GRANT EXECUTE ON FUNCTION ledger.hold_funds_each TO tern_api, tern_worker;
-- Moves all of a held amount to one or several accounts, and ends the hold.
CREATE OR REPLACE FUNCTION ledger.post_hold(
  p_key text, p_pending bigint, p_credits bigint[], p_amounts numeric[], p_codes text[], p_details jsonb,
  OUT journal_id bigint, OUT transfer_ids bigint[], OUT replayed boolean
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_pending ledger.transfers := ledger.pending_transfer(p_pending);
  v_debits bigint[] := array_fill(v_pending.debit_account_id, ARRAY[cardinality(p_amounts)]);
  v_assets text[] := array_fill(v_pending.asset, ARRAY[cardinality(p_amounts)]);
  v_kind text;
  v_hash bytea;
BEGIN
  PERFORM ledger.check_shape(p_key, v_debits, p_credits, v_assets, p_amounts, p_codes);
  IF (SELECT sum(amount) FROM unnest(p_amounts) amount) <> v_pending.amount THEN
    PERFORM ledger.refuse('amount-differs-from-pending', jsonb_build_object(
      'pendingId', p_pending::text, 'pending', v_pending.amount::text));
  END IF;
  IF v_pending.credit_account_id <> ANY (p_credits) THEN
    PERFORM ledger.refuse('target-differs-from-pending', jsonb_build_object('pendingId', p_pending::text));
  END IF;
  SELECT k.posted_as INTO v_kind
  FROM ledger.journals j JOIN ledger.kinds k ON k.kind = j.kind WHERE j.id = v_pending.journal_id;
  v_hash := ledger.content_hash(v_kind, p_pending, v_debits, p_credits, v_assets, p_amounts, p_codes, p_details, NULL);
  SELECT begun.id, begun.replayed INTO journal_id, replayed
  FROM ledger.begin_journal(p_key, v_kind, v_hash, p_details, NULL) begun;
  IF replayed THEN
    transfer_ids := ledger.transfer_ids(journal_id);
    RETURN;
  END IF;
  PERFORM ledger.lock_accounts(v_debits || p_credits);
  IF v_pending.expires_at <= clock_timestamp() AND EXISTS (SELECT FROM ledger.open_holds h WHERE h.pending_id = p_pending) THEN
    PERFORM ledger.refuse('pending-expired', jsonb_build_object('pendingId', p_pending::text));
  END IF;
  PERFORM ledger.close_hold(p_pending);
  transfer_ids := ledger.book(
    journal_id, v_kind, 'post', p_pending, v_hash, v_pending.amount, v_debits, p_credits, v_assets, p_amounts, p_codes);
END $$;
GRANT EXECUTE ON FUNCTION ledger.post_hold TO tern_api, tern_worker;
-- Gives a held amount back.
CREATE OR REPLACE FUNCTION ledger.void_hold(
  p_key text, p_pending bigint, p_details jsonb, OUT journal_id bigint, OUT replayed boolean
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF p_key IS NULL OR length(p_key) NOT BETWEEN 1 AND 200 THEN
    PERFORM ledger.refuse('key-invalid', jsonb_build_object('key', p_key));
  END IF;
  SELECT dropped.journal_id, dropped.replayed INTO journal_id, replayed
  FROM ledger.drop_hold(p_key, ledger.pending_transfer(p_pending), 'void', p_details) dropped;
END $$;
GRANT EXECUTE ON FUNCTION ledger.void_hold TO tern_api, tern_worker;
-- Gives back what is held beyond its expiry, at most `p_limit` holds. Returns the ids of their pending transfers.
CREATE OR REPLACE FUNCTION ledger.expire_holds(p_limit integer) RETURNS bigint[]
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_due bigint[];
  v_expired bigint[] := '{}';
  v_id bigint;
BEGIN
  SELECT array_agg(pending_id) INTO v_due FROM (
    SELECT pending_id FROM ledger.open_holds WHERE expires_at <= clock_timestamp() ORDER BY expires_at LIMIT p_limit
  ) due;
  PERFORM ledger.lock_accounts(ARRAY(SELECT account_id FROM ledger.open_holds WHERE pending_id = ANY (v_due)));
  -- Looked up again under the locks: another sweep or a resolution may have been faster.
  FOR v_id IN SELECT pending_id FROM ledger.open_holds WHERE pending_id = ANY (v_due) ORDER BY pending_id LOOP
    PERFORM ledger.drop_hold('expire:' || v_id, ledger.pending_transfer(v_id), 'expire', '{}');
    v_expired := v_expired || v_id;
  END LOOP;
  RETURN v_expired;
END $$;
GRANT EXECUTE ON FUNCTION ledger.expire_holds TO tern_worker;

-- Many at once: what a process has to post at one moment is posted together, each journal for itself.
-- The steps of `post_journals`, in their order, then itself.
-- A step of `post_journals`: refuses arguments that do not fit together, before anything is read or locked. These are no
-- refusals of a journal but faults of the caller.
CREATE OR REPLACE FUNCTION ledger.batch_check_arrays(
  p_keys text[], p_kinds text[], p_details jsonb[], p_legs int[], p_accounts bigint[],
  p_debits int[], p_credits int[], p_assets text[], p_amounts numeric[], p_codes text[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Whoever holds a process's connection can call this with anything: what does not fit must not be read two ways.
  IF (cardinality(p_keys) = ALL (ARRAY[cardinality(p_kinds), cardinality(p_details), cardinality(p_legs)])
    AND 0 <= ALL (p_legs)
    AND (SELECT sum(legs) FROM unnest(p_legs) legs) = ALL (ARRAY[cardinality(p_debits), cardinality(p_credits),
      cardinality(p_assets), cardinality(p_amounts), cardinality(p_codes)])
    AND 1 = ALL (ARRAY[array_ndims(p_keys), array_ndims(p_kinds), array_ndims(p_details), array_ndims(p_legs),
      array_lower(p_keys, 1), array_lower(p_kinds, 1), array_lower(p_details, 1), array_lower(p_legs, 1),
      -- Of no legs at all these are null.
      coalesce(array_ndims(p_accounts), 1), coalesce(array_ndims(p_debits), 1), coalesce(array_ndims(p_credits), 1),
      coalesce(array_ndims(p_assets), 1), coalesce(array_ndims(p_amounts), 1), coalesce(array_ndims(p_codes), 1),
      coalesce(array_lower(p_accounts, 1), 1), coalesce(array_lower(p_debits, 1), 1), coalesce(array_lower(p_credits, 1), 1),
      coalesce(array_lower(p_assets, 1), 1), coalesce(array_lower(p_amounts, 1), 1), coalesce(array_lower(p_codes, 1), 1)]))
    IS NOT TRUE THEN
    RAISE EXCEPTION 'the arrays of a batch do not fit';
  END IF;
  FOR place IN 2 .. cardinality(p_accounts) LOOP
    IF (p_accounts[place] > p_accounts[place - 1]) IS NOT TRUE THEN
      RAISE EXCEPTION 'the accounts of a batch must be ascending';
    END IF;
  END LOOP;
END $$;
-- A step of `post_journals`: what each journal is by its content (`hashes`), and what is wrong with it by itself, before any
-- key or account is looked at. `p_before` says how many legs there are before each journal's.
CREATE OR REPLACE FUNCTION ledger.batch_judge_alone(
  p_keys text[], p_kinds text[], p_details jsonb[], p_legs int[], p_before int[], p_accounts bigint[],
  p_debits int[], p_credits int[], p_assets text[], p_amounts numeric[], p_codes text[],
  OUT hashes bytea[], OUT refusals text[], OUT particulars jsonb[]
) LANGUAGE plpgsql AS $$
DECLARE
  c_limit CONSTANT numeric := 115792089237316195423570985008687907853269984665640564039457584007913129639936;
  v_kinds text[];
  v_fine boolean[];
  v_first int;
  v_last int;
  v_refusal text;
  v_particulars jsonb;
BEGIN
  -- By itself: everything fine is found in one query, a fault is then named by the functions that name it for a single one.
  SELECT array_agg(k.kind) INTO v_kinds FROM ledger.kinds k
  WHERE k.kind = ANY (p_kinds) AND k.posted_as IS NULL AND k.kind <> 'correction'
    AND CASE session_user WHEN 'tern_api' THEN k.by_api
      WHEN 'tern_worker' THEN k.by_worker WHEN 'tern_console' THEN k.by_console ELSE true END
    AND NOT EXISTS (SELECT FROM ledger.kinds h WHERE k.kind IN (h.posted_as, h.voided_as, h.expired_as));
  -- (Into arrays and not in loops over rows: those would hand every array to the query as a flat copy. And read by place:
  -- rows made of several arrays are put down once for each of them first.)
  SELECT array_agg(own.hash ORDER BY item), array_agg(own.fine ORDER BY item) INTO hashes, v_fine
  FROM generate_series(1, cardinality(p_keys)) AS item CROSS JOIN LATERAL (
    SELECT ledger.content_hash(p_kinds[item], NULL, array_agg(p_accounts[p_debits[leg]]),
        array_agg(p_accounts[p_credits[leg]]), array_agg(p_assets[leg]), array_agg(p_amounts[leg]), array_agg(p_codes[leg]),
        p_details[item], NULL) AS hash,
      bool_and((p_amounts[leg] > 0 AND p_amounts[leg] < c_limit AND scale(p_amounts[leg]) = 0
        AND p_debits[leg] <> p_credits[leg]) IS TRUE) AND count(*) <= 10000 AS fine
    FROM generate_series(p_before[item] + 1, p_before[item] + p_legs[item]) AS leg
  ) own;
  FOR item IN 1 .. cardinality(p_keys) LOOP
    CONTINUE WHEN v_fine[item] AND length(p_keys[item]) BETWEEN 1 AND 200 AND p_kinds[item] = ANY (v_kinds);
    v_first := p_before[item] + 1;
    v_last := p_before[item] + p_legs[item];
    SELECT f.refusal, f.particulars INTO v_refusal, v_particulars
    FROM ledger.fault_of(p_keys[item], p_kinds[item],
      ARRAY(SELECT p_accounts[p_debits[leg]] FROM generate_series(v_first, v_last) leg),
      ARRAY(SELECT p_accounts[p_credits[leg]] FROM generate_series(v_first, v_last) leg),
      p_assets[v_first:v_last], p_amounts[v_first:v_last], p_codes[v_first:v_last], p_details[item], false) f;
    refusals[item] := v_refusal;
    particulars[item] := v_particulars;
  END LOOP;
END $$;
-- A step of `post_journals`: locks the keys and finds the journals that are there already. The same content is a repeated
-- request (`known` is the journal's id), other content a refusal.
CREATE OR REPLACE FUNCTION ledger.batch_find_known(
  p_keys text[], p_hashes bytea[], INOUT refusals text[], INOUT particulars jsonb[], OUT known bigint[]
) LANGUAGE plpgsql AS $$
DECLARE
  k_items int[];
  k_ids bigint[];
  k_hashes bytea[];
BEGIN
  PERFORM ledger.lock_keys(p_keys);
  SELECT array_agg(array_position(p_keys, j.idempotency_key)), array_agg(j.id), array_agg(j.content_hash)
  INTO k_items, k_ids, k_hashes
  FROM ledger.journals j WHERE j.idempotency_key = ANY (p_keys);
  FOR at IN 1 .. coalesce(cardinality(k_items), 0) LOOP
    CONTINUE WHEN refusals[k_items[at]] IS NOT NULL;
    IF k_hashes[at] = p_hashes[k_items[at]] THEN
      known[k_items[at]] := k_ids[at];
    ELSE
      refusals[k_items[at]] := 'key-reused';
      particulars[k_items[at]] := jsonb_build_object('key', p_keys[k_items[at]], 'journalId', k_ids[at]::text);
    END IF;
  END LOOP;
END $$;
-- A step of `post_journals`: locks and reads the customers' accounts, and reads the house's without a lock. The accounts get
-- places in the order of their locks, the customers' first: `slots` says where each of `p_accounts` is among them.
-- `seqs` and `hashes` are the customers' alone: the house's are read when it is locked.
CREATE OR REPLACE FUNCTION ledger.batch_open_accounts(
  p_accounts bigint[],
  OUT customers int, OUT slots int[], OUT ids bigint[], OUT classes text[], OUT assets text[],
  -- What the balance of a guarded account of the credit side must not fall below; whether any is guarded on the debit side.
  OUT floors numeric[], OUT promises boolean,
  OUT had numeric[], OUT seqs bigint[], OUT hashes bytea[]
) LANGUAGE plpgsql AS $$
DECLARE
  v_at int;
  h_places int[];
BEGIN
  SELECT array_agg(a.id), array_agg(a.class), array_agg(a.asset), array_agg(a.held), array_agg(a.posted), array_agg(a.version),
         array_agg(a.last_hash), count(*)
  INTO ids, classes, assets, floors, had, seqs, hashes, customers
  FROM (
    -- (By the owner and not the class, lest all customers be looked through by an index of theirs.)
    SELECT * FROM ledger.accounts a WHERE a.id = ANY (p_accounts) AND a.owner_id IS NOT NULL ORDER BY a.id FOR NO KEY UPDATE
  ) a;
  -- Both are ascending, so what is passed over is the house's, or nobody's.
  slots := array_fill(NULL::int, ARRAY[cardinality(p_accounts)]);
  v_at := 1;
  FOR place IN 1 .. cardinality(p_accounts) LOOP
    IF p_accounts[place] = ids[v_at] THEN
      slots[place] := v_at;
      v_at := v_at + 1;
    ELSE
      h_places := array_append(h_places, place);
    END IF;
  END LOOP;
  -- Which are the house's, and what they have now: never less than that when they are locked, or this is done again.
  SELECT ids || array_agg(a.id), classes || array_agg(a.class), assets || array_agg(a.asset),
         floors || array_agg(CASE WHEN a.guarded AND a.side = 'credit' THEN a.held END), had || array_agg(a.posted),
         coalesce(bool_or(a.guarded AND a.side <> 'credit'), false), array_agg(place)
  INTO ids, classes, assets, floors, had, promises, h_places
  FROM (
    SELECT place, a.* FROM unnest(h_places) AS place CROSS JOIN LATERAL (
      SELECT * FROM ledger.accounts a WHERE a.id = p_accounts[place] AND a.owner_id IS NULL LIMIT 1
    ) a ORDER BY place
  ) a;
  FOR slot IN customers + 1 .. coalesce(cardinality(ids), 0) LOOP
    slots[h_places[slot - customers]] := slot;
  END LOOP;
END $$;
-- A step of `post_journals`: refuses journals with a leg whose accounts do not exist, have another asset, or may not have
-- such a leg by the chart. `p_of` is the journal of each leg; `p_slots`, `p_classes` and `p_own_assets` are those of
-- `batch_open_accounts`.
CREATE OR REPLACE FUNCTION ledger.batch_check_legs(
  p_keys text[], p_kinds text[], p_details jsonb[], p_legs int[], p_before int[], p_of int[], p_accounts bigint[],
  p_debits int[], p_credits int[], p_assets text[], p_amounts numeric[], p_codes text[],
  p_slots int[], p_classes text[], p_own_assets text[], p_known bigint[],
  INOUT refusals text[], INOUT particulars jsonb[]
) LANGUAGE plpgsql AS $$
DECLARE
  k_items int[];
  v_refusal text;
  v_particulars jsonb;
BEGIN
  -- Most legs are like another: whether any is wrong is asked once for each sort, and only then whose it is.
  IF EXISTS (
    SELECT FROM (
      SELECT DISTINCT p_kinds[p_of[leg]] AS kind, p_codes[leg] AS code,
        p_classes[p_slots[p_debits[leg]]] AS debit, p_classes[p_slots[p_credits[leg]]] AS credit,
        p_own_assets[p_slots[p_debits[leg]]] = p_assets[leg] AND p_own_assets[p_slots[p_credits[leg]]] = p_assets[leg] AS fits
      FROM generate_series(1, cardinality(p_amounts)) AS leg
    ) l
    WHERE (l.fits AND (
      SELECT true FROM ledger.legs a
      WHERE a.kind = l.kind AND a.code = l.code AND a.debit = l.debit AND a.credit = l.credit
    )) IS NOT TRUE
  ) THEN
    SELECT array_agg(DISTINCT l.item) INTO k_items
    FROM unnest(p_of, p_debits, p_credits, p_assets, p_codes) AS l (item, debit, credit, asset, code)
    LEFT JOIN ledger.legs a ON a.kind = p_kinds[l.item] AND a.code = l.code
      AND a.debit = p_classes[p_slots[l.debit]] AND a.credit = p_classes[p_slots[l.credit]]
    WHERE (p_own_assets[p_slots[l.debit]] = l.asset AND p_own_assets[p_slots[l.credit]] = l.asset AND a.kind IS NOT NULL) IS NOT TRUE;
    FOR at IN 1 .. cardinality(k_items) LOOP
      CONTINUE WHEN refusals[k_items[at]] IS NOT NULL OR p_known[k_items[at]] IS NOT NULL;
      SELECT f.refusal, f.particulars INTO v_refusal, v_particulars
      FROM (
        SELECT array_agg(p_accounts[p_debits[leg]]) AS debits, array_agg(p_accounts[p_credits[leg]]) AS credits,
               array_agg(p_assets[leg]) AS assets, array_agg(p_amounts[leg]) AS amounts, array_agg(p_codes[leg]) AS codes
        FROM generate_series(p_before[k_items[at]] + 1, p_before[k_items[at]] + p_legs[k_items[at]]) leg
      ) own, ledger.fault_of(p_keys[k_items[at]], p_kinds[k_items[at]],
        own.debits, own.credits, own.assets, own.amounts, own.codes, p_details[k_items[at]], true) f;
      refusals[k_items[at]] := v_refusal;
      particulars[k_items[at]] := v_particulars;
    END LOOP;
  END IF;
END $$;
-- A step of `post_journals`: locks the house's accounts before the walk, which then judges by what they have. `had` and
-- `floors` are those of `batch_open_accounts`, with the house's renewed.
CREATE OR REPLACE FUNCTION ledger.batch_lock_house(
  p_ids bigint[], p_customers int, INOUT had numeric[], INOUT floors numeric[]
) LANGUAGE plpgsql AS $$
BEGIN
  SELECT had[1:p_customers] || array_agg(a.posted),
         floors[1:p_customers] || array_agg(CASE WHEN a.guarded AND a.side = 'credit' THEN a.held END)
  INTO had, floors
  FROM (
    SELECT * FROM ledger.accounts a WHERE a.id = ANY (p_ids[p_customers + 1:]) ORDER BY a.id FOR NO KEY UPDATE
  ) a;
END $$;
-- A step of `post_journals`: walks the journals in memory, each seeing the balances that the one before it left, and refuses
-- those for which an account has too little. `p_exact` says that the house is locked. Where it is not and may not suffice,
-- the walk ends with `house_short` and is to be done again with the house locked.
CREATE OR REPLACE FUNCTION ledger.batch_walk(
  p_legs int[], p_before int[], p_debits int[], p_credits int[], p_amounts numeric[], p_known bigint[],
  p_customers int, p_slots int[], p_ids bigint[], p_floors numeric[], p_promises boolean, p_found numeric[], p_exact boolean,
  INOUT refusals text[], INOUT particulars jsonb[], OUT accepted boolean[], OUT house_short boolean,
  -- The balances at the end; the lowest that each account of the house came to; the balances after each entry of a customer: the
  -- debits of all legs, then the credits.
  OUT totals numeric[], OUT lowest numeric[], OUT balances numeric[]
) LANGUAGE plpgsql AS $$
DECLARE
  -- How many times what the journals take from it an account of the house must have, to be locked last.
  c_spare CONSTANT numeric := 16;
  v_count CONSTANT int := cardinality(p_amounts);
  v_kept numeric[];
  v_first int;
  v_last int;
  v_at int;
  v_doubt boolean;
  v_worst int;
  v_needed numeric;
  v_particulars jsonb;
BEGIN
  totals := p_found;
  lowest := p_found[p_customers + 1:];
  balances := array_fill(NULL::numeric, ARRAY[2 * v_count]);
  house_short := false;
  FOR item IN 1 .. cardinality(p_legs) LOOP
    accepted[item] := refusals[item] IS NULL AND p_known[item] IS NULL;
    CONTINUE WHEN NOT accepted[item];
    v_first := p_before[item] + 1;
    v_last := p_before[item] + p_legs[item];
    -- No account was short before, and a credit never makes one of the credit side so: where no debit went below the
    -- floor in between, nothing is below it at the end.
    v_doubt := p_promises;
    v_kept := lowest;
    FOR leg IN v_first .. v_last LOOP
      v_at := p_slots[p_debits[leg]];
      totals[v_at] := totals[v_at] - p_amounts[leg];
      IF totals[v_at] < p_floors[v_at] THEN
        v_doubt := true;
      END IF;
      IF v_at > p_customers THEN
        lowest[v_at - p_customers] := least(lowest[v_at - p_customers], totals[v_at]);
      ELSE
        balances[leg] := totals[v_at];
      END IF;
      v_at := p_slots[p_credits[leg]];
      totals[v_at] := totals[v_at] + p_amounts[leg];
      IF v_at <= p_customers THEN
        balances[v_count + leg] := totals[v_at];
      END IF;
    END LOOP;
    CONTINUE WHEN NOT v_doubt;
    -- One account after the other by its key: a plan made for any number would read them all.
    SELECT min(own.slot) INTO v_worst
    FROM (
      SELECT DISTINCT p_slots[place] AS slot FROM unnest(p_debits[v_first:v_last] || p_credits[v_first:v_last]) AS place
    ) own CROSS JOIN LATERAL (SELECT * FROM ledger.accounts a WHERE a.id = p_ids[own.slot] LIMIT 1) a
    WHERE a.guarded AND CASE a.side WHEN 'credit' THEN 1 ELSE -1 END * totals[own.slot] < a.held;
    CONTINUE WHEN v_worst IS NULL;
    IF v_worst > p_customers AND NOT p_exact THEN
      house_short := true;
      RETURN;
    END IF;
    accepted[item] := false;
    lowest := v_kept;
    v_needed := -totals[v_worst];
    FOR leg IN v_first .. v_last LOOP
      v_at := p_slots[p_debits[leg]];
      totals[v_at] := totals[v_at] + p_amounts[leg];
      v_at := p_slots[p_credits[leg]];
      totals[v_at] := totals[v_at] - p_amounts[leg];
    END LOOP;
    v_needed := v_needed + totals[v_worst];
    SELECT jsonb_build_object(
      'accountId', a.id::text, 'code', a.code, 'ownerId', a.owner_id, 'asset', a.asset,
      'available', (CASE a.side WHEN 'credit' THEN 1 ELSE -1 END * totals[v_worst] - a.held)::text,
      'needed', (CASE a.side WHEN 'credit' THEN 1 ELSE -1 END * v_needed)::text)
    INTO v_particulars FROM ledger.accounts a WHERE a.id = p_ids[v_worst];
    refusals[item] := 'exceeds-available';
    particulars[item] := v_particulars;
  END LOOP;
  -- Several times what is taken: other calls that are under way take from it too.
  FOR slot IN p_customers + 1 .. coalesce(cardinality(p_ids), 0) LOOP
    house_short := house_short OR NOT p_exact
      AND coalesce(p_found[slot] - c_spare * (p_found[slot] - lowest[slot - p_customers]) < p_floors[slot], false);
  END LOOP;
END $$;
-- A step of `post_journals`: numbers what is posted and continues the customers' chains of entries. `hashes` and `seqs` have
-- before the entries (the debits of all legs, then the credits) what the accounts came with, so that `heads` can name the
-- newest of each account among them. `touched` tells which accounts of the house are moved.
CREATE OR REPLACE FUNCTION ledger.batch_chain(
  p_legs int[], p_before int[], p_of int[], p_debits int[], p_credits int[], p_amounts numeric[],
  p_customers int, p_slots int[], p_ids bigint[], p_contents bytea[], p_accepted boolean[], p_balances numeric[],
  INOUT seqs bigint[], INOUT hashes bytea[],
  OUT journals bigint[], OUT transfers bigint[], OUT heads int[], OUT touched boolean[]
) LANGUAGE plpgsql AS $$
DECLARE
  v_count CONSTANT int := cardinality(p_amounts);
  v_at int;
  v_entry int;
BEGIN
  -- Only now, with the customers' accounts locked, so that along each of them transfer ids rise.
  SELECT ARRAY(SELECT CASE WHEN p_accepted[item] THEN nextval('ledger.journals_id_seq') END
               FROM generate_series(1, cardinality(p_legs)) AS item),
         ARRAY(SELECT CASE WHEN p_accepted[p_of[leg]] THEN nextval('ledger.transfers_id_seq') END
               FROM generate_series(1, v_count) AS leg),
         ARRAY(SELECT generate_series(1, p_customers))
  INTO journals, transfers, heads;
  seqs := seqs || array_fill(NULL::bigint, ARRAY[2 * v_count]);
  hashes := hashes || array_fill(NULL::bytea, ARRAY[2 * v_count]);
  touched := array_fill(false, ARRAY[coalesce(cardinality(p_ids), 0)]);
  FOR item IN 1 .. cardinality(p_legs) LOOP
    CONTINUE WHEN NOT p_accepted[item];
    FOR leg IN p_before[item] + 1 .. p_before[item] + p_legs[item] LOOP
      v_at := p_slots[p_debits[leg]];
      IF v_at > p_customers THEN
        touched[v_at] := true;
      ELSE
        v_entry := p_customers + leg;
        seqs[v_entry] := seqs[heads[v_at]] + 1;
        hashes[v_entry] := sha256(hashes[heads[v_at]] || ledger.entry_content(
          p_ids[v_at], seqs[v_entry], transfers[leg], -p_amounts[leg], p_balances[leg], p_contents[item]));
        heads[v_at] := v_entry;
      END IF;
      v_at := p_slots[p_credits[leg]];
      IF v_at > p_customers THEN
        touched[v_at] := true;
      ELSE
        v_entry := p_customers + v_count + leg;
        seqs[v_entry] := seqs[heads[v_at]] + 1;
        hashes[v_entry] := sha256(hashes[heads[v_at]] || ledger.entry_content(
          p_ids[v_at], seqs[v_entry], transfers[leg], p_amounts[leg], p_balances[v_count + leg], p_contents[item]));
        heads[v_at] := v_entry;
      END IF;
    END LOOP;
  END LOOP;
END $$;
-- A step of `post_journals`: writes the journals that are posted, and their transfers.
CREATE OR REPLACE FUNCTION ledger.batch_write_journals(
  p_keys text[], p_kinds text[], p_details jsonb[], p_before int[], p_of int[], p_accounts bigint[],
  p_debits int[], p_credits int[], p_assets text[], p_amounts numeric[], p_codes text[],
  p_accepted boolean[], p_contents bytea[], p_journals bigint[], p_transfers bigint[], p_call bigint
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger.journals (id, idempotency_key, kind, content_hash, details, call_id) OVERRIDING SYSTEM VALUE
  SELECT p_journals[item], p_keys[item], p_kinds[item], p_contents[item], p_details[item], p_call
  FROM generate_series(1, cardinality(p_keys)) AS item WHERE p_accepted[item];
  INSERT INTO ledger.transfers (id, journal_id, leg, state, code, debit_account_id, credit_account_id, asset, amount)
  OVERRIDING SYSTEM VALUE
  SELECT p_transfers[leg], p_journals[p_of[leg]], leg - p_before[p_of[leg]], 'posted', p_codes[leg], p_accounts[p_debits[leg]],
         p_accounts[p_credits[leg]], p_assets[leg], p_amounts[leg]
  FROM generate_series(1, cardinality(p_amounts)) AS leg WHERE p_accepted[p_of[leg]];
END $$;
-- A step of `post_journals`: writes the customers' entries and what their accounts have now. The arrays are those of
-- `batch_walk` and `batch_chain`.
CREATE OR REPLACE FUNCTION ledger.batch_write_customers(
  p_accounts bigint[], p_debits int[], p_credits int[], p_amounts numeric[], p_transfers bigint[],
  p_customers int, p_ids bigint[], p_totals numeric[], p_balances numeric[], p_seqs bigint[], p_hashes bytea[], p_heads int[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_count CONSTANT int := cardinality(p_amounts);
BEGIN
  -- In the order of the index, so that neighbours in it are written together.
  INSERT INTO ledger.entries (account_id, transfer_id, seq, amount, balance_after, hash)
  SELECT p_accounts[p_debits[leg]], p_transfers[leg], p_seqs[p_customers + leg], -p_amounts[leg], p_balances[leg],
         p_hashes[p_customers + leg]
  FROM generate_series(1, v_count) AS leg WHERE p_seqs[p_customers + leg] IS NOT NULL
  UNION ALL
  SELECT p_accounts[p_credits[leg]], p_transfers[leg], p_seqs[p_customers + v_count + leg], p_amounts[leg],
         p_balances[v_count + leg], p_hashes[p_customers + v_count + leg]
  FROM generate_series(1, v_count) AS leg WHERE p_seqs[p_customers + v_count + leg] IS NOT NULL
  ORDER BY 1, 2;
  -- (A series would be taken for a thousand rows, and a small table then read whole.)
  UPDATE ledger.accounts a
  SET posted = p_totals[n.slot], version = p_seqs[p_heads[n.slot]], last_hash = p_hashes[p_heads[n.slot]]
  FROM unnest(p_ids[:p_customers]) WITH ORDINALITY AS n (id, slot)
  WHERE a.id = n.id AND p_heads[n.slot] > p_customers;
END $$;
-- A step of `post_journals`: locks the house's accounts, last of all, and writes on each that is moved one entry for the
-- whole call. Everything of an account is read again under its lock; what the call moves on it is `p_totals` less `p_found`.
CREATE OR REPLACE FUNCTION ledger.batch_write_house(
  p_customers int, p_ids bigint[], p_touched boolean[], p_found numeric[], p_totals numeric[], p_lowest numeric[],
  p_floors numeric[], p_exact boolean, p_call bigint, p_content bytea
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  h_slots int[];
  h_ids bigint[];
  h_posted numeric[];
  h_seqs bigint[];
  h_short boolean[];
  h_hashes bytea[];
BEGIN
  -- The house, held from here to the commit. An entry's id is drawn under its account's lock, so that along it they rise.
  SELECT array_agg(slot), array_agg(id), array_agg(posted), array_agg(seq), array_agg(short), array_agg(
           sha256(last_hash || ledger.entry_content(p_ids[slot], seq, id, p_totals[slot] - p_found[slot], posted, p_content)))
  INTO h_slots, h_ids, h_posted, h_seqs, h_short, h_hashes
  FROM (
    SELECT slot, nextval('ledger.transfers_id_seq') AS id, posted + p_totals[slot] - p_found[slot] AS posted,
           version + 1 AS seq, last_hash,
           p_floors[slot] IS NOT NULL AND posted - (p_found[slot] - p_lowest[slot - p_customers]) < held AS short
    FROM (
      SELECT p_customers + n.at AS slot, a.*
      FROM unnest(p_ids[p_customers + 1:]) WITH ORDINALITY AS n (id, at) JOIN ledger.accounts a ON a.id = n.id
      WHERE p_touched[p_customers + n.at] ORDER BY a.id FOR NO KEY UPDATE OF a
    ) locked
  ) own;
  IF NOT p_exact AND true = ANY (h_short) THEN
    RAISE EXCEPTION 'the house has less than when the call began' USING ERRCODE = 'serialization_failure';
  END IF;
  INSERT INTO ledger.entries (account_id, transfer_id, seq, amount, balance_after, hash, call_id)
  SELECT p_ids[slot], h_ids[at], h_seqs[at], p_totals[slot] - p_found[slot], h_posted[at], h_hashes[at], p_call
  FROM unnest(h_slots) WITH ORDINALITY AS h (slot, at);
  UPDATE ledger.accounts a SET posted = h_posted[h.at], version = h_seqs[h.at], last_hash = h_hashes[h.at]
  FROM unnest(h_slots) WITH ORDINALITY AS h (slot, at) WHERE a.id = p_ids[h.slot];
END $$;
-- Posts journals one after the other in the order given, as `post_journal` would, but reads, locks and writes once for
-- all of them. One row for each: what was posted, or why it was refused; a refusal leaves the others as they are.
-- `p_legs` says how many of the legs each journal has. `p_accounts` are all accounts, ascending; debits and credits are
-- places in it. Keys must differ. Takes nothing back, so it has no `reverses`.
-- The journals are walked in memory, twice: first for the balances, since each sees what the one before it left and may
-- be refused for it, then for ids and hashes, which only what is posted has.
-- The house's accounts, which all calls share, are locked last, after everything else is written, and have one entry for the
-- whole call. Where one of them may not suffice they are locked before the walk instead, which then sees what they have.
-- The reasons and figures: docs/decisions/0158-quicker-batches.md and 0163-house-accounts-locked-last.md.
CREATE OR REPLACE FUNCTION ledger.post_journals(
  p_keys text[], p_kinds text[], p_details jsonb[], p_legs int[], p_accounts bigint[],
  p_debits int[], p_credits int[], p_assets text[], p_amounts numeric[], p_codes text[]
) RETURNS TABLE (journal_id bigint, transfer_ids bigint[], replayed boolean, refusal text, particulars jsonb)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
-- A connection keeps the plans of its first call, when the tables may still have been empty, or small enough to be read whole.
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  v_items CONSTANT int := cardinality(p_keys);
  -- The journal of each leg, and how many legs there are before each journal's.
  v_of int[];
  v_before int[];
  v_last int := 0;
  -- By journal: its content, why it is refused, the one that is there already, whether it is posted.
  v_contents bytea[];
  v_refusals text[];
  v_particulars jsonb[];
  v_known bigint[];
  v_accepted boolean[];
  -- The accounts in the order of their locks, customers first: see `batch_open_accounts`.
  v_customers int;
  v_slots int[];
  v_ids bigint[];
  v_classes text[];
  v_assets text[];
  v_floors numeric[];
  v_found numeric[];
  v_promises boolean;
  -- Whether the house is locked, and what the walk found.
  v_exact boolean;
  v_short boolean;
  w_refusals text[];
  w_particulars jsonb[];
  v_totals numeric[];
  v_lowest numeric[];
  v_balances numeric[];
  -- What is to be written: see `batch_chain`.
  v_journals bigint[];
  v_transfers bigint[];
  v_seqs bigint[];
  v_hashes bytea[];
  v_heads int[];
  v_touched boolean[];
  -- The call's name, where it moves the house, and the content of its journals.
  v_call bigint;
  v_content bytea;
BEGIN
  PERFORM ledger.batch_check_arrays(
    p_keys, p_kinds, p_details, p_legs, p_accounts, p_debits, p_credits, p_assets, p_amounts, p_codes);
  FOR item IN 1 .. v_items LOOP
    v_before[item] := v_last;
    FOR leg IN v_last + 1 .. v_last + p_legs[item] LOOP
      v_of[leg] := item;
    END LOOP;
    v_last := v_last + p_legs[item];
  END LOOP;

  -- What is wrong with each, in the order of docs/ledger.md: by itself, for its key, for its accounts.
  SELECT j.* INTO v_contents, v_refusals, v_particulars FROM ledger.batch_judge_alone(
    p_keys, p_kinds, p_details, p_legs, v_before, p_accounts, p_debits, p_credits, p_assets, p_amounts, p_codes) j;
  SELECT k.* INTO v_refusals, v_particulars, v_known
  FROM ledger.batch_find_known(p_keys, v_contents, v_refusals, v_particulars) k;
  SELECT a.* INTO v_customers, v_slots, v_ids, v_classes, v_assets, v_floors, v_promises, v_found, v_seqs, v_hashes
  FROM ledger.batch_open_accounts(p_accounts) a;
  SELECT l.* INTO v_refusals, v_particulars FROM ledger.batch_check_legs(
    p_keys, p_kinds, p_details, p_legs, v_before, v_of, p_accounts, p_debits, p_credits, p_assets, p_amounts, p_codes,
    v_slots, v_classes, v_assets, v_known, v_refusals, v_particulars) l;

  -- For what there is: with the house as it was read, or locked where that may not suffice.
  v_exact := v_promises;
  LOOP
    IF v_exact THEN
      SELECT h.* INTO v_found, v_floors FROM ledger.batch_lock_house(v_ids, v_customers, v_found, v_floors) h;
    END IF;
    SELECT w.* INTO w_refusals, w_particulars, v_accepted, v_short, v_totals, v_lowest, v_balances FROM ledger.batch_walk(
      p_legs, v_before, p_debits, p_credits, p_amounts, v_known, v_customers, v_slots, v_ids, v_floors, v_promises, v_found,
      v_exact, v_refusals, v_particulars) w;
    EXIT WHEN v_exact OR NOT v_short;
    v_exact := true;
  END LOOP;
  v_refusals := w_refusals;
  v_particulars := w_particulars;

  SELECT c.* INTO v_seqs, v_hashes, v_journals, v_transfers, v_heads, v_touched FROM ledger.batch_chain(
    p_legs, v_before, v_of, p_debits, p_credits, p_amounts, v_customers, v_slots, v_ids, v_contents, v_accepted, v_balances,
    v_seqs, v_hashes) c;
  IF true = ANY (v_touched) THEN
    SELECT min(v_journals[item]), ledger.call_content(min(v_journals[item]), array_agg(v_contents[item] ORDER BY item))
    INTO v_call, v_content
    FROM generate_series(1, v_items) AS item WHERE v_accepted[item];
  END IF;

  PERFORM ledger.batch_write_journals(
    p_keys, p_kinds, p_details, v_before, v_of, p_accounts, p_debits, p_credits, p_assets, p_amounts, p_codes,
    v_accepted, v_contents, v_journals, v_transfers, v_call);
  PERFORM ledger.batch_write_customers(
    p_accounts, p_debits, p_credits, p_amounts, v_transfers, v_customers, v_ids, v_totals, v_balances, v_seqs, v_hashes, v_heads);
  FOR item IN 1 .. v_items LOOP
    replayed := v_known[item] IS NOT NULL;
    journal_id := coalesce(v_known[item], v_journals[item]);
    transfer_ids := CASE WHEN v_accepted[item] THEN v_transfers[v_before[item] + 1:v_before[item] + p_legs[item]]
                         WHEN replayed THEN ledger.transfer_ids(journal_id) ELSE '{}' END;
    refusal := v_refusals[item];
    particulars := CASE WHEN refusal IS NOT NULL THEN v_particulars[item] END;
    RETURN NEXT;
  END LOOP;

  IF v_call IS NOT NULL THEN
    PERFORM ledger.batch_write_house(
      v_customers, v_ids, v_touched, v_found, v_totals, v_lowest, v_floors, v_exact, v_call, v_content);
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION ledger.post_journals TO tern_api, tern_worker;
-- Posts one journal in which accounts of the house pay customers, as `post_journals` would post it and for less: with no walk
-- from leg to leg, since no customer has two legs from one account. `p_counts` says how many of the parts each of `p_sources`
-- pays, with the code of the same place in `p_codes`.
-- Whatever is out of the ordinary (a fault, a key that was used, a customer twice, a house that may not suffice) is left to
-- `post_journals`, before anything is written. Locks are taken in its order: the key, customers, the house after all else.
-- The reasons and figures: docs/decisions/0164-payouts-in-sets.md.
CREATE OR REPLACE FUNCTION ledger.post_payout(
  p_key text, p_kind text, p_details jsonb, p_asset text,
  p_sources bigint[], p_codes text[], p_counts int[], p_accounts bigint[], p_amounts numeric[]
) RETURNS TABLE (journal_id bigint, replayed boolean, refusal text, particulars jsonb)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
-- A connection keeps the plans of its first call, when the tables may still have been empty, or small enough to be read whole.
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  c_limit CONSTANT numeric := 115792089237316195423570985008687907853269984665640564039457584007913129639936;
  -- How many times what it pays an account of the house must have, to be locked last.
  c_spare CONSTANT numeric := 16;
  -- Each account that pays is a statement of its own.
  c_sources CONSTANT int := 8;
  v_count CONSTANT int := cardinality(p_amounts);
  v_people int;
  v_first int := 1;
  v_last int;
  v_ordinary boolean;
  -- Of each leg: the account that pays and the code. Of each of `p_sources`: what it pays.
  v_debits bigint[];
  v_codes text[];
  v_totals numeric[];
  v_hash bytea;
  v_transfers bigint[];
  v_source record;
  v_house ledger.accounts;
  v_entry bigint;
BEGIN
  -- Whoever holds a process's connection can call this with anything: what does not fit must not be read two ways.
  IF (cardinality(p_sources) = ALL (ARRAY[cardinality(p_codes), cardinality(p_counts)]) AND v_count = cardinality(p_accounts)
    AND 0 < ALL (p_counts) AND (SELECT sum(parts) FROM unnest(p_counts) AS parts) = v_count
    AND 1 = ALL (ARRAY[array_ndims(p_sources), array_ndims(p_codes), array_ndims(p_counts), array_ndims(p_accounts),
      array_ndims(p_amounts), array_lower(p_sources, 1), array_lower(p_codes, 1), array_lower(p_counts, 1),
      array_lower(p_accounts, 1), array_lower(p_amounts, 1)])) IS NOT TRUE THEN
    RAISE EXCEPTION 'the arrays of a payout do not fit';
  END IF;

  -- First what can be seen without a lock.
  v_ordinary := cardinality(p_sources) <= c_sources AND v_count <= 10000 AND length(p_key) BETWEEN 1 AND 200
    AND array_position(p_accounts, NULL) IS NULL
    AND (SELECT count(DISTINCT id) = count(*) FROM unnest(p_sources) AS id)
    AND (
      SELECT count(*) = cardinality(p_sources) FROM unnest(p_sources) AS s (id)
      CROSS JOIN LATERAL (SELECT FROM ledger.accounts a WHERE a.id = s.id AND a.owner_id IS NULL LIMIT 1) a
    )
    AND (SELECT bool_and((amount > 0 AND amount < c_limit AND scale(amount) = 0) IS TRUE) FROM unnest(p_amounts) AS amount)
    AND EXISTS (
      SELECT FROM ledger.kinds k
      WHERE k.kind = p_kind AND k.posted_as IS NULL AND k.kind <> 'correction'
        AND CASE session_user WHEN 'tern_api' THEN k.by_api
          WHEN 'tern_worker' THEN k.by_worker WHEN 'tern_console' THEN k.by_console ELSE true END
        AND NOT EXISTS (SELECT FROM ledger.kinds h WHERE k.kind IN (h.posted_as, h.voided_as, h.expired_as))
    );
  IF v_ordinary THEN
    FOR at IN 1 .. cardinality(p_sources) LOOP
      v_last := v_first + p_counts[at] - 1;
      v_debits := v_debits || array_fill(p_sources[at], ARRAY[p_counts[at]]);
      v_codes := v_codes || array_fill(p_codes[at], ARRAY[p_counts[at]]);
      v_totals[at] := (SELECT sum(amount) FROM unnest(p_amounts[v_first:v_last]) AS amount);
      v_first := v_last + 1;
    END LOOP;
    -- Of one account that pays, the locks will tell: they count its customers.
    v_people := v_count;
    IF cardinality(p_sources) > 1 THEN
      SELECT v_ordinary AND count(DISTINCT (debit, account)) = v_count, count(DISTINCT account) INTO v_ordinary, v_people
      FROM unnest(v_debits, p_accounts) AS paid (debit, account);
    END IF;
  END IF;
  IF v_ordinary THEN
    PERFORM ledger.lock_keys(ARRAY[p_key]);
    v_ordinary := NOT EXISTS (SELECT FROM ledger.journals j WHERE j.idempotency_key = p_key);
    -- (By the owner and not the class, lest all customers be looked through by an index of theirs.)
    SELECT v_ordinary AND count(*) = v_people AND bool_and(class = 'customer' AND asset = p_asset) INTO v_ordinary
    FROM (
      SELECT class, asset FROM ledger.accounts a WHERE a.id = ANY (p_accounts) AND a.owner_id IS NOT NULL
      ORDER BY a.id FOR NO KEY UPDATE
    ) locked;
    -- The house as it is now: never less than that when it is locked, or this is done again.
    SELECT v_ordinary AND count(*) = cardinality(p_sources) INTO v_ordinary
    FROM unnest(p_sources, p_codes, v_totals) AS s (id, code, total) CROSS JOIN LATERAL (
      SELECT * FROM ledger.accounts a WHERE a.id = s.id LIMIT 1
    ) a
    WHERE a.asset = p_asset AND (NOT a.guarded OR a.side = 'credit' AND a.posted - c_spare * s.total >= a.held) AND EXISTS (
      SELECT FROM ledger.legs l WHERE l.kind = p_kind AND l.code = s.code AND l.debit = a.class AND l.credit = 'customer'
    );
  END IF;

  IF v_ordinary IS NOT TRUE THEN
    RETURN QUERY
    WITH legs AS (
      SELECT row_number() OVER (ORDER BY s.at, part) AS leg, s.id, s.code
      FROM unnest(p_sources, p_codes, p_counts) WITH ORDINALITY AS s (id, code, parts, at), generate_series(1, s.parts) AS part
    ), named AS (
      SELECT side, leg, id, CASE WHEN id IS NOT NULL THEN dense_rank() OVER (ORDER BY id) END::int AS place
      FROM (
        SELECT 'debit' AS side, leg, id FROM legs
        UNION ALL
        SELECT 'credit', leg, id FROM unnest(p_accounts) WITH ORDINALITY AS c (id, leg)
      ) sides
    )
    SELECT p.journal_id, p.replayed, p.refusal, p.particulars
    FROM (
      SELECT array_agg(DISTINCT id ORDER BY id) FILTER (WHERE id IS NOT NULL) AS ids,
             array_agg(place ORDER BY leg) FILTER (WHERE side = 'debit') AS debits,
             array_agg(place ORDER BY leg) FILTER (WHERE side = 'credit') AS credits
      FROM named
    ) n, ledger.post_journals(ARRAY[p_key], ARRAY[p_kind], ARRAY[p_details], ARRAY[v_count], n.ids, n.debits, n.credits,
      array_fill(p_asset, ARRAY[v_count]), p_amounts, ARRAY(SELECT code FROM legs ORDER BY leg)) p;
    RETURN;
  END IF;

  -- What `content_hash` hashes, without a tree of values made for it: asset and codes are the chart's, with nothing to escape.
  v_hash := sha256(convert_to(concat(
    '[', to_json(p_kind), ', null, [', array_to_string(v_debits, ', '), '], [', array_to_string(p_accounts, ', '),
    '], ["', array_to_string(array_fill(p_asset, ARRAY[v_count]), '", "'), '"], [', array_to_string(p_amounts, ', '),
    '], ["', array_to_string(v_codes, '", "'), '"], ', p_details, ', null]'), 'UTF8'));
  -- Only now, with the customers' accounts locked, so that along each of them transfer ids rise.
  journal_id := nextval('ledger.journals_id_seq');
  v_transfers := ARRAY(SELECT nextval('ledger.transfers_id_seq') FROM generate_series(1, v_count));
  INSERT INTO ledger.journals (id, idempotency_key, kind, content_hash, details, call_id) OVERRIDING SYSTEM VALUE
  VALUES (journal_id, p_key, p_kind, v_hash, p_details, journal_id);
  INSERT INTO ledger.transfers (id, journal_id, leg, state, code, debit_account_id, credit_account_id, asset, amount)
  OVERRIDING SYSTEM VALUE
  SELECT l.id, post_payout.journal_id, l.leg, 'posted', l.code, l.debit, l.credit, p_asset, l.amount
  FROM unnest(v_transfers, v_codes, v_debits, p_accounts, p_amounts) WITH ORDINALITY AS l (id, code, debit, credit, amount, leg);
  v_first := 1;
  FOR at IN 1 .. cardinality(p_sources) LOOP
    v_last := v_first + p_counts[at] - 1;
    WITH paid AS (
      UPDATE ledger.accounts a
      SET posted = a.posted + l.amount, version = a.version + 1, last_hash = sha256(a.last_hash || ledger.entry_content(
        a.id, a.version + 1, l.id, l.amount, a.posted + l.amount, v_hash))
      FROM unnest(v_transfers[v_first:v_last], p_accounts[v_first:v_last], p_amounts[v_first:v_last]) AS l (id, account, amount)
      WHERE a.id = l.account
      RETURNING a.id, l.id AS transfer_id, a.version, l.amount, a.posted, a.last_hash
    )
    INSERT INTO ledger.entries (account_id, transfer_id, seq, amount, balance_after, hash)
    SELECT paid.id, paid.transfer_id, paid.version, paid.amount, paid.posted, paid.last_hash FROM paid;
    v_first := v_last + 1;
  END LOOP;

  -- The house, held from here to the commit. An entry's id is drawn under its account's lock, so that along it they rise.
  FOR v_source IN SELECT * FROM unnest(p_sources, v_totals) AS s (id, total) ORDER BY s.id LOOP
    SELECT * INTO v_house FROM ledger.accounts a WHERE a.id = v_source.id FOR NO KEY UPDATE;
    v_house.posted := v_house.posted - v_source.total;
    IF v_house.guarded AND v_house.posted < v_house.held THEN
      RAISE EXCEPTION 'the house has less than when the call began' USING ERRCODE = 'serialization_failure';
    END IF;
    v_entry := nextval('ledger.transfers_id_seq');
    v_house.version := v_house.version + 1;
    v_house.last_hash := sha256(v_house.last_hash || ledger.entry_content(v_house.id, v_house.version, v_entry,
      -v_source.total, v_house.posted, ledger.call_content(journal_id, ARRAY[v_hash])));
    INSERT INTO ledger.entries (account_id, transfer_id, seq, amount, balance_after, hash, call_id)
    VALUES (v_house.id, v_entry, v_house.version, -v_source.total, v_house.posted, v_house.last_hash, journal_id);
    UPDATE ledger.accounts a SET posted = v_house.posted, version = v_house.version, last_hash = v_house.last_hash
    WHERE a.id = v_house.id;
  END LOOP;
  replayed := false;
  RETURN NEXT;
END $$;
GRANT EXECUTE ON FUNCTION ledger.post_payout TO tern_api, tern_worker;

-- Daily roots.
-- What the root of a day must be, from the rows: it hashes all journals and entries of the day and the root before. An entry
-- of a call belongs to the day of the call's first journal. Reads only; verification recomputes with it.
CREATE OR REPLACE FUNCTION ledger.compute_daily_root(p_day date, OUT journals bigint, OUT entries bigint, OUT root bytea)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_from timestamptz := p_day::timestamp AT TIME ZONE 'UTC';
  v_to timestamptz := (p_day + 1)::timestamp AT TIME ZONE 'UTC';
  v_journals bytea;
  v_entries bytea;
BEGIN
  SELECT count(*), sha256(coalesce(string_agg(sha256(convert_to(
           concat_ws('|', j.id, j.idempotency_key, j.kind, extract(epoch FROM j.created_at)), 'UTF8') || j.content_hash),
           '' ORDER BY j.id), ''))
  INTO journals, v_journals
  FROM ledger.journals j WHERE j.created_at >= v_from AND j.created_at < v_to;
  SELECT count(*), sha256(coalesce(string_agg(e.hash, '' ORDER BY e.account_id, e.seq), ''))
  INTO entries, v_entries
  FROM (
    SELECT e.account_id, e.seq, e.hash
    FROM ledger.journals j
    JOIN ledger.transfers t ON t.journal_id = j.id
    JOIN ledger.entries e ON e.account_id IN (t.debit_account_id, t.credit_account_id) AND e.transfer_id = t.id
    WHERE j.created_at >= v_from AND j.created_at < v_to
    UNION ALL
    SELECT e.account_id, e.seq, e.hash
    FROM ledger.journals j JOIN ledger.entries e ON e.call_id = j.id
    WHERE j.created_at >= v_from AND j.created_at < v_to
  ) e;
  root := sha256(
    coalesce((SELECT r.root FROM ledger.daily_roots r WHERE r.day < p_day ORDER BY r.day DESC LIMIT 1), '')
    || convert_to(p_day::text, 'UTF8') || v_journals || v_entries);
END $$;
GRANT EXECUTE ON FUNCTION ledger.compute_daily_root TO tern_api, tern_worker;
-- Writes the roots of all days that ended at least an hour ago, so that no open transaction can still add to them. Returns
-- how many.
CREATE OR REPLACE FUNCTION ledger.close_days() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_day date;
  v_closed integer := 0;
BEGIN
  FOR v_day IN
    SELECT generate_series(
      coalesce((SELECT max(day) + 1 FROM ledger.daily_roots), (SELECT (min(created_at) AT TIME ZONE 'UTC')::date FROM ledger.journals)),
      (clock_timestamp() AT TIME ZONE 'UTC' - interval '1 hour')::date - 1, interval '1 day')::date
  LOOP
    INSERT INTO ledger.daily_roots (day, journals, entries, root)
    SELECT v_day, r.journals, r.entries, r.root FROM ledger.compute_daily_root(v_day) r
    ON CONFLICT (day) DO NOTHING;
    v_closed := v_closed + 1;
  END LOOP;
  RETURN v_closed;
END $$;
GRANT EXECUTE ON FUNCTION ledger.close_days TO tern_worker;

-- Looking back.
-- The transfers that an entry tells, as they moved its account, each with its journal. (A function and not a view, and each
-- part looked up for itself: PostgreSQL would otherwise read all journals and transfers before it joins them.)
CREATE OR REPLACE FUNCTION ledger.moves_of(of_account bigint, of_entry bigint, of_call bigint)
RETURNS TABLE (transfer_id bigint, journal_id bigint, kind text, details jsonb, created_at timestamptz, amount numeric)
LANGUAGE sql STABLE AS $$
  SELECT t.id, j.id, j.kind, j.details, j.created_at, CASE of_account WHEN t.credit_account_id THEN t.amount ELSE -t.amount END
  FROM (
    SELECT c.id AS journal_id, NULL::bigint AS transfer_id FROM ledger.journals c WHERE c.call_id = of_call
    UNION ALL
    SELECT o.journal_id, o.id FROM ledger.transfers o WHERE o.id = of_entry AND of_call IS NULL
  ) own
  CROSS JOIN LATERAL (SELECT * FROM ledger.journals WHERE id = own.journal_id OFFSET 0) j
  CROSS JOIN LATERAL (SELECT * FROM ledger.transfers WHERE journal_id = own.journal_id OFFSET 0) t
  WHERE of_account IN (t.debit_account_id, t.credit_account_id) AND t.id = coalesce(own.transfer_id, t.id)
$$;
GRANT EXECUTE ON FUNCTION ledger.moves_of TO tern_api, tern_worker;
-- What an account had at a moment, on its own side: the balance of now without what has moved since.
CREATE OR REPLACE FUNCTION ledger.balance_at(of_account bigint, at timestamptz) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT CASE a.side WHEN 'credit' THEN 1 ELSE -1 END * (a.posted - coalesce((
    SELECT sum(CASE of_account WHEN t.credit_account_id THEN t.amount ELSE -t.amount END)
      FROM ledger.journals j
      JOIN ledger.transfers t ON t.journal_id = j.id AND of_account IN (t.debit_account_id, t.credit_account_id)
     WHERE j.created_at >= at AND t.state IN ('posted', 'post')), 0))
    FROM ledger.accounts a WHERE a.id = of_account
$$;
GRANT EXECUTE ON FUNCTION ledger.balance_at TO tern_worker;
-- What each customer's account of an asset held over a period, weighted by time: the sum of balance times microseconds.
-- Computed from the balances of now and the entries since the period began, so that anybody with the entries computes the
-- same.
CREATE OR REPLACE FUNCTION ledger.holding_weights(of_asset text, from_at timestamptz, until_at timestamptz)
RETURNS TABLE (account_id bigint, owner_id uuid, wallet_id uuid, weight numeric)
LANGUAGE sql STABLE AS $$
  WITH moved AS (
    SELECT e.account_id,
           sum(e.amount) AS since_start,
           coalesce(sum(e.amount * (extract(epoch FROM until_at) - extract(epoch FROM j.created_at)) * 1000000)
             FILTER (WHERE j.created_at < until_at), 0) AS within
      FROM ledger.journals j
      JOIN ledger.transfers t ON t.journal_id = j.id
      CROSS JOIN LATERAL (VALUES (t.debit_account_id), (t.credit_account_id)) AS side (account_id)
      JOIN ledger.entries e ON e.account_id = side.account_id AND e.transfer_id = t.id
     WHERE j.created_at >= from_at AND t.asset = of_asset
     GROUP BY e.account_id
  )
  SELECT a.id, a.owner_id, a.wallet_id,
         trunc((a.posted - coalesce(moved.since_start, 0))
           * (extract(epoch FROM until_at) - extract(epoch FROM from_at)) * 1000000
           + coalesce(moved.within, 0))
    FROM ledger.accounts a LEFT JOIN moved ON moved.account_id = a.id
   WHERE a.class = 'customer' AND a.asset = of_asset
$$;
GRANT EXECUTE ON FUNCTION ledger.holding_weights TO tern_worker;

-- Nobody rewrites history by accident either, the owner included.
-- Trigger of the books' tables: history is only ever added to. Nobody changes it by accident either, the owner included.
CREATE OR REPLACE FUNCTION ledger.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger.% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER journals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.journals
  EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER transfers_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.transfers
  EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.entries
  EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER daily_roots_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.daily_roots
  EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER accounts_never_deleted BEFORE DELETE OR TRUNCATE ON ledger.accounts
  EXECUTE FUNCTION ledger.refuse_change();

-- 0200_people.sql
-- People: who they are, how they prove it, and what protects their accounts.

-- Who has an account here.
CREATE TABLE people (
  id uuid NOT NULL,
  -- Short number a person can read out; random, so that it says nothing about how many there are.
  public_id text NOT NULL CONSTRAINT people_public_id_check CHECK (public_id ~ '^[1-9][0-9]{7}$'),
  state text NOT NULL DEFAULT 'active' CONSTRAINT people_state_check CHECK (state IN ('active', 'disabled', 'closed')),
  language text,
  invite_code text NOT NULL CONSTRAINT people_invite_code_check CHECK (invite_code ~ '^[A-HJ-NP-Z2-9]{8}$'),
  -- Set once, at registration: rings of invitations cannot be closed afterwards.
  invited_by uuid CONSTRAINT people_invited_by_fkey REFERENCES people,
  terms_accepted_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  -- Raised whenever all sessions of a person end and when they are frozen: a sign-in that began before it opens no session.
  credentials_version integer NOT NULL DEFAULT 1,
  CONSTRAINT people_pkey PRIMARY KEY (id),
  CONSTRAINT people_public_id_key UNIQUE (public_id),
  CONSTRAINT people_invite_code_key UNIQUE (invite_code)
);
CREATE INDEX people_invited_by_idx ON people (invited_by) WHERE invited_by IS NOT NULL;
GRANT SELECT, INSERT, UPDATE ON people TO tern_api;
GRANT SELECT, UPDATE (state, credentials_version) ON people TO tern_worker;

-- Who invited somebody is said at registration and never again: a ring of invitations cannot be closed afterwards.
CREATE FUNCTION refuse_new_inviter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'who invited a person never changes';
END
$$;
CREATE TRIGGER people_keep_inviter BEFORE UPDATE OF invited_by ON people
  FOR EACH ROW WHEN (OLD.invited_by IS DISTINCT FROM NEW.invited_by) EXECUTE FUNCTION refuse_new_inviter();

-- A proven phone number (+ and digits) or e-mail address (lower case), as messages are sent to it.
CREATE TABLE contacts (
  id uuid NOT NULL,
  person_id uuid NOT NULL CONSTRAINT contacts_person_id_fkey REFERENCES people,
  kind text NOT NULL CONSTRAINT contacts_kind_check CHECK (kind IN ('phone', 'email')),
  value text NOT NULL CONSTRAINT contacts_value_check
    CHECK (CASE kind WHEN 'phone' THEN value ~ '^\+[1-9][0-9]{4,14}$' ELSE value ~ '^[^\s@]+@[^\s@]+$' AND value = lower(value) END),
  verified_at timestamptz NOT NULL,
  -- The first contact stays the main one when its value changes.
  added_at timestamptz NOT NULL,
  CONSTRAINT contacts_pkey PRIMARY KEY (id),
  CONSTRAINT contacts_kind_value_key UNIQUE (kind, value),
  CONSTRAINT contacts_person_id_kind_key UNIQUE (person_id, kind)
);
-- The api takes a contact that was added back with its change; the worker erases what goes with a closed account.
GRANT SELECT, INSERT, UPDATE, DELETE ON contacts TO tern_api;
GRANT SELECT, DELETE ON contacts TO tern_worker;

-- The password of each person.
CREATE TABLE credentials (
  person_id uuid NOT NULL CONSTRAINT credentials_person_id_fkey REFERENCES people,
  -- PHC text of argon2id; the pepper is not in the database.
  hash text NOT NULL CONSTRAINT credentials_hash_check CHECK (hash LIKE '$argon2id$%'),
  changed_at timestamptz NOT NULL,
  CONSTRAINT credentials_pkey PRIMARY KEY (person_id)
);
GRANT SELECT, INSERT, UPDATE ON credentials TO tern_api;
GRANT SELECT (person_id), DELETE ON credentials TO tern_worker;

-- A browser that has passed a full sign-in of this person.
CREATE TABLE devices (
  id uuid NOT NULL,
  person_id uuid NOT NULL CONSTRAINT devices_person_id_fkey REFERENCES people,
  token_hash bytea NOT NULL CONSTRAINT devices_token_hash_check CHECK (length(token_hash) = 32),
  user_agent text NOT NULL,
  -- The device on which the account was opened.
  registered boolean NOT NULL,
  created_at timestamptz NOT NULL,
  remembered_until timestamptz NOT NULL,
  CONSTRAINT devices_pkey PRIMARY KEY (id),
  CONSTRAINT devices_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX devices_person_id_idx ON devices (person_id);
GRANT SELECT, INSERT, UPDATE ON devices TO tern_api;
GRANT SELECT, UPDATE (remembered_until) ON devices TO tern_worker;

-- Where somebody is signed in, and how that ended.
CREATE TABLE sessions (
  id uuid NOT NULL,
  -- SHA-256 of the 256-bit token that only the cookie holds.
  id_hash bytea NOT NULL CONSTRAINT sessions_id_hash_check CHECK (length(id_hash) = 32),
  person_id uuid NOT NULL CONSTRAINT sessions_person_id_fkey REFERENCES people,
  device_id uuid NOT NULL CONSTRAINT sessions_device_id_fkey REFERENCES devices,
  -- What was proven when it was opened, for example {password,code}.
  proofs text[] NOT NULL,
  ip inet NOT NULL,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  absolute_until timestamptz NOT NULL,
  ended_at timestamptz,
  end_reason text CONSTRAINT sessions_end_reason_check CHECK (end_reason IN ('logout', 'ended-elsewhere', 'replaced')),
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_id_hash_key UNIQUE (id_hash),
  CONSTRAINT sessions_ended_check CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
CREATE INDEX sessions_person_id_idx ON sessions (person_id) WHERE ended_at IS NULL;
GRANT SELECT, INSERT, UPDATE ON sessions TO tern_api;
GRANT SELECT, UPDATE (ended_at, end_reason) ON sessions TO tern_worker;

-- One sent code: good for one purpose, one target and one subject, five tries, ten minutes, once.
CREATE TABLE challenges (
  id uuid NOT NULL,
  purpose text NOT NULL CONSTRAINT challenges_purpose_check CHECK (purpose ~ '^[a-z][a-z-]{2,39}$'),
  -- HMAC of the phone or e-mail it was sent to.
  target_hash bytea NOT NULL CONSTRAINT challenges_target_hash_check CHECK (length(target_hash) = 32),
  -- The sign-in or person it belongs to; empty for a registration.
  subject text NOT NULL,
  code_hash bytea NOT NULL CONSTRAINT challenges_code_hash_check CHECK (length(code_hash) = 32),
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  consumed_at timestamptz,
  CONSTRAINT challenges_pkey PRIMARY KEY (id)
);
CREATE INDEX challenges_created_at_idx ON challenges (created_at);
GRANT SELECT, INSERT, UPDATE ON challenges TO tern_api;
GRANT SELECT, DELETE ON challenges TO tern_worker;

-- Sign-ins whose second step is open.
CREATE TABLE logins (
  id uuid NOT NULL,
  person_id uuid NOT NULL CONSTRAINT logins_person_id_fkey REFERENCES people,
  method text NOT NULL CONSTRAINT logins_method_check CHECK (method IN ('authenticator', 'code')),
  challenge_id uuid CONSTRAINT logins_challenge_id_fkey REFERENCES challenges,
  ip inet NOT NULL,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  finished_at timestamptz,
  credentials_version integer NOT NULL,
  CONSTRAINT logins_pkey PRIMARY KEY (id),
  CONSTRAINT logins_challenge_check CHECK ((method = 'code') = (challenge_id IS NOT NULL))
);
CREATE INDEX logins_created_at_idx ON logins (created_at);
GRANT SELECT, INSERT, UPDATE ON logins TO tern_api;
GRANT SELECT, DELETE ON logins TO tern_worker;

-- The second password, asked for when money leaves.
CREATE TABLE trade_passwords (
  person_id uuid NOT NULL CONSTRAINT trade_passwords_person_id_fkey REFERENCES people,
  hash text NOT NULL CONSTRAINT trade_passwords_hash_check CHECK (hash LIKE '$argon2id$%'),
  set_at timestamptz NOT NULL,
  CONSTRAINT trade_passwords_pkey PRIMARY KEY (person_id)
);
GRANT SELECT, INSERT, UPDATE ON trade_passwords TO tern_api;
GRANT SELECT (person_id), DELETE ON trade_passwords TO tern_worker;

-- Set-ups of an authenticator that wait for the first right code; nothing accepts their codes yet.
CREATE TABLE authenticator_bindings (
  id uuid NOT NULL,
  person_id uuid NOT NULL CONSTRAINT authenticator_bindings_person_id_fkey REFERENCES people,
  secret_sealed bytea NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  consumed_at timestamptz,
  -- Whether the person has proven that the new authenticator may take the place of the bound one.
  replaces boolean NOT NULL,
  CONSTRAINT authenticator_bindings_pkey PRIMARY KEY (id)
);
CREATE INDEX authenticator_bindings_person_id_idx ON authenticator_bindings (person_id);
CREATE INDEX authenticator_bindings_created_at_idx ON authenticator_bindings (created_at);
GRANT SELECT, INSERT, UPDATE ON authenticator_bindings TO tern_api;
GRANT SELECT, DELETE ON authenticator_bindings TO tern_worker;

-- The bound authenticator of a person.
CREATE TABLE authenticators (
  person_id uuid NOT NULL CONSTRAINT authenticators_person_id_fkey REFERENCES people,
  -- AES-256-GCM, bound to the person.
  secret_sealed bytea NOT NULL,
  -- The last 30-second step a code was accepted for: each works once, and none before it.
  last_step bigint NOT NULL,
  confirmed_at timestamptz NOT NULL,
  CONSTRAINT authenticators_pkey PRIMARY KEY (person_id)
);
-- An authenticator is replaced or taken off together with its recovery codes.
GRANT SELECT, INSERT, UPDATE, DELETE ON authenticators TO tern_api;
GRANT SELECT, DELETE ON authenticators TO tern_worker;

-- Codes that stand in for a lost authenticator, each once.
CREATE TABLE recovery_codes (
  person_id uuid NOT NULL CONSTRAINT recovery_codes_person_id_fkey REFERENCES people,
  code_hash bytea NOT NULL CONSTRAINT recovery_codes_code_hash_check CHECK (length(code_hash) = 32),
  created_at timestamptz NOT NULL,
  used_at timestamptz,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (person_id, code_hash)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON recovery_codes TO tern_api;
GRANT SELECT, DELETE ON recovery_codes TO tern_worker;

-- What an authenticator registered for this origin: it verifies its owner itself, so it signs in alone.
CREATE TABLE passkeys (
  id uuid NOT NULL,
  person_id uuid NOT NULL CONSTRAINT passkeys_person_id_fkey REFERENCES people,
  credential_id bytea NOT NULL CONSTRAINT passkeys_credential_id_check CHECK (length(credential_id) BETWEEN 16 AND 1023),
  -- COSE
  public_key bytea NOT NULL,
  sign_count bigint NOT NULL CONSTRAINT passkeys_sign_count_check CHECK (sign_count >= 0),
  transports text[] NOT NULL,
  -- Kept in an account of its maker, and so on several devices.
  synced boolean NOT NULL,
  name text NOT NULL CONSTRAINT passkeys_name_check CHECK (length(name) BETWEEN 1 AND 40),
  created_at timestamptz NOT NULL,
  used_at timestamptz,
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id)
);
CREATE INDEX passkeys_person_id_idx ON passkeys (person_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON passkeys TO tern_api;
GRANT SELECT (person_id), DELETE ON passkeys TO tern_worker;

-- Challenges handed to a browser, good for one answer.
CREATE TABLE passkey_ceremonies (
  id uuid NOT NULL,
  -- Who adds a passkey; nobody yet at a sign-in.
  person_id uuid CONSTRAINT passkey_ceremonies_person_id_fkey REFERENCES people,
  challenge bytea NOT NULL CONSTRAINT passkey_ceremonies_challenge_check CHECK (length(challenge) = 32),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  consumed_at timestamptz,
  CONSTRAINT passkey_ceremonies_pkey PRIMARY KEY (id)
);
CREATE INDEX passkey_ceremonies_created_at_idx ON passkey_ceremonies (created_at);
GRANT SELECT, INSERT, UPDATE ON passkey_ceremonies TO tern_api;
GRANT SELECT, DELETE ON passkey_ceremonies TO tern_worker;

-- Until when a person's transfers go only to addresses used before.
CREATE TABLE sending_holds (
  id uuid NOT NULL,
  person_id uuid NOT NULL CONSTRAINT sending_holds_person_id_fkey REFERENCES people,
  reason text NOT NULL CONSTRAINT sending_holds_reason_check CHECK (reason IN ('factor-changed', 'recovered', 'objected')),
  started_at timestamptz NOT NULL,
  until timestamptz NOT NULL,
  CONSTRAINT sending_holds_pkey PRIMARY KEY (id),
  CONSTRAINT sending_holds_period_check CHECK (until > started_at)
);
CREATE INDEX sending_holds_person_id_idx ON sending_holds (person_id, until DESC);
GRANT SELECT, INSERT ON sending_holds TO tern_api, tern_worker;

-- What happened to an account's security. Rows are only added.
CREATE TABLE security_events (
  id uuid NOT NULL,
  person_id uuid NOT NULL CONSTRAINT security_events_person_id_fkey REFERENCES people,
  kind text NOT NULL,
  -- What exactly, where the kind does not say it: the draft a transfer's factors were given for.
  detail text,
  ip inet,
  user_agent text,
  at timestamptz NOT NULL,
  CONSTRAINT security_events_pkey PRIMARY KEY (id)
);
CREATE INDEX security_events_person_id_idx ON security_events (person_id, at DESC);
-- The worker writes the last notice of a closed account, and looks again whether factors were given for exactly a draft.
GRANT SELECT, INSERT ON security_events TO tern_api;
GRANT SELECT (person_id, kind, detail, at), INSERT ON security_events TO tern_worker;

-- What whoever reads a person's mail or messages can do about a change that was not theirs: stop it, with the link in the notice.
CREATE TABLE security_stops (
  -- SHA-256 of the 256-bit token that only the notice holds.
  token_hash bytea NOT NULL CONSTRAINT security_stops_token_hash_check CHECK (length(token_hash) = 32),
  person_id uuid NOT NULL CONSTRAINT security_stops_person_id_fkey REFERENCES people,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  CONSTRAINT security_stops_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX security_stops_created_at_idx ON security_stops (created_at);
GRANT SELECT, INSERT, UPDATE ON security_stops TO tern_api;
GRANT SELECT, INSERT, DELETE ON security_stops TO tern_worker;

-- The word people know our messages by.
CREATE TABLE message_words (
  person_id uuid NOT NULL CONSTRAINT message_words_person_id_fkey REFERENCES people,
  -- AES-256-GCM, bound to the person.
  word_sealed bytea NOT NULL,
  set_at timestamptz NOT NULL,
  CONSTRAINT message_words_pkey PRIMARY KEY (person_id)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON message_words TO tern_api;
GRANT SELECT, DELETE ON message_words TO tern_worker;

-- Rows are only added, and marked when the change was taken back. Until `undo_until` nobody else gets the former value.
CREATE TABLE contact_changes (
  id uuid NOT NULL,
  person_id uuid NOT NULL CONSTRAINT contact_changes_person_id_fkey REFERENCES people,
  kind text NOT NULL CONSTRAINT contact_changes_kind_check CHECK (kind IN ('phone', 'email')),
  -- Null when there was none of the kind.
  former text,
  changed_at timestamptz NOT NULL,
  undo_until timestamptz NOT NULL,
  undone_at timestamptz,
  CONSTRAINT contact_changes_pkey PRIMARY KEY (id)
);
CREATE INDEX contact_changes_former_idx ON contact_changes (kind, former) WHERE undone_at IS NULL;
CREATE INDEX contact_changes_person_id_idx ON contact_changes (person_id, changed_at);
GRANT SELECT, INSERT, UPDATE ON contact_changes TO tern_api;
GRANT SELECT (person_id), DELETE ON contact_changes TO tern_worker;

-- Somebody who has lost every factor asks for the authenticator to be taken off. It waits for its day and two operators.
CREATE TABLE factor_resets (
  id uuid NOT NULL,
  person_id uuid NOT NULL CONSTRAINT factor_resets_person_id_fkey REFERENCES people,
  state text NOT NULL DEFAULT 'waiting'
    CONSTRAINT factor_resets_state_check CHECK (state IN ('waiting', 'done', 'cancelled', 'refused')),
  started_at timestamptz NOT NULL,
  ready_at timestamptz NOT NULL,
  told_at timestamptz NOT NULL,
  ended_at timestamptz,
  CONSTRAINT factor_resets_pkey PRIMARY KEY (id),
  CONSTRAINT factor_resets_ended_check CHECK ((state = 'waiting') = (ended_at IS NULL)),
  CONSTRAINT factor_resets_period_check CHECK (ready_at > started_at)
);
CREATE UNIQUE INDEX factor_resets_open_idx ON factor_resets (person_id) WHERE state = 'waiting';
CREATE INDEX factor_resets_person_id_idx ON factor_resets (person_id, started_at DESC);
-- The worker tells of resets each day and carries them out.
GRANT SELECT, INSERT, UPDATE ON factor_resets TO tern_api;
GRANT SELECT, UPDATE ON factor_resets TO tern_worker;

-- Rows are only added; each operator has one word. Operators live in a later migration, so the id stands without a reference.
CREATE TABLE factor_reset_decisions (
  reset_id uuid NOT NULL CONSTRAINT factor_reset_decisions_reset_id_fkey REFERENCES factor_resets,
  operator_id uuid NOT NULL,
  decision text NOT NULL CONSTRAINT factor_reset_decisions_decision_check CHECK (decision IN ('approve', 'refuse')),
  reason text NOT NULL CONSTRAINT factor_reset_decisions_reason_check CHECK (length(reason) >= 3),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT factor_reset_decisions_pkey PRIMARY KEY (reset_id, operator_id)
);
GRANT SELECT ON factor_reset_decisions TO tern_api;
GRANT SELECT, INSERT ON factor_reset_decisions TO tern_worker;

-- 0210_personal.sql
-- What belongs to a person besides their money: agreements, preferences, address book, messages, and the end of an account.

-- Versions of user agreement and privacy policy that people were asked to accept. None ever changes.
CREATE TABLE agreement_versions (
  document text NOT NULL CONSTRAINT agreement_versions_document_check CHECK (document IN ('agreement', 'privacy')),
  -- The day the text was written; the latest one is in force.
  version text NOT NULL CONSTRAINT agreement_versions_version_check CHECK (version ~ '^\d{4}-\d{2}-\d{2}$'),
  -- SHA-256 over the English text.
  digest text NOT NULL CONSTRAINT agreement_versions_digest_check CHECK (digest ~ '^[0-9a-f]{64}$'),
  -- When the first process with this text started.
  published_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT agreement_versions_pkey PRIMARY KEY (document, version)
);
GRANT SELECT ON agreement_versions TO tern_api;

CREATE FUNCTION agreements_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER agreement_versions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON agreement_versions
  FOR EACH STATEMENT EXECUTE FUNCTION agreements_refuse_change();

-- The versions that the first accounts were opened with.
INSERT INTO agreement_versions (document, version, digest) VALUES
  ('agreement', '2026-11-01', 'c972f06ceda05b77a8a3a7d71d30ff83de8d459413f409b691256557e314d2ed'),
  ('privacy', '2026-11-01', 'de2777a80941516fc1c961927cc8531dc0e01a0d111d07c59aaf9229d089286a');

-- Who answers the public publishes what its build shows, and nothing that would change a version that is there.
CREATE FUNCTION publish_agreement(p_document text, p_version text, p_digest text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO agreement_versions (document, version, digest) VALUES (p_document, p_version, p_digest)
  ON CONFLICT ON CONSTRAINT agreement_versions_pkey DO NOTHING
$$;
GRANT EXECUTE ON FUNCTION publish_agreement TO tern_api;

-- Who accepted which version.
CREATE TABLE agreement_acceptances (
  person_id uuid NOT NULL CONSTRAINT agreement_acceptances_person_id_fkey REFERENCES people,
  document text NOT NULL,
  version text NOT NULL,
  -- The language it was read in; null of accounts that were opened before this was kept and had chosen none.
  language text,
  accepted_at timestamptz NOT NULL,
  CONSTRAINT agreement_acceptances_pkey PRIMARY KEY (person_id, document, version),
  CONSTRAINT agreement_acceptances_version_fkey FOREIGN KEY (document, version) REFERENCES agreement_versions
);
GRANT SELECT, INSERT ON agreement_acceptances TO tern_api;
CREATE TRIGGER agreement_acceptances_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON agreement_acceptances
  FOR EACH STATEMENT EXECUTE FUNCTION agreements_refuse_change();

-- What a person prefers on all their devices.
CREATE TABLE preferences (
  person_id uuid CONSTRAINT preferences_pkey PRIMARY KEY,
  currency_unit text NOT NULL DEFAULT 'usdt' CONSTRAINT preferences_currency_unit_check CHECK (currency_unit ~ '^[a-z]{3,8}$'),
  hide_balances boolean NOT NULL DEFAULT false
);
-- The worker erases what goes with a closed account: see docs/personal-data.md.
GRANT SELECT, INSERT, UPDATE ON preferences TO tern_api;
GRANT SELECT (person_id), DELETE ON preferences TO tern_worker;

-- Every declaration stays: what somebody was given follows from what they had said by then.
CREATE TABLE declared_countries (
  person_id uuid NOT NULL,
  country text NOT NULL CONSTRAINT declared_countries_country_check CHECK (country ~ '^[A-Z]{2}$'),
  declared_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- A declaration can be corrected for a while: when the first of those was made that it corrects; null where it corrects none.
  first_declared_at timestamptz,
  CONSTRAINT declared_countries_pkey PRIMARY KEY (person_id, declared_at),
  CONSTRAINT declared_countries_first_check CHECK (first_declared_at < declared_at)
);
GRANT SELECT, INSERT ON declared_countries TO tern_api;
GRANT SELECT ON declared_countries TO tern_worker;

-- What people say of themselves; it may be taken away again.
CREATE TABLE profiles (
  person_id uuid CONSTRAINT profiles_pkey PRIMARY KEY,
  bio text CONSTRAINT profiles_bio_check CHECK (length(bio) BETWEEN 1 AND 160),
  line text CONSTRAINT profiles_line_check CHECK (line ~ '^[a-z0-9._-]{4,20}$'),
  instagram text CONSTRAINT profiles_instagram_check CHECK (instagram ~ '^[a-z0-9._]{1,30}$'),
  telegram text CONSTRAINT profiles_telegram_check CHECK (telegram ~ '^[A-Za-z][A-Za-z0-9_]{4,31}$'),
  x text CONSTRAINT profiles_x_check CHECK (x ~ '^[A-Za-z0-9_]{1,15}$')
);
GRANT SELECT, INSERT, UPDATE, DELETE ON profiles TO tern_api;
GRANT SELECT (person_id), DELETE ON profiles TO tern_worker;

-- One picture per person, re-encoded and small: beside the row that names it, so that neither is ever without the other.
CREATE TABLE avatars (
  person_id uuid CONSTRAINT avatars_pkey PRIMARY KEY,
  file_name text NOT NULL CONSTRAINT avatars_file_name_key UNIQUE
    CONSTRAINT avatars_file_name_check CHECK (file_name ~ '^[0-9a-f]{32}\.webp$'),
  picture bytea NOT NULL CONSTRAINT avatars_picture_check CHECK (length(picture) BETWEEN 1 AND 1048576),
  uploaded_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, UPDATE, DELETE ON avatars TO tern_api;
GRANT SELECT (person_id), DELETE ON avatars TO tern_worker;

-- How a person wants the list of their assets.
CREATE TABLE asset_settings (
  person_id uuid CONSTRAINT asset_settings_pkey PRIMARY KEY,
  hidden text[] NOT NULL,
  -- Those that come first, in this order.
  first_ones text[] NOT NULL,
  hide_small boolean NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON asset_settings TO tern_api;
GRANT SELECT (person_id), DELETE ON asset_settings TO tern_worker;

-- When a person closed the prompt to activate their account; it comes back a week later at the earliest.
CREATE TABLE activation_prompts (
  person_id uuid CONSTRAINT activation_prompts_pkey PRIMARY KEY,
  closed_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, UPDATE ON activation_prompts TO tern_api;
GRANT SELECT (person_id), DELETE ON activation_prompts TO tern_worker;

-- Addresses people have named.
CREATE TABLE address_book_entries (
  id uuid CONSTRAINT address_book_entries_pkey PRIMARY KEY,
  -- As in records, without a foreign key: it would lock the person's row for every change.
  person_id uuid NOT NULL,
  network text NOT NULL CONSTRAINT address_book_entries_network_check CHECK (network IN ('tron')),
  address text NOT NULL CONSTRAINT address_book_entries_address_check CHECK (address ~ '^T[1-9A-HJ-NP-Za-km-z]{33}$'),
  label text NOT NULL CONSTRAINT address_book_entries_label_check CHECK (char_length(label) BETWEEN 1 AND 40),
  -- From here a new address waits.
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT address_book_entries_address_key UNIQUE (person_id, network, address)
);
GRANT SELECT, INSERT, UPDATE (label), DELETE ON address_book_entries TO tern_api;
GRANT SELECT (person_id), DELETE ON address_book_entries TO tern_worker;

-- A row is a rule that is on; from `off_at` on it is off again. Nothing has to run for that: it is judged by this clock.
CREATE TABLE address_rules (
  person_id uuid NOT NULL,
  rule text NOT NULL CONSTRAINT address_rules_rule_check CHECK (rule IN ('listed-only', 'new-address-wait')),
  on_since timestamptz NOT NULL DEFAULT clock_timestamp(),
  off_asked_at timestamptz,
  off_at timestamptz,
  CONSTRAINT address_rules_pkey PRIMARY KEY (person_id, rule),
  CONSTRAINT address_rules_off_check CHECK ((off_asked_at IS NULL) = (off_at IS NULL) AND off_at > off_asked_at)
);
GRANT SELECT, INSERT, UPDATE ON address_rules TO tern_api;
GRANT SELECT (person_id), DELETE ON address_rules TO tern_worker;

-- What a person is told of: what became of their money, and what happened to their account. The app makes the texts, in
-- their language, from these facts.
CREATE TABLE messages (
  id uuid NOT NULL,
  -- As in records, without a foreign key: it would lock the person's row for every deposit.
  person_id uuid NOT NULL,
  kind text NOT NULL CONSTRAINT messages_kind_check CHECK (kind IN ('transfers', 'rewards', 'security', 'announcements')),
  event text NOT NULL,
  -- The record or security event it tells of: the same news is written once.
  subject_id uuid NOT NULL,
  asset text,
  amount numeric(78, 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  read_at timestamptz,
  -- A decision about an entry is told as news of the entry; it leads to the activity.
  target_id uuid,
  CONSTRAINT messages_pkey PRIMARY KEY (id),
  CONSTRAINT messages_news_key UNIQUE (subject_id, event),
  CONSTRAINT messages_amount_check CHECK ((asset IS NULL) = (amount IS NULL))
);
CREATE INDEX messages_person_id_idx ON messages (person_id, created_at DESC, id DESC);
CREATE INDEX messages_unread_idx ON messages (person_id) WHERE read_at IS NULL;
GRANT SELECT, INSERT, UPDATE ON messages TO tern_api;
GRANT SELECT, INSERT, DELETE ON messages TO tern_worker;

-- Kinds a person does not want to be pointed at: their messages arrive read. Security cannot be muted.
CREATE TABLE message_settings (
  person_id uuid NOT NULL,
  muted text[] NOT NULL CONSTRAINT message_settings_muted_check CHECK (muted <@ ARRAY['transfers', 'rewards']),
  CONSTRAINT message_settings_pkey PRIMARY KEY (person_id)
);
GRANT SELECT, INSERT, UPDATE ON message_settings TO tern_api;
GRANT SELECT, DELETE ON message_settings TO tern_worker;

-- Web Push: where each device wants to be told while the app is closed.
CREATE TABLE push_subscriptions (
  id uuid NOT NULL,
  person_id uuid NOT NULL,
  -- The device's session: with it ends the subscription, however it ends.
  session_id uuid NOT NULL CONSTRAINT push_subscriptions_session_id_fkey REFERENCES sessions,
  endpoint text NOT NULL,
  -- The browser's key (uncompressed P-256 point) and shared secret: only that browser can read what is sent.
  p256dh bytea NOT NULL CONSTRAINT push_subscriptions_p256dh_check CHECK (length(p256dh) = 65),
  auth bytea NOT NULL CONSTRAINT push_subscriptions_auth_check CHECK (length(auth) = 16),
  -- Balances are hidden on the device: its lock screen shows no amounts.
  hide_amounts boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT push_subscriptions_pkey PRIMARY KEY (id),
  CONSTRAINT push_subscriptions_session_id_key UNIQUE (session_id),
  CONSTRAINT push_subscriptions_endpoint_key UNIQUE (endpoint)
);
CREATE INDEX push_subscriptions_person_id_idx ON push_subscriptions (person_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON push_subscriptions TO tern_api;
GRANT SELECT, DELETE ON push_subscriptions TO tern_worker;

-- One message for one device, written together with the message; gone once it is settled.
CREATE TABLE push_outbox (
  message_id uuid NOT NULL,
  subscription_id uuid NOT NULL
    CONSTRAINT push_outbox_subscription_id_fkey REFERENCES push_subscriptions ON DELETE CASCADE,
  kind text NOT NULL,
  event text NOT NULL,
  asset text,
  amount numeric(78, 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  tries integer NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL DEFAULT now(),
  -- Kept for a day after it left, so that the same message does not leave again.
  sent_at timestamptz,
  CONSTRAINT push_outbox_pkey PRIMARY KEY (message_id, subscription_id)
);
CREATE INDEX push_outbox_next_try_at_idx ON push_outbox (next_try_at) WHERE sent_at IS NULL;
CREATE INDEX push_outbox_subscription_id_idx ON push_outbox (subscription_id);
CREATE INDEX push_outbox_sent_at_idx ON push_outbox (sent_at) WHERE sent_at IS NOT NULL;
GRANT INSERT ON push_outbox TO tern_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON push_outbox TO tern_worker;

-- Wishes to close an account, which wait before they are carried out.
CREATE TABLE account_closings (
  id uuid CONSTRAINT account_closings_pkey PRIMARY KEY,
  person_id uuid NOT NULL,
  state text NOT NULL DEFAULT 'waiting'
    CONSTRAINT account_closings_state_check CHECK (state IN ('waiting', 'cancelled', 'stopped', 'not-empty', 'done')),
  requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  due_at timestamptz NOT NULL,
  ended_at timestamptz,
  CONSTRAINT account_closings_ended_check CHECK ((state = 'waiting') = (ended_at IS NULL))
);
CREATE UNIQUE INDEX account_closings_waiting_key ON account_closings (person_id) WHERE state = 'waiting';
CREATE INDEX account_closings_due_idx ON account_closings (due_at) WHERE state = 'waiting';
GRANT SELECT, INSERT, UPDATE (state, ended_at) ON account_closings TO tern_api;
GRANT SELECT, UPDATE (state, ended_at) ON account_closings TO tern_worker;

-- A proven wish for a copy of one's data: good for one download, a few minutes long.
CREATE TABLE data_exports (
  token_hash bytea CONSTRAINT data_exports_pkey PRIMARY KEY CONSTRAINT data_exports_token_hash_check CHECK (length(token_hash) = 32),
  person_id uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
GRANT SELECT, INSERT, UPDATE (used_at) ON data_exports TO tern_api;
GRANT SELECT (person_id), DELETE ON data_exports TO tern_worker;

-- 0220_wallets.sql
-- Deposit addresses, the wallets they belong to, and the records people read about their money.

-- Addresses made by the signer ahead of time, so that opening a wallet never waits for it.
CREATE TABLE address_pool (
  derivation_index integer CONSTRAINT address_pool_pkey PRIMARY KEY
    CONSTRAINT address_pool_derivation_index_check CHECK (derivation_index >= 0),
  address text NOT NULL CONSTRAINT address_pool_address_key UNIQUE,
  -- Made by the signer over purpose, index and address: a swapped address does not carry a right one.
  mac text NOT NULL,
  added_at timestamptz NOT NULL DEFAULT now(),
  assigned_at timestamptz,
  -- When the signer last looked at the row, and when it first disowned it: no screen shows it from then on.
  audited_at timestamptz,
  distrusted_at timestamptz
);
CREATE INDEX address_pool_free_idx ON address_pool (derivation_index) WHERE assigned_at IS NULL;
CREATE INDEX address_pool_audited_idx ON address_pool (audited_at NULLS FIRST) WHERE assigned_at IS NOT NULL;
GRANT SELECT, UPDATE (assigned_at) ON address_pool TO tern_api;
GRANT SELECT, INSERT, UPDATE (audited_at, distrusted_at) ON address_pool TO tern_worker;

CREATE FUNCTION address_pool_grow() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE address_pool_size SET addresses = addresses + (SELECT count(*) FROM added);
  RETURN NULL;
END $$;
CREATE TRIGGER address_pool_added AFTER INSERT ON address_pool
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION address_pool_grow();

CREATE FUNCTION address_pool_renew() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE address_pool_size SET addresses = (SELECT count(*) FROM address_pool), generation = generation + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER address_pool_changed AFTER DELETE OR TRUNCATE OR UPDATE OF address, derivation_index ON address_pool
  FOR EACH STATEMENT EXECUTE FUNCTION address_pool_renew();

-- How many addresses there are, in a row of its own: counting a million rows takes longer than reading a block.
-- Who adds addresses changes it in the same transaction, so one after the other: an address that is missing from a copy in
-- memory shows in the number. Nothing is ever taken out or changed by the product; were it, `generation` says that
-- a copy is worth nothing any more.
CREATE TABLE address_pool_size (
  singleton boolean NOT NULL DEFAULT true CONSTRAINT address_pool_size_pkey PRIMARY KEY
    CONSTRAINT address_pool_size_singleton_check CHECK (singleton),
  addresses bigint NOT NULL,
  generation bigint NOT NULL DEFAULT 0
);
GRANT SELECT ON address_pool_size TO tern_api, tern_worker;
INSERT INTO address_pool_size (addresses) VALUES (0);

-- An address stays with its wallet for ever: no role may delete a wallet or change its address.
CREATE TABLE wallets (
  id uuid CONSTRAINT wallets_pkey PRIMARY KEY,
  person_id uuid NOT NULL,
  name text NOT NULL CONSTRAINT wallets_name_check CHECK (length(name) BETWEEN 1 AND 40),
  address text NOT NULL CONSTRAINT wallets_address_key UNIQUE
    CONSTRAINT wallets_address_fkey REFERENCES address_pool (address),
  position integer NOT NULL,
  is_default boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Several wallets per person: which of them is hidden while it is empty, and wallets that change places in one statement.
  hide_when_empty boolean NOT NULL DEFAULT false,
  -- An address stays with its wallet for ever; what reaches one of a closed account is nobody's until two operators say whose.
  closed_at timestamptz,
  CONSTRAINT wallets_person_position_key UNIQUE (person_id, position) DEFERRABLE INITIALLY IMMEDIATE
);
CREATE UNIQUE INDEX wallets_person_default_key ON wallets (person_id) WHERE is_default;
GRANT SELECT, INSERT, UPDATE (name, position, is_default, hide_when_empty) ON wallets TO tern_api;
GRANT SELECT, UPDATE (closed_at) ON wallets TO tern_worker;

-- What people read about their money: one projection, written by the owners of the real states in the same transaction.
CREATE TABLE records (
  id uuid CONSTRAINT records_pkey PRIMARY KEY,
  person_id uuid NOT NULL,
  wallet_id uuid NOT NULL CONSTRAINT records_wallet_fkey REFERENCES wallets (id),
  type text NOT NULL CONSTRAINT records_type_check
    CHECK (type IN ('incoming', 'outgoing', 'airdrop-reward', 'activation-reward', 'swap')),
  direction text NOT NULL CONSTRAINT records_direction_check CHECK (direction IN ('in', 'out')),
  status text NOT NULL CONSTRAINT records_status_check CHECK (status IN (
    'confirming', 'success', 'failed', 'pending-review', 'review-approved', 'review-rejected', 'withdrawing', 'cancelled'
  )),
  settlement text NOT NULL CONSTRAINT records_settlement_check CHECK (settlement IN ('chain', 'internal')),
  asset text NOT NULL,
  amount numeric(78, 0) NOT NULL CONSTRAINT records_amount_check CHECK (amount > 0),
  fee numeric(78, 0) NOT NULL DEFAULT 0 CONSTRAINT records_fee_check CHECK (fee >= 0),
  pay_address text,
  pay_address_is_house boolean NOT NULL DEFAULT false,
  receive_address text,
  reason text CONSTRAINT records_reason_check CHECK (reason IN (
    'reorganised', 'rejected-by-review', 'rejected-limit', 'rejected-unconfirmed', 'cancelled-by-person',
    'failed-on-chain', 'never-included', 'not-payable', 'above-review-limit', 'expired')),
  memo text,
  -- What the record shows: a deposit, a withdrawal, a bonus.
  source_kind text NOT NULL,
  source_id text NOT NULL,
  tx_id text,
  block_number bigint,
  block_id text,
  block_time timestamptz,
  energy_used bigint,
  bandwidth_used bigint,
  -- What the house paid the network.
  network_fee_sun numeric(78, 0),
  journal_id bigint,
  -- Dust: part of the balance, kept out of the list so that nobody copies an address from it.
  folded boolean NOT NULL DEFAULT false,
  -- Milliseconds, the precision of a cursor.
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Both legs of a swap are one record: what was received beside what was given.
  counter_asset text,
  counter_amount numeric(78, 0),
  CONSTRAINT records_source_key UNIQUE (wallet_id, source_kind, source_id),
  CONSTRAINT records_counter_check CHECK ((counter_asset IS NULL) = (counter_amount IS NULL)),
  CONSTRAINT records_swap_check CHECK ((type = 'swap') = (counter_asset IS NOT NULL))
);
CREATE INDEX records_person_idx ON records (person_id, created_at DESC, id DESC) WHERE NOT folded;
GRANT SELECT, INSERT, UPDATE ON records TO tern_api, tern_worker;

-- What happened to a record and when; append-only.
CREATE TABLE record_steps (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT record_steps_pkey PRIMARY KEY,
  record_id uuid NOT NULL CONSTRAINT record_steps_record_fkey REFERENCES records (id),
  step text NOT NULL CONSTRAINT record_steps_step_check CHECK (step IN (
    'requested', 'under-review', 'approved', 'rejected', 'cancelled', 'signed', 'broadcast', 'seen', 'confirming',
    'credited', 'settled', 'failed', 'returned'
  )),
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX record_steps_record_idx ON record_steps (record_id, id);
GRANT SELECT, INSERT ON record_steps TO tern_api, tern_worker;

-- 0300_operators.sql
-- Operators at the console: roles, passkeys, sessions, and a log of what they did that nobody rewrites unseen. Operators are
-- changed through the functions here alone, so that not even the worker's connection can make somebody one.

-- Who works at the console, and in which role.
CREATE TABLE operators (
  id uuid NOT NULL,
  name text NOT NULL CONSTRAINT operators_name_check CHECK (name ~ '^[a-z][a-z0-9._-]{1,31}$'),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  disabled_at timestamptz,
  role text NOT NULL CONSTRAINT operators_role_check
    CHECK (role IN ('viewer', 'reviewer', 'treasurer', 'administrator')),
  -- Until then their decisions about money are refused.
  decides_money_from timestamptz,
  CONSTRAINT operators_pkey PRIMARY KEY (id),
  CONSTRAINT operators_name_key UNIQUE (name)
);
-- Written by the functions below alone, each of which asks for the signatures it needs.
GRANT SELECT ON operators TO tern_worker;

-- Where the log ends. Kept apart, so that cutting rows off its end shows as well.
CREATE TABLE operator_action_head (
  only_row boolean NOT NULL DEFAULT true CONSTRAINT operator_action_head_pkey PRIMARY KEY
    CONSTRAINT operator_action_head_only_row_check CHECK (only_row),
  seq bigint NOT NULL,
  hash bytea NOT NULL
);
GRANT SELECT ON operator_action_head TO tern_worker;
INSERT INTO operator_action_head (seq, hash) VALUES (0, decode(repeat('00', 32), 'hex'));

-- Everything operators did. Rows are only added; each carries the hash of the one before, numbered without gaps.
CREATE TABLE operator_actions (
  id bigint GENERATED ALWAYS AS IDENTITY,
  operator_id uuid NOT NULL CONSTRAINT operator_actions_operator_id_fkey REFERENCES operators,
  kind text NOT NULL CONSTRAINT operator_actions_kind_check CHECK (kind ~ '^[a-z]+(-[a-z]+)+$'),
  subject text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}',
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The place in the chain, and the hash over this row and the one before.
  seq bigint NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT operator_actions_pkey PRIMARY KEY (id),
  CONSTRAINT operator_actions_seq_key UNIQUE (seq)
);
CREATE INDEX operator_actions_subject_idx ON operator_actions (subject, id);
-- What operators tried and were refused within the last hour is asked for with every reading of the metrics.
CREATE INDEX operator_actions_refused_idx ON operator_actions (at) WHERE kind = 'decision-refused';
-- Whatever an operator changes at the console leaves one row in the log, which carries the number of the request.
CREATE UNIQUE INDEX operator_actions_request_key ON operator_actions ((details ->> 'request')) WHERE details ? 'request';
-- A signature proves one thing once: it stands in one row of the log.
CREATE UNIQUE INDEX operator_actions_signature_key ON operator_actions (md5(details #>> '{signed,assertion,signature}'))
  WHERE details #>> '{signed,assertion,signature}' IS NOT NULL;
-- The worker writes nothing into the log of what operators do, without which no decision of theirs can be carried out.
GRANT SELECT ON operator_actions TO tern_worker;
GRANT INSERT ON operator_actions TO tern_console;

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
CREATE TRIGGER operator_actions_chain BEFORE INSERT ON operator_actions
  FOR EACH ROW EXECUTE FUNCTION operator_actions_chain();

CREATE FUNCTION operator_actions_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'operator_actions is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER operator_actions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_actions
  FOR EACH STATEMENT EXECUTE FUNCTION operator_actions_refuse_change();

-- Every decision leaves its row here in the transaction that carries it out: what may not stand in the log cannot happen.
CREATE FUNCTION operator_actions_await_money() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.kind !~ '^(operator|break-glass|decision|announcement)-'
    AND NEW.kind NOT IN ('flow-stopped', 'person-frozen', 'person-signed-out', 'person-noted', 'person-viewed', 'person-revealed',
                         'account-declared', 'complaint-answered', 'log-exported')
    AND EXISTS (SELECT FROM operators WHERE id = NEW.operator_id AND decides_money_from > clock_timestamp()) THEN
    RAISE EXCEPTION 'this operator decides about no money yet' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER operator_actions_await_money BEFORE INSERT ON operator_actions
  FOR EACH ROW EXECUTE FUNCTION operator_actions_await_money();

CREATE FUNCTION operator_action_hash(before bytea, entry operator_actions) RETURNS bytea
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT sha256(before || convert_to(json_build_array(
    (entry).seq, (entry).operator_id, (entry).kind, (entry).subject, (entry).details::text, extract(epoch FROM (entry).at)::text)::text, 'UTF8'))
$$;
GRANT EXECUTE ON FUNCTION operator_action_hash TO tern_worker;

-- A link that lets one operator enrol one passkey. Printed on a terminal; only its hash is kept.
CREATE TABLE operator_invitations (
  token_hash bytea NOT NULL CONSTRAINT operator_invitations_token_hash_check CHECK (length(token_hash) = 32),
  operator_id uuid NOT NULL CONSTRAINT operator_invitations_operator_id_fkey REFERENCES operators,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  -- Used, or overtaken by a newer one.
  closed_at timestamptz,
  -- Asked for beside the link where two operators have invited; null for the first two of an installation and break-glass.
  code_hash bytea CONSTRAINT operator_invitations_code_hash_check CHECK (length(code_hash) = 32),
  CONSTRAINT operator_invitations_pkey PRIMARY KEY (token_hash)
);
CREATE UNIQUE INDEX operator_invitations_open_key ON operator_invitations (operator_id) WHERE closed_at IS NULL;
GRANT SELECT ON operator_invitations TO tern_console;

-- What operators sign in and sign decisions with.
CREATE TABLE operator_passkeys (
  id uuid NOT NULL,
  operator_id uuid NOT NULL CONSTRAINT operator_passkeys_operator_id_fkey REFERENCES operators,
  credential_id bytea NOT NULL,
  -- COSE, as the authenticator made it.
  public_key bytea NOT NULL,
  sign_count bigint NOT NULL,
  transports text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  used_at timestamptz,
  CONSTRAINT operator_passkeys_pkey PRIMARY KEY (id),
  -- One key is one operator: nobody enrols theirs a second time under another name.
  CONSTRAINT operator_passkeys_credential_id_key UNIQUE (credential_id)
);
CREATE INDEX operator_passkeys_operator_id_idx ON operator_passkeys (operator_id);
GRANT SELECT, UPDATE (sign_count, used_at) ON operator_passkeys TO tern_console;

-- The three days begin with the passkey, and the request ends with it.
CREATE FUNCTION break_glass_enrolled() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE break_glass_requests SET ended_at = clock_timestamp(), end_reason = 'enrolled'
   WHERE operator_id = NEW.operator_id AND ended_at IS NULL;
  IF FOUND THEN
    UPDATE operators SET decides_money_from = clock_timestamp() + interval '72 hours' WHERE id = NEW.operator_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER operator_passkeys_break_glass AFTER INSERT ON operator_passkeys
  FOR EACH ROW EXECUTE FUNCTION break_glass_enrolled();

-- Uses an invitation up for a passkey. Returns `enrolled`, or why not.
CREATE FUNCTION enrol_operator_passkey(
  p_token_hash bytea, p_code_hash bytea, p_id uuid, p_credential_id bytea, p_public_key bytea, p_sign_count bigint,
  p_transports text[]
) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_operator_id uuid;
BEGIN
  UPDATE operator_invitations i SET closed_at = clock_timestamp()
    FROM operators o
   WHERE i.token_hash = p_token_hash AND i.closed_at IS NULL AND i.expires_at > clock_timestamp()
     AND (i.code_hash IS NULL OR i.code_hash = p_code_hash)
     AND o.id = i.operator_id AND o.disabled_at IS NULL
  RETURNING i.operator_id INTO v_operator_id;
  IF v_operator_id IS NULL THEN RETURN 'over'; END IF;
  INSERT INTO operator_passkeys (id, operator_id, credential_id, public_key, sign_count, transports)
  VALUES (p_id, v_operator_id, p_credential_id, p_public_key, p_sign_count, p_transports);
  RETURN 'enrolled';
EXCEPTION WHEN unique_violation THEN
  -- Also takes the use of the invitation back.
  RETURN 'known';
END $$;
GRANT EXECUTE ON FUNCTION enrol_operator_passkey TO tern_console;

-- Short, and good only from the address and the browser it was opened in.
CREATE TABLE console_sessions (
  id uuid NOT NULL,
  operator_id uuid NOT NULL CONSTRAINT console_sessions_operator_id_fkey REFERENCES operators,
  token_hash bytea NOT NULL CONSTRAINT console_sessions_token_hash_check CHECK (length(token_hash) = 32),
  passkey_id uuid NOT NULL CONSTRAINT console_sessions_passkey_id_fkey REFERENCES operator_passkeys,
  ip inet NOT NULL,
  user_agent_hash bytea NOT NULL CONSTRAINT console_sessions_user_agent_hash_check CHECK (length(user_agent_hash) = 32),
  created_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  ended_at timestamptz,
  end_reason text CONSTRAINT console_sessions_end_reason_check CHECK (end_reason IN ('signed-out', 'moved', 'replaced', 'disabled')),
  CONSTRAINT console_sessions_pkey PRIMARY KEY (id),
  CONSTRAINT console_sessions_token_hash_key UNIQUE (token_hash),
  CONSTRAINT console_sessions_ended_check CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
-- Signing in again ends the session before: one operator works in one place.
CREATE UNIQUE INDEX console_sessions_open_key ON console_sessions (operator_id) WHERE ended_at IS NULL;
-- Who could write these could sit down in an operator's place.
GRANT SELECT, INSERT, UPDATE (seen_at, ended_at, end_reason) ON console_sessions TO tern_console;

-- Questions put to a passkey: each is answered once, in time, for the purpose it was made for.
CREATE TABLE console_ceremonies (
  id uuid NOT NULL,
  purpose text NOT NULL CONSTRAINT console_ceremonies_purpose_check CHECK (purpose IN ('enrol', 'sign-in', 'decide')),
  -- Who is asked; null at a sign-in, where nobody is known yet.
  operator_id uuid CONSTRAINT console_ceremonies_operator_id_fkey REFERENCES operators,
  challenge bytea NOT NULL CONSTRAINT console_ceremonies_challenge_check CHECK (length(challenge) = 32),
  -- Of a decision: the words whose hash the challenge is.
  statement text,
  expires_at timestamptz NOT NULL,
  consumed_at timestamptz,
  CONSTRAINT console_ceremonies_pkey PRIMARY KEY (id),
  CONSTRAINT console_ceremonies_operator_check CHECK ((operator_id IS NULL) = (purpose = 'sign-in')),
  CONSTRAINT console_ceremonies_statement_check CHECK ((statement IS NOT NULL) = (purpose = 'decide'))
);
CREATE INDEX console_ceremonies_expires_at_idx ON console_ceremonies (expires_at);
GRANT SELECT, INSERT, UPDATE (consumed_at), DELETE ON console_ceremonies TO tern_console;

-- 0310_operator_changes.sql
-- How operators are invited and changed by two administrators, and the way back in for an installation whose operators have lost
-- their keys: two custodians' codes, a day's wait that any operator can end, and an operator who decides about no money for
-- three days more.

-- Operators are invited, given roles, disabled and enabled by two administrators: one proposes, another carries out, both sign.
CREATE TABLE operator_changes (
  id uuid NOT NULL,
  kind text NOT NULL CONSTRAINT operator_changes_kind_check CHECK (kind IN ('invite', 'role', 'disable', 'enable')),
  -- Of the operator it is about, who may not be there yet.
  name text NOT NULL CONSTRAINT operator_changes_name_check CHECK (name ~ '^[a-z][a-z0-9._-]{1,31}$'),
  role text CONSTRAINT operator_changes_role_check CHECK (role IN ('viewer', 'reviewer', 'treasurer', 'administrator')),
  note text NOT NULL CONSTRAINT operator_changes_note_check CHECK (length(note) BETWEEN 3 AND 400),
  -- The half of an invitation that the proposer passes on; who carries it out passes on the link.
  code_hash bytea CONSTRAINT operator_changes_code_hash_check CHECK (length(code_hash) = 32),
  state text NOT NULL DEFAULT 'proposed' CONSTRAINT operator_changes_state_check
    CHECK (state IN ('proposed', 'done', 'withdrawn')),
  proposed_by uuid NOT NULL CONSTRAINT operator_changes_proposed_by_fkey REFERENCES operators,
  proposed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decided_by uuid CONSTRAINT operator_changes_decided_by_fkey REFERENCES operators,
  decided_at timestamptz,
  CONSTRAINT operator_changes_pkey PRIMARY KEY (id),
  CONSTRAINT operator_changes_content_check
    CHECK ((role IS NOT NULL) = (kind IN ('invite', 'role')) AND (code_hash IS NOT NULL) = (kind = 'invite')),
  CONSTRAINT operator_changes_decided_check CHECK (
    (state = 'proposed') = (decided_by IS NULL) AND (decided_by IS NULL) = (decided_at IS NULL)),
  -- Nobody carries out what they proposed themselves.
  CONSTRAINT operator_changes_second_check CHECK (state <> 'done' OR decided_by <> proposed_by)
);
-- One proposal about an operator at a time.
CREATE UNIQUE INDEX operator_changes_open_key ON operator_changes (name) WHERE state = 'proposed';
CREATE INDEX operator_changes_proposed_at_idx ON operator_changes (proposed_at DESC, id DESC);
GRANT SELECT ON operator_changes TO tern_console;

-- Whether the row about to be written has a signed statement about exactly this, by a passkey of this operator.
CREATE FUNCTION has_signed(p_by uuid, p_action text, p_content jsonb, p_scope jsonb) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce(
    p_scope #>> '{signed,assertion,signature}' <> ''
    AND s.statement ->> 'action' = p_action
    AND s.statement -> 'content' = p_content
    AND s.statement ->> 'operator' = (SELECT name FROM operators WHERE id = p_by)
    AND EXISTS (
      SELECT FROM operator_passkeys k WHERE k.operator_id = p_by
         AND k.credential_id = decode(translate(s.credential, '-_', '+/') || repeat('=', -length(s.credential) & 3), 'base64')),
    false)
  FROM (SELECT (p_scope #>> '{signed,statement}')::jsonb AS statement,
               p_scope #>> '{signed,assertion,credentialId}' AS credential) AS s
$$;

CREATE FUNCTION is_administrator(p_operator_id uuid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM operators WHERE id = p_operator_id AND role = 'administrator' AND disabled_at IS NULL)
$$;

-- Why a change cannot be made now; null where it can.
CREATE FUNCTION operator_change_obstacle(p_kind text, p_name text, p_role text) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_operator operators;
  v_enrolled boolean;
BEGIN
  SELECT * INTO v_operator FROM operators WHERE name = p_name;
  v_enrolled := EXISTS (SELECT FROM operator_passkeys WHERE operator_id = v_operator.id);
  RETURN CASE
    -- Whoever lets their link expire is invited again.
    WHEN p_kind = 'invite' AND (v_enrolled OR v_operator.disabled_at IS NOT NULL) THEN 'name-taken'
    WHEN p_kind = 'invite' THEN NULL
    WHEN v_operator.id IS NULL THEN 'no-such-operator'
    WHEN p_kind = 'role' AND (v_operator.role = p_role OR v_operator.disabled_at IS NOT NULL) THEN 'already-so'
    WHEN p_kind = 'disable' AND v_operator.disabled_at IS NOT NULL THEN 'already-so'
    WHEN p_kind = 'enable' AND v_operator.disabled_at IS NULL THEN 'already-so'
    -- Without a passkey there is nobody to come back.
    WHEN p_kind = 'enable' AND NOT v_enrolled THEN 'no-such-operator'
  END;
END $$;

-- Returns `proposed`, or why not. Raises where the operator has not signed it or may not.
CREATE FUNCTION propose_operator_change(p_id uuid, p_by uuid, p_content jsonb, p_code_hash bytea, p_scope jsonb) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_kind text := p_content ->> 'kind';
  v_name text := p_content ->> 'name';
  v_role text := p_content ->> 'role';
  v_obstacle text;
BEGIN
  LOCK TABLE operators IN SHARE ROW EXCLUSIVE MODE;
  IF NOT has_signed(p_by, 'operators.propose', p_content, p_scope) OR NOT is_administrator(p_by) THEN
    RAISE EXCEPTION 'no administrator has signed this proposal' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF EXISTS (SELECT FROM operators WHERE id = p_by AND name = v_name) THEN RETURN 'about-yourself'; END IF;
  v_obstacle := operator_change_obstacle(v_kind, v_name, v_role);
  IF v_obstacle IS NOT NULL THEN RETURN v_obstacle; END IF;
  IF EXISTS (SELECT FROM operator_changes WHERE name = v_name AND state = 'proposed') THEN RETURN 'already-proposed'; END IF;
  INSERT INTO operator_changes (id, kind, name, role, note, code_hash, proposed_by)
  VALUES (p_id, v_kind, v_name, v_role, p_content ->> 'note', p_code_hash, p_by);
  INSERT INTO operator_actions (operator_id, kind, subject, details)
  VALUES (p_by, 'operator-change-proposed', p_id::text, p_content || p_scope);
  RETURN 'proposed';
END $$;
GRANT EXECUTE ON FUNCTION propose_operator_change TO tern_console;

-- Carries out what another administrator proposed, or withdraws it. Returns `done`, `withdrawn`, or why not. Raises where the
-- operator has not signed it or may not. Two administrators who are not the subject are left by every change: these two.
CREATE FUNCTION decide_operator_change(
  p_by uuid, p_content jsonb, p_token_hash bytea, p_expires_at timestamptz, p_scope jsonb
) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_change operator_changes;
  v_subject operators;
  v_proposer text;
  v_obstacle text;
  v_details jsonb;
BEGIN
  LOCK TABLE operators IN SHARE ROW EXCLUSIVE MODE;
  IF NOT has_signed(p_by, 'operators.decideChange', p_content, p_scope) OR NOT is_administrator(p_by) THEN
    RAISE EXCEPTION 'no administrator has signed this decision' USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT * INTO v_change FROM operator_changes WHERE id = (p_content ->> 'id')::uuid AND state = 'proposed';
  IF v_change.id IS NULL THEN RETURN 'not-proposed'; END IF;
  SELECT name INTO v_proposer FROM operators WHERE id = v_change.proposed_by;
  v_details := jsonb_strip_nulls(jsonb_build_object('change', v_change.id, 'name', v_change.name, 'role', v_change.role,
    'proposedBy', v_proposer, 'note', v_change.note)) || p_scope;

  IF p_content ->> 'decision' = 'withdraw' THEN
    UPDATE operator_changes SET state = 'withdrawn', decided_by = p_by, decided_at = clock_timestamp()
     WHERE id = v_change.id;
    INSERT INTO operator_actions (operator_id, kind, subject, details)
    VALUES (p_by, 'operator-change-withdrawn', v_change.id::text, v_details);
    RETURN 'withdrawn';
  END IF;

  IF v_change.proposed_by = p_by THEN RETURN 'proposed-by-you'; END IF;
  IF EXISTS (SELECT FROM operators WHERE id = p_by AND name = v_change.name) THEN RETURN 'about-yourself'; END IF;
  IF NOT is_administrator(v_change.proposed_by) THEN RETURN 'proposer-gone'; END IF;
  IF v_change.proposed_at < clock_timestamp() - interval '7 days' THEN RETURN 'proposal-too-old'; END IF;
  v_obstacle := operator_change_obstacle(v_change.kind, v_change.name, v_change.role);
  IF v_obstacle IS NOT NULL THEN RETURN v_obstacle; END IF;

  UPDATE operator_changes SET state = 'done', decided_by = p_by, decided_at = clock_timestamp()
   WHERE id = v_change.id;
  IF v_change.kind = 'invite' THEN
    INSERT INTO operators (id, name, role) VALUES (gen_random_uuid(), v_change.name, v_change.role)
    ON CONFLICT ON CONSTRAINT operators_name_key DO UPDATE SET role = excluded.role;
  END IF;
  SELECT * INTO v_subject FROM operators WHERE name = v_change.name;
  CASE v_change.kind
    WHEN 'invite' THEN
      UPDATE operator_invitations SET closed_at = clock_timestamp() WHERE operator_id = v_subject.id AND closed_at IS NULL;
      INSERT INTO operator_invitations (token_hash, operator_id, expires_at, code_hash)
      VALUES (p_token_hash, v_subject.id, p_expires_at, v_change.code_hash);
    WHEN 'role' THEN
      v_details := v_details || jsonb_build_object('from', v_subject.role);
      UPDATE operators SET role = v_change.role WHERE id = v_subject.id;
    WHEN 'disable' THEN
      UPDATE operators SET disabled_at = clock_timestamp() WHERE id = v_subject.id;
      UPDATE operator_invitations SET closed_at = clock_timestamp() WHERE operator_id = v_subject.id AND closed_at IS NULL;
      UPDATE console_sessions SET ended_at = clock_timestamp(), end_reason = 'disabled'
       WHERE operator_id = v_subject.id AND ended_at IS NULL;
    WHEN 'enable' THEN
      UPDATE operators SET disabled_at = NULL WHERE id = v_subject.id;
  END CASE;
  INSERT INTO operator_actions (operator_id, kind, subject, details)
  VALUES (p_by, CASE v_change.kind WHEN 'invite' THEN 'operator-invited' WHEN 'role' THEN 'operator-role-changed'
                                   WHEN 'disable' THEN 'operator-disabled' ELSE 'operator-enabled' END,
          v_subject.id::text, v_details);
  RETURN 'done';
END $$;
GRANT EXECUTE ON FUNCTION decide_operator_change TO tern_console;

-- The first two operators of an installation, both administrators, while fewer than two have ever enrolled a passkey. Returns
-- the names whose invitations were opened; nobody's once the installation has its two.
CREATE FUNCTION invite_founders(p_first_hash bytea, p_second_hash bytea, p_expires_at timestamptz) RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_left integer;
  v_founder record;
  v_operator operators;
BEGIN
  LOCK TABLE operators IN SHARE ROW EXCLUSIVE MODE;
  SELECT 2 - count(DISTINCT operator_id) INTO v_left FROM operator_passkeys;
  FOR v_founder IN SELECT * FROM (VALUES ('first', p_first_hash), ('second', p_second_hash)) AS f (name, token_hash) LOOP
    CONTINUE WHEN v_left <= 0;
    INSERT INTO operators (id, name, role) VALUES (gen_random_uuid(), v_founder.name, 'administrator')
    ON CONFLICT ON CONSTRAINT operators_name_key DO NOTHING;
    SELECT * INTO v_operator FROM operators WHERE name = v_founder.name;
    CONTINUE WHEN v_operator.disabled_at IS NOT NULL OR v_operator.role <> 'administrator'
      OR EXISTS (SELECT FROM operator_passkeys WHERE operator_id = v_operator.id);
    UPDATE operator_invitations SET closed_at = clock_timestamp() WHERE operator_id = v_operator.id AND closed_at IS NULL;
    INSERT INTO operator_invitations (token_hash, operator_id, expires_at)
    VALUES (v_founder.token_hash, v_operator.id, p_expires_at);
    INSERT INTO operator_actions (operator_id, kind, subject, details)
    VALUES (v_operator.id, 'operator-invited', v_operator.id::text, '{"founder": true}');
    v_left := v_left - 1;
    RETURN NEXT v_founder.name;
  END LOOP;
END $$;
GRANT EXECUTE ON FUNCTION invite_founders TO tern_console;

CREATE TABLE operator_custodians (
  slot smallint NOT NULL CONSTRAINT operator_custodians_slot_check CHECK (slot IN (1, 2)),
  name text NOT NULL CONSTRAINT operator_custodians_name_check CHECK (length(name) BETWEEN 2 AND 60),
  salt bytea NOT NULL CONSTRAINT operator_custodians_salt_check CHECK (length(salt) = 16),
  -- SHA-256 of what argon2id makes of the code: the database can tell a right code without ever having seen one.
  key_hash bytea NOT NULL CONSTRAINT operator_custodians_key_hash_check CHECK (length(key_hash) = 32),
  made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT operator_custodians_pkey PRIMARY KEY (slot)
);
GRANT SELECT ON operator_custodians TO tern_console;

CREATE FUNCTION break_glass_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% stays as it is', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER operator_custodians_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_custodians
  FOR EACH STATEMENT EXECUTE FUNCTION break_glass_refuse_change();

CREATE TABLE break_glass_requests (
  id uuid NOT NULL,
  -- Who is to be let in; disabled until the wait is over.
  operator_id uuid NOT NULL CONSTRAINT break_glass_requests_operator_id_fkey REFERENCES operators,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  opened_at timestamptz,
  ended_at timestamptz,
  end_reason text CONSTRAINT break_glass_requests_end_reason_check CHECK (end_reason IN ('enrolled', 'cancelled')),
  cancelled_by uuid CONSTRAINT break_glass_requests_cancelled_by_fkey REFERENCES operators,
  CONSTRAINT break_glass_requests_pkey PRIMARY KEY (id),
  CONSTRAINT break_glass_requests_operator_id_key UNIQUE (operator_id),
  CONSTRAINT break_glass_requests_ended_check CHECK ((ended_at IS NULL) = (end_reason IS NULL)),
  CONSTRAINT break_glass_requests_cancelled_check CHECK ((end_reason IS NOT DISTINCT FROM 'cancelled') = (cancelled_by IS NOT NULL)),
  CONSTRAINT break_glass_requests_wait_check CHECK (opened_at >= started_at + interval '24 hours')
);
CREATE UNIQUE INDEX break_glass_requests_open_key ON break_glass_requests ((true)) WHERE ended_at IS NULL;
-- The worker tells of them by its metrics.
GRANT SELECT ON break_glass_requests TO tern_worker;
CREATE TRIGGER break_glass_requests_stay BEFORE DELETE OR TRUNCATE ON break_glass_requests
  FOR EACH STATEMENT EXECUTE FUNCTION break_glass_refuse_change();

-- The slot the code was kept in; null once both custodians have one.
CREATE FUNCTION keep_custodian_code(p_name text, p_salt bytea, p_key_hash bytea) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_slot integer;
BEGIN
  LOCK TABLE operator_custodians IN SHARE ROW EXCLUSIVE MODE;
  SELECT count(*) + 1 INTO v_slot FROM operator_custodians;
  IF v_slot > 2 THEN RETURN NULL; END IF;
  INSERT INTO operator_custodians (slot, name, salt, key_hash) VALUES (v_slot, p_name, p_salt, p_key_hash);
  RETURN v_slot;
END $$;
GRANT EXECUTE ON FUNCTION keep_custodian_code TO tern_console;

CREATE FUNCTION are_custodians_keys(p_first bytea, p_second bytea) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT count(*) = 2 FROM operator_custodians
   WHERE key_hash = sha256(CASE slot WHEN 1 THEN p_first ELSE p_second END)
$$;

-- Returns `started`, or why not.
CREATE FUNCTION start_break_glass(p_id uuid, p_name text, p_first bytea, p_second bytea) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_operator_id uuid := gen_random_uuid();
BEGIN
  LOCK TABLE operators IN SHARE ROW EXCLUSIVE MODE;
  IF NOT are_custodians_keys(p_first, p_second) THEN RETURN 'wrong-codes'; END IF;
  IF EXISTS (SELECT FROM break_glass_requests WHERE ended_at IS NULL) THEN RETURN 'under-way'; END IF;
  IF EXISTS (SELECT FROM operators WHERE name = p_name) THEN RETURN 'name-taken'; END IF;
  INSERT INTO operators (id, name, role, disabled_at) VALUES (v_operator_id, p_name, 'administrator', clock_timestamp());
  INSERT INTO break_glass_requests (id, operator_id) VALUES (p_id, v_operator_id);
  INSERT INTO operator_actions (operator_id, kind, subject, details)
  VALUES (v_operator_id, 'break-glass-started', p_id::text,
          (SELECT jsonb_build_object('custodians', jsonb_agg(name ORDER BY slot)) FROM operator_custodians));
  RETURN 'started';
END $$;
GRANT EXECUTE ON FUNCTION start_break_glass TO tern_console;

-- Opens the invitation once the wait is over; again where the link before was not used. Returns `opened`, or why not.
CREATE FUNCTION open_break_glass(p_first bytea, p_second bytea, p_token_hash bytea, p_expires_at timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_request break_glass_requests;
BEGIN
  LOCK TABLE operators IN SHARE ROW EXCLUSIVE MODE;
  IF NOT are_custodians_keys(p_first, p_second) THEN RETURN 'wrong-codes'; END IF;
  SELECT * INTO v_request FROM break_glass_requests WHERE ended_at IS NULL;
  IF v_request.id IS NULL THEN RETURN 'none'; END IF;
  IF v_request.started_at > clock_timestamp() - interval '24 hours' THEN RETURN 'too-early'; END IF;
  UPDATE break_glass_requests SET opened_at = clock_timestamp() WHERE id = v_request.id;
  UPDATE operators SET disabled_at = NULL, decides_money_from = clock_timestamp() + interval '72 hours'
   WHERE id = v_request.operator_id;
  UPDATE operator_invitations SET closed_at = clock_timestamp() WHERE operator_id = v_request.operator_id AND closed_at IS NULL;
  INSERT INTO operator_invitations (token_hash, operator_id, expires_at)
  VALUES (p_token_hash, v_request.operator_id, p_expires_at);
  INSERT INTO operator_actions (operator_id, kind, subject)
  VALUES (v_request.operator_id, 'break-glass-opened', v_request.id::text);
  RETURN 'opened';
END $$;
GRANT EXECUTE ON FUNCTION open_break_glass TO tern_console;

-- Any operator ends a request, by a signature of their own. Returns `cancelled`, or `over`. Raises where nobody signed it.
CREATE FUNCTION cancel_break_glass(p_by uuid, p_content jsonb, p_scope jsonb) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_request break_glass_requests;
BEGIN
  LOCK TABLE operators IN SHARE ROW EXCLUSIVE MODE;
  IF NOT has_signed(p_by, 'operators.cancelBreakGlass', p_content, p_scope)
    OR NOT EXISTS (SELECT FROM operators WHERE id = p_by AND disabled_at IS NULL) THEN
    RAISE EXCEPTION 'no operator has signed this' USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT * INTO v_request FROM break_glass_requests WHERE id = (p_content ->> 'id')::uuid AND ended_at IS NULL;
  IF v_request.id IS NULL THEN RETURN 'over'; END IF;
  UPDATE break_glass_requests SET ended_at = clock_timestamp(), end_reason = 'cancelled', cancelled_by = p_by
   WHERE id = v_request.id;
  UPDATE operators SET disabled_at = clock_timestamp() WHERE id = v_request.operator_id;
  UPDATE operator_invitations SET closed_at = clock_timestamp() WHERE operator_id = v_request.operator_id AND closed_at IS NULL;
  INSERT INTO operator_actions (operator_id, kind, subject, details)
  VALUES (p_by, 'break-glass-cancelled', v_request.id::text, jsonb_build_object('note', p_content ->> 'note') || p_scope);
  RETURN 'cancelled';
END $$;
GRANT EXECUTE ON FUNCTION cancel_break_glass TO tern_console;

-- 0320_console.sql
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

-- 0400_chain.sql
-- What the nodes and markets say, and what the signer said last. Nothing here moves money by itself.

-- One row: where the chain stands.
CREATE TABLE chain_heads (
  singleton boolean NOT NULL DEFAULT true CONSTRAINT chain_heads_pkey PRIMARY KEY CONSTRAINT chain_heads_singleton_check CHECK (singleton),
  head_number bigint NOT NULL,
  head_id text NOT NULL,
  head_time timestamptz NOT NULL,
  solid_number bigint NOT NULL,
  solid_time timestamptz NOT NULL,
  head_moved_at timestamptz NOT NULL DEFAULT now(),
  solid_moved_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT ON chain_heads TO tern_api;
GRANT SELECT, INSERT, UPDATE ON chain_heads TO tern_worker;

-- The head blocks already looked at, to notice when the head moves to another branch.
CREATE TABLE head_blocks (
  number bigint CONSTRAINT head_blocks_pkey PRIMARY KEY,
  block_id text NOT NULL
);
GRANT SELECT, INSERT, DELETE ON head_blocks TO tern_worker;

-- Blocks booked on the word of one node while the others were silent. When a second one answers again, reading goes back
-- to where it began and compares. One row is open at a time.
CREATE TABLE single_node_readings (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT single_node_readings_pkey PRIMARY KEY,
  -- The last block that several nodes had told alike.
  from_number bigint NOT NULL,
  from_id text NOT NULL,
  from_time timestamptz NOT NULL,
  -- Worth of what was credited meanwhile, in USDT base units; it may not grow beyond a limit.
  value numeric(78, 0) NOT NULL DEFAULT 0 CONSTRAINT single_node_readings_value_check CHECK (value >= 0),
  begun_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The last block booked so, once another node has answered.
  to_number bigint,
  ended_at timestamptz,
  CONSTRAINT single_node_readings_ended_check CHECK ((to_number IS NULL) = (ended_at IS NULL))
);
CREATE UNIQUE INDEX single_node_readings_open_key ON single_node_readings ((ended_at IS NULL)) WHERE ended_at IS NULL;
GRANT SELECT ON single_node_readings TO tern_api;
GRANT SELECT, INSERT, UPDATE ON single_node_readings TO tern_worker;

-- Prices of assets in USDT: one row per change and source, so that the history stays small and complete.
CREATE TABLE prices (
  asset_id text NOT NULL CONSTRAINT prices_asset_id_check CHECK (asset_id ~ '^[a-z0-9-]{1,32}$'),
  source text NOT NULL CONSTRAINT prices_source_check CHECK (source IN ('operator', 'chain', 'ticker')),
  -- From when the source said so.
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- USDT for one whole coin.
  price numeric(38, 18) NOT NULL CONSTRAINT prices_price_check CHECK (price > 0),
  -- Decimals of the asset, with which the price becomes an exact ratio of base units.
  decimals smallint NOT NULL CONSTRAINT prices_decimals_check CHECK (decimals BETWEEN 0 AND 18),
  -- When the source last said the same: what a reader judges staleness by.
  confirmed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT prices_pkey PRIMARY KEY (asset_id, source, at),
  CONSTRAINT prices_confirmed_at_check CHECK (confirmed_at >= at)
);
-- What was said in the last minutes or the last day is looked for in the history of years, at every quote.
CREATE INDEX prices_confirmed_at_idx ON prices (asset_id, confirmed_at);
GRANT SELECT ON prices TO tern_api;
GRANT SELECT, INSERT, UPDATE (confirmed_at) ON prices TO tern_worker;

-- What price pairs on chain said at irreversible blocks: averages over time are made of two of them.
CREATE TABLE pair_observations (
  asset_id text NOT NULL CONSTRAINT pair_observations_asset_id_check CHECK (asset_id ~ '^[a-z0-9-]{1,32}$'),
  block_number bigint NOT NULL,
  -- Chain time in whole seconds.
  time_s bigint NOT NULL,
  -- Sum of price times seconds, modulo 2^256.
  cumulative numeric(78, 0) NOT NULL,
  CONSTRAINT pair_observations_pkey PRIMARY KEY (asset_id, block_number)
);
GRANT SELECT, INSERT, DELETE ON pair_observations TO tern_worker;

-- What currencies cost, as a central bank publishes it once a day: units that values are shown in. Nothing is charged by it.
CREATE TABLE currency_rates (
  day date NOT NULL,
  currency text NOT NULL CONSTRAINT currency_rates_currency_check CHECK (currency ~ '^[A-Z]{3}$'),
  -- Units of the currency for one euro.
  per_euro numeric NOT NULL CONSTRAINT currency_rates_per_euro_check CHECK (per_euro > 0),
  CONSTRAINT currency_rates_pkey PRIMARY KEY (day, currency)
);
GRANT SELECT ON currency_rates TO tern_api;
GRANT SELECT, INSERT, DELETE ON currency_rates TO tern_worker;

-- Units of listed tokens at addresses of ours, as their events add up. Sampled readings of the contracts must agree.
CREATE TABLE token_holdings (
  address text NOT NULL,
  asset text NOT NULL,
  amount numeric(78, 0) NOT NULL,
  -- The block that changed it last, and the one at which the contract was found to say the same.
  changed_block bigint NOT NULL,
  sampled_block bigint NOT NULL DEFAULT 0,
  CONSTRAINT token_holdings_pkey PRIMARY KEY (address, asset)
);
CREATE INDEX token_holdings_unsampled_idx ON token_holdings (changed_block DESC) WHERE sampled_block < changed_block;
CREATE INDEX token_holdings_sampled_idx ON token_holdings (sampled_block);
GRANT SELECT, INSERT, UPDATE ON token_holdings TO tern_worker;

-- A token whose contract says something else than its events. What arrives meanwhile goes to suspense.
CREATE TABLE token_freezes (
  asset text CONSTRAINT token_freezes_pkey PRIMARY KEY,
  address text NOT NULL,
  block_number bigint NOT NULL,
  -- What the events add up to, and what the contract said.
  booked numeric(78, 0) NOT NULL,
  found numeric(78, 0) NOT NULL,
  frozen_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT ON token_freezes TO tern_api;
GRANT SELECT, INSERT, DELETE ON token_freezes TO tern_worker;

-- Coins that operators close: nobody swaps them or is offered their top-up any more. What people hold stays theirs, what
-- arrives is credited, and everything can be sent out. Rows stay: whoever asks later sees when it was so.
CREATE TABLE asset_closings (
  id bigint GENERATED ALWAYS AS IDENTITY,
  asset_id text NOT NULL,
  decided_at timestamptz NOT NULL,
  -- From when on it counts.
  closes_at timestamptz NOT NULL,
  -- When it was undone, before or after it began to count.
  opened_at timestamptz,
  CONSTRAINT asset_closings_pkey PRIMARY KEY (id),
  -- Never without notice, whoever writes it.
  CONSTRAINT asset_closings_notice_check CHECK (closes_at >= decided_at + interval '24 hours'),
  CONSTRAINT asset_closings_opened_check CHECK (opened_at >= decided_at)
);
CREATE UNIQUE INDEX asset_closings_lasting_key ON asset_closings (asset_id) WHERE opened_at IS NULL;
GRANT SELECT ON asset_closings TO tern_api;
GRANT SELECT, INSERT, UPDATE (opened_at) ON asset_closings TO tern_worker;

-- Addresses the house pays from, as the signer named them: the newest pays, none may be sent to.
CREATE TABLE hot_wallets (
  address text NOT NULL CONSTRAINT hot_wallets_pkey PRIMARY KEY,
  since timestamptz NOT NULL DEFAULT clock_timestamp()
);
GRANT SELECT ON hot_wallets TO tern_api;
GRANT SELECT, INSERT ON hot_wallets TO tern_worker;

-- Assets that are not sent to the chain now, because a receipt did not say what was expected.
CREATE TABLE sending_pauses (
  asset_id text NOT NULL,
  reason text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT sending_pauses_pkey PRIMARY KEY (asset_id)
);
GRANT SELECT ON sending_pauses TO tern_api;
GRANT SELECT, INSERT, DELETE ON sending_pauses TO tern_worker;

-- How far the signer's own memory was known to reach. It only grows: a signer that reaches less far is an old copy and
-- signs nothing until what it forgot was read back from the chain.
CREATE TABLE signer_memories (
  store_id uuid CONSTRAINT signer_memories_pkey PRIMARY KEY,
  sequence bigint NOT NULL CONSTRAINT signer_memories_sequence_check CHECK (sequence >= 0),
  noted_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
GRANT SELECT, INSERT, UPDATE (sequence, noted_at) ON signer_memories TO tern_worker;

-- How far the signer's memory was compared with the orders here.
CREATE TABLE signer_recalls (
  store_id uuid CONSTRAINT signer_recalls_pkey PRIMARY KEY,
  signed_at_ms bigint NOT NULL,
  number bigint NOT NULL
);
GRANT SELECT, INSERT, UPDATE (signed_at_ms, number) ON signer_recalls TO tern_worker;

-- What the signer signs without asking operators, as it said last: shown beside the limits people have. It decides nothing.
CREATE TABLE signer_limits (
  asset_id text NOT NULL,
  per_order numeric(78, 0) NOT NULL CONSTRAINT signer_limits_per_order_check CHECK (per_order >= 0),
  per_day numeric(78, 0) NOT NULL CONSTRAINT signer_limits_per_day_check CHECK (per_day >= 0),
  noted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT signer_limits_pkey PRIMARY KEY (asset_id)
);
GRANT SELECT, INSERT, UPDATE (per_order, per_day, noted_at) ON signer_limits TO tern_worker;

-- Where the signer sends what is for cold storage, and to whom it gives an account of the house, as it said last: shown to
-- operators before they approve such an order, and signed by them. It decides nothing; the signer knows its own.
CREATE TABLE signer_accounts (
  only_row boolean NOT NULL DEFAULT true CONSTRAINT signer_accounts_pkey PRIMARY KEY
    CONSTRAINT signer_accounts_only_row_check CHECK (only_row),
  hot_address text NOT NULL,
  fee_address text NOT NULL,
  cold_address text,
  owner_addresses text[] NOT NULL,
  owner_threshold int NOT NULL,
  noted_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
GRANT SELECT, INSERT, UPDATE ON signer_accounts TO tern_worker;

-- 0500_deposits.sql
-- Deposits: what came in, whose it is, and the bonus for the first one.

-- One row: the last solidified block whose inflows are all booked. Moves in the transaction that books them.
CREATE TABLE deposit_cursor (
  singleton boolean NOT NULL DEFAULT true CONSTRAINT deposit_cursor_pkey PRIMARY KEY CONSTRAINT deposit_cursor_singleton_check CHECK (singleton),
  block_number bigint NOT NULL,
  block_id text NOT NULL,
  block_time timestamptz NOT NULL,
  moved_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT ON deposit_cursor TO tern_api;
GRANT SELECT, INSERT, UPDATE ON deposit_cursor TO tern_worker;

-- What came in from the chain. One row per inflow at a solidified block, with where it went in the ledger.
CREATE TABLE deposits (
  id uuid CONSTRAINT deposits_pkey PRIMARY KEY,
  tx_id text NOT NULL,
  kind text NOT NULL CONSTRAINT deposits_kind_check CHECK (kind IN ('trx', 'trc20', 'internal')),
  -- Position within the chain transaction: of the contract, the log, or the internal transaction.
  index integer NOT NULL,
  asset text NOT NULL,
  amount numeric(78, 0) NOT NULL CONSTRAINT deposits_amount_check CHECK (amount > 0),
  from_address text NOT NULL,
  to_address text NOT NULL,
  block_number bigint NOT NULL,
  block_id text NOT NULL,
  block_time timestamptz NOT NULL,
  destination text NOT NULL CONSTRAINT deposits_destination_check CHECK (destination IN ('customer', 'treasury', 'suspense', 'own')),
  -- Why it went to suspense.
  reason text,
  wallet_id uuid CONSTRAINT deposits_wallet_fkey REFERENCES wallets (id),
  record_id uuid CONSTRAINT deposits_record_fkey REFERENCES records (id),
  journal_id bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT deposits_key UNIQUE (tx_id, kind, index),
  CONSTRAINT deposits_customer_check CHECK ((destination = 'customer') = (wallet_id IS NOT NULL)),
  CONSTRAINT deposits_suspense_check CHECK ((destination = 'suspense') = (reason IS NOT NULL)),
  CONSTRAINT deposits_journal_check CHECK ((destination = 'own') = (journal_id IS NULL))
);
CREATE INDEX deposits_block_idx ON deposits (block_number);
CREATE INDEX deposits_wallet_idx ON deposits (wallet_id, created_at) WHERE wallet_id IS NOT NULL;
CREATE INDEX deposits_suspense_idx ON deposits (created_at) WHERE destination = 'suspense';
-- Money in suspense that only waits until its token's contract was asked.
CREATE INDEX deposits_unproven_idx ON deposits (to_address, asset) WHERE destination = 'suspense' AND reason = 'token-unproven';
CREATE INDEX deposits_created_at_idx ON deposits (created_at);
GRANT SELECT ON deposits TO tern_api;
GRANT SELECT, INSERT ON deposits TO tern_worker;

-- Seen in a block that is not final yet; display only, gone once the block is final or has lost.
CREATE TABLE pending_deposits (
  tx_id text NOT NULL,
  kind text NOT NULL,
  index integer NOT NULL,
  wallet_id uuid NOT NULL CONSTRAINT pending_deposits_wallet_fkey REFERENCES wallets (id),
  record_id uuid NOT NULL CONSTRAINT pending_deposits_record_fkey REFERENCES records (id),
  block_number bigint NOT NULL,
  block_id text NOT NULL,
  CONSTRAINT pending_deposits_pkey PRIMARY KEY (tx_id, kind, index)
);
CREATE INDEX pending_deposits_block_idx ON pending_deposits (block_number);
GRANT SELECT, INSERT, UPDATE, DELETE ON pending_deposits TO tern_worker;

-- Touches an address of ours and is not understood: never credited, never dropped, an operator decides.
CREATE TABLE quarantined_inflows (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT quarantined_inflows_pkey PRIMARY KEY,
  tx_id text NOT NULL,
  kind text NOT NULL,
  index integer NOT NULL,
  block_number bigint NOT NULL,
  block_id text NOT NULL,
  -- Contract address, TRC-10 id or contract form, whichever says what it was.
  subject text NOT NULL,
  to_address text,
  amount numeric(78, 0),
  reason text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- What an operator made of an item. Rows are never deleted.
  dismissed_at timestamptz,
  dismissal text,
  CONSTRAINT quarantined_inflows_key UNIQUE (tx_id, kind, index),
  CONSTRAINT quarantined_inflows_dismissal_check CHECK ((dismissed_at IS NULL) = (dismissal IS NULL))
);
CREATE INDEX quarantined_inflows_open_idx ON quarantined_inflows (reason, id) WHERE dismissed_at IS NULL;
GRANT SELECT ON quarantined_inflows TO tern_api;
GRANT SELECT, INSERT, UPDATE (dismissed_at, dismissal) ON quarantined_inflows TO tern_worker;

-- Two operators say whose money in suspense is, and that a frozen token may be trusted again.
CREATE TABLE quarantine_votes (
  -- `deposit:<id>`, `token:<asset>`.
  subject text NOT NULL,
  operator_id uuid NOT NULL CONSTRAINT quarantine_votes_operator_fkey REFERENCES operators (id),
  -- What is to be done; both have to say the same.
  decision text NOT NULL,
  reason text NOT NULL CONSTRAINT quarantine_votes_reason_check CHECK (length(reason) >= 3),
  voted_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT quarantine_votes_pkey PRIMARY KEY (subject, operator_id)
);
GRANT SELECT, INSERT, DELETE ON quarantine_votes TO tern_worker;

-- Money in suspense that found its owner: once, for ever.
CREATE TABLE suspense_resolutions (
  deposit_id uuid CONSTRAINT suspense_resolutions_pkey PRIMARY KEY
    CONSTRAINT suspense_resolutions_deposit_fkey REFERENCES deposits (id),
  wallet_id uuid CONSTRAINT suspense_resolutions_wallet_fkey REFERENCES wallets (id),
  record_id uuid CONSTRAINT suspense_resolutions_record_fkey REFERENCES records (id),
  journal_id bigint NOT NULL,
  resolved_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT suspense_resolutions_owner_check CHECK ((wallet_id IS NULL) = (record_id IS NULL))
);
GRANT SELECT ON suspense_resolutions TO tern_api;
GRANT SELECT, INSERT ON suspense_resolutions TO tern_worker;

-- And no owner for money that is on its way back.
CREATE FUNCTION suspense_resolutions_check() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM suspense_returns WHERE deposit_id = NEW.deposit_id AND outcome IS NULL) THEN
    RAISE EXCEPTION 'deposit % is being returned', NEW.deposit_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'suspense_resolutions_returning_check';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER suspense_resolutions_returning BEFORE INSERT ON suspense_resolutions
  FOR EACH ROW EXECUTE FUNCTION suspense_resolutions_check();

CREATE TABLE activations (
  person_id uuid CONSTRAINT activations_pkey PRIMARY KEY,
  deposit_id uuid NOT NULL CONSTRAINT activations_deposit_key UNIQUE
    CONSTRAINT activations_deposit_fkey REFERENCES deposits (id),
  -- Who signed the top-up; many accounts from one source are looked at before a bonus is paid.
  source_address text NOT NULL,
  activated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX activations_source_idx ON activations (source_address);
GRANT SELECT ON activations TO tern_api;
GRANT SELECT, INSERT ON activations TO tern_worker;

-- One row per promotion; locked while a grant is decided, so that budget and funds are counted once.
CREATE TABLE campaigns (
  code text CONSTRAINT campaigns_pkey PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now()
);
-- FOR UPDATE needs the right to update.
GRANT SELECT ON campaigns TO tern_api;
GRANT SELECT, UPDATE ON campaigns TO tern_worker;
INSERT INTO campaigns (code) VALUES ('activation');

CREATE TABLE bonus_grants (
  campaign text NOT NULL CONSTRAINT bonus_grants_campaign_fkey REFERENCES campaigns (code),
  person_id uuid NOT NULL,
  wallet_id uuid NOT NULL CONSTRAINT bonus_grants_wallet_fkey REFERENCES wallets (id),
  state text NOT NULL CONSTRAINT bonus_grants_state_check
    CHECK (state IN ('paid', 'queued', 'review', 'undeclared', 'refused', 'ended')),
  amount numeric(78, 0) NOT NULL CONSTRAINT bonus_grants_amount_check CHECK (amount > 0),
  record_id uuid CONSTRAINT bonus_grants_record_fkey REFERENCES records (id),
  journal_id bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  paid_at timestamptz,
  -- Why a bonus is not paid, and since when that is decided: its person is told. Of what was refused before no reason is known.
  refusal text CONSTRAINT bonus_grants_refusal_check CHECK (refusal IN (
    'country-closed', 'promotion-ended', 'same-person', 'suspected-fraud', 'legal-order', 'country-unclear', 'other')),
  refused_at timestamptz,
  CONSTRAINT bonus_grants_pkey PRIMARY KEY (campaign, person_id),
  CONSTRAINT bonus_grants_paid_check CHECK ((state = 'paid') = (paid_at IS NOT NULL AND journal_id IS NOT NULL)),
  CONSTRAINT bonus_grants_refused_check CHECK (
    (state IN ('refused', 'ended')) = (refusal IS NOT NULL) AND (refusal IS NULL) = (refused_at IS NULL)
    AND (state = 'ended') = (refusal IS NOT DISTINCT FROM 'promotion-ended'))
);
CREATE INDEX bonus_grants_paid_idx ON bonus_grants (campaign, paid_at) WHERE state = 'paid';
CREATE INDEX bonus_grants_queued_idx ON bonus_grants (campaign, created_at) WHERE state = 'queued';
CREATE INDEX bonus_grants_wallet_id_idx ON bonus_grants (wallet_id) WHERE state = 'paid';
CREATE INDEX bonus_grants_undeclared_idx ON bonus_grants (person_id) WHERE state = 'undeclared';
GRANT SELECT ON bonus_grants TO tern_api;
GRANT SELECT, INSERT, UPDATE ON bonus_grants TO tern_worker;

-- 0510_transfers.sql
-- Sends: drafts that factors authorise, the withdrawals they become, and every attempt to pay them on chain.

-- What a person was shown. Only `used_at` and the claim ever change, so what was authorised is what is paid.
CREATE TABLE withdrawal_drafts (
  id uuid NOT NULL,
  person_id uuid NOT NULL CONSTRAINT withdrawal_drafts_person_id_fkey REFERENCES people,
  wallet_id uuid NOT NULL CONSTRAINT withdrawal_drafts_wallet_id_fkey REFERENCES wallets,
  asset_id text NOT NULL,
  network_id text NOT NULL,
  settlement text NOT NULL CONSTRAINT withdrawal_drafts_settlement_check CHECK (settlement IN ('chain', 'internal')),
  receiver_class text NOT NULL CONSTRAINT withdrawal_drafts_receiver_class_check
    CHECK (receiver_class IN ('internal', 'holds-token', 'no-token', 'not-activated')),
  -- The wallet here that the address belongs to; null for the chain.
  receiver_wallet_id uuid CONSTRAINT withdrawal_drafts_receiver_wallet_id_fkey REFERENCES wallets,
  -- A move between wallets of one person.
  own_move boolean NOT NULL,
  to_address text NOT NULL,
  amount numeric(78, 0) NOT NULL CONSTRAINT withdrawal_drafts_amount_check CHECK (amount > 0),
  fee numeric(78, 0) NOT NULL CONSTRAINT withdrawal_drafts_fee_check CHECK (fee >= 0),
  -- Value in USDT base units at the price of the draft, rounded up: what limits and review are judged by.
  usdt_value numeric(78, 0) NOT NULL CONSTRAINT withdrawal_drafts_usdt_value_check CHECK (usdt_value >= 0),
  memo text CONSTRAINT withdrawal_drafts_memo_check CHECK (octet_length(memo) BETWEEN 1 AND 200),
  hash bytea NOT NULL CONSTRAINT withdrawal_drafts_hash_check CHECK (length(hash) = 32),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  -- A confirmation under way; another one waits until then.
  claimed_until timestamptz,
  used_at timestamptz,
  -- What was drawn up keeps the terms it was drawn up under. Null: before there were versions. No foreign key: every send would
  -- lock the one row of the terms in force.
  terms_version integer,
  CONSTRAINT withdrawal_drafts_pkey PRIMARY KEY (id),
  CONSTRAINT withdrawal_drafts_receiver_check CHECK ((settlement = 'internal') = (receiver_wallet_id IS NOT NULL)),
  CONSTRAINT withdrawal_drafts_own_move_check CHECK (NOT own_move OR settlement = 'internal'),
  CONSTRAINT withdrawal_drafts_fee_internal_check CHECK (settlement = 'chain' OR fee = 0),
  CONSTRAINT withdrawal_drafts_not_to_itself_check CHECK (receiver_wallet_id <> wallet_id)
);
CREATE INDEX withdrawal_drafts_expires_at_idx ON withdrawal_drafts (expires_at) WHERE used_at IS NULL;
GRANT SELECT, INSERT, UPDATE (claimed_until, used_at) ON withdrawal_drafts TO tern_api;
GRANT SELECT, DELETE ON withdrawal_drafts TO tern_worker;

-- What a draft became once its factors were given: from the request to the payment, or to the refusal.
CREATE TABLE withdrawals (
  id uuid NOT NULL,
  -- One withdrawal for one draft: the last net under a double confirmation.
  draft_id uuid NOT NULL CONSTRAINT withdrawals_draft_id_fkey REFERENCES withdrawal_drafts,
  person_id uuid NOT NULL CONSTRAINT withdrawals_person_id_fkey REFERENCES people,
  wallet_id uuid NOT NULL CONSTRAINT withdrawals_wallet_id_fkey REFERENCES wallets,
  asset_id text NOT NULL,
  settlement text NOT NULL CONSTRAINT withdrawals_settlement_check CHECK (settlement IN ('chain', 'internal')),
  receiver_wallet_id uuid CONSTRAINT withdrawals_receiver_wallet_id_fkey REFERENCES wallets,
  own_move boolean NOT NULL,
  to_address text NOT NULL,
  amount numeric(78, 0) NOT NULL CONSTRAINT withdrawals_amount_check CHECK (amount > 0),
  fee numeric(78, 0) NOT NULL CONSTRAINT withdrawals_fee_check CHECK (fee >= 0),
  usdt_value numeric(78, 0) NOT NULL,
  memo text,
  -- How many different operators have to approve.
  approvals_needed smallint NOT NULL CONSTRAINT withdrawals_approvals_needed_check CHECK (approvals_needed BETWEEN 0 AND 2),
  state text NOT NULL DEFAULT 'requested' CONSTRAINT withdrawals_state_check CHECK (state IN (
    'requested', 'under-review', 'approved', 'rejected', 'cancelled', 'signed', 'broadcast', 'included', 'completed', 'failed')),
  -- The ledger's pending transfer while the amount and the fee are held.
  pending_id bigint,
  -- The sender's record.
  record_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The worker's claim and when to look again, by database time.
  lease uuid,
  leased_until timestamptz,
  due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Why an approved withdrawal is not signed yet; ends by itself.
  -- `proof`: nodes do not show alike, or not completely, what became of signed bytes.
  waiting_for text CONSTRAINT withdrawals_waiting_for_check CHECK (waiting_for IN (
    'hot-wallet', 'signer', 'signer-limit', 'node', 'fee', 'asset-pause', 'token', 'person', 'proof')),
  -- What an operator has to look at; the worker leaves the withdrawal alone until it is cleared.
  attention text,
  -- Why an operator looks at it: its own size, or the total that left within a day.
  review_cause text CONSTRAINT withdrawals_review_cause_check CHECK (review_cause IN ('amount', 'day-total')),
  -- What exactly it waits for, in words for operators.
  waiting_detail text,
  CONSTRAINT withdrawals_pkey PRIMARY KEY (id),
  CONSTRAINT withdrawals_draft_id_key UNIQUE (draft_id),
  CONSTRAINT withdrawals_record_id_key UNIQUE (record_id),
  CONSTRAINT withdrawals_receiver_check CHECK ((settlement = 'internal') = (receiver_wallet_id IS NOT NULL)),
  CONSTRAINT withdrawals_waiting_detail_check CHECK (waiting_for IS NOT NULL OR waiting_detail IS NULL),
  CONSTRAINT withdrawals_review_cause_present_check CHECK ((approvals_needed > 0) = (review_cause IS NOT NULL))
);
CREATE INDEX withdrawals_person_id_idx ON withdrawals (person_id, created_at DESC);
CREATE INDEX withdrawals_under_review_idx ON withdrawals (created_at) WHERE state = 'under-review';
CREATE INDEX withdrawals_due_at_idx ON withdrawals (due_at)
  WHERE settlement = 'chain' AND state IN ('approved', 'signed', 'broadcast', 'included');
-- What left for the chain within a day is summed at every confirmation.
CREATE INDEX withdrawals_chain_created_at_idx ON withdrawals (created_at) WHERE settlement = 'chain';
-- What changed lately, everything a wallet received, and whose a hold is.
CREATE INDEX withdrawals_changed_at_idx ON withdrawals (changed_at);
CREATE INDEX withdrawals_receiver_wallet_id_idx ON withdrawals (receiver_wallet_id) WHERE receiver_wallet_id IS NOT NULL;
CREATE INDEX withdrawals_wallet_id_idx ON withdrawals (wallet_id);
CREATE INDEX withdrawals_pending_id_idx ON withdrawals (pending_id) WHERE pending_id IS NOT NULL;
GRANT SELECT, INSERT, UPDATE (state, pending_id, changed_at, due_at) ON withdrawals TO tern_api;
GRANT SELECT, UPDATE (state, changed_at, lease, leased_until, due_at, waiting_for, attention, waiting_detail) ON withdrawals
  TO tern_worker;

-- The rule of enough different operators holds whatever the code above does.
CREATE FUNCTION withdrawals_check_approvals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.approvals_needed > (
    SELECT count(*) FROM withdrawal_reviews WHERE withdrawal_id = NEW.id AND decision = 'approve'
  ) THEN
    RAISE EXCEPTION 'withdrawal % lacks approvals', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'withdrawals_approvals_check';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER withdrawals_approvals BEFORE UPDATE OF state ON withdrawals
  FOR EACH ROW WHEN (NEW.state IN ('approved', 'signed', 'broadcast', 'included', 'completed'))
  EXECUTE FUNCTION withdrawals_check_approvals();
-- A send that nobody has to look at is written in the state it is in, without the step from `requested` first: the rule of
-- enough different operators holds for what is born in such a state too. Nobody can have approved it yet.
CREATE TRIGGER withdrawals_approvals_at_birth BEFORE INSERT ON withdrawals
  FOR EACH ROW WHEN (NEW.approvals_needed > 0 AND NEW.state IN ('approved', 'signed', 'broadcast', 'included', 'completed'))
  EXECUTE FUNCTION withdrawals_check_approvals();

-- Every change of state, in order. Rows are only added.
CREATE TABLE withdrawal_states (
  id bigint GENERATED ALWAYS AS IDENTITY,
  withdrawal_id uuid NOT NULL CONSTRAINT withdrawal_states_withdrawal_id_fkey REFERENCES withdrawals,
  from_state text NOT NULL,
  to_state text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT withdrawal_states_pkey PRIMARY KEY (id)
);
CREATE INDEX withdrawal_states_withdrawal_id_idx ON withdrawal_states (withdrawal_id, id);
GRANT SELECT, INSERT ON withdrawal_states TO tern_api, tern_worker;

-- One decision of one operator about one withdrawal, for ever.
CREATE TABLE withdrawal_reviews (
  withdrawal_id uuid NOT NULL CONSTRAINT withdrawal_reviews_withdrawal_id_fkey REFERENCES withdrawals,
  operator_id uuid NOT NULL CONSTRAINT withdrawal_reviews_operator_id_fkey REFERENCES operators,
  decision text NOT NULL CONSTRAINT withdrawal_reviews_decision_check CHECK (decision IN ('approve', 'reject')),
  reason text CONSTRAINT withdrawal_reviews_reason_length_check CHECK (length(reason) BETWEEN 3 AND 500),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT withdrawal_reviews_pkey PRIMARY KEY (withdrawal_id, operator_id),
  CONSTRAINT withdrawal_reviews_reason_check CHECK (decision = 'approve' OR reason IS NOT NULL)
);
GRANT SELECT ON withdrawal_reviews TO tern_api;
GRANT SELECT, INSERT ON withdrawal_reviews TO tern_worker;

-- One try to pay on chain. The order is stored before the signer sees it, the signed bytes before a node sees them.
CREATE TABLE withdrawal_attempts (
  withdrawal_id uuid NOT NULL CONSTRAINT withdrawal_attempts_withdrawal_id_fkey REFERENCES withdrawals,
  number smallint NOT NULL CONSTRAINT withdrawal_attempts_number_check CHECK (number BETWEEN 1 AND 20),
  state text NOT NULL DEFAULT 'ordered' CONSTRAINT withdrawal_attempts_state_check
    CHECK (state IN ('ordered', 'signed', 'succeeded', 'failed', 'dead')),
  -- Exactly what the signer is asked, so that asking again is the same question.
  signing_order jsonb NOT NULL,
  expiration timestamptz NOT NULL,
  raw_hex text,
  signature_hex text,
  tx_id text CONSTRAINT withdrawal_attempts_tx_id_check CHECK (tx_id ~ '^[0-9a-f]{64}$'),
  -- Most sun the attempt can cost beside the amount: what the hot wallet must keep free for it.
  cost_max_sun numeric(78, 0) NOT NULL,
  -- When the same bytes are handed out again.
  broadcast_due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Where it was last seen, and how it ended.
  block_number bigint,
  result text,
  fee_sun numeric(78, 0),
  -- What shows that it can never pay: the range of solidified blocks read on each node, or the block that holds its failure.
  death_proof jsonb,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  CONSTRAINT withdrawal_attempts_pkey PRIMARY KEY (withdrawal_id, number),
  CONSTRAINT withdrawal_attempts_tx_id_key UNIQUE (tx_id),
  CONSTRAINT withdrawal_attempts_signed_check CHECK (
    (state = 'ordered') = (tx_id IS NULL) AND (tx_id IS NULL) = (raw_hex IS NULL) AND (tx_id IS NULL) = (signature_hex IS NULL)),
  CONSTRAINT withdrawal_attempts_ended_check CHECK ((state IN ('ordered', 'signed')) = (ended_at IS NULL)),
  CONSTRAINT withdrawal_attempts_dead_check CHECK ((state IN ('dead', 'failed')) = (death_proof IS NOT NULL)),
  CONSTRAINT withdrawal_attempts_result_check CHECK ((state IN ('succeeded', 'failed')) = (result IS NOT NULL AND fee_sun IS NOT NULL))
);
-- At most one attempt of a withdrawal can be alive, and at most one can have paid.
CREATE UNIQUE INDEX withdrawal_attempts_alive_key ON withdrawal_attempts (withdrawal_id)
  WHERE state IN ('ordered', 'signed', 'succeeded');
-- Attempts under way are looked for several times a second; those that ended stay for ever.
CREATE INDEX withdrawal_attempts_open_idx ON withdrawal_attempts (broadcast_due_at) WHERE state IN ('ordered', 'signed');
GRANT SELECT ON withdrawal_attempts TO tern_api;
GRANT SELECT, INSERT, UPDATE (state, raw_hex, signature_hex, tx_id, broadcast_due_at, block_number, result, fee_sun,
  death_proof, ended_at), DELETE ON withdrawal_attempts TO tern_worker;

-- An order that the signer refused was never signed and may be made anew; everything later stays for ever.
CREATE FUNCTION withdrawal_attempts_refuse_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'ordered' THEN
    RAISE EXCEPTION 'attempt % of withdrawal % is history', OLD.number, OLD.withdrawal_id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER withdrawal_attempts_history BEFORE DELETE ON withdrawal_attempts
  FOR EACH ROW EXECUTE FUNCTION withdrawal_attempts_refuse_delete();

-- What nodes answered to broadcasts. For people who look into a case: nothing reads it to decide. Rows are only added.
CREATE TABLE withdrawal_broadcasts (
  id bigint GENERATED ALWAYS AS IDENTITY,
  withdrawal_id uuid NOT NULL,
  number smallint NOT NULL,
  node text NOT NULL,
  outcome text NOT NULL CONSTRAINT withdrawal_broadcasts_outcome_check CHECK (outcome IN ('accepted', 'refused', 'unknown')),
  code text NOT NULL,
  message text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT withdrawal_broadcasts_pkey PRIMARY KEY (id),
  CONSTRAINT withdrawal_broadcasts_attempt_fkey FOREIGN KEY (withdrawal_id, number) REFERENCES withdrawal_attempts
);
CREATE INDEX withdrawal_broadcasts_attempt_idx ON withdrawal_broadcasts (withdrawal_id, number, id);
GRANT SELECT, INSERT ON withdrawal_broadcasts TO tern_worker;

-- A receipt that shows neither the ordered payment nor a failure, as all nodes told it.
CREATE TABLE withdrawal_unexpected_receipts (
  withdrawal_id uuid NOT NULL,
  number smallint NOT NULL,
  block_number bigint NOT NULL,
  block_id text NOT NULL,
  block_time timestamptz NOT NULL,
  -- What is unexpected about it.
  detail text NOT NULL,
  -- What the hot wallet lost of the asset by the receipt's own events, in base units; negative where it won.
  outflow numeric(78, 0) NOT NULL,
  -- What the network burnt, in sun.
  fee_sun numeric(78, 0) NOT NULL,
  energy_used bigint NOT NULL,
  bandwidth_used bigint NOT NULL,
  -- The token's Transfer events, for the eyes of operators.
  events jsonb NOT NULL,
  noted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Set when it was decided, or when somebody asked to look again.
  closed_at timestamptz,
  CONSTRAINT withdrawal_unexpected_receipts_pkey PRIMARY KEY (withdrawal_id, number),
  CONSTRAINT withdrawal_unexpected_receipts_attempt_fkey FOREIGN KEY (withdrawal_id, number) REFERENCES withdrawal_attempts
);
-- A trigger of withdrawals reads both tables with the rights of whoever moves a withdrawal.
GRANT SELECT ON withdrawal_unexpected_receipts TO tern_api;
GRANT SELECT, INSERT, UPDATE ON withdrawal_unexpected_receipts TO tern_worker;

-- The last word of one operator about one unexpected receipt.
CREATE TABLE withdrawal_receipt_decisions (
  withdrawal_id uuid NOT NULL,
  number smallint NOT NULL,
  operator_id uuid NOT NULL CONSTRAINT withdrawal_receipt_decisions_operator_id_fkey REFERENCES operators,
  decision text NOT NULL CONSTRAINT withdrawal_receipt_decisions_decision_check CHECK (decision IN ('settle', 'return')),
  reason text NOT NULL CONSTRAINT withdrawal_receipt_decisions_reason_check CHECK (length(reason) BETWEEN 3 AND 500),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT withdrawal_receipt_decisions_pkey PRIMARY KEY (withdrawal_id, number, operator_id),
  CONSTRAINT withdrawal_receipt_decisions_receipt_fkey FOREIGN KEY (withdrawal_id, number) REFERENCES withdrawal_unexpected_receipts
);
GRANT SELECT ON withdrawal_receipt_decisions TO tern_api;
GRANT SELECT, INSERT, UPDATE (decision, reason, at) ON withdrawal_receipt_decisions TO tern_worker;

-- Two different operators of one mind, whatever the code above does.
CREATE FUNCTION withdrawals_check_receipt_decision() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_receipt withdrawal_unexpected_receipts;
BEGIN
  SELECT * INTO v_receipt FROM withdrawal_unexpected_receipts WHERE withdrawal_id = NEW.id AND closed_at IS NULL;
  -- A decision counts for the receipt it was made about, not for what a later look found.
  IF FOUND AND 2 > (
    SELECT count(*) FROM withdrawal_receipt_decisions d
     WHERE d.withdrawal_id = NEW.id AND d.number = v_receipt.number AND d.at >= v_receipt.noted_at
       AND d.decision = CASE NEW.state WHEN 'completed' THEN 'settle' WHEN 'failed' THEN 'return' END
  ) THEN
    RAISE EXCEPTION 'withdrawal % has an unexpected receipt that two operators have not decided', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'withdrawals_receipt_decision_check';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER withdrawals_receipt_decision BEFORE UPDATE OF state ON withdrawals
  FOR EACH ROW WHEN (NEW.settlement = 'chain' AND NEW.state IN ('approved', 'completed', 'failed'))
  EXECUTE FUNCTION withdrawals_check_receipt_decision();

-- 0520_swaps.sql
-- Swaps: quotes that hold for some seconds, and the swaps they become.

-- What a person was shown. Only `used_at` ever changes.
CREATE TABLE swap_quotes (
  id uuid NOT NULL,
  person_id uuid NOT NULL CONSTRAINT swap_quotes_person_id_fkey REFERENCES people,
  wallet_id uuid NOT NULL CONSTRAINT swap_quotes_wallet_id_fkey REFERENCES wallets,
  -- The token given ("token out") and the one taken ("token in").
  asset_out text NOT NULL,
  asset_in text NOT NULL,
  -- Given, fee included; received.
  amount_out numeric(78, 0) NOT NULL CONSTRAINT swap_quotes_amount_out_check CHECK (amount_out > 0),
  amount_in numeric(78, 0) NOT NULL CONSTRAINT swap_quotes_amount_in_check CHECK (amount_in > 0),
  fee numeric(78, 0) NOT NULL CONSTRAINT swap_quotes_fee_check CHECK (fee > 0 AND fee < amount_out),
  -- Middle price in base units taken for one given, as an exact fraction.
  mid_numerator numeric NOT NULL,
  mid_denominator numeric NOT NULL CONSTRAINT swap_quotes_mid_check CHECK (mid_denominator > 0),
  spread_ppm bigint NOT NULL,
  impact_ppm bigint NOT NULL,
  -- Parts of the fee in the token given, and what they become in reward tokens.
  swapper_share numeric(78, 0) NOT NULL,
  swapper_reward numeric(78, 0) NOT NULL,
  pool_share numeric(78, 0) NOT NULL,
  pool_reward numeric(78, 0) NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  terms_version integer,
  CONSTRAINT swap_quotes_pkey PRIMARY KEY (id),
  CONSTRAINT swap_quotes_assets_check CHECK (asset_out <> asset_in),
  CONSTRAINT swap_quotes_shares_check CHECK (swapper_share + pool_share <= fee)
);
CREATE INDEX swap_quotes_expires_at_idx ON swap_quotes (expires_at) WHERE used_at IS NULL;
GRANT SELECT, INSERT, UPDATE (used_at) ON swap_quotes TO tern_api;
GRANT SELECT, DELETE ON swap_quotes TO tern_worker;

-- A quote that was confirmed: both legs and the fee, as they were booked.
CREATE TABLE swaps (
  id uuid NOT NULL,
  -- One swap for one quote: the last net under a double confirmation.
  quote_id uuid NOT NULL CONSTRAINT swaps_quote_id_fkey REFERENCES swap_quotes,
  person_id uuid NOT NULL,
  wallet_id uuid NOT NULL,
  asset_out text NOT NULL,
  asset_in text NOT NULL,
  amount_out numeric(78, 0) NOT NULL,
  amount_in numeric(78, 0) NOT NULL,
  fee numeric(78, 0) NOT NULL,
  -- What the wallet could spend of the token given afterwards.
  available_after numeric(78, 0) NOT NULL,
  -- Owed to the swapper in reward tokens until a distribution pays it; zero where nothing is.
  reward numeric(78, 0) NOT NULL,
  -- The distribution that paid the reward.
  distribution_id uuid,
  journal_id bigint NOT NULL,
  record_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT swaps_pkey PRIMARY KEY (id),
  CONSTRAINT swaps_quote_id_key UNIQUE (quote_id),
  CONSTRAINT swaps_reward_check CHECK (reward > 0 OR distribution_id IS NULL)
);
CREATE INDEX swaps_distributing_idx ON swaps (wallet_id, created_at) WHERE reward > 0 AND distribution_id IS NULL;
-- What the look at the books each minute finds swaps and shares by.
CREATE INDEX swaps_created_at_idx ON swaps (created_at DESC);
CREATE INDEX swaps_wallet_id_idx ON swaps (wallet_id);
-- Swaps of one person within one millisecond are told apart by their journals, which are numbered in their order.
CREATE UNIQUE INDEX swaps_in_order_idx ON swaps (person_id, created_at DESC, journal_id DESC);
GRANT SELECT, INSERT ON swaps TO tern_api;
GRANT SELECT, UPDATE (distribution_id) ON swaps TO tern_worker;

-- Pairs nobody swaps now, in either direction: one row closes both. The names in the order of the alphabet.
CREATE TABLE closed_pairs (
  one text NOT NULL,
  other text NOT NULL,
  closed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT closed_pairs_pkey PRIMARY KEY (one, other),
  CONSTRAINT closed_pairs_order_check CHECK (one < other)
);
GRANT SELECT ON closed_pairs TO tern_api;
GRANT SELECT, INSERT, DELETE ON closed_pairs TO tern_worker;

-- 0530_pool.sql
-- The reward pool: its distributions, and who got what of each.

-- How often the reward pool distributes, and what part of itself: each line as it was decided, in order. The first one is
-- what the settings said when the pool was first looked after, and was in force from the beginning. Nothing is ever changed
-- or taken out, so that what held at any moment can be computed later.
CREATE TABLE pool_schedules (
  number integer NOT NULL,
  every_hours smallint NOT NULL CONSTRAINT pool_schedules_every_hours_check CHECK (every_hours IN (1, 2, 3, 4, 6, 8, 12, 24)),
  share_basis_points smallint NOT NULL CONSTRAINT pool_schedules_share_check CHECK (share_basis_points BETWEEN 0 AND 10000),
  decided_at timestamptz NOT NULL,
  -- The end of a period: the one that runs is never touched.
  applies_from timestamptz NOT NULL,
  -- Whether it gives less, or less often, than what people had been told.
  worse boolean NOT NULL,
  CONSTRAINT pool_schedules_pkey PRIMARY KEY (number),
  CONSTRAINT pool_schedules_ahead_check CHECK (number = 1 OR applies_from > decided_at),
  CONSTRAINT pool_schedules_notice_check CHECK (NOT worse OR applies_from >= decided_at + interval '24 hours')
);
GRANT SELECT ON pool_schedules TO tern_api;
GRANT SELECT, INSERT ON pool_schedules TO tern_worker;

-- One row for each period whose holders share in the pool.
CREATE TABLE distributions (
  id uuid NOT NULL,
  -- The period whose holdings count. Periods follow one another without gaps.
  starts_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  -- settling: waits until no transaction that wrote in the period is open · paying: fixed, being paid · closed: every share is paid
  state text NOT NULL CONSTRAINT distributions_state_check CHECK (state IN ('settling', 'paying', 'closed')),
  -- Transactions that were writing journals when it began, after the period's end: one that begins to write later
  -- stamps its journals later.
  waits_for text[] NOT NULL,
  -- The rules it is computed by, fixed when it begins.
  formula_version smallint NOT NULL,
  share_basis_points smallint NOT NULL,
  closed_countries text[] NOT NULL,
  -- Fixed together with the shares; null before.
  pool numeric(78, 0),
  -- What of the pool is distributed, and what of that nobody gets because parts are rounded down.
  distributed numeric(78, 0),
  remainder numeric(78, 0),
  total_weight numeric,
  holders integer,
  -- Swap rewards that are paid along with it.
  swap_rewards numeric(78, 0),
  -- Root of the published tree, and the hash of the published file.
  root bytea CONSTRAINT distributions_root_check CHECK (length(root) = 32),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  closed_at timestamptz,
  -- The rules of a period are fixed when it begins: with the distribution of the period before.
  next_share_basis_points smallint NOT NULL,
  next_closed_countries text[] NOT NULL,
  -- A distribution to a million wallets takes minutes: where it has come to is written down, instead of being looked for
  -- among all that is paid already. Shares up to this number are paid, or were nothing.
  paid_through integer NOT NULL DEFAULT 0,
  CONSTRAINT distributions_pkey PRIMARY KEY (id),
  -- Once per period, whoever begins it.
  CONSTRAINT distributions_ends_at_key UNIQUE (ends_at),
  CONSTRAINT distributions_starts_at_key UNIQUE (starts_at),
  CONSTRAINT distributions_period_check CHECK (starts_at < ends_at),
  CONSTRAINT distributions_fixed_check
    CHECK (num_nulls(pool, distributed, remainder, total_weight, holders, swap_rewards, root) = CASE state WHEN 'settling' THEN 7 ELSE 0 END),
  CONSTRAINT distributions_closed_check CHECK ((state = 'closed') = (closed_at IS NOT NULL))
);
-- One at a time.
CREATE UNIQUE INDEX distributions_open_key ON distributions ((true)) WHERE state <> 'closed';
GRANT SELECT ON distributions TO tern_api;
GRANT SELECT, INSERT, UPDATE (state, pool, distributed, remainder, total_weight, holders, swap_rewards, root, closed_at,
  paid_through) ON distributions TO tern_worker;

-- Who got what of a distribution: the published list.
CREATE TABLE distribution_shares (
  distribution_id uuid NOT NULL,
  -- Place in the published list, from 1 without gaps.
  number integer NOT NULL,
  account_id bigint NOT NULL,
  person_id uuid NOT NULL,
  wallet_id uuid NOT NULL,
  -- What the list calls this wallet; made anew for every distribution, so that nobody is followed from one to the next.
  pseudonym uuid NOT NULL,
  -- Base units times microseconds.
  weight numeric NOT NULL CONSTRAINT distribution_shares_weight_check CHECK (weight >= 0),
  reward numeric(78, 0) NOT NULL CONSTRAINT distribution_shares_reward_check CHECK (reward >= 0),
  swap_reward numeric(78, 0) NOT NULL CONSTRAINT distribution_shares_swap_reward_check CHECK (swap_reward >= 0),
  journal_id bigint,
  CONSTRAINT distribution_shares_pkey PRIMARY KEY (distribution_id, number),
  CONSTRAINT distribution_shares_account_key UNIQUE (distribution_id, account_id)
) WITH (fillfactor = 45);
CREATE INDEX distribution_shares_person_idx ON distribution_shares (person_id, distribution_id);
CREATE INDEX distribution_shares_account_id_idx ON distribution_shares (account_id);
GRANT SELECT ON distribution_shares TO tern_api;
GRANT SELECT, INSERT, UPDATE (journal_id) ON distribution_shares TO tern_worker;

-- Hashes of the published tree above each 1,024 lines, so that a person's path is found without reading everybody's.
CREATE TABLE distribution_nodes (
  distribution_id uuid NOT NULL,
  index integer NOT NULL,
  hash bytea NOT NULL CONSTRAINT distribution_nodes_hash_check CHECK (length(hash) = 32),
  CONSTRAINT distribution_nodes_pkey PRIMARY KEY (distribution_id, index)
);
GRANT SELECT ON distribution_nodes TO tern_api;
GRANT SELECT, INSERT ON distribution_nodes TO tern_worker;

-- 0540_activities.sql
-- Activities: what people can take part in, what they hand in, what reviewers say of it, and what it pays.

CREATE TABLE activities (
  id uuid NOT NULL,
  -- draft: only operators see it · published: open between its dates · closed: nobody joins any more
  state text NOT NULL CONSTRAINT activities_state_check CHECK (state IN ('draft', 'published', 'closed')),
  -- By language, English always; title, summary, purpose and criteria of each.
  texts jsonb NOT NULL CONSTRAINT activities_texts_check CHECK (texts ? 'en'),
  -- The other service, by the name it gives itself, and whether the house has anything to do with it.
  platform text NOT NULL CONSTRAINT activities_platform_check CHECK (length(platform) BETWEEN 1 AND 60),
  affiliated boolean NOT NULL DEFAULT false,
  sample_name text CONSTRAINT activities_sample_name_check CHECK (sample_name ~ '^[0-9a-f]{32}\.webp$'),
  reward numeric(78, 0) NOT NULL CONSTRAINT activities_reward_check CHECK (reward > 0),
  places integer NOT NULL CONSTRAINT activities_places_check CHECK (places BETWEEN 1 AND 1000000),
  places_taken integer NOT NULL DEFAULT 0,
  opens_at timestamptz NOT NULL,
  closes_at timestamptz NOT NULL,
  review_hours integer NOT NULL CONSTRAINT activities_review_hours_check CHECK (review_hours BETWEEN 1 AND 720),
  picture_days integer NOT NULL CONSTRAINT activities_picture_days_check CHECK (picture_days BETWEEN 1 AND 365),
  -- Who last changed the draft: somebody else has to publish it. Null for the installation itself.
  changed_by uuid CONSTRAINT activities_changed_by_fkey REFERENCES operators,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Milliseconds, the precision of a cursor.
  published_at timestamptz(3),
  closed_at timestamptz,
  -- When what nobody can earn any more went back to the house.
  returned_at timestamptz,
  CONSTRAINT activities_pkey PRIMARY KEY (id),
  CONSTRAINT activities_period_check CHECK (opens_at < closes_at),
  CONSTRAINT activities_places_taken_check CHECK (places_taken BETWEEN 0 AND places),
  CONSTRAINT activities_published_check CHECK ((state = 'draft') = (published_at IS NULL)),
  CONSTRAINT activities_closed_check CHECK ((state = 'closed') = (closed_at IS NOT NULL))
);
CREATE INDEX activities_published_idx ON activities (published_at DESC, id DESC) WHERE state <> 'draft';
CREATE INDEX activities_unreturned_idx ON activities (closes_at) WHERE state <> 'draft' AND returned_at IS NULL;
GRANT SELECT, UPDATE (places_taken) ON activities TO tern_api;
GRANT SELECT, INSERT, UPDATE ON activities TO tern_worker;

-- Pictures people sent. The files are elsewhere, under these names; a row is written after its file and ends before it.
CREATE TABLE activity_pictures (
  name text NOT NULL CONSTRAINT activity_pictures_name_check CHECK (name ~ '^[0-9a-f]{32}\.webp$'),
  person_id uuid NOT NULL,
  -- Of the kept picture, so that another wrapping of the same pixels is the same.
  content_hash bytea NOT NULL CONSTRAINT activity_pictures_content_hash_check CHECK (length(content_hash) = 32),
  -- What it looks like: pictures that look alike differ in few bits.
  image_hash bit(256) NOT NULL,
  bytes integer NOT NULL CONSTRAINT activity_pictures_bytes_check CHECK (bytes > 0),
  uploaded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Whether it was handed in; what never was, goes after a day.
  used boolean NOT NULL DEFAULT false,
  delete_at timestamptz NOT NULL,
  deleted_at timestamptz,
  CONSTRAINT activity_pictures_pkey PRIMARY KEY (name)
);
CREATE INDEX activity_pictures_delete_at_idx ON activity_pictures (delete_at) WHERE deleted_at IS NULL;
CREATE INDEX activity_pictures_person_id_idx ON activity_pictures (person_id, uploaded_at) WHERE NOT used;
CREATE INDEX activity_pictures_content_hash_idx ON activity_pictures (content_hash);
GRANT SELECT, INSERT, UPDATE (used, delete_at) ON activity_pictures TO tern_api;
GRANT SELECT, UPDATE (delete_at, deleted_at), DELETE ON activity_pictures TO tern_worker;

-- One per person and activity.
CREATE TABLE participations (
  id uuid NOT NULL,
  activity_id uuid NOT NULL CONSTRAINT participations_activity_id_fkey REFERENCES activities,
  person_id uuid NOT NULL,
  state text NOT NULL CONSTRAINT participations_state_check
    CHECK (state IN ('under-review', 'approved', 'claimed', 'completed', 'failed')),
  -- Number of its last entry.
  entries integer NOT NULL CONSTRAINT participations_entries_check CHECK (entries > 0),
  -- Hash of the user ID that is taken by it; a refusal sets the ID free, for whoever it really belongs to.
  external_id_hash bytea,
  resubmit_until timestamptz,
  wallet_id uuid CONSTRAINT participations_wallet_id_fkey REFERENCES wallets,
  claimed_at timestamptz,
  record_id uuid,
  journal_id bigint,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT participations_pkey PRIMARY KEY (id),
  CONSTRAINT participations_person_key UNIQUE (activity_id, person_id),
  CONSTRAINT participations_external_id_key UNIQUE (external_id_hash),
  CONSTRAINT participations_claimed_check
    CHECK ((state IN ('claimed', 'completed')) = (wallet_id IS NOT NULL AND claimed_at IS NOT NULL)),
  CONSTRAINT participations_completed_check
    CHECK ((state = 'completed') = (record_id IS NOT NULL AND journal_id IS NOT NULL)),
  CONSTRAINT participations_failed_check CHECK ((state = 'failed') OR resubmit_until IS NULL)
);
CREATE INDEX participations_person_id_idx ON participations (person_id, created_at DESC, id DESC);
CREATE INDEX participations_claimed_idx ON participations (claimed_at) WHERE state = 'claimed';
GRANT SELECT, INSERT, UPDATE (state, entries, external_id_hash, resubmit_until, wallet_id, claimed_at, changed_at) ON
  participations TO tern_api;
GRANT SELECT, UPDATE ON participations TO tern_worker;

-- The states there are, and who may bring them about: the process people talk to can hand in and claim, never decide or pay.
CREATE FUNCTION guard_participation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before text := CASE TG_OP WHEN 'INSERT' THEN 'none' ELSE OLD.state END;
BEGIN
  IF before <> NEW.state AND (before, NEW.state) NOT IN (
    ('none', 'under-review'), ('under-review', 'approved'), ('under-review', 'failed'), ('failed', 'under-review'),
    ('approved', 'claimed'), ('claimed', 'completed')
  ) THEN
    RAISE EXCEPTION 'a participation does not go from % to %', before, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF session_user = 'tern_api' AND NEW.state NOT IN ('under-review', 'claimed') THEN
    RAISE EXCEPTION 'only reviewers and the worker decide and pay' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guard_participation BEFORE INSERT OR UPDATE ON participations
  FOR EACH ROW EXECUTE FUNCTION guard_participation();

-- What was handed in, and what a reviewer said of it; all of it stays.
CREATE TABLE activity_entries (
  id uuid NOT NULL,
  participation_id uuid NOT NULL CONSTRAINT activity_entries_participation_id_fkey REFERENCES participations,
  number integer NOT NULL,
  -- As the person sees it, in the one form that counts, and as it looks to a careless eye.
  external_id text NOT NULL,
  external_id_key text NOT NULL,
  external_id_skeleton text NOT NULL,
  picture_name text NOT NULL CONSTRAINT activity_entries_picture_name_fkey REFERENCES activity_pictures,
  submitted_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- By when an answer was promised, and when somebody was alarmed that there was none.
  due_at timestamptz(3) NOT NULL,
  escalated_at timestamptz,
  decision text CONSTRAINT activity_entries_decision_check CHECK (decision IN ('approved', 'rejected')),
  reason text CONSTRAINT activity_entries_reason_check CHECK (reason IN (
    'unreadable', 'user-id-differs', 'not-this-activity', 'criteria-not-met', 'edited', 'duplicate', 'other')),
  reason_text text CONSTRAINT activity_entries_reason_text_check CHECK (length(reason_text) BETWEEN 1 AND 300),
  decided_by uuid CONSTRAINT activity_entries_decided_by_fkey REFERENCES operators,
  decided_at timestamptz,
  CONSTRAINT activity_entries_pkey PRIMARY KEY (id),
  CONSTRAINT activity_entries_number_key UNIQUE (participation_id, number),
  CONSTRAINT activity_entries_decided_check CHECK (num_nulls(decision, decided_by, decided_at) IN (0, 3)),
  CONSTRAINT activity_entries_rejected_check CHECK ((decision IS NOT DISTINCT FROM 'rejected') = (reason IS NOT NULL)),
  CONSTRAINT activity_entries_other_check CHECK (reason <> 'other' OR reason_text IS NOT NULL)
);
CREATE INDEX activity_entries_waiting_idx ON activity_entries (due_at, id) WHERE decision IS NULL;
CREATE INDEX activity_entries_skeleton_idx ON activity_entries (external_id_skeleton);
CREATE INDEX activity_entries_picture_name_idx ON activity_entries (picture_name);
GRANT SELECT, INSERT (id, participation_id, number, external_id, external_id_key, external_id_skeleton, picture_name, due_at) ON
  activity_entries TO tern_api;
GRANT SELECT, UPDATE (external_id, external_id_key, external_id_skeleton, escalated_at, decision, reason, reason_text, decided_by,
  decided_at) ON activity_entries TO tern_worker;

-- Pictures that count as handed in, whoever did it. The hash stays when the picture is deleted.
CREATE TABLE used_pictures (
  content_hash bytea NOT NULL,
  participation_id uuid NOT NULL CONSTRAINT used_pictures_participation_id_fkey REFERENCES participations,
  CONSTRAINT used_pictures_pkey PRIMARY KEY (content_hash)
);
GRANT SELECT, INSERT ON used_pictures TO tern_api;
GRANT SELECT ON used_pictures TO tern_worker;

-- 0600_treasury.sql
-- The house's own transactions: sweeps of deposit addresses, what they need, staking, cold storage, returns. And the reserves.

-- One transaction of the house on chain. The order is stored before the signer sees it, the signed bytes before a node
-- sees them. A row is one signature: what failed or was never included gets a new row, and the indexes below let there
-- be a new one only when the old one has ended.
CREATE TABLE treasury_orders (
  id uuid NOT NULL,
  kind text NOT NULL CONSTRAINT treasury_orders_kind_check CHECK (kind IN ('sweep', 'top-up', 'delegate', 'undelegate', 'stake', 'unstake',
    'withdraw-unstaked', 'fund', 'cold', 'return', 'restrict')),
  asset_id text NOT NULL,
  -- Base units; for staking and delegation the TRX staked, in sun.
  amount numeric(78, 0) NOT NULL CONSTRAINT treasury_orders_amount_check CHECK (amount > 0 OR kind = 'withdraw-unstaked' AND amount = 0),
  -- The deposit address it is about, and its place in the signer's tree.
  address text,
  address_index integer,
  state text NOT NULL CONSTRAINT treasury_orders_state_check
    CHECK (state IN ('proposed', 'ready', 'signed', 'done', 'rejected', 'dropped', 'failed', 'expired')),
  -- Exactly what the signer is asked, so that asking again is the same question.
  signing_order jsonb,
  raw_hex text,
  signature_hex text,
  tx_id text CONSTRAINT treasury_orders_tx_id_check CHECK (tx_id ~ '^[0-9a-f]{64}$'),
  -- Most sun it can burn beside the amount.
  cost_max_sun numeric(78, 0) NOT NULL DEFAULT 0,
  -- What a node answered last; nothing reads it to decide.
  last_answer text,
  block_number bigint,
  result text,
  fee_sun numeric(78, 0),
  -- Of a loan of energy: whether it has come back.
  taken_back boolean NOT NULL DEFAULT false,
  -- What shows that it can never be included: the solidified blocks read on each node.
  death_proof jsonb,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  -- When to look again, by database time. Whoever looks puts it off first, so that no two look at once.
  due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  broadcast_due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Why it is not signed yet; ends by itself.
  waiting_for text,
  -- What an operator has to look at; the worker leaves it alone until it is cleared.
  attention text,
  -- A return is a payment of the hot wallet among the house's orders: the only kind that names a receiver. The signer knows
  -- it by a name made of the arrival itself, so that no restored database has it paid under another one.
  to_address text,
  signer_order_id text,
  attempt integer NOT NULL DEFAULT 1 CONSTRAINT treasury_orders_attempt_check CHECK (attempt >= 1),
  -- Lost with this database and given back by the signer, signed already; nobody's word about it was kept.
  adopted boolean NOT NULL DEFAULT false,
  -- Of `restrict`: which account of the house is given to owners whose keys lie elsewhere.
  account text,
  CONSTRAINT treasury_orders_pkey PRIMARY KEY (id),
  CONSTRAINT treasury_orders_tx_id_key UNIQUE (tx_id),
  CONSTRAINT treasury_orders_address_check
    CHECK (num_nulls(address, address_index) = CASE WHEN kind IN ('sweep', 'top-up', 'delegate', 'undelegate') THEN 0 ELSE 2 END),
  CONSTRAINT treasury_orders_proposed_check
    CHECK (kind IN ('cold', 'unstake', 'restrict') OR state NOT IN ('proposed', 'rejected')),
  CONSTRAINT treasury_orders_signed_check CHECK (
    (tx_id IS NULL) = (raw_hex IS NULL) AND (tx_id IS NULL) = (signature_hex IS NULL)
    AND (tx_id IS NOT NULL) = (state IN ('signed', 'done', 'failed', 'expired'))),
  CONSTRAINT treasury_orders_ended_check CHECK ((state IN ('proposed', 'ready', 'signed')) = (ended_at IS NULL)),
  CONSTRAINT treasury_orders_result_check
    CHECK ((state IN ('done', 'failed')) = (result IS NOT NULL AND fee_sun IS NOT NULL)),
  CONSTRAINT treasury_orders_return_check
    CHECK (num_nulls(to_address, signer_order_id) = CASE kind WHEN 'return' THEN 0 ELSE 2 END AND (kind = 'return' OR attempt = 1)),
  CONSTRAINT treasury_orders_death_proof_check
    CHECK ((state = 'expired' OR state = 'failed' AND kind = 'return') = (death_proof IS NOT NULL)),
  CONSTRAINT treasury_orders_adopted_check CHECK (NOT adopted OR tx_id IS NOT NULL),
  CONSTRAINT treasury_orders_account_check
    CHECK (CASE kind WHEN 'restrict' THEN coalesce(account IN ('hot', 'fee'), false) ELSE account IS NULL END)
);
-- An address has one transaction under way at most, so no second one is signed while a first may still be included.
-- Several of one address may come back from the signer at once; nothing new is planned for it until all of them have ended.
CREATE UNIQUE INDEX treasury_orders_address_open_key ON treasury_orders (address)
  WHERE address IS NOT NULL AND state IN ('ready', 'signed') AND NOT adopted;
CREATE UNIQUE INDEX treasury_orders_house_open_key ON treasury_orders (kind, asset_id)
  WHERE address IS NULL AND kind <> 'return' AND state IN ('proposed', 'ready', 'signed') AND NOT adopted;
CREATE INDEX treasury_orders_due_idx ON treasury_orders (due_at) WHERE state IN ('ready', 'signed');
CREATE INDEX treasury_orders_changed_at_idx ON treasury_orders (changed_at);
CREATE INDEX treasury_orders_loans_idx ON treasury_orders (ended_at) WHERE kind = 'delegate' AND state = 'done' AND NOT taken_back;
CREATE INDEX treasury_orders_address_idx ON treasury_orders (address, created_at) WHERE address IS NOT NULL;
CREATE UNIQUE INDEX treasury_orders_return_key ON treasury_orders (signer_order_id)
  WHERE kind = 'return' AND state IN ('ready', 'signed', 'done');
CREATE UNIQUE INDEX treasury_orders_attempt_key ON treasury_orders (signer_order_id, attempt)
  WHERE kind = 'return' AND tx_id IS NOT NULL;
GRANT SELECT ON treasury_orders TO tern_api;
GRANT SELECT, INSERT, UPDATE (state, signing_order, raw_hex, signature_hex, tx_id, cost_max_sun, last_answer, block_number,
  result, fee_sun, taken_back, death_proof, changed_at, ended_at, due_at, broadcast_due_at, waiting_for, attention, adopted)
  ON treasury_orders TO tern_worker;

-- What was signed stays for ever.
CREATE FUNCTION treasury_orders_refuse_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'order % is history', OLD.id USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER treasury_orders_history BEFORE DELETE ON treasury_orders
  FOR EACH ROW EXECUTE FUNCTION treasury_orders_refuse_delete();

-- Nothing goes to cold storage on the word of one person, whatever the code above does.
CREATE FUNCTION treasury_orders_check_approvals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM treasury_reviews WHERE order_id = NEW.id AND decision = 'approve') < 2 THEN
    RAISE EXCEPTION 'order % lacks approvals', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'treasury_orders_approvals_check';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER treasury_orders_approvals BEFORE INSERT OR UPDATE OF state ON treasury_orders
  FOR EACH ROW WHEN (NEW.kind IN ('cold', 'unstake', 'restrict') AND NEW.state IN ('ready', 'signed', 'done') AND NOT NEW.adopted)
  EXECUTE FUNCTION treasury_orders_check_approvals();

-- A return is signed for an arrival that two operators gave back, and for nothing else.
CREATE FUNCTION treasury_orders_check_return() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM suspense_returns WHERE order_id = NEW.id AND to_address = NEW.to_address) THEN
    RAISE EXCEPTION 'order % returns nothing', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'treasury_orders_returns_check';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER treasury_orders_returns BEFORE UPDATE OF state ON treasury_orders
  FOR EACH ROW WHEN (NEW.kind = 'return' AND NEW.state IN ('signed', 'done') AND NOT NEW.adopted)
  EXECUTE FUNCTION treasury_orders_check_return();

-- One decision of one operator about one order to cold storage.
CREATE TABLE treasury_reviews (
  order_id uuid NOT NULL CONSTRAINT treasury_reviews_order_id_fkey REFERENCES treasury_orders,
  operator_id uuid NOT NULL CONSTRAINT treasury_reviews_operator_id_fkey REFERENCES operators,
  decision text NOT NULL CONSTRAINT treasury_reviews_decision_check CHECK (decision IN ('approve', 'reject')),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT treasury_reviews_pkey PRIMARY KEY (order_id, operator_id)
);
GRANT SELECT, INSERT ON treasury_reviews TO tern_worker;

-- Which order pays which arrival back.
CREATE TABLE suspense_returns (
  order_id uuid CONSTRAINT suspense_returns_pkey PRIMARY KEY
    CONSTRAINT suspense_returns_order_fkey REFERENCES treasury_orders (id),
  deposit_id uuid NOT NULL CONSTRAINT suspense_returns_deposit_fkey REFERENCES deposits (id),
  to_address text NOT NULL,
  -- Null while it is under way.
  outcome text CONSTRAINT suspense_returns_outcome_check CHECK (outcome IN ('returned', 'not-returned')),
  ordered_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  CONSTRAINT suspense_returns_ended_check CHECK ((outcome IS NULL) = (ended_at IS NULL))
);
CREATE UNIQUE INDEX suspense_returns_deposit_key ON suspense_returns (deposit_id)
  WHERE outcome IS DISTINCT FROM 'not-returned';
GRANT SELECT ON suspense_returns TO tern_api;
GRANT SELECT, INSERT, UPDATE (outcome, ended_at) ON suspense_returns TO tern_worker;

-- Whatever the code above does: no return on the word of one person, and none of money that has found its owner.
CREATE FUNCTION suspense_returns_check() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM quarantine_votes WHERE subject = 'deposit:' || NEW.deposit_id
        AND decision = 'return:' || NEW.to_address) < 2 THEN
    RAISE EXCEPTION 'the return of deposit % lacks votes', NEW.deposit_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'suspense_returns_votes_check';
  END IF;
  IF EXISTS (SELECT FROM suspense_resolutions WHERE deposit_id = NEW.deposit_id) THEN
    RAISE EXCEPTION 'deposit % is settled', NEW.deposit_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'suspense_returns_settled_check';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER suspense_returns_votes BEFORE INSERT ON suspense_returns
  FOR EACH ROW WHEN (NEW.outcome IS NULL) EXECUTE FUNCTION suspense_returns_check();

-- What lies on each deposit address by the books: the ledger's custody account taken apart by address, up to the
-- transfer that the cursor names.
CREATE TABLE treasury_holdings (
  address text NOT NULL,
  asset_id text NOT NULL,
  amount numeric(78, 0) NOT NULL,
  -- When it was last thought about, and when the chain was last asked what is there.
  inspected_at timestamptz,
  checked_at timestamptz,
  CONSTRAINT treasury_holdings_pkey PRIMARY KEY (address, asset_id)
);
CREATE INDEX treasury_holdings_amount_idx ON treasury_holdings (asset_id, amount DESC);
CREATE INDEX treasury_holdings_checked_at_idx ON treasury_holdings (checked_at NULLS FIRST) WHERE amount <> 0;
GRANT SELECT, INSERT, UPDATE ON treasury_holdings TO tern_worker;

CREATE TABLE treasury_holdings_cursors (
  asset_id text NOT NULL,
  transfer_id bigint NOT NULL,
  CONSTRAINT treasury_holdings_cursors_pkey PRIMARY KEY (asset_id)
);
GRANT SELECT, INSERT, UPDATE ON treasury_holdings_cursors TO tern_worker;

-- The newest comparison of each place with the chain.
CREATE TABLE reserve_samples (
  place text NOT NULL CONSTRAINT reserve_samples_place_check CHECK (place IN ('hot', 'energy', 'cold', 'deposit')),
  asset_id text NOT NULL,
  -- Both for the whole place; of deposit addresses, the ones compared in that round.
  books numeric(78, 0) NOT NULL,
  chain numeric(78, 0) NOT NULL,
  block_number bigint NOT NULL,
  block_id text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT reserve_samples_pkey PRIMARY KEY (place, asset_id)
);
GRANT SELECT ON reserve_samples TO tern_api;
GRANT SELECT, INSERT, UPDATE ON reserve_samples TO tern_worker;

-- Less on chain than in the books, or than what is owed. While one is open, nothing of this asset is given away.
CREATE TABLE reserve_gaps (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT reserve_gaps_pkey PRIMARY KEY,
  asset_id text NOT NULL,
  -- The place, for deposit addresses with the address; `liabilities` where all places together cover too little.
  subject text NOT NULL,
  missing numeric(78, 0) NOT NULL CONSTRAINT reserve_gaps_missing_check CHECK (missing > 0),
  block_number bigint NOT NULL,
  opened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  closed_at timestamptz
);
CREATE UNIQUE INDEX reserve_gaps_open_key ON reserve_gaps (asset_id, subject) WHERE closed_at IS NULL;
GRANT SELECT ON reserve_gaps TO tern_api;
GRANT SELECT, INSERT, UPDATE (missing, block_number, closed_at) ON reserve_gaps TO tern_worker;

-- 0610_watch.sql
-- The watch over the books and over the service: when they were looked at, and what was found.

-- One row. A look is one worker's for a while, by database time.
CREATE TABLE book_inspections (
  singleton boolean NOT NULL DEFAULT true CONSTRAINT book_inspections_pkey PRIMARY KEY CONSTRAINT book_inspections_singleton_check CHECK (singleton),
  claimed_until timestamptz,
  -- When the last finished look began, and the last that read everything.
  inspected_at timestamptz,
  full_at timestamptz
);
GRANT SELECT ON book_inspections TO tern_api;
GRANT SELECT, UPDATE ON book_inspections TO tern_worker;
INSERT INTO book_inspections DEFAULT VALUES;

-- What contradicts the invariants. Stays until a look at everything no longer finds it.
CREATE TABLE book_alarms (
  invariant text NOT NULL CONSTRAINT book_alarms_invariant_check CHECK (invariant ~ '^I[0-9]{2}$'),
  finding text NOT NULL,
  found_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT book_alarms_pkey PRIMARY KEY (invariant, finding)
);
-- The finding names people's things: the public learns which invariant and since when.
GRANT SELECT (invariant, found_at) ON book_alarms TO tern_api;
GRANT SELECT, INSERT, DELETE ON book_alarms TO tern_worker;

-- One row: when the worker last looked. Where that is long ago, nothing is being processed.
CREATE TABLE service_inspections (
  singleton boolean NOT NULL DEFAULT true CONSTRAINT service_inspections_pkey PRIMARY KEY
    CONSTRAINT service_inspections_singleton_check CHECK (singleton),
  inspected_at timestamptz
);
GRANT SELECT ON service_inspections TO tern_api;
GRANT SELECT, UPDATE ON service_inspections TO tern_worker;
INSERT INTO service_inspections DEFAULT VALUES;

-- What was wrong with the service and for how long: opened and ended by the worker from what it finds, read by everybody.
CREATE TABLE service_incidents (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT service_incidents_pkey PRIMARY KEY,
  kind text NOT NULL CONSTRAINT service_incidents_kind_check CHECK (kind IN (
    'flow-stopped', 'reserve-gap', 'chain-stalled', 'deposits-late', 'payouts-late', 'sending-paused', 'books-broken',
    'processing-stopped')),
  -- The flow or the asset it is about; empty where it is about everything.
  subject text NOT NULL,
  -- Of a gap, in base units: the most that was missing.
  missing numeric(78, 0) CONSTRAINT service_incidents_missing_check CHECK (missing > 0),
  began_at timestamptz NOT NULL,
  ended_at timestamptz,
  CONSTRAINT service_incidents_ended_check CHECK (ended_at >= began_at)
);
CREATE UNIQUE INDEX service_incidents_open_key ON service_incidents (kind, subject) WHERE ended_at IS NULL;
CREATE INDEX service_incidents_ended_at_idx ON service_incidents (ended_at) WHERE ended_at IS NOT NULL;
GRANT SELECT ON service_incidents TO tern_api;
GRANT SELECT, INSERT, UPDATE (missing, ended_at) ON service_incidents TO tern_worker;

-- 0790_decisions_are_the_consoles.sql
-- Rows that carry an operator's decision are written by the console's role alone, and by nobody without that operator's row in
-- the log: whoever takes the worker or the api over decides nothing in an operator's name.

-- Written before there were operators; now it names one, as everything that a test looks for does.
ALTER TABLE factor_reset_decisions
  ADD CONSTRAINT factor_reset_decisions_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators;

REVOKE INSERT, UPDATE, DELETE ON withdrawal_reviews, withdrawal_receipt_decisions, treasury_reviews, quarantine_votes,
  factor_reset_decisions, flow_stops, account_freezes, operator_accounts, house_changes, announcements, terms, activities
  FROM tern_worker;
REVOKE UPDATE (decision, reason, reason_text, decided_by, decided_at) ON activity_entries FROM tern_worker;
REVOKE UPDATE (answer, answered_at, answered_by) ON complaints FROM tern_worker;
REVOKE INSERT ON complaints FROM tern_api;

-- What the worker does by itself: it takes votes away that a payment has used up, tells people what was released, and gives
-- back what an activity did not pay.
GRANT DELETE ON quarantine_votes TO tern_worker;
GRANT UPDATE (state, told_until, told) ON announcements TO tern_worker;
GRANT UPDATE (returned_at) ON activities TO tern_worker;
GRANT INSERT (id, person_id, key, subject, body, record_id, due_at) ON complaints TO tern_api;

GRANT INSERT ON withdrawal_reviews, withdrawal_receipt_decisions, treasury_reviews, quarantine_votes, factor_reset_decisions,
  flow_stops, account_freezes, operator_accounts, house_changes, announcements, activities TO tern_console;
GRANT UPDATE (decision, reason, at) ON withdrawal_receipt_decisions TO tern_console;
GRANT DELETE ON flow_stops TO tern_console;
GRANT UPDATE (lifted_at) ON account_freezes TO tern_console;
GRANT UPDATE (state, decided_by, decided_at) ON house_changes TO tern_console;
GRANT UPDATE (released_by) ON announcements TO tern_console;
GRANT INSERT (content, effective_at, change_id, decided_by) ON terms TO tern_console;
GRANT UPDATE (state, texts, platform, affiliated, sample_name, reward, places, places_taken, opens_at, closes_at, review_hours,
  picture_days, changed_by, published_at, closed_at) ON activities TO tern_console;
GRANT UPDATE (decision, reason, reason_text, decided_by, decided_at) ON activity_entries TO tern_console;
GRANT UPDATE (answer, answered_at, answered_by) ON complaints TO tern_console;

-- Refuses a row that no row of the log, written in the same transaction, speaks for. Its arguments: the column that names the
-- operator, empty where any operator may have done it; the column that the log's subject is; the kinds of the log that count.
-- Looked at when the transaction ends, so that either may be written first.
CREATE FUNCTION check_operator_logged() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_row jsonb := CASE TG_OP WHEN 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
  -- Votes name the kind of their subject before it.
  v_subject text := regexp_replace(v_row ->> TG_ARGV[1], '^[a-z]+:', '');
BEGIN
  IF NOT EXISTS (
    SELECT FROM operator_actions
     WHERE subject = v_subject AND kind ~ ('^(' || TG_ARGV[2] || ')$') AND xmin = pg_current_xact_id()::xid
       AND at >= transaction_timestamp()
       AND (TG_ARGV[0] = '' OR operator_id = (v_row ->> TG_ARGV[0])::uuid)
  ) THEN
    RAISE EXCEPTION 'a decision about % in % is without a row in the operators'' log', v_subject, TG_TABLE_NAME
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION check_operator_logged() FROM PUBLIC;

CREATE CONSTRAINT TRIGGER withdrawal_reviews_are_logged AFTER INSERT OR UPDATE ON withdrawal_reviews
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION check_operator_logged('operator_id', 'withdrawal_id', 'withdrawal-approved|withdrawal-rejected');
CREATE CONSTRAINT TRIGGER withdrawal_receipt_decisions_are_logged AFTER INSERT OR UPDATE ON withdrawal_receipt_decisions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION check_operator_logged('operator_id', 'withdrawal_id', 'unexpected-receipt-settled|unexpected-receipt-returned');
CREATE CONSTRAINT TRIGGER treasury_reviews_are_logged AFTER INSERT OR UPDATE ON treasury_reviews
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION check_operator_logged('operator_id', 'order_id', 'cold-order-approved|cold-order-rejected|treasury-order-proposed');
CREATE CONSTRAINT TRIGGER quarantine_votes_are_logged AFTER INSERT OR UPDATE ON quarantine_votes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION check_operator_logged('operator_id', 'subject',
    'suspense-assigned|suspense-to-house|suspense-returned|surplus-to-house|token-thawed');
CREATE CONSTRAINT TRIGGER factor_reset_decisions_are_logged AFTER INSERT OR UPDATE ON factor_reset_decisions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION check_operator_logged('operator_id', 'reset_id', 'reset-approved|reset-refused');

CREATE CONSTRAINT TRIGGER flow_stops_are_logged AFTER INSERT OR UPDATE ON flow_stops
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION check_operator_logged('stopped_by', 'flow', 'flow-stopped');
CREATE CONSTRAINT TRIGGER flow_starts_are_logged AFTER DELETE ON flow_stops
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_operator_logged('', 'flow', 'flow-started');

-- Lifted ones have their own, since 0730.
CREATE CONSTRAINT TRIGGER account_freezes_are_logged AFTER INSERT OR UPDATE OF person_id, frozen_by ON account_freezes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION check_operator_logged('frozen_by', 'person_id', 'person-frozen');
CREATE CONSTRAINT TRIGGER operator_accounts_are_logged AFTER INSERT OR UPDATE ON operator_accounts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION check_operator_logged('operator_id', 'person_id', 'account-declared');

CREATE CONSTRAINT TRIGGER house_changes_proposed_are_logged
  AFTER INSERT OR UPDATE OF id, content, note, proposed_by ON house_changes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION check_operator_logged('proposed_by', 'id', 'change-proposed');
CREATE CONSTRAINT TRIGGER house_changes_decided_are_logged AFTER INSERT OR UPDATE ON house_changes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.decided_by IS NOT NULL OR NEW.state <> 'proposed')
  EXECUTE FUNCTION check_operator_logged('decided_by', 'id', 'change-carried-out|change-withdrawn');
CREATE CONSTRAINT TRIGGER terms_are_logged AFTER INSERT ON terms
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.decided_by IS NOT NULL)
  EXECUTE FUNCTION check_operator_logged('decided_by', 'change_id', 'change-carried-out');

CREATE CONSTRAINT TRIGGER announcements_written_are_logged
  AFTER INSERT OR UPDATE OF id, texts, person_ids, send_at, written_by ON announcements
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION check_operator_logged('written_by', 'id', 'announcement-written');
CREATE CONSTRAINT TRIGGER announcements_born_released_are_logged AFTER INSERT ON announcements
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.released_by IS NOT NULL OR NEW.state <> 'draft')
  EXECUTE FUNCTION check_operator_logged('released_by', 'id', 'announcement-released');
-- From a released one to a sent one the worker goes by itself.
CREATE CONSTRAINT TRIGGER announcements_released_are_logged AFTER UPDATE ON announcements
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
    OLD.released_by IS DISTINCT FROM NEW.released_by
    OR OLD.state <> NEW.state AND NEW.state <> 'withdrawn' AND NOT (OLD.state = 'released' AND NEW.state = 'sent'))
  EXECUTE FUNCTION check_operator_logged('released_by', 'id', 'announcement-released');
CREATE CONSTRAINT TRIGGER announcements_withdrawn_are_logged AFTER UPDATE ON announcements
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.state <> NEW.state AND NEW.state = 'withdrawn')
  EXECUTE FUNCTION check_operator_logged('', 'id', 'announcement-withdrawn');

-- The one that an installation publishes at its first start names nobody.
CREATE CONSTRAINT TRIGGER activities_drafted_are_logged
  AFTER INSERT OR UPDATE OF texts, platform, affiliated, sample_name, reward, places, opens_at, closes_at, review_hours,
    picture_days, changed_by ON activities
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.changed_by IS NOT NULL)
  EXECUTE FUNCTION check_operator_logged('changed_by', 'id', 'activity-drafted|activity-changed');
CREATE CONSTRAINT TRIGGER activities_published_are_logged AFTER UPDATE ON activities
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND NEW.state = 'published' AND NEW.changed_by IS NOT NULL)
  EXECUTE FUNCTION check_operator_logged('', 'id', 'activity-published');
CREATE CONSTRAINT TRIGGER activities_closed_are_logged AFTER UPDATE ON activities
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.state <> NEW.state AND NEW.state = 'closed')
  EXECUTE FUNCTION check_operator_logged('', 'id', 'activity-closed');
CREATE CONSTRAINT TRIGGER activity_entries_decided_are_logged
  AFTER INSERT OR UPDATE OF decision, reason, reason_text, decided_by, decided_at ON activity_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.decided_by IS NOT NULL)
  EXECUTE FUNCTION check_operator_logged('decided_by', 'id', 'entry-approved|entry-rejected');

CREATE CONSTRAINT TRIGGER complaints_answered_are_logged
  AFTER INSERT OR UPDATE OF answer, answered_at, answered_by ON complaints
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.answered_by IS NOT NULL)
  EXECUTE FUNCTION check_operator_logged('answered_by', 'id', 'complaint-answered');

-- An approval counts where the log has it too. Asked of the owner's rights: who moves a withdrawal need not read the log.
CREATE OR REPLACE FUNCTION withdrawals_check_approvals() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.approvals_needed > 0 AND NEW.approvals_needed > (
    SELECT count(DISTINCT r.operator_id) FROM withdrawal_reviews r
      JOIN operator_actions a
        ON a.subject = r.withdrawal_id::text AND a.operator_id = r.operator_id AND a.kind = 'withdrawal-approved'
     WHERE r.withdrawal_id = NEW.id AND r.decision = 'approve'
  ) THEN
    RAISE EXCEPTION 'withdrawal % lacks approvals', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'withdrawals_approvals_check';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE FUNCTION treasury_orders_check_approvals() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF 2 > (
    SELECT count(DISTINCT r.operator_id) FROM treasury_reviews r
      -- Whoever proposes an order approves it by that.
      JOIN operator_actions a ON a.subject = r.order_id::text AND a.operator_id = r.operator_id
        AND a.kind IN ('cold-order-approved', 'treasury-order-proposed')
     WHERE r.order_id = NEW.id AND r.decision = 'approve'
  ) THEN
    RAISE EXCEPTION 'order % lacks approvals', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'treasury_orders_approvals_check';
  END IF;
  RETURN NEW;
END $$;

-- 0791_break_glass_is_inherited.sql
-- Who came in by break-glass decides about no money for three days, and neither does anybody they let in: an invited operator
-- waits as long as whoever proposed and whoever approved them. Until then they invite and change nothing about other operators.

CREATE FUNCTION awaits_money(p_operator_id uuid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM operators WHERE id = p_operator_id AND decides_money_from > clock_timestamp())
$$;

-- As since 0741, but for what an operator may not do who awaits the money.
CREATE OR REPLACE FUNCTION propose_operator_change(p_id uuid, p_by uuid, p_content jsonb, p_code_hash bytea, p_scope jsonb) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_kind text := p_content ->> 'kind';
  v_name text := p_content ->> 'name';
  v_role text := p_content ->> 'role';
  v_obstacle text;
BEGIN
  LOCK TABLE operators IN SHARE ROW EXCLUSIVE MODE;
  IF NOT has_signed(p_by, 'operators.propose', p_content, p_scope) OR NOT is_administrator(p_by) THEN
    RAISE EXCEPTION 'no administrator has signed this proposal' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF EXISTS (SELECT FROM operators WHERE id = p_by AND name = v_name) THEN RETURN 'about-yourself'; END IF;
  IF v_kind <> 'invite' AND awaits_money(p_by) THEN RETURN 'only-invites-yet'; END IF;
  v_obstacle := operator_change_obstacle(v_kind, v_name, v_role);
  IF v_obstacle IS NOT NULL THEN RETURN v_obstacle; END IF;
  IF EXISTS (SELECT FROM operator_changes WHERE name = v_name AND state = 'proposed') THEN RETURN 'already-proposed'; END IF;
  INSERT INTO operator_changes (id, kind, name, role, note, code_hash, proposed_by)
  VALUES (p_id, v_kind, v_name, v_role, p_content ->> 'note', p_code_hash, p_by);
  INSERT INTO operator_actions (operator_id, kind, subject, details)
  VALUES (p_by, 'operator-change-proposed', p_id::text, p_content || p_scope);
  RETURN 'proposed';
END $$;

CREATE OR REPLACE FUNCTION decide_operator_change(
  p_by uuid, p_content jsonb, p_token_hash bytea, p_expires_at timestamptz, p_scope jsonb
) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_change operator_changes;
  v_subject operators;
  v_proposer text;
  v_obstacle text;
  v_details jsonb;
BEGIN
  LOCK TABLE operators IN SHARE ROW EXCLUSIVE MODE;
  IF NOT has_signed(p_by, 'operators.decideChange', p_content, p_scope) OR NOT is_administrator(p_by) THEN
    RAISE EXCEPTION 'no administrator has signed this decision' USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT * INTO v_change FROM operator_changes WHERE id = (p_content ->> 'id')::uuid AND state = 'proposed';
  IF v_change.id IS NULL THEN RETURN 'not-proposed'; END IF;
  SELECT name INTO v_proposer FROM operators WHERE id = v_change.proposed_by;
  v_details := jsonb_strip_nulls(jsonb_build_object('change', v_change.id, 'name', v_change.name, 'role', v_change.role,
    'proposedBy', v_proposer, 'note', v_change.note)) || p_scope;

  IF p_content ->> 'decision' = 'withdraw' THEN
    UPDATE operator_changes SET state = 'withdrawn', decided_by = p_by, decided_at = clock_timestamp()
     WHERE id = v_change.id;
    INSERT INTO operator_actions (operator_id, kind, subject, details)
    VALUES (p_by, 'operator-change-withdrawn', v_change.id::text, v_details);
    RETURN 'withdrawn';
  END IF;

  IF v_change.proposed_by = p_by THEN RETURN 'proposed-by-you'; END IF;
  IF EXISTS (SELECT FROM operators WHERE id = p_by AND name = v_change.name) THEN RETURN 'about-yourself'; END IF;
  IF NOT is_administrator(v_change.proposed_by) THEN RETURN 'proposer-gone'; END IF;
  IF v_change.kind <> 'invite' AND (awaits_money(p_by) OR awaits_money(v_change.proposed_by)) THEN
    RETURN 'only-invites-yet';
  END IF;
  IF v_change.proposed_at < clock_timestamp() - interval '7 days' THEN RETURN 'proposal-too-old'; END IF;
  v_obstacle := operator_change_obstacle(v_change.kind, v_change.name, v_change.role);
  IF v_obstacle IS NOT NULL THEN RETURN v_obstacle; END IF;

  UPDATE operator_changes SET state = 'done', decided_by = p_by, decided_at = clock_timestamp()
   WHERE id = v_change.id;
  IF v_change.kind = 'invite' THEN
    INSERT INTO operators (id, name, role) VALUES (gen_random_uuid(), v_change.name, v_change.role)
    ON CONFLICT ON CONSTRAINT operators_name_key DO UPDATE SET role = excluded.role;
  END IF;
  SELECT * INTO v_subject FROM operators WHERE name = v_change.name;
  CASE v_change.kind
    WHEN 'invite' THEN
      UPDATE operator_invitations SET closed_at = clock_timestamp() WHERE operator_id = v_subject.id AND closed_at IS NULL;
      INSERT INTO operator_invitations (token_hash, operator_id, expires_at, code_hash)
      VALUES (p_token_hash, v_subject.id, p_expires_at, v_change.code_hash);
    WHEN 'role' THEN
      v_details := v_details || jsonb_build_object('from', v_subject.role);
      UPDATE operators SET role = v_change.role WHERE id = v_subject.id;
    WHEN 'disable' THEN
      UPDATE operators SET disabled_at = clock_timestamp() WHERE id = v_subject.id;
      UPDATE operator_invitations SET closed_at = clock_timestamp() WHERE operator_id = v_subject.id AND closed_at IS NULL;
      UPDATE console_sessions SET ended_at = clock_timestamp(), end_reason = 'disabled'
       WHERE operator_id = v_subject.id AND ended_at IS NULL;
    WHEN 'enable' THEN
      UPDATE operators SET disabled_at = NULL WHERE id = v_subject.id;
  END CASE;
  -- Nobody is let in, let back in or raised to more than those who did it may do themselves.
  IF v_change.kind <> 'disable' THEN
    UPDATE operators SET decides_money_from = greatest(decides_money_from, (
        SELECT max(decides_money_from) FROM operators WHERE id IN (p_by, v_change.proposed_by)))
     WHERE id = v_subject.id;
  END IF;
  INSERT INTO operator_actions (operator_id, kind, subject, details)
  VALUES (p_by, CASE v_change.kind WHEN 'invite' THEN 'operator-invited' WHEN 'role' THEN 'operator-role-changed'
                                   WHEN 'disable' THEN 'operator-disabled' ELSE 'operator-enabled' END,
          v_subject.id::text, v_details);
  RETURN 'done';
END $$;

-- 0792_tokens_spend_and_means_are_logged.sql
-- Whoever can read the hash of a token or a code cannot spend it: what spends one is given the token itself. And every change of
-- what operators sign in with leaves its row in the log, written by the function that makes the change.

-- No role reads these hashes any more. The salts of custodians' codes stay readable: the key is derived outside.
REVOKE SELECT ON operator_invitations, operator_changes, operator_custodians FROM tern_console;
GRANT SELECT (operator_id, created_at, expires_at, closed_at) ON operator_invitations TO tern_console;
GRANT SELECT (id, kind, name, role, note, state, proposed_by, proposed_at, decided_by, decided_at) ON operator_changes
  TO tern_console;
GRANT SELECT (slot, name, salt, made_at) ON operator_custodians TO tern_console;

-- A custodian's code is made by a command on the console's machine, where nobody has signed in: its row names no author.
ALTER TABLE operator_actions ALTER COLUMN operator_id DROP NOT NULL;
ALTER TABLE operator_actions ADD CONSTRAINT operator_actions_author_check
  CHECK (operator_id IS NOT NULL OR kind = 'custodian-code-made');

-- What is kept of a token, or of a code in its one form.
CREATE FUNCTION secret_hash(p_secret text) RETURNS bytea
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT sha256(convert_to(p_secret, 'UTF8'))
$$;

-- Whom an open invitation is for, and whether the code belongs to it. No row where the token opens none.
CREATE FUNCTION find_operator_invitation(p_token text, p_code text, p_now timestamptz)
RETURNS TABLE (operator_id uuid, is_code_right boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT i.operator_id, i.code_hash IS NULL OR coalesce(i.code_hash = secret_hash(p_code), false)
    FROM operator_invitations i
   WHERE i.token_hash = secret_hash(p_token) AND i.closed_at IS NULL AND i.expires_at > p_now
$$;
GRANT EXECUTE ON FUNCTION find_operator_invitation TO tern_console;

DROP FUNCTION enrol_operator_passkey;
-- Uses an invitation up for a passkey. Returns `enrolled`, or why not. `p_details` stands in the row of the log.
CREATE FUNCTION enrol_operator_passkey(
  p_token text, p_code text, p_id uuid, p_credential_id bytea, p_public_key bytea, p_sign_count bigint, p_transports text[],
  p_details jsonb
) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_operator_id uuid;
  v_constraint text;
BEGIN
  UPDATE operator_invitations i SET closed_at = clock_timestamp()
    FROM operators o
   WHERE i.token_hash = secret_hash(p_token) AND i.closed_at IS NULL AND i.expires_at > clock_timestamp()
     AND (i.code_hash IS NULL OR i.code_hash = secret_hash(p_code))
     AND o.id = i.operator_id AND o.disabled_at IS NULL
  RETURNING i.operator_id INTO v_operator_id;
  IF v_operator_id IS NULL THEN RETURN 'over'; END IF;
  INSERT INTO operator_passkeys (id, operator_id, credential_id, public_key, sign_count, transports)
  VALUES (p_id, v_operator_id, p_credential_id, p_public_key, p_sign_count, p_transports);
  INSERT INTO operator_actions (operator_id, kind, subject, details)
  VALUES (v_operator_id, 'operator-passkey-added', p_id::text, p_details);
  RETURN 'enrolled';
EXCEPTION WHEN unique_violation THEN
  GET STACKED DIAGNOSTICS v_constraint = CONSTRAINT_NAME;
  -- Also takes the use of the invitation back.
  IF v_constraint = 'operator_passkeys_credential_id_key' THEN RETURN 'known'; END IF;
  RAISE;
END $$;
GRANT EXECUTE ON FUNCTION enrol_operator_passkey TO tern_console;

-- As since 0310, with its row in the log: whoever makes a code in a custodian's place is seen.
CREATE OR REPLACE FUNCTION keep_custodian_code(p_name text, p_salt bytea, p_key_hash bytea) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_slot integer;
BEGIN
  LOCK TABLE operator_custodians IN SHARE ROW EXCLUSIVE MODE;
  SELECT count(*) + 1 INTO v_slot FROM operator_custodians;
  IF v_slot > 2 THEN RETURN NULL; END IF;
  INSERT INTO operator_custodians (slot, name, salt, key_hash) VALUES (v_slot, p_name, p_salt, p_key_hash);
  INSERT INTO operator_actions (operator_id, kind, subject, details)
  VALUES (NULL, 'custodian-code-made', p_name, jsonb_build_object('slot', v_slot));
  RETURN v_slot;
END $$;

-- 0793_dates_have_an_end.sql
-- Nothing that somebody dates lies further ahead than what it is for. A date in 9999 could never be followed by a later one:
-- nobody could accept an agreement that a build shows, and fees would stand for ever.

-- The latest version is in force at once, and people accept no other: the next one has to be able to follow it.
ALTER TABLE agreement_versions ADD CONSTRAINT agreement_versions_ahead_check CHECK (
  make_date(left(version, 4)::integer, substr(version, 6, 2)::integer, right(version, 2)::integer)
    <= (published_at AT TIME ZONE 'UTC')::date + 366);

-- No version takes effect before the one before it.
ALTER TABLE terms ADD CONSTRAINT terms_ahead_check CHECK (effective_at <= decided_at + interval '366 days');

ALTER TABLE announcements ADD CONSTRAINT announcements_ahead_check CHECK (send_at <= written_at + interval '366 days');

-- What an activity can earn is set aside from when it is published until it is over.
ALTER TABLE activities
  ADD CONSTRAINT activities_ahead_check CHECK (published_at IS NULL OR opens_at <= published_at + interval '366 days'),
  ADD CONSTRAINT activities_length_check CHECK (closes_at <= opens_at + interval '366 days');

-- These follow from rules and not from a date somebody gives: a day of notice, and the end of a period after it.
ALTER TABLE pool_schedules ADD CONSTRAINT pool_schedules_far_check CHECK (applies_from <= decided_at + interval '3 days');
ALTER TABLE asset_closings ADD CONSTRAINT asset_closings_far_check CHECK (closes_at <= decided_at + interval '3 days');

-- A link that lets an operator in is good for a day; a week leaves room for an installation that wants more.
ALTER TABLE operator_invitations ADD CONSTRAINT operator_invitations_expires_at_check
  CHECK (expires_at <= created_at + interval '7 days');

-- 0794_the_worker_writes_its_own.sql
-- The worker writes what it does by itself. What only operators bring about (pairs and coins that are closed, the pool's schedule,
-- money that is set aside, corrections of the books) is written by the console's role, and what people are protected by is
-- deleted only where they asked for the end of their account or two operators approved a reset.

-- Pairs, coins, the pool's schedule.
REVOKE INSERT, DELETE ON closed_pairs FROM tern_worker;
REVOKE INSERT, UPDATE ON asset_closings FROM tern_worker;
REVOKE INSERT ON pool_schedules FROM tern_worker;
GRANT INSERT (one, other), DELETE ON closed_pairs TO tern_console;
GRANT INSERT (asset_id, decided_at, closes_at), UPDATE (opened_at) ON asset_closings TO tern_console;
GRANT INSERT ON pool_schedules TO tern_console;

-- The first line of the schedule, and no other one, follows the settings of the installation.
CREATE FUNCTION begin_pool_schedule(p_every_hours smallint, p_share_basis_points smallint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  INSERT INTO pool_schedules (number, every_hours, share_basis_points, decided_at, applies_from, worse)
  SELECT 1, p_every_hours, p_share_basis_points, statement_timestamp(), statement_timestamp(), false
   WHERE NOT EXISTS (SELECT FROM pool_schedules)
$$;
GRANT EXECUTE ON FUNCTION begin_pool_schedule TO tern_worker;

-- Refuses a row that names no operator and yet is their decision, where no proposal of exactly this was carried out in the same
-- transaction, with its row in the log. Looked at when the transaction ends, so that either may be written first.
CREATE FUNCTION check_change_carried_out() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_row jsonb := CASE TG_OP WHEN 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
  v_content jsonb := CASE TG_TABLE_NAME
    WHEN 'closed_pairs' THEN jsonb_build_object('kind', 'pair', 'open', TG_OP = 'DELETE')
    WHEN 'asset_closings' THEN jsonb_build_object('kind', 'asset', 'assetId', v_row -> 'asset_id', 'open', TG_OP = 'UPDATE')
    WHEN 'pool_schedules' THEN jsonb_build_object('kind', 'pool-schedule', 'everyHours', v_row -> 'every_hours',
      'shareBasisPoints', v_row -> 'share_basis_points') END;
BEGIN
  IF NOT EXISTS (
    SELECT FROM operator_actions a JOIN house_changes c ON c.id::text = a.subject
     WHERE a.kind = 'change-carried-out' AND a.xmin = pg_current_xact_id()::xid AND a.at >= transaction_timestamp()
       AND c.state = 'done' AND c.content @> v_content
       -- A pair is written in either order when it is proposed.
       AND (TG_TABLE_NAME <> 'closed_pairs'
         OR ARRAY[v_row ->> 'one', v_row ->> 'other'] <@ ARRAY[c.content ->> 'one', c.content ->> 'other'])
  ) THEN
    RAISE EXCEPTION 'a change in % is without a proposal that was carried out', TG_TABLE_NAME
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION check_change_carried_out() FROM PUBLIC;
CREATE CONSTRAINT TRIGGER closed_pairs_are_carried_out AFTER INSERT OR UPDATE OR DELETE ON closed_pairs
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_change_carried_out();
CREATE CONSTRAINT TRIGGER asset_closings_are_carried_out AFTER INSERT OR UPDATE ON asset_closings
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_change_carried_out();
CREATE CONSTRAINT TRIGGER pool_schedules_are_carried_out AFTER INSERT OR UPDATE ON pool_schedules
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.number > 1) EXECUTE FUNCTION check_change_carried_out();

-- The worker freezes a token and pauses an asset by what it sees; that they may be trusted again is said by operators.
REVOKE DELETE ON token_freezes, sending_pauses FROM tern_worker;
GRANT DELETE ON token_freezes, sending_pauses TO tern_console;
CREATE CONSTRAINT TRIGGER token_freezes_end_is_logged AFTER DELETE ON token_freezes DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (session_user = 'tern_console') EXECUTE FUNCTION check_operator_logged('', 'asset', 'token-thawed');
CREATE CONSTRAINT TRIGGER sending_pauses_end_is_logged AFTER DELETE ON sending_pauses DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (session_user = 'tern_console') EXECUTE FUNCTION check_operator_logged('', 'asset_id', 'asset-resumed');

-- What a person is protected by. The worker deletes it when it closes an account whose owner asked for that and whose wait is
-- over, and an authenticator also for a reset that two operators approved, once its week is over. Argument: whether a reset counts.
CREATE FUNCTION check_protection_ends() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT FROM account_closings
     WHERE person_id = OLD.person_id AND state = 'done' AND due_at <= clock_timestamp()
  ) OR TG_ARGV[0] = 'reset' AND EXISTS (
    SELECT FROM factor_resets r
     WHERE r.person_id = OLD.person_id AND r.state = 'done' AND r.xmin = pg_current_xact_id()::xid
       AND r.ready_at <= clock_timestamp()
       AND NOT EXISTS (SELECT FROM factor_reset_decisions d WHERE d.reset_id = r.id AND d.decision = 'refuse')
       AND 2 <= (
         SELECT count(DISTINCT d.operator_id) FROM factor_reset_decisions d
           JOIN operator_actions a
             ON a.subject = d.reset_id::text AND a.operator_id = d.operator_id AND a.kind = 'reset-approved'
          WHERE d.reset_id = r.id AND d.decision = 'approve')
  ) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'nothing ends what % holds of this person', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
REVOKE ALL ON FUNCTION check_protection_ends() FROM PUBLIC;
-- The api deletes them for a person who has proven themselves; the owner restores copies.
CREATE TRIGGER authenticators_end BEFORE DELETE ON authenticators
  FOR EACH ROW WHEN (session_user IN ('tern_worker', 'tern_console')) EXECUTE FUNCTION check_protection_ends('reset');
CREATE TRIGGER recovery_codes_end BEFORE DELETE ON recovery_codes
  FOR EACH ROW WHEN (session_user IN ('tern_worker', 'tern_console')) EXECUTE FUNCTION check_protection_ends('reset');
CREATE TRIGGER credentials_end BEFORE DELETE ON credentials
  FOR EACH ROW WHEN (session_user IN ('tern_worker', 'tern_console')) EXECUTE FUNCTION check_protection_ends('');
CREATE TRIGGER trade_passwords_end BEFORE DELETE ON trade_passwords
  FOR EACH ROW WHEN (session_user IN ('tern_worker', 'tern_console')) EXECUTE FUNCTION check_protection_ends('');
CREATE TRIGGER passkeys_end BEFORE DELETE ON passkeys
  FOR EACH ROW WHEN (session_user IN ('tern_worker', 'tern_console')) EXECUTE FUNCTION check_protection_ends('');
CREATE TRIGGER contacts_end BEFORE DELETE ON contacts
  FOR EACH ROW WHEN (session_user IN ('tern_worker', 'tern_console')) EXECUTE FUNCTION check_protection_ends('');

-- A closing or a reset that has ended stays as it ended, or a cancelled one could be made to count.
CREATE FUNCTION refuse_second_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'this row of % has ended', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER account_closings_end_once BEFORE UPDATE ON account_closings
  FOR EACH ROW WHEN (session_user IN ('tern_api', 'tern_worker', 'tern_console') AND OLD.state <> 'waiting') EXECUTE FUNCTION refuse_second_end();
CREATE TRIGGER factor_resets_end_once BEFORE UPDATE ON factor_resets
  FOR EACH ROW WHEN (session_user IN ('tern_api', 'tern_worker', 'tern_console') AND OLD.state <> 'waiting') EXECUTE FUNCTION refuse_second_end();
REVOKE UPDATE ON factor_resets FROM tern_worker;
GRANT UPDATE (state, told_at, ended_at) ON factor_resets TO tern_worker;

-- The worker clears these away and has no use for what they prove.
REVOKE SELECT ON sessions, devices, challenges, authenticators, authenticator_bindings, recovery_codes, security_stops,
  passkey_ceremonies FROM tern_worker;
GRANT SELECT (id, person_id, device_id, proofs, ip, user_agent, created_at, seen_at, absolute_until, ended_at, end_reason)
  ON sessions TO tern_worker;
GRANT SELECT (id, person_id, user_agent, registered, created_at, remembered_until) ON devices TO tern_worker;
GRANT SELECT (ctid, id, purpose, created_at) ON challenges TO tern_worker;
GRANT SELECT (person_id) ON authenticators, recovery_codes TO tern_worker;
GRANT SELECT (ctid, person_id, created_at) ON authenticator_bindings, passkey_ceremonies, security_stops TO tern_worker;
GRANT SELECT (used_at) ON security_stops TO tern_worker;

-- 0800_orders_are_claimed.sql
-- An order of the house is claimed as a payment is: whoever has the claim moves it, and nobody else. What it waits for has a
-- cause that programs know and words for operators.

ALTER TABLE treasury_orders
  -- The worker's claim, by database time.
  ADD COLUMN lease uuid,
  ADD COLUMN leased_until timestamptz,
  -- What exactly it waits for, in words for operators.
  ADD COLUMN waiting_detail text,
  ADD CONSTRAINT treasury_orders_waiting_detail_check CHECK (waiting_for IS NOT NULL OR waiting_detail IS NULL);
GRANT UPDATE (lease, leased_until, waiting_detail) ON treasury_orders TO tern_worker;
