-- Trigger of the books' tables: history is only ever added to. Nobody changes it by accident either, the owner included.
CREATE OR REPLACE FUNCTION ledger.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger.% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
