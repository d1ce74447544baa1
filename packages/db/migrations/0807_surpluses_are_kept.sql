-- What a deposit address has more than the books say, and no quarantined item explains, is kept in suspense: seen twice, decided by
-- two operators, and taken out again by the deposit that it turns out to be.

-- What the newest comparison saw on an address. A second equal one, at a later block, keeps it.
CREATE TABLE surplus_sightings (
  address text NOT NULL,
  asset_id text NOT NULL,
  -- All of it, and what of it no open quarantined item explains.
  amount numeric(78, 0) NOT NULL CONSTRAINT surplus_sightings_amount_check CHECK (amount > 0),
  unexplained numeric(78, 0) NOT NULL
    CONSTRAINT surplus_sightings_unexplained_check CHECK (unexplained BETWEEN 0 AND amount),
  -- The first block at which it was seen like this.
  block_number bigint NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT surplus_sightings_pkey PRIMARY KEY (address, asset_id)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON surplus_sightings TO tern_worker;

-- kept ──► returning ──► returned      kept ──► house      kept ──► explained
--   ▲──────────┘
CREATE TABLE deposit_surpluses (
  id uuid CONSTRAINT deposit_surpluses_pkey PRIMARY KEY,
  address text NOT NULL,
  asset_id text NOT NULL,
  -- Counts the surpluses of an address and asset: a restored database that keeps the same one again gives it the same number.
  number integer NOT NULL CONSTRAINT deposit_surpluses_number_check CHECK (number >= 1),
  amount numeric(78, 0) NOT NULL CONSTRAINT deposit_surpluses_amount_check CHECK (amount > 0),
  -- What of it deposits that were found later took out.
  explained numeric(78, 0) NOT NULL DEFAULT 0
    CONSTRAINT deposit_surpluses_explained_check CHECK (explained BETWEEN 0 AND amount),
  state text NOT NULL DEFAULT 'kept'
    CONSTRAINT deposit_surpluses_state_check CHECK (state IN ('kept', 'returning', 'returned', 'house', 'explained')),
  -- The block at which it was kept: what arrived up to it and is found later is part of it, what comes after is not.
  block_number bigint NOT NULL,
  block_id text NOT NULL,
  -- The signer's name for paying it back.
  return_name text NOT NULL CONSTRAINT deposit_surpluses_return_name_key UNIQUE,
  to_address text,
  order_id uuid CONSTRAINT deposit_surpluses_order_fkey REFERENCES treasury_orders (id),
  kept_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  CONSTRAINT deposit_surpluses_key UNIQUE (address, asset_id, number),
  CONSTRAINT deposit_surpluses_ended_check CHECK ((state IN ('kept', 'returning')) = (ended_at IS NULL)),
  CONSTRAINT deposit_surpluses_return_check
    CHECK ((state IN ('returning', 'returned')) = (to_address IS NOT NULL) AND (to_address IS NULL OR order_id IS NOT NULL))
);
CREATE INDEX deposit_surpluses_block_idx ON deposit_surpluses (block_number);
CREATE INDEX deposit_surpluses_open_idx ON deposit_surpluses (asset_id) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX deposit_surpluses_order_key ON deposit_surpluses (order_id) WHERE order_id IS NOT NULL;
GRANT SELECT, INSERT, UPDATE (explained, state, to_address, order_id, ended_at) ON deposit_surpluses TO tern_worker;

-- Which deposit found later was part of which surplus, and how much.
CREATE TABLE surplus_explanations (
  surplus_id uuid NOT NULL CONSTRAINT surplus_explanations_surplus_fkey REFERENCES deposit_surpluses (id),
  tx_id text NOT NULL,
  kind text NOT NULL,
  index integer NOT NULL,
  amount numeric(78, 0) NOT NULL CONSTRAINT surplus_explanations_amount_check CHECK (amount > 0),
  -- suspense: out of what was kept · capital: out of what the house had taken, and its fees where capital does not suffice ·
  -- return: it is back at its sender, or on its way
  via text NOT NULL CONSTRAINT surplus_explanations_via_check CHECK (via IN ('suspense', 'capital', 'return')),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT surplus_explanations_pkey PRIMARY KEY (surplus_id, tx_id, kind, index)
);
CREATE INDEX surplus_explanations_inflow_idx ON surplus_explanations (tx_id, kind, index);
GRANT SELECT, INSERT, UPDATE (via) ON surplus_explanations TO tern_worker;

-- No surplus counts as the house's, or as back at an address, on the word of one person, whatever the code above does: two
-- operators decided exactly what is left of it, or the signer remembers a return that a restored database had lost. The ledger
-- has no such rule; the checker compares it with this table.
CREATE FUNCTION deposit_surpluses_check_decided() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.state = 'returned' THEN
    IF NOT EXISTS (
      SELECT FROM treasury_orders o
       WHERE o.id = NEW.order_id AND o.kind = 'return' AND o.state = 'done' AND o.signer_order_id = NEW.return_name
         AND o.asset_id = NEW.asset_id AND o.to_address = NEW.to_address AND o.amount = NEW.amount - NEW.explained
         AND (o.adopted OR TG_OP = 'UPDATE' AND OLD.state = 'returning' AND OLD.order_id = NEW.order_id)
    ) THEN
      RAISE EXCEPTION 'surplus % is returned without an order that paid it back', NEW.id
        USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
  END IF;
  IF NOT EXISTS (
    SELECT FROM operator_actions a JOIN house_changes c ON c.id::text = a.subject
     WHERE a.kind = 'change-carried-out' AND a.xmin = pg_current_xact_id()::xid AND a.at >= transaction_timestamp()
       AND c.state = 'done'
       AND c.content @> jsonb_build_object('kind', 'surplus', 'surplusId', NEW.id, 'assetId', NEW.asset_id,
         'amount', (NEW.amount - NEW.explained)::text, 'to', CASE NEW.state WHEN 'returning' THEN NEW.to_address END)
  ) THEN
    RAISE EXCEPTION 'surplus % is % without a proposal that was carried out', NEW.id, NEW.state
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION deposit_surpluses_check_decided() FROM PUBLIC;
CREATE CONSTRAINT TRIGGER deposit_surpluses_begin_undecided AFTER INSERT ON deposit_surpluses
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.state IN ('house', 'returning', 'returned'))
  EXECUTE FUNCTION deposit_surpluses_check_decided();
