-- What a person is told of a rejection: a reason of their own where telling it warns nobody, otherwise the neutral one.
ALTER TABLE records
  DROP CONSTRAINT records_reason_check,
  ADD CONSTRAINT records_reason_check CHECK (reason IN (
    'reorganised', 'rejected-by-review', 'rejected-limit', 'rejected-unconfirmed', 'cancelled-by-person',
    'failed-on-chain', 'never-included', 'not-payable', 'above-review-limit', 'expired'));
