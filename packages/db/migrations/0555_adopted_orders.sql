-- Orders of the treasury that this database had lost and the signer gave back: signed already, with nobody's word kept.

ALTER TABLE treasury_orders
  ADD COLUMN adopted boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT treasury_orders_adopted_check CHECK (NOT adopted OR tx_id IS NOT NULL);
GRANT UPDATE (adopted) ON treasury_orders TO tern_worker;
-- Several of one address may come back at once. Nothing new is planned for it until all of them have ended.
DROP INDEX treasury_orders_address_open_key;
CREATE UNIQUE INDEX treasury_orders_address_open_key ON treasury_orders (address)
  WHERE address IS NOT NULL AND state IN ('ready', 'signed') AND NOT adopted;
DROP INDEX treasury_orders_house_open_key;
CREATE UNIQUE INDEX treasury_orders_house_open_key ON treasury_orders (kind, asset_id)
  WHERE address IS NULL AND kind <> 'return' AND state IN ('proposed', 'ready', 'signed') AND NOT adopted;

-- The operators' word was lost with the order; the signature shows that it was given.
DROP TRIGGER treasury_orders_approvals ON treasury_orders;
CREATE TRIGGER treasury_orders_approvals BEFORE INSERT OR UPDATE OF state ON treasury_orders
  FOR EACH ROW WHEN (NEW.kind = 'cold' AND NEW.state IN ('ready', 'signed', 'done') AND NOT NEW.adopted)
  EXECUTE FUNCTION treasury_orders_check_approvals();
DROP TRIGGER treasury_orders_returns ON treasury_orders;
CREATE TRIGGER treasury_orders_returns BEFORE UPDATE OF state ON treasury_orders
  FOR EACH ROW WHEN (NEW.kind = 'return' AND NEW.state IN ('signed', 'done') AND NOT NEW.adopted)
  EXECUTE FUNCTION treasury_orders_check_return();
DROP TRIGGER suspense_returns_votes ON suspense_returns;
CREATE TRIGGER suspense_returns_votes BEFORE INSERT ON suspense_returns
  FOR EACH ROW WHEN (NEW.outcome IS NULL) EXECUTE FUNCTION suspense_returns_check();

-- How far the signer's memory was compared with the orders here.
CREATE TABLE signer_recalls (
  store_id uuid CONSTRAINT signer_recalls_pkey PRIMARY KEY,
  signed_at_ms bigint NOT NULL,
  number bigint NOT NULL
);
GRANT SELECT, INSERT, UPDATE (signed_at_ms, number) ON signer_recalls TO tern_worker;
