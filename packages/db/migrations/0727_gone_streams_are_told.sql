-- Streams whose connection is gone are returned as well, so that they are announced: their process may have connected
-- again at this very moment, unseen by this transaction, which reads pg_stat_activity once.
CREATE OR REPLACE FUNCTION open_live_stream(stream uuid, person uuid, held_by text, streams_max integer)
RETURNS uuid[] LANGUAGE plpgsql AS $$
DECLARE
  gone uuid[];
  given_way uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('live:' || person, 726));
  WITH ended AS (
    DELETE FROM live_streams s WHERE s.person_id = person AND s.holder <> held_by
      AND NOT EXISTS (SELECT FROM pg_stat_activity a WHERE connection_name(a) = s.holder)
    RETURNING s.id
  )
  SELECT array_agg(id) INTO gone FROM ended;
  WITH ended AS (
    DELETE FROM live_streams s WHERE s.id IN (
      SELECT o.id FROM live_streams o WHERE o.person_id = person ORDER BY o.number DESC OFFSET streams_max - 1)
    RETURNING s.id
  )
  SELECT array_agg(id) INTO given_way FROM ended;
  INSERT INTO live_streams (id, person_id, holder) VALUES (stream, person, held_by);
  RETURN coalesce(gone, '{}') || coalesce(given_way, '{}');
END $$;
-- The worker listens too, and names its connection the same way.
GRANT EXECUTE ON FUNCTION connection_name TO tern_worker;
