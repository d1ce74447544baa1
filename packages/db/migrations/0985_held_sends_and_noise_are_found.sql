-- outside a transaction: nobody waits while every hold and every withdrawal is read.
ALTER TABLE screening_cases VALIDATE CONSTRAINT screening_cases_person_id_check;
CREATE INDEX CONCURRENTLY IF NOT EXISTS screening_cases_person_id_idx
  ON screening_cases (person_id, opened_at DESC, withdrawal_id DESC);
-- Those that are under way, held ones among them: few, because each is money of the person that cannot be spent twice.
CREATE INDEX CONCURRENTLY IF NOT EXISTS withdrawals_person_under_way_idx ON withdrawals (person_id, created_at DESC)
  WHERE state IN ('requested', 'under-review', 'approved', 'signed', 'broadcast', 'included');
-- Anybody can cause noise: what is open is counted by its reason from an index alone, with the oldest of each.
CREATE INDEX CONCURRENTLY IF NOT EXISTS quarantined_inflows_open_since_idx
  ON quarantined_inflows (reason, created_at) WHERE dismissed_at IS NULL;
