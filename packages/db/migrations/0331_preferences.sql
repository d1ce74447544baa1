-- What a person prefers on all their devices, and where they say to live.

CREATE TABLE preferences (
  person_id uuid CONSTRAINT preferences_pkey PRIMARY KEY,
  currency_unit text NOT NULL DEFAULT 'usdt' CONSTRAINT preferences_currency_unit_check CHECK (currency_unit ~ '^[a-z]{3,8}$'),
  hide_balances boolean NOT NULL DEFAULT false
);
GRANT SELECT, INSERT, UPDATE ON preferences TO tern_api;

-- Every declaration stays: what somebody was given follows from what they had said by then.
CREATE TABLE declared_countries (
  person_id uuid NOT NULL,
  country text NOT NULL CONSTRAINT declared_countries_country_check CHECK (country ~ '^[A-Z]{2}$'),
  declared_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT declared_countries_pkey PRIMARY KEY (person_id, declared_at)
);
GRANT SELECT, INSERT ON declared_countries TO tern_api;
GRANT SELECT ON declared_countries TO tern_worker;
