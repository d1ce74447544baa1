-- Orders of the house that two operators make: unstaking, and giving an account to owners whose keys lie elsewhere.

ALTER TABLE treasury_orders
  ADD COLUMN account text,
  DROP CONSTRAINT treasury_orders_kind_check,
  ADD CONSTRAINT treasury_orders_kind_check CHECK (kind IN ('sweep', 'top-up', 'delegate', 'undelegate', 'stake', 'unstake',
    'withdraw-unstaked', 'fund', 'cold', 'return', 'restrict')),
  ADD CONSTRAINT treasury_orders_account_check
    CHECK (CASE kind WHEN 'restrict' THEN coalesce(account IN ('hot', 'fee'), false) ELSE account IS NULL END),
  -- What is to be taken home is known when it has come.
  DROP CONSTRAINT treasury_orders_amount_check,
  ADD CONSTRAINT treasury_orders_amount_check CHECK (amount > 0 OR kind = 'withdraw-unstaked' AND amount = 0),
  DROP CONSTRAINT treasury_orders_proposed_check,
  ADD CONSTRAINT treasury_orders_proposed_check
    CHECK (kind IN ('cold', 'unstake', 'restrict') OR state NOT IN ('proposed', 'rejected'));
DROP TRIGGER treasury_orders_approvals ON treasury_orders;
CREATE TRIGGER treasury_orders_approvals BEFORE INSERT OR UPDATE OF state ON treasury_orders
  FOR EACH ROW WHEN (NEW.kind IN ('cold', 'unstake', 'restrict') AND NEW.state IN ('ready', 'signed', 'done') AND NOT NEW.adopted)
  EXECUTE FUNCTION treasury_orders_check_approvals();

-- Where the fee account's TRX is: free in `custody:energy`, staked, or unstaked and waiting to come home.
INSERT INTO ledger.classes (class, side, guarded) VALUES
  ('custody:staked', 'debit', false),
  ('custody:unstaking', 'debit', false);
INSERT INTO ledger.legs (kind, code, debit, credit) VALUES
  ('treasury-move', 'stake', 'custody:staked', 'custody:energy'),
  ('treasury-move', 'unstake', 'custody:unstaking', 'custody:staked'),
  ('treasury-move', 'unstaked', 'custody:energy', 'custody:unstaking');
