-- Which token an issuer acted on; its amount is what was destroyed. Items from before have neither.
ALTER TABLE quarantined_inflows ADD COLUMN asset_id text;

-- What two operators book where less lies on the chain than the books say: money that came back from cold storage, and what is
-- gone for good, which the house bears and nobody else.
INSERT INTO ledger.kinds (kind, by_api, by_worker, by_console) VALUES
  ('cold-return', false, false, true),
  ('reserve-loss', false, false, true);
INSERT INTO ledger.legs (kind, code, debit, credit) VALUES
  ('cold-return', 'move', 'suspense', 'custody:cold'),
  ('reserve-loss', 'loss', 'capital', 'custody:hot'),
  ('reserve-loss', 'loss', 'capital', 'custody:cold'),
  ('reserve-loss', 'loss', 'capital', 'custody:energy'),
  ('reserve-loss', 'loss', 'capital', 'custody:deposit'),
  ('reserve-loss', 'loss', 'fee-income', 'custody:hot'),
  ('reserve-loss', 'loss', 'fee-income', 'custody:cold'),
  ('reserve-loss', 'loss', 'fee-income', 'custody:energy'),
  ('reserve-loss', 'loss', 'fee-income', 'custody:deposit');
