import type { DbTx } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { units, type Units } from '@tern/money/units';
import type { TronAddress } from '@tern/tron/address';
import { listDisownedAmong } from '../../people/wallets/public.ts';
import { bookToHouse } from './book-to-house.ts';
import { isOwnAddress } from './is-own-address.ts';
import { isSurplusName } from './return-name.ts';
import {
  returnCostMaxSun,
  type IsSignedOtherwise,
  type OrderReturn,
  type ReturnContent,
  type ReturnEnd,
  type ReturnSettling,
} from './return-order.ts';
import {
  addExplained,
  lockReturned,
  lockSurplus,
  lockSurplusOf,
  selectPossibleCauses,
  settleExplained,
  storeStep,
  takeBackExplanations,
} from './surplus-store.ts';
import type { Surplus } from './surplus.ts';
import { selectFrozenTokens } from './token-watch-store.ts';

/** What two operators decided about a surplus, as the second one signed it. */
export type SurplusDecision = {
  readonly surplusId: string;
  readonly address: TronAddress;
  readonly assetId: AssetId;
  /** All that is left of it. */
  readonly amount: Units;
  /** Null: the house takes it. */
  readonly to: TronAddress | null;
};

/** Why nothing was done. */
export type SurplusRefusal =
  /** Decided, on its way back, or explained by deposits meanwhile. */
  | 'surplus-over'
  /** A deposit that was found took part of it. */
  | 'surplus-changed'
  | 'surplus-quarantined'
  | 'token-frozen'
  | 'to-own-address'
  /** A return of it was signed and came to nothing: the signer signs that one again, and no other. */
  | 'signed-otherwise'
  | 'address-disowned'
  | 'on-its-way';

export type SettleSurplusDeps = {
  readonly orderReturn: OrderReturn;
  readonly isSignedOtherwise: IsSignedOtherwise;
};

/** Whether a decision about a surplus could be carried out as things are; undefined where it could. */
export async function checkSurplusDecision(
  tx: DbTx,
  decision: SurplusDecision,
  deps: Pick<SettleSurplusDeps, 'isSignedOtherwise'>,
): Promise<SurplusRefusal | undefined> {
  const surplus = await lockSurplus(tx, decision.surplusId);
  return surplus === undefined ? 'surplus-over' : await findRefusal(tx, decision, surplus, deps);
}

async function findRefusal(
  tx: DbTx,
  decision: SurplusDecision,
  surplus: Surplus,
  { isSignedOtherwise }: Pick<SettleSurplusDeps, 'isSignedOtherwise'>,
): Promise<SurplusRefusal | undefined> {
  const { address, assetId, amount, to } = decision;
  if (surplus.state !== 'kept' || surplus.address !== address || surplus.assetId !== assetId) return 'surplus-over';
  if (leftOf(surplus) !== amount) return 'surplus-changed';
  if ((await selectFrozenTokens(tx)).has(assetId)) return 'token-frozen';
  if ((await selectPossibleCauses(tx, surplus)).length > 0) return 'surplus-quarantined';
  if (to === null) return undefined;
  if ((await listDisownedAmong(tx, [address])).size > 0) return 'address-disowned';
  if (await isOwnAddress(tx, to)) return 'to-own-address';
  return (await isSignedOtherwise(tx, returnOf(decision, surplus, to))) ? 'signed-otherwise' : undefined;
}

function returnOf({ assetId, amount }: SurplusDecision, { returnName }: Surplus, to: TronAddress): ReturnContent {
  return { kind: 'return', assetId, amount, to, signerOrderId: returnName };
}

/**
 * Carries out what two operators decided about a surplus, in the caller's transaction: the house takes it, or an order pays
 * it back. Once, of exactly the amount they signed. Returns why not where it cannot.
 */
export async function settleSurplus(
  tx: DbTx,
  decision: SurplusDecision,
  deps: SettleSurplusDeps,
): Promise<SurplusRefusal | undefined> {
  const { surplusId: id, assetId, amount, to } = decision;
  const surplus = await lockSurplus(tx, id);
  if (surplus === undefined) return 'surplus-over';
  const refusal = await findRefusal(tx, decision, surplus, deps);
  if (refusal !== undefined) return refusal;
  if (to === null) {
    await bookToHouse(tx, { assetId, amount, key: `surplus:${id}:house`, details: { surplusId: id } });
    await storeStep(tx, id, { to: 'house' });
    return undefined;
  }
  const content = returnOf(decision, surplus, to);
  const orderId = await deps.orderReturn(tx, { content, costMaxSun: returnCostMaxSun });
  if (orderId === undefined) return 'on-its-way';
  await storeStep(tx, id, { to: 'returning', address: to, orderId });
  return undefined;
}

/** Holds the surplus that a return pays back, where it is one, until the transaction ends. */
export async function lockReturn(tx: DbTx, { signerOrderId }: Pick<ReturnContent, 'signerOrderId'>): Promise<void> {
  if (isSurplusName(signerOrderId)) await lockSurplusOf(tx, signerOrderId);
}

/**
 * Told of the end of a surplus's return. Paid: it is settled, and so are the deposits found meanwhile that were part of it.
 * Not paid: it is kept as before, and such deposits are in suspense for operators to decide.
 */
export async function endSurplusReturn(tx: DbTx, { orderId, content, journalId }: ReturnEnd): Promise<ReturnSettling> {
  const surplus = await lockReturned(tx, { orderId, returnName: content.signerOrderId });
  if (surplus === undefined) return journalId === undefined ? 'settled' : 'not-known-yet';
  const { id } = surplus;
  if (journalId === undefined) {
    if (!surplus.isOrdered) return 'settled';
    const taken = await takeBackExplanations(tx, id);
    await storeStep(tx, id, { to: 'kept' });
    if (taken > 0n) await addExplained(tx, id, taken);
    return 'settled';
  }
  // A restored database had lost the order: only what it kept again, whole, is what was paid back.
  if (!surplus.isOrdered && (surplus.state !== 'kept' || leftOf(surplus) !== content.amount))
    return 'settled-otherwise';
  await storeStep(tx, id, { to: 'returned', address: content.to, orderId });
  await settleExplained(tx, id, journalId);
  return 'settled';
}

/** What is left of it in suspense. */
export function leftOf({ amount, explained }: Pick<Surplus, 'amount' | 'explained'>): Units {
  return units(amount - explained);
}
