-- The ledger: double entry, append-only. The words, signs and rules are explained in docs/ledger.md.
-- Processes may read everything here and write nothing: money moves through the functions of 0102 alone.

CREATE SCHEMA ledger;
GRANT USAGE ON SCHEMA ledger TO tern_api, tern_worker;

-- The chart: which classes of accounts exist, and which legs each kind of journal may have.

-- `guarded`: the balance on its own side, less what is held, never goes below zero.
-- Accounts that mirror facts outside (custody, costs) are not guarded: a fact must be recordable even when it hurts.
CREATE TABLE ledger.classes (
  class text CONSTRAINT classes_pkey PRIMARY KEY,
  side text NOT NULL CONSTRAINT classes_side_check CHECK (side IN ('credit', 'debit')),
  guarded boolean NOT NULL
);
INSERT INTO ledger.classes (class, side, guarded) VALUES
  ('customer', 'credit', true),
  ('custody:deposit', 'debit', false),
  ('custody:hot', 'debit', false),
  ('custody:warm', 'debit', false),
  ('custody:cold', 'debit', false),
  -- TRX of the fee account: free, staked for energy, and unstaked but not given back by the chain yet.
  ('custody:energy', 'debit', false),
  ('custody:staked', 'debit', false),
  ('custody:unstaking', 'debit', false),
  ('custody:in-transit', 'debit', false),
  ('network-cost', 'debit', false),
  ('issuance', 'debit', true),
  ('liquidity', 'credit', true),
  ('fee-income', 'credit', true),
  ('reward-pool', 'credit', true),
  ('swap-rewards', 'credit', true),
  ('promotion', 'credit', true),
  ('rounding', 'credit', true),
  ('capital', 'credit', true),
  ('suspense', 'credit', false);

-- Which process may post a kind, by its database role: the console what operators decide and what follows from it at once.
-- `hold` kinds reserve; `posted_as`, `voided_as` and `expired_as` name the kinds that resolve them.
CREATE TABLE ledger.kinds (
  kind text CONSTRAINT kinds_pkey PRIMARY KEY,
  by_api boolean NOT NULL,
  by_worker boolean NOT NULL,
  by_console boolean NOT NULL,
  posted_as text,
  voided_as text,
  expired_as text,
  CONSTRAINT kinds_resolution_check CHECK (num_nulls(posted_as, voided_as, expired_as) IN (0, 3))
);
INSERT INTO ledger.kinds (kind, by_api, by_worker, by_console) VALUES
  ('deposit', false, true, false),
  ('deposit-unidentified', false, true, false),
  ('suspense-resolution', false, true, true),
  ('internal-transfer', true, false, false),
  ('internal-transfer-post', true, false, true),
  ('internal-transfer-void', true, false, true),
  ('internal-transfer-expire', true, true, false),
  ('withdrawal-post', false, true, true),
  ('withdrawal-void', true, true, true),
  ('withdrawal-expire', true, true, false),
  ('network-cost', false, true, true),
  ('sweep', false, true, false),
  ('treasury-move', false, true, false),
  ('treasury-funding', false, true, false),
  ('treasury-return', false, false, true),
  ('swap', true, false, false),
  ('swap-reward-accrual', true, false, false),
  ('liquidity-funding', false, false, true),
  ('pool-funding', false, false, true),
  ('promotion-funding', false, false, true),
  ('distribution', false, true, false),
  ('activity-reward', false, true, false),
  ('promotion-return', false, true, false),
  ('activation-bonus', false, true, true),
  ('issuance', false, false, true),
  ('issuance-on-chain', false, false, true),
  ('correction', false, false, true);
INSERT INTO ledger.kinds (kind, by_api, by_worker, by_console, posted_as, voided_as, expired_as) VALUES
  ('internal-transfer-hold', true, false, false, 'internal-transfer-post', 'internal-transfer-void', 'internal-transfer-expire'),
  ('withdrawal-hold', true, false, false, 'withdrawal-post', 'withdrawal-void', 'withdrawal-expire');

