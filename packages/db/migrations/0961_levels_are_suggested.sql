-- Other systems can suggest the level of somebody whom they have checked.
ALTER TABLE service_suggestions DROP CONSTRAINT service_suggestions_content_check;
ALTER TABLE service_suggestions ADD CONSTRAINT service_suggestions_content_check
  CHECK (content ->> 'kind' IN ('fund', 'pair', 'asset', 'pool-schedule', 'person-level')) NOT VALID;
