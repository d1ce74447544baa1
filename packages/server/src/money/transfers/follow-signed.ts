import { assert } from '@tern/base/assert';
import type { DbTx } from '@tern/db/database';
import { revokeLease } from '../../chain/orders/public.ts';
import { appendStep, updateRecord } from '../../people/records/public.ts';
import { findSigned } from './rebooking-store.ts';
import { moveWithdrawal } from './withdrawal-store.ts';
import type { Withdrawal } from './withdrawal.ts';

/**
 * Has the worker follow an approved withdrawal that was signed before its database was set back: it is not signed a second time,
 * and nobody returns its money while the chain may show it. False where nothing of it is signed.
 */
export async function followSigned(tx: DbTx, { id, recordId }: Pick<Withdrawal, 'id' | 'recordId'>): Promise<boolean> {
  const signed = await findSigned(tx, id);
  if (signed === undefined) return false;
  // A worker may be planning an attempt at this moment; without its claim it cannot store one.
  await revokeLease(tx, { table: 'withdrawals', id });
  const moved = await moveWithdrawal(tx, { id, from: 'approved', to: 'signed' });
  assert(moved, `withdrawal ${id} is approved and locked`);
  await updateRecord(tx, recordId, { status: 'withdrawing', reason: null, txId: signed.txId });
  await appendStep(tx, recordId, 'signed', signed.at);
  return true;
}
