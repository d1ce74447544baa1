-- What the look at the books each minute finds swaps and shares by.
CREATE INDEX swaps_created_at_idx ON swaps (created_at DESC);
CREATE INDEX swaps_wallet_id_idx ON swaps (wallet_id);
CREATE INDEX distribution_shares_account_id_idx ON distribution_shares (account_id);
