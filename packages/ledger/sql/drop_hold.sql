-- Ends a hold without moving money: `void` or `expire`.
CREATE OR REPLACE FUNCTION ledger.drop_hold(
  p_key text, p_pending ledger.transfers, p_outcome text, p_details jsonb, OUT journal_id bigint, OUT replayed boolean
) LANGUAGE plpgsql AS $$
DECLARE
  v_debits bigint[] := ARRAY[p_pending.debit_account_id];
  v_credits bigint[] := ARRAY[p_pending.credit_account_id];
  v_assets text[] := ARRAY[p_pending.asset];
  v_amounts numeric[] := ARRAY[p_pending.amount];
  v_codes text[] := ARRAY[p_pending.code];
  v_kind text;
BEGIN
  SELECT CASE p_outcome WHEN 'void' THEN k.voided_as ELSE k.expired_as END INTO v_kind
  FROM ledger.journals j JOIN ledger.kinds k ON k.kind = j.kind WHERE j.id = p_pending.journal_id;
  SELECT begun.id, begun.replayed INTO journal_id, replayed FROM ledger.begin_journal(
    p_key, v_kind,
    ledger.content_hash(v_kind, p_pending.id, v_debits, v_credits, v_assets, v_amounts, v_codes, p_details, NULL),
    p_details, NULL) begun;
  IF replayed THEN
    RETURN;
  END IF;
  PERFORM ledger.lock_accounts(v_debits);
  PERFORM ledger.close_hold(p_pending.id);
  INSERT INTO ledger.transfers (journal_id, leg, state, code, debit_account_id, credit_account_id, asset, amount, pending_id)
  VALUES (journal_id, 1, p_outcome, p_pending.code, p_pending.debit_account_id, p_pending.credit_account_id,
          p_pending.asset, p_pending.amount, p_pending.id);
  UPDATE ledger.accounts SET held = held - p_pending.amount WHERE id = p_pending.debit_account_id;
END $$;
