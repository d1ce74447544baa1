-- Bonuses need a declared country: one of somebody who has declared none waits until they do.
ALTER TABLE bonus_grants DROP CONSTRAINT bonus_grants_state_check;
ALTER TABLE bonus_grants ADD CONSTRAINT bonus_grants_state_check
  CHECK (state IN ('paid', 'queued', 'review', 'undeclared', 'refused', 'ended'));
CREATE INDEX bonus_grants_undeclared_idx ON bonus_grants (person_id) WHERE state = 'undeclared';
