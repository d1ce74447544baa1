-- Two operators may ask for a count of all that is owed beside the one of the day (docs/proof-of-liabilities.md).
ALTER TABLE liability_snapshots
  -- The change by which two operators asked for it; null for the count of the day.
  ADD COLUMN change_id uuid,
  ADD CONSTRAINT liability_snapshots_change_id_fkey FOREIGN KEY (change_id) REFERENCES house_changes,
  ADD CONSTRAINT liability_snapshots_demanded_check
    CHECK ((change_id IS NOT NULL) = (statement LIKE E'%\nprevious %\ndemanded\n%')),
  DROP CONSTRAINT liability_snapshots_day_key;
CREATE UNIQUE INDEX liability_snapshots_day_key ON liability_snapshots (day) WHERE change_id IS NULL;
CREATE UNIQUE INDEX liability_snapshots_change_id_key ON liability_snapshots (change_id) WHERE change_id IS NOT NULL;

-- The worker alone counts, and only what two operators asked for.
CREATE FUNCTION check_demanded_snapshot() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM house_changes
     WHERE id = NEW.change_id AND state = 'done' AND content ->> 'kind' = 'snapshot'
       AND date_trunc('milliseconds', decided_at) = NEW.due_at
  ) THEN
    RAISE EXCEPTION 'snapshot % was not asked for by two operators', NEW.number USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION check_demanded_snapshot FROM PUBLIC;
CREATE TRIGGER liability_snapshots_are_demanded BEFORE INSERT ON liability_snapshots
  FOR EACH ROW WHEN (NEW.change_id IS NOT NULL) EXECUTE FUNCTION check_demanded_snapshot();
