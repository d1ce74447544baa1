-- What moved on each closed day, by class of accounts, kind and code. A trial balance at any moment is the totals of the days
-- before it and what moved on its own day, and fees and costs are read by day without their entries. Everything here follows
-- from the journals and can be computed again: `ledger.moved_between` is what the rows of a day must be.
CREATE TABLE ledger.totalled_days (
  day date CONSTRAINT totalled_days_pkey PRIMARY KEY
);
CREATE TABLE ledger.day_totals (
  day date NOT NULL CONSTRAINT day_totals_day_fkey REFERENCES ledger.totalled_days,
  class text NOT NULL,
  asset text NOT NULL,
  kind text NOT NULL,
  code text NOT NULL,
  debits numeric NOT NULL,
  credits numeric NOT NULL,
  transfers bigint NOT NULL,
  CONSTRAINT day_totals_pkey PRIMARY KEY (day, class, asset, kind, code)
);
CREATE TRIGGER totalled_days_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.totalled_days
  EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER day_totals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.day_totals
  EXECUTE FUNCTION ledger.refuse_change();
GRANT SELECT ON ledger.totalled_days, ledger.day_totals TO tern_api, tern_worker;

\ir ../../ledger/sql/moved_between.sql
\ir ../../ledger/sql/total_days.sql
