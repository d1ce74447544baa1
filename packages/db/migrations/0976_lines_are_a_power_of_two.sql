-- How many parts more than needed the balances of a list were split into, so that the number of its lines above 0 is a power of
-- two: each balance as many, and one more where its draw is below. Null for a list of before, whose parts cannot be derived again.
ALTER TABLE liability_lists ADD COLUMN further_every integer;
ALTER TABLE liability_lists ADD COLUMN further_below bigint;