CREATE CONSTRAINT TRIGGER deposit_surpluses_are_decided AFTER UPDATE ON deposit_surpluses
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
    NEW.state IN ('house', 'returning', 'returned') AND (OLD.state <> NEW.state OR OLD.to_address IS DISTINCT FROM NEW.to_address))
  EXECUTE FUNCTION deposit_surpluses_check_decided();

-- A return is signed for an arrival or a surplus that two operators gave back, and for nothing else.
CREATE OR REPLACE FUNCTION treasury_orders_check_return() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM suspense_returns WHERE order_id = NEW.id AND to_address = NEW.to_address)
    AND NOT EXISTS (SELECT FROM deposit_surpluses WHERE order_id = NEW.id AND to_address = NEW.to_address) THEN
    RAISE EXCEPTION 'order % returns nothing', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'treasury_orders_returns_check';
  END IF;
  RETURN NEW;
END $$;

-- Takes out of suspense, or out of what the house took, what a deposit found later turns out to be; that deposit is then booked
-- as every other.
INSERT INTO ledger.kinds (kind, by_api, by_worker, by_console) VALUES ('surplus-explained', false, true, false);
INSERT INTO ledger.legs (kind, code, debit, credit) VALUES
  ('surplus-explained', 'explained', 'suspense', 'custody:deposit'),
  ('surplus-explained', 'explained', 'capital', 'custody:deposit'),
  ('surplus-explained', 'explained', 'fee-income', 'custody:deposit');
