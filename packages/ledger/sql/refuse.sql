-- How every function of the ledger refuses: one SQLSTATE, the code as message, the particulars as detail. `@tern/ledger` turns
-- them into a LedgerError.
CREATE OR REPLACE FUNCTION ledger.refuse(code text, particulars jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'LG000', MESSAGE = code, DETAIL = particulars::text;
END $$;
