import { assert } from '@tern/base/assert';
import type { DbTx } from '@tern/db/database';
import { appendStep, putRecords, updateRecord } from '../../people/records/public.ts';
import { findShownAddress, findWalletByAddress, getOwnWallet } from '../../people/wallets/public.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import { transferHeldInside } from './withdrawal-money.ts';
import { incomingRecord } from './withdrawal-records.ts';
import { moveWithdrawal } from './withdrawal-store.ts';
import type { Withdrawal } from './withdrawal.ts';

/**
 * Settles a reviewed send to a wallet of this installation in the ledger: the held money is released into the transfer;
 * money, both records and the state in one transaction, in which the caller holds the receiver's wallet open.
 */
export async function settleInside(tx: DbTx, withdrawal: Withdrawal): Promise<void> {
  const { id, receiverWalletId, state } = withdrawal;
  const payer = await getOwnWallet(tx, withdrawal.personId, withdrawal.walletId);
  const receiver = await findWalletByAddress(tx, withdrawal.toAddress);
  assert(receiver !== undefined && receiver.id === receiverWalletId, `withdrawal ${id} is not settled inside`);
  const to = { personId: receiver.personId, walletId: receiver.id };
  const journalId = await transferHeldInside(tx, withdrawal, to);
  const moved = await moveWithdrawal(tx, { id, from: state, to: 'completed' });
  assert(moved, `withdrawal ${id} left ${state} while it was locked`);
  await updateRecord(tx, withdrawal.recordId, { status: 'success', reason: null, journalId });
  await appendStep(tx, withdrawal.recordId, 'settled');
  await putRecords(tx, [
    incomingRecord(withdrawal, { withdrawalId: id, journalId, payAddress: findShownAddress(payer), receiver }),
  ]);
  await notifyPeople(tx, [
    { personId: withdrawal.personId, topic: 'balances' },
    { personId: receiver.personId, topic: 'balances' },
  ]);
}
