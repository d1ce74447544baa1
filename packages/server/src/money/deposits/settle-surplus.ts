import type { DbTx } from '@tern/db/database';
import { houseAccount } from '@tern/ledger/account';
import { postJournal } from '@tern/ledger/post-journal';
import type { AssetId } from '@tern/money/asset';
import { units, type Units } from '@tern/money/units';
import type { TronAddress } from '@tern/tron/address';
import { listPooledAmong } from '../../people/wallets/public.ts';
import { isHotAddress } from '../transfers/public.ts';
import type { OrderReturn, ReturnEnd, ReturnSettling } from './return-order.ts';
import {
  addExplained,
  lockReturned,
  lockSurplus,
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
  | 'on-its-way';

/** What one return burns at most before its cost is estimated: 5 TRX, an activation included. */
const costMaxSun = units(5_000_000n);

/** Whether a decision about a surplus could be carried out as things are; undefined where it could. */
export async function checkSurplusDecision(tx: DbTx, decision: SurplusDecision): Promise<SurplusRefusal | undefined> {
  const surplus = await lockSurplus(tx, decision.surplusId);
  const { address, assetId, amount, to } = decision;
  if (surplus?.state !== 'kept' || surplus.address !== address || surplus.assetId !== assetId) return 'surplus-over';
  if (leftOf(surplus) !== amount) return 'surplus-changed';
  if ((await selectFrozenTokens(tx)).has(assetId)) return 'token-frozen';
  if ((await selectPossibleCauses(tx, surplus)).length > 0) return 'surplus-quarantined';
  if (to !== null && ((await isHotAddress(tx, to)) || (await listPooledAmong(tx, [to])).length > 0))
    return 'to-own-address';
  return undefined;
}

/**
 * Carries out what two operators decided about a surplus, in the caller's transaction: the house takes it, or an order pays
 * it back. Once, of exactly the amount they signed. Returns why not where it cannot.
 */
export async function settleSurplus(
  tx: DbTx,
  decision: SurplusDecision,
  orderReturn: OrderReturn,
): Promise<SurplusRefusal | undefined> {
  const refusal = await checkSurplusDecision(tx, decision);
  if (refusal !== undefined) return refusal;
  const { surplusId: id, assetId, amount, to } = decision;
  if (to === null) {
    await postJournal(tx, {
      key: `surplus:${id}:house`,
      kind: 'suspense-resolution',
      legs: [
        {
          debit: await houseAccount(tx, 'suspense', assetId),
          credit: await houseAccount(tx, 'capital', assetId),
          asset: assetId,
          amount,
          code: 'surplus',
        },
      ],
      details: { surplusId: id },
    });
    await storeStep(tx, id, { to: 'house' });
    return undefined;
  }
  const surplus = await lockSurplus(tx, id);
  const signerOrderId = surplus?.returnName ?? '';
  const content = { kind: 'return', assetId, amount, to, signerOrderId } as const;
  const orderId = await orderReturn(tx, { content, costMaxSun });
  if (orderId === undefined) return 'on-its-way';
  await storeStep(tx, id, { to: 'returning', address: to, orderId });
  return undefined;
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
