-- What the house gave to an account is found without reading everything else that moved there: the line of a wallet's worth
-- tells rewards apart. The list of codes is also in packages/ledger/src/list-moves-after.ts.
-- outside a transaction: nobody waits while every transfer there ever was is read.
-- earlier form: 534148964680990b20098e3c7ea7f2cbaabc7ef7ddf239fa94551cf6c126eaf7
CREATE INDEX CONCURRENTLY IF NOT EXISTS transfers_given_idx ON ledger.transfers (credit_account_id, id)
  WHERE code IN ('distribution', 'swap-reward', 'activity-reward', 'activation-bonus');
