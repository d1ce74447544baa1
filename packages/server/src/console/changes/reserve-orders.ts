import type { OperatorId } from '@tern/base/ids';
import type { DecisionFacts } from '@tern/contracts/decision';
import type { ReserveContent } from '@tern/contracts/routes/console-changes';
import type { Database, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { unitsFromWire } from '@tern/money/units';
import { parseAddress, type TronAddress } from '@tern/tron/address';
import {
  bookColdReturn,
  bookLoss,
  checkColdReturn,
  checkLoss,
  type ColdReturnRefusal,
  type LossRefusal,
} from '../../house/reconciliation/public.ts';
import { insertReturn, isSignedOtherwise } from '../../house/treasury/public.ts';
import {
  checkSurplusDecision,
  settleSurplus,
  type SurplusDecision,
  type SurplusRefusal,
} from '../../money/deposits/public.ts';

/** Why such an order cannot be carried out; nothing was done. */
type ReserveRefusal = SurplusRefusal | ColdReturnRefusal | LossRefusal | 'address-invalid' | 'contract-address';

export type ReserveDeps = {
  readonly db: Database;
  /** Whether a contract lives at the address now: the network pays no TRX to one. Throws `NodeFault`. */
  readonly isContract: (address: TronAddress) => Promise<boolean>;
};

/** Why an order could not be carried out as things are; undefined where it could. */
export async function checkReserveOrder(
  { db, isContract }: ReserveDeps,
  content: ReserveContent,
): Promise<ReserveRefusal | undefined> {
  if (content.kind === 'surplus') {
    const decision = readSurplus(content);
    if (decision === undefined) return 'address-invalid';
    // Asked before the transaction: a node may take its time.
    if (decision.to !== null && (await isContract(decision.to))) return 'contract-address';
    return await transact(db, (tx) => checkSurplusDecision(tx, decision, { isSignedOtherwise }));
  }
  const amount = unitsFromWire(content.amount);
  return await transact(db, (tx) =>
    content.kind === 'loss' ? checkLoss(tx, { ...content, amount }) : checkColdReturn(tx, { ...content, amount }),
  );
}

/**
 * Carries out what one operator proposed and another approves, in the caller's transaction. The proposal's id is the key of
 * its journal, so nothing is booked twice. Returns why not where it cannot.
 */
export async function carryOutReserveOrder(
  tx: DbTx,
  content: ReserveContent,
  { id, operators }: { readonly id: string; readonly operators: readonly [OperatorId, OperatorId] },
): Promise<ReserveRefusal | undefined> {
  if (content.kind === 'surplus') {
    const decision = readSurplus(content);
    if (decision === undefined) return 'address-invalid';
    return await settleSurplus(tx, decision, { orderReturn: insertReturn, isSignedOtherwise });
  }
  const booking = { key: `change:${id}`, operators, amount: unitsFromWire(content.amount) };
  return content.kind === 'loss'
    ? await bookLoss(tx, { ...content, ...booking })
    : await bookColdReturn(tx, { ...content, ...booking });
}

/** What such an order moves and where to, for whoever signs it. Pure. */
export function describeReserveOrder(content: ReserveContent): Pick<DecisionFacts, 'asset' | 'amount' | 'about'> {
  const money = { asset: content.assetId, amount: content.amount };
  switch (content.kind) {
    case 'surplus': {
      const at = { as: 'arrived-at', name: content.address } as const;
      const { to } = content;
      return { ...money, about: [to === null ? { as: 'house', name: 'capital' } : { as: 'receiver', name: to }, at] };
    }
    case 'cold-return':
      return { ...money, about: [{ as: 'account', name: 'cold' }] };
    case 'loss':
      return { ...money, about: [{ as: 'account', name: content.subject }] };
  }
}

/** Undefined where one of its addresses is none. */
function readSurplus(content: Extract<ReserveContent, { kind: 'surplus' }>): SurplusDecision | undefined {
  const [at, to] = [content.address, content.to].map((text) => (text === null ? null : readAddress(text)));
  if (at === undefined || at === null || to === undefined) return undefined;
  const { surplusId, assetId, amount } = content;
  return { surplusId, assetId, amount: unitsFromWire(amount), address: at, to };
}

function readAddress(text: string): TronAddress | undefined {
  const parsed = parseAddress(text);
  return 'address' in parsed ? parsed.address : undefined;
}
