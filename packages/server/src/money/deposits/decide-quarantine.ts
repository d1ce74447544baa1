import type { DepositId, OperatorId } from '@tern/base/ids';
import type { Database, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import type { AssetId } from '@tern/money/asset';
import type { TronAddress } from '@tern/tron/address';
import { recordOperatorAction, refuseOwnAccount } from '../../people/operators/public.ts';
import { findWalletByAddress } from '../../people/wallets/public.ts';
import { castVote, deleteVotes, dismissOpen, findSuspense, lockSubject } from './quarantine-store.ts';
import { urgencyOf, reasonMin, votesNeeded, writeDecision } from './quarantine.ts';
import { deleteFreeze, selectFrozenTokens } from './token-watch-store.ts';

/** What became of a command. Everything but the first two changes nothing. */
export type QuarantineOutcome =
  | 'done'
  | 'second-operator-needed'
  | 'not-found'
  | 'no-such-wallet'
  | 'token-frozen'
  /** The wallet is the operator's own, or of somebody close to them. */
  | 'own-account'
  | 'reason-needed';

export type Said = {
  readonly operatorId: OperatorId;
  /** For other operators. At least 3 characters. */
  readonly reason: string;
};

/** Closes an item nothing has to be done about: the one of this number, or all of a reason that anybody can cause. */
export function dismissQuarantined(
  db: Database,
  { subject, operatorId, reason }: Said & { readonly subject: string },
): Promise<QuarantineOutcome> {
  return deciding(db, reason, async (tx, text) => {
    const noise = Object.hasOwn(urgencyOf, subject) && urgencyOf[subject as keyof typeof urgencyOf] === 'noise';
    if (!noise && !/^[1-9]\d{0,17}$/.test(subject)) return 'not-found';
    const items = await dismissOpen(tx, { item: noise ? { reason: subject } : { id: subject }, text });
    if (items === 0) return 'not-found';
    const details = { reason: text, items };
    await recordOperatorAction(tx, { operatorId, kind: 'quarantine-dismissed', subject, details });
    return 'done';
  });
}

/** Says whose money in suspense is. Credited by the worker once two different operators have named the same wallet. */
export function assignSuspense(
  db: Database,
  { depositId, address, operatorId, reason }: Said & { readonly depositId: DepositId; readonly address: TronAddress },
): Promise<QuarantineOutcome> {
  return deciding(db, reason, async (tx, text) => {
    // Before the look: a vote of one who changed their mind must not take the place of one that has decided.
    await lockSubject(tx, `deposit:${depositId}`);
    const item = await findSuspense(tx, depositId);
    if (item === undefined) return 'not-found';
    if ((await selectFrozenTokens(tx)).has(item.assetId)) return 'token-frozen';
    const wallet = await findWalletByAddress(tx, address);
    if (wallet === undefined) return 'no-such-wallet';
    const { personId } = wallet;
    if (await refuseOwnAccount(tx, { operatorId, personIds: [personId], subject: depositId })) return 'own-account';
    const decision = writeDecision({ kind: 'assign', walletId: wallet.id });
    const votes = await castVote(tx, { subject: `deposit:${depositId}`, operatorId, decision, reason: text });
    const details = { reason: text, walletId: wallet.id };
    await recordOperatorAction(tx, { operatorId, kind: 'suspense-assigned', subject: depositId, details });
    return votes >= votesNeeded ? 'done' : 'second-operator-needed';
  });
}

/** Trusts a frozen token again once two different operators say so; what was held for people is then credited. */
export function thawToken(
  db: Database,
  { assetId, operatorId, reason }: Said & { readonly assetId: AssetId },
): Promise<QuarantineOutcome> {
  return deciding(db, reason, async (tx, text) => {
    const subject = `token:${assetId}`;
    await lockSubject(tx, subject);
    if (!(await selectFrozenTokens(tx)).has(assetId)) return 'not-found';
    const decision = writeDecision({ kind: 'thaw' });
    const votes = await castVote(tx, { subject, operatorId, decision, reason: text });
    await recordOperatorAction(tx, { operatorId, kind: 'token-thawed', subject: assetId, details: { reason: text } });
    if (votes < votesNeeded) return 'second-operator-needed';
    await deleteFreeze(tx, assetId);
    await deleteVotes(tx, subject);
    return 'done';
  });
}

/** Runs a decision in one transaction, where its reason says something. */
export async function deciding(
  db: Database,
  reason: string,
  decide: (tx: DbTx, text: string) => Promise<QuarantineOutcome>,
): Promise<QuarantineOutcome> {
  const text = reason.trim().slice(0, 500);
  return text.length < reasonMin ? 'reason-needed' : await transact(db, (tx) => decide(tx, text));
}
