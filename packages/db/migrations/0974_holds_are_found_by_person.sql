-- outside a transaction: nobody waits while every hold is read.
ALTER TABLE deposit_checks VALIDATE CONSTRAINT deposit_checks_person_id_check;
ALTER TABLE deposit_cases VALIDATE CONSTRAINT deposit_cases_person_id_check;
-- Those that are still held with the largest value first, so that many small ones hide nothing; one without a price may be the largest.
CREATE INDEX CONCURRENTLY IF NOT EXISTS deposit_checks_person_id_idx
  ON deposit_checks (person_id, usdt_value DESC, opened_at DESC, deposit_id DESC);
CREATE INDEX CONCURRENTLY IF NOT EXISTS deposit_cases_person_open_idx
  ON deposit_cases (person_id, usdt_value DESC, opened_at DESC, deposit_id DESC) WHERE outcome IS NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS deposit_cases_person_ended_idx
  ON deposit_cases (person_id, opened_at DESC, deposit_id DESC) WHERE outcome IS NOT NULL;
