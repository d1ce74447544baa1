-- As 0972, for deposits about whose sender the service is being asked.
-- in batches: many may have arrived while the service did not answer.
UPDATE deposit_checks k SET person_id = r.person_id FROM records r
 WHERE r.id = k.record_id AND k.deposit_id IN (SELECT deposit_id FROM deposit_checks WHERE person_id IS NULL LIMIT 1000);
