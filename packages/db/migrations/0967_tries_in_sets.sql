-- Tries that come at one moment are reserved, and their judgements ended, with one statement for all of them.

-- As reserve_try for each of them, at most one schedule of pauses for all. Each gets its own answer; of two under one key the
-- later counts the one before it.
CREATE FUNCTION reserve_tries(
  try_ids uuid[], try_keys text[], pauses integer[], asked_at timestamptz, lease interval
) RETURNS TABLE (id uuid, outcome text, until timestamptz) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  quiet uuid[];
  other record;
BEGIN
  -- All locks first and in one order, so that two sets never wait for each other in a ring.
  PERFORM pg_advisory_xact_lock(locks.lock) FROM (
    SELECT DISTINCT hashtextextended(a.key, 720) AS lock FROM unnest(try_keys) AS a (key) ORDER BY lock) AS locks;
  -- What is alone under a key of which nothing is known may be judged: almost all are.
  WITH asked AS (
    SELECT a.id, a.key, count(*) OVER (PARTITION BY a.key) AS times FROM unnest(try_ids, try_keys) AS a (id, key)),
  reserved AS (
    INSERT INTO pending_tries AS p (id, key, expires_at)
    SELECT a.id, a.key, asked_at + lease FROM asked a
     WHERE a.times = 1
       AND NOT EXISTS (SELECT FROM failure_counters f WHERE f.key = a.key)
       AND NOT EXISTS (SELECT FROM pending_tries e WHERE e.key = a.key)
    RETURNING p.id)
  SELECT coalesce(array_agg(r.id), '{}') INTO quiet FROM reserved r;
  RETURN QUERY SELECT q.id, 'judge'::text, NULL::timestamptz FROM unnest(quiet) AS q (id);
  IF cardinality(quiet) = cardinality(try_ids) THEN RETURN; END IF;
  FOR other IN
    SELECT a.id, a.key FROM unnest(try_ids, try_keys) WITH ORDINALITY AS a (id, key, place)
     WHERE a.id <> ALL (quiet) ORDER BY a.place
  LOOP
    RETURN QUERY SELECT other.id, r.outcome, r.until FROM reserve_try(other.id, other.key, pauses, asked_at, lease) AS r;
  END LOOP;
END $$;
GRANT EXECUTE ON FUNCTION reserve_tries TO tern_api;

-- As settle_try for each of them: first what is right or neither, then what is wrong. The former need no lock of their keys:
-- they only take away, so who reserves meanwhile counts too many rather than too few. They can therefore be ended within a
-- longer transaction, the one that moves the money.
CREATE FUNCTION settle_tries(
  try_ids uuid[], try_keys text[], verdicts text[], pauses integer[], settled_at timestamptz
) RETURNS TABLE (id uuid, in_time boolean, wrong integer, until timestamptz) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  other record;
BEGIN
  RETURN QUERY
  WITH asked AS (
    SELECT a.id, a.key, a.verdict FROM unnest(try_ids, try_keys, verdicts) AS a (id, key, verdict)
     WHERE a.verdict <> 'wrong'),
  ended AS (
    DELETE FROM pending_tries p USING asked a WHERE p.id = a.id AND p.expires_at > settled_at RETURNING p.id),
  forgiven AS (
    DELETE FROM failure_counters c WHERE c.key IN (
      SELECT f.key FROM asked a JOIN ended e ON e.id = a.id JOIN failure_counters f ON f.key = a.key
       WHERE a.verdict = 'right'
       -- In the order in which those that count hold their rows.
       ORDER BY hashtextextended(f.key, 720) FOR UPDATE OF f))
  SELECT a.id, e.id IS NOT NULL, NULL::integer, NULL::timestamptz FROM asked a LEFT JOIN ended e ON e.id = a.id;
  IF 'wrong' <> ALL (verdicts) THEN RETURN; END IF;
  FOR other IN
    SELECT a.id, a.key FROM unnest(try_ids, try_keys, verdicts) WITH ORDINALITY AS a (id, key, verdict, place)
     WHERE a.verdict = 'wrong' ORDER BY hashtextextended(a.key, 720), a.place
  LOOP
    RETURN QUERY SELECT other.id, s.in_time, s.wrong, s.until
      FROM settle_try(other.id, other.key, 'wrong', pauses, settled_at) AS s;
  END LOOP;
END $$;
GRANT EXECUTE ON FUNCTION settle_tries TO tern_api;
