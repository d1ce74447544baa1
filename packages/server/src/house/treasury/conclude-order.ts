import type { DbTx } from '@tern/db/database';
import type { DeathProof } from '@tern/tron/signer-protocol';
import type { Conclusion } from '../../chain/orders/public.ts';
import { closeOrder } from './close-order.ts';
import { storeTakenBack, storeWhereTakenBack } from './delegation-store.ts';
import type { TreasuryDeps } from './treasury-deps.ts';
import type { TreasuryOrder } from './treasury-order.ts';

type Ending = Pick<TreasuryDeps, 'endReturn'>;
type Ordered = { readonly order: TreasuryOrder };

/** The chain shows what was ordered: it is booked with what it burnt. Throws `Unbooked`. */
export async function concludePaid(tx: DbTx, deps: Ending, { order, facts }: Ordered & Conclusion): Promise<void> {
  const { block, transaction } = facts;
  const { txId, feeSun } = transaction;
  const end = {
    state: 'done',
    result: transaction.resultCode || 'SUCCESS',
    feeSun,
    blockNumber: block.number,
  } as const;
  await closeOrder(tx, deps, { order, end, burnt: { txId, feeSun } });
  const { content } = order;
  if (content.kind === 'undelegate') await storeTakenBack(tx, content.place, order.createdAt);
  if (content.kind === 'delegate') await storeWhereTakenBack(tx, order.id);
}

/** The chain shows a failure: what it burnt is the house's cost. */
export async function concludeFailed(
  tx: DbTx,
  deps: Ending,
  { order, facts, code, proof }: Ordered & Conclusion & { readonly code: string; readonly proof: DeathProof },
): Promise<void> {
  const { txId, feeSun } = facts.transaction;
  const failed = { state: 'failed', result: code, feeSun, blockNumber: facts.block.number } as const;
  const end = order.content.kind === 'return' ? { ...failed, proof } : failed;
  await closeOrder(tx, deps, { order, end, burnt: { txId, feeSun } });
}

/** Its bytes can never be included any more. */
export async function concludeDead(
  tx: DbTx,
  deps: Ending,
  { order, proof }: Ordered & { readonly proof: DeathProof },
): Promise<void> {
  await closeOrder(tx, deps, { order, end: { state: 'expired', proof } });
}
