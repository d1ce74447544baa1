-- The rules of a period are fixed when it begins: with the distribution of the period before.
ALTER TABLE distributions ADD COLUMN next_share_basis_points smallint, ADD COLUMN next_closed_countries text[];
UPDATE distributions SET next_share_basis_points = share_basis_points, next_closed_countries = closed_countries;
ALTER TABLE distributions
  ALTER COLUMN next_share_basis_points SET NOT NULL, ALTER COLUMN next_closed_countries SET NOT NULL;
