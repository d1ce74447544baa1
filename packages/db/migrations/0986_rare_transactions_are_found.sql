-- What hardly occurs among very many rows is found as fast as all else: each combination that is looked for is a piece of an
-- index in the order of the list.
-- outside a transaction: nobody waits while every record is read.
-- Who paid a deposit, and whom a send pays. Inside, the other side is a person.
CREATE INDEX CONCURRENTLY IF NOT EXISTS records_other_side_state_idx
  ON records ((CASE direction WHEN 'in' THEN pay_address ELSE receive_address END), type, status, asset, folded,
    created_at DESC, id DESC)
  WHERE settlement = 'chain';
-- What is not simply done, by its amount.
CREATE INDEX CONCURRENTLY IF NOT EXISTS records_state_amount_idx
  ON records (status, asset, amount, type, settlement, created_at DESC, id DESC) WHERE status <> 'success' AND NOT folded;
-- Rewards are looked for by their amount as well.
CREATE INDEX CONCURRENTLY IF NOT EXISTS records_reward_amount_idx
  ON records (asset, amount, created_at DESC, id DESC) WHERE type = 'airdrop-reward';
-- Dust: somebody who spreads it makes more rows than anybody reads.
CREATE INDEX CONCURRENTLY IF NOT EXISTS records_folded_state_idx
  ON records (status, asset, created_at DESC, id DESC) WHERE folded;
CREATE INDEX CONCURRENTLY IF NOT EXISTS records_folded_amount_idx
  ON records (asset, amount, status, created_at DESC, id DESC) WHERE folded;