-- The legs a kind may have. A hold has no credit side yet. `correction` has no rows: it may move anything,
-- but needs two operators.
CREATE TABLE ledger.legs (
  kind text NOT NULL CONSTRAINT legs_kind_fkey REFERENCES ledger.kinds,
  code text NOT NULL,
  debit text NOT NULL CONSTRAINT legs_debit_fkey REFERENCES ledger.classes,
  credit text CONSTRAINT legs_credit_fkey REFERENCES ledger.classes,
  CONSTRAINT legs_key UNIQUE NULLS NOT DISTINCT (kind, code, debit, credit)
);
INSERT INTO ledger.legs (kind, code, debit, credit) VALUES
  ('deposit', 'deposit', 'custody:deposit', 'customer'),
  ('deposit-unidentified', 'unidentified', 'custody:deposit', 'suspense'),
  ('deposit-unidentified', 'unidentified', 'custody:hot', 'suspense'),
  ('deposit-unidentified', 'unidentified', 'custody:warm', 'suspense'),
  ('deposit-unidentified', 'unidentified', 'custody:cold', 'suspense'),
  ('deposit-unidentified', 'unidentified', 'custody:energy', 'suspense'),
  ('suspense-resolution', 'identified', 'suspense', 'customer'),
  ('suspense-resolution', 'surplus', 'suspense', 'capital'),
  ('suspense-resolution', 'return', 'suspense', 'custody:hot'),
  ('internal-transfer', 'transfer', 'customer', 'customer'),
  ('internal-transfer-hold', 'transfer', 'customer', NULL),
  ('internal-transfer-hold', 'transfer', 'customer', 'customer'),
  ('internal-transfer-post', 'transfer', 'customer', 'customer'),
  ('withdrawal-hold', 'withdrawal', 'customer', NULL),
  ('withdrawal-post', 'withdrawal', 'customer', 'custody:hot'),
  ('withdrawal-post', 'withdrawal-fee', 'customer', 'fee-income'),
  ('network-cost', 'network-cost', 'network-cost', 'custody:hot'),
  ('network-cost', 'network-cost', 'network-cost', 'custody:deposit'),
  ('network-cost', 'network-cost', 'network-cost', 'custody:warm'),
  ('network-cost', 'network-cost', 'network-cost', 'custody:energy'),
  ('sweep', 'sweep', 'custody:hot', 'custody:deposit'),
  ('sweep', 'sweep-out', 'custody:in-transit', 'custody:deposit'),
  ('sweep', 'sweep-in', 'custody:hot', 'custody:in-transit'),
  ('sweep', 'fuel', 'custody:deposit', 'custody:hot'),
  ('sweep', 'fuel', 'custody:deposit', 'custody:energy'),
  ('treasury-move', 'move', 'custody:warm', 'custody:hot'),
  ('treasury-move', 'move', 'custody:cold', 'custody:hot'),
  ('treasury-move', 'move', 'custody:hot', 'custody:warm'),
  ('treasury-move', 'move', 'custody:cold', 'custody:warm'),
  ('treasury-move', 'move', 'custody:hot', 'custody:cold'),
  ('treasury-move', 'move', 'custody:warm', 'custody:cold'),
  ('treasury-move', 'move', 'custody:energy', 'custody:hot'),
  ('treasury-move', 'move', 'custody:in-transit', 'custody:hot'),
  ('treasury-move', 'move', 'custody:cold', 'custody:in-transit'),
  ('treasury-move', 'stake', 'custody:staked', 'custody:energy'),
  ('treasury-move', 'unstake', 'custody:unstaking', 'custody:staked'),
  ('treasury-move', 'unstaked', 'custody:energy', 'custody:unstaking'),
  ('treasury-funding', 'funding', 'custody:hot', 'capital'),
  ('treasury-funding', 'funding', 'custody:warm', 'capital'),
  ('treasury-funding', 'funding', 'custody:cold', 'capital'),
  ('treasury-return', 'return', 'capital', 'custody:hot'),
  ('treasury-return', 'return', 'capital', 'custody:warm'),
  ('treasury-return', 'return', 'capital', 'custody:cold'),
  ('treasury-return', 'income', 'fee-income', 'capital'),
  ('swap', 'swap-in', 'customer', 'liquidity'),
  ('swap', 'swap-fee', 'customer', 'fee-income'),
  ('swap', 'swap-out', 'liquidity', 'customer'),
  ('swap', 'fee-share', 'fee-income', 'liquidity'),
  ('swap', 'pool-share', 'liquidity', 'reward-pool'),
  ('swap', 'rounding', 'liquidity', 'rounding'),
  ('swap-reward-accrual', 'fee-share', 'fee-income', 'liquidity'),
  ('swap-reward-accrual', 'swap-reward', 'liquidity', 'swap-rewards'),
  ('liquidity-funding', 'funding', 'capital', 'liquidity'),
  ('pool-funding', 'funding', 'capital', 'reward-pool'),
  ('promotion-funding', 'funding', 'capital', 'promotion'),
  ('distribution', 'distribution', 'reward-pool', 'customer'),
  ('distribution', 'swap-reward', 'swap-rewards', 'customer'),
  ('activity-reward', 'activity-reward', 'promotion', 'customer'),
  ('promotion-return', 'return', 'promotion', 'capital'),
  ('activation-bonus', 'activation-bonus', 'promotion', 'customer'),
  ('issuance', 'issue', 'issuance', 'capital'),
  ('issuance-on-chain', 'issue-on-chain', 'custody:cold', 'issuance'),
  ('issuance-on-chain', 'issue-on-chain', 'custody:hot', 'issuance');
