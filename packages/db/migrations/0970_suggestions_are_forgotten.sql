-- What other systems suggested is forgotten thirty days after it was over; what two operators made of it stays in their log.
GRANT SELECT (id), DELETE ON service_suggestions TO tern_worker;

CREATE FUNCTION service_suggestions_check_over() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  -- Null while a change waits for its second operator.
  v_over timestamptz := CASE
    WHEN OLD.change_id IS NULL THEN OLD.made_at + interval '7 days'
    ELSE (SELECT decided_at FROM house_changes WHERE id = OLD.change_id) END;
BEGIN
  IF v_over IS NULL OR v_over > clock_timestamp() - interval '30 days' THEN
    RAISE EXCEPTION 'suggestion % is not over for thirty days', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN OLD;
END $$;
REVOKE ALL ON FUNCTION service_suggestions_check_over() FROM PUBLIC;
CREATE TRIGGER service_suggestions_end BEFORE DELETE ON service_suggestions
  FOR EACH ROW EXECUTE FUNCTION service_suggestions_check_over();
