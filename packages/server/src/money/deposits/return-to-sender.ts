import { crashPoint } from '@tern/base/crash-point';
import type { DepositId } from '@tern/base/ids';
import type { Database, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import type { TronAddress } from '@tern/tron/address';
import { recordOperatorAction } from '../../people/operators/public.ts';
import type { Said } from './decide-quarantine.ts';
import { isOwnAddress } from './is-own-address.ts';
import { castVote, deleteVotes, findSuspense, insertResolution, lockSubject } from './quarantine-store.ts';
import { reasonMin, votesNeeded, writeDecision } from './quarantine.ts';
import { findReturned, isSurplusName, returnName } from './return-name.ts';
import { returnCostMaxSun, type OrderReturn, type ReturnEnd, type ReturnSettling } from './return-order.ts';
import {
  countPeoplePaidBy,
  endSuspenseReturn,
  findArrival,
  findDepositOf,
  insertSuspenseReturn,
} from './return-store.ts';
import { endSurplusReturn } from './settle-surplus.ts';
import { selectFrozenTokens } from './token-watch-store.ts';

/**
 * Why what is paid back may not reach whoever sent it: a contract may keep it, and an address that pays many people is
 * likely an exchange's, which credits nobody for what it did not expect.
 */
export type ReturnWarning = 'contract' | 'shared-sender' | 'pays-many-people';

/** What became of it. Everything but the first two changes nothing. */
export type ReturnOutcome =
  | 'ordered'
  | 'second-operator-needed'
  /** Said again with `despiteWarnings` it is kept. */
  | 'warned'
  | 'not-found'
  | 'token-frozen'
  /** It only waits until its contract or the signer was asked, and then goes to its owner. */
  | 'settles-by-itself'
  /** Its coins are at an address that is not ours: what we paid back would be our own. */
  | 'address-disowned'
  | 'own-address'
  /** The signer gave the order back that a restored database had lost. */
  | 'on-its-way'
  | 'reason-needed';

export type ReturnReply = {
  readonly outcome: ReturnOutcome;
  /** Where it came from and would go; absent where nothing of the name is in suspense. */
  readonly to?: TronAddress;
  readonly warnings: readonly ReturnWarning[];
};

export type ReturnDeps = {
  readonly db: Database;
  /** Whether a contract lives at the address now. Throws `NodeFault`. */
  readonly isContract: (address: TronAddress) => Promise<boolean>;
  /** Addresses known to pay for many: exchanges above all. */
  readonly sharedSources: Pick<ReadonlySet<TronAddress>, 'has'>;
  readonly orderReturn: OrderReturn;
};

/** From so many people on that one address has paid to, it is likely an exchange's. */
const peopleMany = 3;

/**
 * Says that money in suspense goes back to the address it came from, in full; the network's cost is the house's. Ordered
 * once two different operators have said so, paid out by the worker within the signer's limits, and once for ever: the
 * signer's name for it is made of the arrival. Throws `NodeFault`.
 */
export async function returnToSender(
  deps: ReturnDeps,
  input: Said & { readonly depositId: DepositId; readonly despiteWarnings: boolean },
): Promise<ReturnReply> {
  const { db } = deps;
  const { depositId } = input;
  const reason = input.reason.trim().slice(0, 500);
  if (reason.length < reasonMin) return { outcome: 'reason-needed', warnings: [] };
  const arrival = await findArrival(db.kysely, depositId);
  if (arrival === undefined) return { outcome: 'not-found', warnings: [] };
  const { from: to } = arrival;
  // Asked before the transaction: a node may take its time.
  const warnings = await listWarnings(deps, to);
  const outcome = await transact(db, (tx) => decide(tx, deps, { ...input, reason, to, warnings }));
  return { outcome, to, warnings };
}

type Decided = Parameters<typeof returnToSender>[1] & {
  readonly to: TronAddress;
  readonly warnings: readonly ReturnWarning[];
};

async function decide(tx: DbTx, { orderReturn }: ReturnDeps, input: Decided): Promise<ReturnOutcome> {
  const { depositId, operatorId, reason, to, warnings, despiteWarnings } = input;
  const subject = `deposit:${depositId}`;
  await lockSubject(tx, subject);
  const item = await findSuspense(tx, depositId);
  if (item === undefined) return 'not-found';
  if ((await selectFrozenTokens(tx)).has(item.assetId)) return 'token-frozen';
  if (item.reason === 'address-disowned') return 'address-disowned';
  if (item.reason === 'token-unproven' || item.reason === 'address-unproven') return 'settles-by-itself';
  if (await isOwnAddress(tx, to)) return 'own-address';
  if (warnings.length > 0 && !despiteWarnings) return 'warned';
  const decision = writeDecision({ kind: 'return', to });
  const votes = await castVote(tx, { subject, operatorId, decision, reason });
  const details = { reason, to, warnings: [...warnings] };
  await recordOperatorAction(tx, { operatorId, kind: 'suspense-returned', subject: depositId, details });
  if (votes < votesNeeded) return 'second-operator-needed';
  const arrival = await findArrival(tx, depositId);
  if (arrival === undefined) return 'not-found';
  const { assetId, amount } = item;
  const content = { kind: 'return', assetId, amount, to, signerOrderId: returnName(arrival) } as const;
  const orderId = await orderReturn(tx, { content, costMaxSun: returnCostMaxSun });
  if (orderId === undefined) return 'on-its-way';
  await insertSuspenseReturn(tx, { orderId, depositId, to });
  crashPoint('b0');
  return 'ordered';
}

async function listWarnings(
  { db, isContract, sharedSources }: ReturnDeps,
  to: TronAddress,
): Promise<readonly ReturnWarning[]> {
  const warnings: ReturnWarning[] = [];
  if (await isContract(to)) warnings.push('contract');
  if (sharedSources.has(to)) warnings.push('shared-sender');
  if ((await countPeoplePaidBy(db.kysely, to)) >= peopleMany) warnings.push('pays-many-people');
  return warnings;
}

/**
 * Told by the treasury of a return's end, of a deposit or of a surplus, in the transaction that ends it: the deposit is settled for ever, or, where
 * nothing was paid and nothing can be any more, is in suspense as before and needs the word of two operators again.
 */
export async function endReturn(tx: DbTx, end: ReturnEnd): Promise<ReturnSettling> {
  const { orderId, content, journalId } = end;
  if (isSurplusName(content.signerOrderId)) return await endSurplusReturn(tx, end);
  const outcome = journalId === undefined ? 'not-returned' : 'returned';
  const depositId =
    (await endSuspenseReturn(tx, { orderId, outcome })) ?? (await findLostReturn(tx, content.signerOrderId));
  if (depositId === undefined) return journalId === undefined ? 'settled' : 'not-known-yet';
  await lockSubject(tx, `deposit:${depositId}`);
  if (journalId === undefined) {
    await deleteVotes(tx, `deposit:${depositId}`);
    return 'settled';
  }
  crashPoint('b1');
  const settled = await insertResolution(tx, { depositId, walletId: null, recordId: null, journalId });
  return settled ? 'settled' : 'settled-otherwise';
}

/** The deposit behind a return that a restored database had lost, once its block was read again. */
async function findLostReturn(tx: DbTx, signerOrderId: string): Promise<DepositId | undefined> {
  const arrival = findReturned(signerOrderId);
  return arrival === undefined ? undefined : await findDepositOf(tx, arrival);
}

/** Whether a name of the signer's stands for paying something in suspense back. */
export function isReturnName(signerOrderId: string): boolean {
  return findReturned(signerOrderId) !== undefined || isSurplusName(signerOrderId);
}
