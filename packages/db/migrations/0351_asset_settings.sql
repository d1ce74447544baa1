-- How a person wants the list of their assets.
CREATE TABLE asset_settings (
  person_id uuid CONSTRAINT asset_settings_pkey PRIMARY KEY,
  hidden text[] NOT NULL,
  -- Those that come first, in this order.
  first_ones text[] NOT NULL,
  hide_small boolean NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON asset_settings TO tern_api;
