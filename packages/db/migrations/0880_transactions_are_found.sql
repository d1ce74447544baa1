-- Operators look for what moved money among all people: by kind, state, amount and the other side, newest first.
-- outside a transaction: nobody waits while every record is read.
-- What stands in people's lists, by the kind that operators call it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS records_kind_idx ON records (type, settlement, asset, created_at DESC, id DESC)
  WHERE NOT folded;
-- What is not simply done: few at any time, whatever their number is in all.
CREATE INDEX CONCURRENTLY IF NOT EXISTS records_state_idx
  ON records (status, type, settlement, asset, created_at DESC, id DESC) WHERE status <> 'success' AND NOT folded;
-- Rewards are most of all records; 0986 has an index of their amounts.
CREATE INDEX CONCURRENTLY IF NOT EXISTS records_amount_idx
  ON records (asset, amount, type, settlement, created_at DESC, id DESC) WHERE NOT folded AND type <> 'airdrop-reward';
-- Dust, which no list of its person has.
CREATE INDEX CONCURRENTLY IF NOT EXISTS records_folded_person_idx ON records (person_id, created_at DESC, id DESC)
  WHERE folded;
-- Records of deposits that the chain took back, by the transaction: no deposit has them.
CREATE INDEX CONCURRENTLY IF NOT EXISTS records_lost_idx ON records (tx_id) WHERE status = 'failed' AND tx_id IS NOT NULL;

-- What came in and is in nobody's records.
CREATE INDEX CONCURRENTLY IF NOT EXISTS deposits_unrecorded_idx ON deposits (created_at DESC, id DESC)
  WHERE record_id IS NULL AND destination IN ('suspense', 'treasury');
CREATE INDEX CONCURRENTLY IF NOT EXISTS quarantined_inflows_created_at_idx
  ON quarantined_inflows (created_at DESC, id DESC);
CREATE INDEX CONCURRENTLY IF NOT EXISTS quarantined_inflows_to_address_idx
  ON quarantined_inflows (to_address, created_at DESC, id DESC);
-- The journals that correct the books, among all of them.
CREATE INDEX CONCURRENTLY IF NOT EXISTS journals_corrections_idx ON ledger.journals (created_at DESC, id DESC)
  WHERE kind IN ('correction', 'reserve-loss', 'cold-return', 'surplus-explained');
