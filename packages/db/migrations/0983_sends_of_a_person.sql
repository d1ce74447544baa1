-- As 0971, for sends that screening held: the page of a person reads the holds of this person, and not all that they ever sent.
ALTER TABLE screening_cases ADD COLUMN person_id uuid;
ALTER TABLE screening_cases ADD CONSTRAINT screening_cases_person_id_check CHECK (person_id IS NOT NULL) NOT VALID;

-- No process can say otherwise, and one of the version before need not know it.
CREATE FUNCTION screening_cases_set_person() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  SELECT w.person_id INTO NEW.person_id FROM withdrawals w WHERE w.id = NEW.withdrawal_id;
  RETURN NEW;
END $$;
CREATE TRIGGER screening_cases_have_their_person BEFORE INSERT ON screening_cases
  FOR EACH ROW EXECUTE FUNCTION screening_cases_set_person();
