-- TRX can have three tickers, each a source of its own: one that fails or is wrong leaves two.
ALTER TABLE prices
  DROP CONSTRAINT prices_source_check,
  ADD CONSTRAINT prices_source_check CHECK (source IN ('operator', 'chain', 'ticker', 'ticker-2', 'ticker-3'));
