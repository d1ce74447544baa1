-- TRX can have three tickers, each a source of its own: one that fails or is wrong leaves two.
-- earlier form: 290b2f8cc0956721ef243a518b734a5bd91533db1cbe5a8f3e2169bc8429c47f
ALTER TABLE prices
  DROP CONSTRAINT prices_source_check,
  ADD CONSTRAINT prices_source_check CHECK (source IN ('operator', 'chain', 'ticker', 'ticker-2', 'ticker-3')) NOT VALID;
