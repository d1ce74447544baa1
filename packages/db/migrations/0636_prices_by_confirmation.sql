-- What was said in the last minutes or the last day is looked for in the history of years, at every quote.
CREATE INDEX prices_confirmed_at_idx ON prices (asset_id, confirmed_at);
