-- The open streams of each person, over all api processes. `holder` names the connection on which the stream's process
-- listens: with that connection gone, the stream is gone too.
CREATE TABLE live_streams (
  id uuid NOT NULL,
  person_id uuid NOT NULL,
  holder text NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY,
  CONSTRAINT live_streams_pkey PRIMARY KEY (id)
);
CREATE INDEX live_streams_person_id_idx ON live_streams (person_id, number);
CREATE INDEX live_streams_holder_idx ON live_streams (holder);
GRANT SELECT, INSERT, UPDATE, DELETE ON live_streams TO tern_api;
-- With the account it is of.
GRANT SELECT, DELETE ON live_streams TO tern_worker;

-- The name of a connection of this role that is open; null where it is gone.
CREATE FUNCTION connection_name(connection pg_stat_activity) RETURNS text LANGUAGE sql STABLE
RETURN connection.pid || '@' || extract(epoch FROM connection.backend_start);

-- Opens a stream and returns those of the same person that give way to it: the oldest beyond `streams_max`. One after the
-- other for each person, so that the limit holds however many open at once.
CREATE FUNCTION open_live_stream(stream uuid, person uuid, held_by text, streams_max integer)
RETURNS uuid[] LANGUAGE plpgsql AS $$
DECLARE
  given_way uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('live:' || person, 726));
  DELETE FROM live_streams s WHERE s.person_id = person AND s.holder <> held_by
    AND NOT EXISTS (SELECT FROM pg_stat_activity a WHERE connection_name(a) = s.holder);
  WITH ended AS (
    DELETE FROM live_streams s WHERE s.id IN (
      SELECT o.id FROM live_streams o WHERE o.person_id = person ORDER BY o.number DESC OFFSET streams_max - 1)
    RETURNING s.id
  )
  SELECT array_agg(id) INTO given_way FROM ended;
  INSERT INTO live_streams (id, person_id, holder) VALUES (stream, person, held_by);
  RETURN coalesce(given_way, '{}');
END $$;
GRANT EXECUTE ON FUNCTION connection_name, open_live_stream TO tern_api;
