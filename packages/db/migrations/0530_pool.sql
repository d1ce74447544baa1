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
