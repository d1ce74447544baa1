-- An approved payment that cannot be made: waits while the token's contract refuses it, and an operator may return it.

ALTER TABLE withdrawals
  DROP CONSTRAINT withdrawals_waiting_for_check,
  ADD CONSTRAINT withdrawals_waiting_for_check CHECK (waiting_for IN (
    'hot-wallet', 'signer', 'signer-limit', 'node', 'fee', 'asset-pause', 'token', 'person'));
ALTER TABLE operator_actions
  DROP CONSTRAINT operator_actions_kind_check,
  ADD CONSTRAINT operator_actions_kind_check CHECK (kind IN (
    'operator-added', 'operator-disabled', 'withdrawal-approved', 'withdrawal-rejected', 'withdrawal-resumed',
    'withdrawal-returned', 'asset-resumed', 'bonus-released', 'bonus-refused'));
ALTER TABLE records
  DROP CONSTRAINT records_reason_check,
  ADD CONSTRAINT records_reason_check CHECK (reason IN (
    'reorganised', 'rejected-by-review', 'cancelled-by-person', 'failed-on-chain', 'never-included', 'not-payable',
    'above-review-limit', 'expired'));

-- Attempts under way are looked for several times a second; those that ended stay for ever.
CREATE INDEX withdrawal_attempts_open_idx ON withdrawal_attempts (broadcast_due_at) WHERE state IN ('ordered', 'signed');
