-- Cases from before say whose they are.
-- in batches: many sends may have been held.
UPDATE screening_cases c SET person_id = w.person_id FROM withdrawals w
 WHERE w.id = c.withdrawal_id AND c.withdrawal_id IN (SELECT withdrawal_id FROM screening_cases WHERE person_id IS NULL LIMIT 1000);
