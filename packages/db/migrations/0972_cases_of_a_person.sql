-- Cases from before say whose they are. They are updated, not written anew: what a trigger wrote when they were opened stays.
-- in batches: many deposits may have been held.
UPDATE deposit_cases c SET person_id = r.person_id FROM records r
 WHERE r.id = c.record_id AND c.deposit_id IN (SELECT deposit_id FROM deposit_cases WHERE person_id IS NULL LIMIT 1000);
