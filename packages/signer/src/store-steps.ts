/** Every form the store has had, one step each. A store from before steps were counted takes the first one unchanged. */
export const storeSteps = [
  `
  CREATE TABLE IF NOT EXISTS signed_orders (
    order_id TEXT NOT NULL,
    attempt INTEGER NOT NULL CHECK (attempt >= 1),
    order_hash TEXT NOT NULL,
    payment_hash TEXT NOT NULL,
    asset_id TEXT NOT NULL CHECK (asset_id IN ('trx', 'usdt', 'reward')),
    amount TEXT NOT NULL,
    fee_limit_sun TEXT NOT NULL,
    ref_block_number INTEGER NOT NULL,
    expiration_ms INTEGER NOT NULL,
    signed_at_ms INTEGER NOT NULL,
    death_proof TEXT,
    tx_id TEXT NOT NULL UNIQUE,
    raw_hex TEXT NOT NULL,
    signature_hex TEXT NOT NULL,
    PRIMARY KEY (order_id, attempt)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS signed_orders_by_time ON signed_orders (signed_at_ms);
  CREATE TRIGGER IF NOT EXISTS signed_orders_stay BEFORE UPDATE ON signed_orders
    BEGIN SELECT RAISE(ABORT, 'signatures are never changed'); END;
  CREATE TRIGGER IF NOT EXISTS signed_orders_remain BEFORE DELETE ON signed_orders
    BEGIN SELECT RAISE(ABORT, 'signatures are never deleted'); END;
  CREATE TABLE IF NOT EXISTS refusals (
    at_ms INTEGER NOT NULL, order_id TEXT NOT NULL, code TEXT NOT NULL, detail TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  `,
  `
  ALTER TABLE signed_orders ADD COLUMN kind TEXT NOT NULL DEFAULT 'payout';
  ALTER TABLE signed_orders ADD COLUMN approved INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE signed_orders RENAME COLUMN fee_limit_sun TO burn_max_sun;

  CREATE TABLE policy_versions (
    version INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, reason TEXT NOT NULL, document TEXT NOT NULL
  ) STRICT;
  CREATE TRIGGER policy_versions_stay BEFORE UPDATE ON policy_versions
    BEGIN SELECT RAISE(ABORT, 'policies are never changed'); END;
  CREATE TRIGGER policy_versions_remain BEFORE DELETE ON policy_versions
    BEGIN SELECT RAISE(ABORT, 'policies are never deleted'); END;

  CREATE TABLE approval_requests (
    challenge TEXT PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('order', 'policy', 'reopening')),
    subject TEXT NOT NULL,
    content_hash TEXT NOT NULL,
    statement TEXT NOT NULL,
    asked_at_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX approval_requests_by_time ON approval_requests (asked_at_ms);
  CREATE TABLE approvals (
    challenge TEXT NOT NULL REFERENCES approval_requests (challenge),
    operator TEXT NOT NULL,
    credential_id TEXT NOT NULL,
    sign_count INTEGER NOT NULL,
    assertion TEXT NOT NULL,
    given_at_ms INTEGER NOT NULL,
    PRIMARY KEY (challenge, operator)
  ) STRICT;
  CREATE TRIGGER approvals_stay BEFORE UPDATE ON approvals
    BEGIN SELECT RAISE(ABORT, 'approvals are never changed'); END;
  CREATE TRIGGER approvals_remain BEFORE DELETE ON approvals
    BEGIN SELECT RAISE(ABORT, 'approvals are never deleted'); END;
  `,
  `
  ALTER TABLE signed_orders ADD COLUMN read_back TEXT;

  CREATE TABLE quarantines (
    number INTEGER PRIMARY KEY,
    began_at_ms INTEGER NOT NULL,
    reason TEXT NOT NULL,
    witnessed_sequence INTEGER NOT NULL,
    next_block INTEGER NOT NULL,
    read_to_ms INTEGER NOT NULL DEFAULT 0,
    ended_at_ms INTEGER,
    sequence_offset INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TRIGGER quarantines_remain BEFORE DELETE ON quarantines
    BEGIN SELECT RAISE(ABORT, 'quarantines are never deleted'); END;
  CREATE TABLE outflows_read_back (
    tx_id TEXT PRIMARY KEY,
    payment_hash TEXT NOT NULL,
    kind TEXT NOT NULL,
    asset_id TEXT NOT NULL CHECK (asset_id IN ('trx', 'usdt', 'reward')),
    amount TEXT NOT NULL,
    burn_max_sun TEXT NOT NULL,
    raw_hex TEXT NOT NULL,
    signature_hex TEXT NOT NULL,
    ref_block TEXT NOT NULL,
    seen_at_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX outflows_read_back_by_payment ON outflows_read_back (payment_hash);
  `,
  `
  ALTER TABLE quarantines ADD COLUMN head_ms INTEGER NOT NULL DEFAULT 0;
  `,
  `
  ALTER TABLE signed_orders ADD COLUMN ref_block TEXT;
  `,
  `
  CREATE TABLE signed_messages (
    message_id TEXT PRIMARY KEY,
    deposit_index INTEGER NOT NULL,
    address TEXT NOT NULL,
    text TEXT NOT NULL,
    signature_hex TEXT NOT NULL,
    policy_version INTEGER NOT NULL,
    signed_at_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX signed_messages_by_time ON signed_messages (signed_at_ms);
  CREATE INDEX signed_messages_by_address ON signed_messages (address, signed_at_ms);
  CREATE TRIGGER signed_messages_stay BEFORE UPDATE ON signed_messages
    BEGIN SELECT RAISE(ABORT, 'signatures are never changed'); END;
  CREATE TRIGGER signed_messages_remain BEFORE DELETE ON signed_messages
    BEGIN SELECT RAISE(ABORT, 'signatures are never deleted'); END;
  `,
  `
  CREATE TABLE changes (
    number INTEGER PRIMARY KEY, statement TEXT NOT NULL, parameters TEXT NOT NULL, hash TEXT NOT NULL
  ) STRICT;
  CREATE TABLE epochs (
    number INTEGER NOT NULL, own INTEGER NOT NULL CHECK (own IN (0, 1)), at_ms INTEGER NOT NULL,
    PRIMARY KEY (number, own)
  ) STRICT;
  CREATE TRIGGER epochs_stay BEFORE UPDATE ON epochs BEGIN SELECT RAISE(ABORT, 'epochs are never changed'); END;
  CREATE TRIGGER epochs_remain BEFORE DELETE ON epochs BEGIN SELECT RAISE(ABORT, 'epochs are never deleted'); END;
  `,
  `
  CREATE TABLE anchors (number INTEGER PRIMARY KEY, hash TEXT NOT NULL) STRICT;
  CREATE TRIGGER anchors_stay BEFORE UPDATE ON anchors BEGIN SELECT RAISE(ABORT, 'anchors are never changed'); END;
  CREATE TRIGGER anchors_remain BEFORE DELETE ON anchors BEGIN SELECT RAISE(ABORT, 'anchors are never deleted'); END;
  `,
] as const;
