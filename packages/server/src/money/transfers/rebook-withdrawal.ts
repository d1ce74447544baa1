import { assert } from '@tern/base/assert';
import type { WithdrawalId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import { openCustomerAccount } from '@tern/ledger/account';
import { LedgerError } from '@tern/ledger/error';
import type { PendingId } from '@tern/ledger/ids';
import { lockPeople } from '../../people/accounts/public.ts';
import { putRecords } from '../../people/records/public.ts';
import { listPersonWallets } from '../../people/wallets/public.ts';
import { findDrafts, insertDrafts } from './draft-store.ts';
import { hashDraft, type StoredDraft } from './draft.ts';
import { followSigned } from './follow-signed.ts';
import { copyAttempts, copyAuthorisation, copyCase } from './rebooking-store.ts';
import { bookNetworkCost, holdWithdrawals } from './withdrawal-money.ts';
import { outgoingRecord } from './withdrawal-records.ts';
import { findWithdrawal, insertWithdrawals, listHotAddresses, lockWithdrawal } from './withdrawal-store.ts';
import type { Withdrawal, WithdrawalState } from './withdrawal.ts';

/**
 * What became of a withdrawal that a copy of the database has signed, and this one has not. `followed`: its money is reserved,
 * and the worker follows its transaction on the chain. `needs-operators`: the same, once operators have approved it again;
 * until then nobody can take it back. `known`: it is signed here too. `no-account`: its person or wallet is not here.
 * `not-covered`: the account has too little.
 */
export type Rebooked = 'followed' | 'known' | 'needs-operators' | 'no-account' | 'not-covered';

type Copy = { readonly aside: DbReader; readonly lost: Withdrawal };

/**
 * Confirms a send to the chain once more, as its person confirmed it in a database that was lost: the same id, draft, amount,
 * fee, record and signed transactions, so that its payment is found on the chain and nothing is paid twice. What needed
 * operators needs them again. Without factors: only for the owner of a database that was set back, from a copy of it
 * (docs/operations/database-backup.md). Throws where it ended here meanwhile, with its money given back.
 */
export async function rebookWithdrawal(
  tx: DbTx,
  { aside, id }: { readonly aside: DbReader; readonly id: WithdrawalId },
): Promise<Rebooked> {
  const lost = await findWithdrawal(aside, id);
  assert(lost?.settlement === 'chain', `the copy has a withdrawal ${id} to the chain`);
  const known = await lockWithdrawal(tx, id);
  if (known !== undefined) return await goOn(tx, { aside, lost }, known.state);
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
  const state = lost.approvalsNeeded > 0 ? 'under-review' : 'approved';
  await confirmAgain(tx, { aside, lost }, { state, pendingId });
  return await goOn(tx, { aside, lost }, state);
}

/** Of what is here, in a state in which nothing of it is signed: it gets its transactions, and is followed where it may be. */
async function goOn(tx: DbTx, { aside, lost }: Copy, state: WithdrawalState): Promise<Rebooked> {
  switch (state) {
    case 'signed':
    case 'broadcast':
    case 'included':
    case 'completed':
      return 'known';
    case 'requested':
    case 'rejected':
    case 'cancelled':
    case 'failed':
      throw new Error(`it is ${state} in this database and ${lost.state} in the copy`);
    case 'under-review':
    case 'approved':
  }
  for (const failed of await copyAttempts(tx, aside, lost.id))
    await bookNetworkCost(tx, { ...failed, withdrawalId: lost.id });
  if (state === 'under-review') {
    await copyCase(tx, aside, lost.id);
    return 'needs-operators';
  }
  assert(await followSigned(tx, lost), `the copy has signed withdrawal ${lost.id}`);
  return 'followed';
}

/** Writes draft, record, proof and withdrawal, as the person was told them. */
async function confirmAgain(
  tx: DbTx,
  { aside, lost }: Copy,
  { state, pendingId }: { readonly state: 'under-review' | 'approved'; readonly pendingId: PendingId },
): Promise<void> {
  const draft = await bringDraft(tx, { aside, lost });
  const { personId, recordId, reviewCause } = lost;
  const { sentTo } = draft;
  const [payAddress = null] = await listHotAddresses(tx);
  const { record, steps } = outgoingRecord(draft, {
    withdrawalId: lost.id,
    ...{ state, reviewCause, payAddress, sentTo, journalId: null },
  });
  // By the id that the person was told, with the moment at which they confirmed it.
  const asked = steps.map((each) => (each.step === 'requested' ? { ...each, at: lost.createdAt } : each));
  await putRecords(tx, [{ id: recordId, record, steps: asked }]);
  await copyAuthorisation(tx, aside, { personId, hash: draft.hash, recordId });
  await insertWithdrawals(tx, [{ ...lost, state, pendingId }]);
}

/** The draft, which the withdrawal uses. It is here already where it was made before the moment and confirmed after it. */
async function bringDraft(tx: DbTx, { aside, lost }: Copy): Promise<StoredDraft> {
  const key = { personId: lost.personId, id: lost.draftId };
  const theirs = (await findDrafts(aside, [key])).get(key.id);
  assert(theirs !== undefined, `the copy has the draft of withdrawal ${lost.id}`);
  // It is hashed anew when it is written, which would hide that its address or amount changed in the copy.
  assert(theirs.hash.equals(hashDraft(theirs)), `draft ${key.id} of the copy says what its hash says`);
  const ours = (await findDrafts(tx, [key])).get(key.id);
  if (ours === undefined) await insertDrafts(tx, [theirs]);
  else if (ours.used) throw new Error('its draft is confirmed again in this database, as another withdrawal');
  else assert(ours.hash.equals(theirs.hash), `draft ${key.id} says the same in both databases`);
  return theirs;
}
