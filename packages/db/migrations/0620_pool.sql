-- The reward pool: its distributions, and who got what of each.

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
);
CREATE INDEX distribution_shares_person_idx ON distribution_shares (person_id, distribution_id);

-- Hashes of the published tree above each 1,024 lines, so that a person's path is found without reading everybody's.
CREATE TABLE distribution_nodes (
  distribution_id uuid NOT NULL,
  index integer NOT NULL,
  hash bytea NOT NULL CONSTRAINT distribution_nodes_hash_check CHECK (length(hash) = 32),
  CONSTRAINT distribution_nodes_pkey PRIMARY KEY (distribution_id, index)
);

GRANT SELECT ON distributions, distribution_shares, distribution_nodes TO tern_api;
GRANT SELECT, INSERT ON distribution_nodes TO tern_worker;
GRANT SELECT, INSERT, UPDATE (state, pool, distributed, remainder, total_weight, holders, swap_rewards, root, closed_at)
  ON distributions TO tern_worker;
GRANT SELECT, INSERT, UPDATE (journal_id) ON distribution_shares TO tern_worker;

-- What each customer's account of an asset held over a period, weighted by time: the sum of balance times microseconds.
-- From the balances of now and the entries since the period began, so that anybody with the entries computes the same.
CREATE FUNCTION ledger.holding_weights(of_asset text, from_at timestamptz, until_at timestamptz)
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

-- The balance an account had at a moment, on its own side.
CREATE FUNCTION ledger.balance_at(of_account bigint, at timestamptz) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT CASE a.side WHEN 'credit' THEN 1 ELSE -1 END * (a.posted - coalesce((
    SELECT sum(e.amount)
      FROM ledger.journals j
      JOIN ledger.transfers t ON t.journal_id = j.id AND of_account IN (t.debit_account_id, t.credit_account_id)
      JOIN ledger.entries e ON e.account_id = of_account AND e.transfer_id = t.id
     WHERE j.created_at >= at), 0))
    FROM ledger.accounts a WHERE a.id = of_account
$$;
REVOKE EXECUTE ON FUNCTION ledger.holding_weights, ledger.balance_at FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.holding_weights, ledger.balance_at TO tern_worker;
