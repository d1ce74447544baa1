import { randomUUID } from 'node:crypto';
import type { DepositId } from '@tern/base/ids';
import type { Database } from '@tern/db/database';
import { houseAccount } from '@tern/ledger/account';
import { getAccountBalance } from '@tern/ledger/balances';
import type { AssetId } from '@tern/money/asset';
import type { Units } from '@tern/money/units';
import { recordOperatorAction } from '../../people/operators/public.ts';
import { bookToHouse } from './book-to-house.ts';
import { deciding, type QuarantineOutcome, type Said } from './decide-quarantine.ts';
import { castVote, deleteVotes, findSuspense, insertResolution, lockSubject, sumSuspense } from './quarantine-store.ts';
import { votesNeeded, writeDecision } from './quarantine.ts';
import { sumOpenSurpluses } from './surplus-store.ts';

/** Says that a deposit in suspense belongs to the house; booked once two different operators have said so. */
export function giveDepositToHouse(
  db: Database,
  { depositId, operatorId, reason }: Said & { readonly depositId: DepositId },
): Promise<QuarantineOutcome> {
  return deciding(db, reason, async (tx, text) => {
    const subject = `deposit:${depositId}`;
    await lockSubject(tx, subject);
    const item = await findSuspense(tx, depositId);
    if (item === undefined) return 'not-found';
    const votes = await castVote(tx, { subject, operatorId, decision: writeDecision({ kind: 'house' }), reason: text });
    const details = { reason: text };
    await recordOperatorAction(tx, { operatorId, kind: 'suspense-to-house', subject: depositId, details });
    if (votes < votesNeeded) return 'second-operator-needed';
    const journalId = await bookToHouse(tx, {
      ...item,
      key: `suspense-resolution:${depositId}`,
      details: { depositId },
    });
    await insertResolution(tx, { depositId, walletId: null, recordId: null, journalId });
    return 'done';
  });
}

/**
 * The same for an amount that a comparison with the chain has found without any deposit. Never more than suspense holds
 * beside the deposits, and the surpluses of deposit addresses, that wait in it.
 */
export function giveSurplusToHouse(
  db: Database,
  { assetId, amount, operatorId, reason }: Said & { readonly assetId: AssetId; readonly amount: Units },
): Promise<QuarantineOutcome> {
  return deciding(db, reason, async (tx, text) => {
    const subject = `surplus:${assetId}`;
    // Under the lock of the vote, so that no two take the same.
    await lockSubject(tx, subject);
    const { posted } = await getAccountBalance(tx, await houseAccount(tx, 'suspense', assetId));
    const others = (await sumSuspense(tx, assetId)) + (await sumOpenSurpluses(tx, assetId));
    if (amount === 0n || amount > posted - others) {
      await deleteVotes(tx, subject);
      return 'not-found';
    }
    const votes = await castVote(tx, { subject, operatorId, decision: `house:${amount}`, reason: text });
    const details = { reason: text, amount: String(amount) };
    await recordOperatorAction(tx, { operatorId, kind: 'surplus-to-house', subject: assetId, details });
    if (votes < votesNeeded) return 'second-operator-needed';
    await bookToHouse(tx, { assetId, amount, key: `suspense-surplus:${randomUUID()}`, details: { reason: text } });
    await deleteVotes(tx, subject);
    return 'done';
  });
}
