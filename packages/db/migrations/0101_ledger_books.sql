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
