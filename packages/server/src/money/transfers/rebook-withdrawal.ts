import { assert } from '@tern/base/assert';
import type { WithdrawalId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import { openCustomerAccount } from '@tern/ledger/account';
import { LedgerError } from '@tern/ledger/error';
import { lockPeople } from '../../people/accounts/public.ts';
import { putRecords } from '../../people/records/public.ts';
import { listPersonWallets } from '../../people/wallets/public.ts';
import { copyAuthorisation } from './authorisation-store.ts';
import { findDrafts, insertDraft, useDrafts } from './draft-store.ts';
import { holdWithdrawals } from './withdrawal-money.ts';
import { outgoingRecord } from './withdrawal-records.ts';
import { findWithdrawal, insertWithdrawals, listHotAddresses } from './withdrawal-store.ts';

/**
 * What became of a withdrawal that only a copy of the database knows. `held`: its money is reserved again, and the worker pays
 * or recognises it. `known`: it is here. `no-account`: its person or wallet is not. `not-covered`: the account has too little.
 */
export type Rebooked = 'held' | 'known' | 'no-account' | 'not-covered';

/**
 * Confirms a send to the chain once more, as its person confirmed it in a database that was lost: the same id, draft, amount,
 * fee and record, so that the signer gives the same bytes as before, and nothing is paid twice. What needed operators needs them
 * again. Without factors: only for the owner of a database that was set back, from a copy of it (docs/operations/database-backup.md).
 */
export async function rebookWithdrawal(
  tx: DbTx,
  { aside, id }: { readonly aside: DbReader; readonly id: WithdrawalId },
): Promise<Rebooked> {
  const lost = await findWithdrawal(aside, id);
  assert(lost?.settlement === 'chain', `the copy has a withdrawal ${id} to the chain`);
  const draft = (await findDrafts(aside, [{ personId: lost.personId, id: lost.draftId }])).get(lost.draftId);
  assert(draft !== undefined, `the copy has the draft of withdrawal ${id}`);
  const { personId, walletId, assetId } = lost;
  const person = (await lockPeople(tx, [personId])).get(personId);
  if ((await findWithdrawal(tx, id)) !== undefined) return 'known';
  const wallets = await listPersonWallets(tx, personId);
  if (person === undefined || !wallets.some((wallet) => wallet.id === walletId)) return 'no-account';
  const account = await openCustomerAccount(tx, { personId, walletId, asset: assetId });
  const [pendingId] = await holdWithdrawals(tx, [{ ...lost, account }]);
  assert(pendingId !== undefined, 'the ledger answers');
  if (pendingId instanceof LedgerError) {
    if (pendingId.code === 'exceeds-available') return 'not-covered';
    throw pendingId;
  }
  await insertDraft(tx, draft);
  await useDrafts(tx, [draft.id]);
  const state = lost.approvalsNeeded > 0 ? 'under-review' : 'approved';
  const [payAddress = null] = await listHotAddresses(tx);
  const { sentTo } = draft;
  const { reviewCause } = lost;
  const { record, steps } = outgoingRecord(draft, {
    withdrawalId: id,
    ...{ state, reviewCause, payAddress, sentTo, journalId: null },
  });
  // By the id that the person was told, with the moment at which they confirmed it.
  const asked = steps.map((each) => (each.step === 'requested' ? { ...each, at: lost.createdAt } : each));
  const { recordId } = lost;
  await putRecords(tx, [{ id: recordId, record, steps: asked }]);
  await copyAuthorisation(tx, aside, { personId, hash: draft.hash, recordId });
  await insertWithdrawals(tx, [{ ...lost, state, pendingId }]);
  return 'held';
}
