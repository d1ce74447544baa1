-- What the house gave to an account is found without reading everything else that moved there: the line of a wallet's worth
-- tells rewards apart. The list of codes is also in packages/ledger/src/list-moves-after.ts.
CREATE INDEX transfers_given_idx ON ledger.transfers (credit_account_id, id)
  WHERE code IN ('distribution', 'swap-reward', 'activity-reward', 'activation-bonus');
