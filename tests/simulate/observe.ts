import type { Control } from './control.ts';
import type { Seen } from './model.ts';

/** What the database holds by its committed rows, for the model. The simulator's own words, not the product's. */
export async function observe(control: Control): Promise<Seen> {
  const { rows } = await control.query<{ seen: Seen }>(`
    SELECT json_build_object(
      'sends', (SELECT coalesce(json_agg(json_build_object(
        'id', id, 'draftId', draft_id, 'recordId', record_id, 'walletId', wallet_id, 'assetId', asset_id,
        'amount', amount::text, 'fee', fee::text, 'state', state, 'settlement', settlement,
        'receiverWalletId', receiver_wallet_id, 'to', to_address, 'attention', attention) ORDER BY id), '[]')
        FROM withdrawals),
      'deposits', (SELECT coalesce(json_agg(json_build_object(
        'txId', d.tx_id, 'walletId', coalesce(d.wallet_id, s.wallet_id), 'assetId', d.asset, 'amount', d.amount::text,
        'block', d.block_number)), '[]')
        FROM deposits d LEFT JOIN suspense_resolutions s ON s.deposit_id = d.id
       WHERE d.wallet_id IS NOT NULL OR s.wallet_id IS NOT NULL),
      'balances', (SELECT coalesce(json_agg(json_build_object(
        'walletId', wallet_id, 'assetId', asset, 'posted', posted::text, 'held', held::text)), '[]')
        FROM ledger.accounts WHERE class = 'customer')) AS seen`);
  const [row] = rows;
  if (row === undefined) throw new Error('the database answers');
  return row.seen;
}

/** Orders that are under way on the chain or on their way there: people's and the house's. */
export async function countOpenOrders(control: Control): Promise<number> {
  const { rows } = await control.query<{ open: number }>(`
    SELECT ((SELECT count(*) FROM withdrawal_attempts WHERE state IN ('ordered', 'signed'))
          + (SELECT count(*) FROM treasury_orders WHERE state IN ('ready', 'signed')))::int AS open`);
  return rows[0]?.open ?? 0;
}
