-- The third reason of a case: the outside service gave no answer.
ALTER TABLE screening_cases DROP CONSTRAINT screening_cases_reason_check;
ALTER TABLE screening_cases ADD CONSTRAINT screening_cases_reason_check
  CHECK (reason IN ('security', 'legal-order', 'suspected-fraud')) NOT VALID;
