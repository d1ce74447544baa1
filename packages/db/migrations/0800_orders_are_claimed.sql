-- An order of the house is claimed as a payment is: whoever has the claim moves it, and nobody else. What it waits for has a
-- cause that programs know and words for operators.

ALTER TABLE treasury_orders
  -- The worker's claim, by database time.
  ADD COLUMN lease uuid,
  ADD COLUMN leased_until timestamptz,
  -- What exactly it waits for, in words for operators.
  ADD COLUMN waiting_detail text,
  ADD CONSTRAINT treasury_orders_waiting_detail_check CHECK (waiting_for IS NOT NULL OR waiting_detail IS NULL);
GRANT UPDATE (lease, leased_until, waiting_detail) ON treasury_orders TO tern_worker;
