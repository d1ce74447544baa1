-- What currencies cost, as a central bank publishes it once a day: units that values are shown in. Nothing is charged by it.
CREATE TABLE currency_rates (
  day date NOT NULL,
  currency text NOT NULL CONSTRAINT currency_rates_currency_check CHECK (currency ~ '^[A-Z]{3}$'),
  -- Units of the currency for one euro.
  per_euro numeric NOT NULL CONSTRAINT currency_rates_per_euro_check CHECK (per_euro > 0),
  CONSTRAINT currency_rates_pkey PRIMARY KEY (day, currency)
);
GRANT SELECT ON currency_rates TO tern_api;
GRANT SELECT, INSERT, DELETE ON currency_rates TO tern_worker;
