-- A declaration can be corrected for a while: when the first of those was made that it corrects; null where it corrects none.
ALTER TABLE declared_countries
  ADD COLUMN first_declared_at timestamptz,
  ADD CONSTRAINT declared_countries_first_check CHECK (first_declared_at < declared_at);
