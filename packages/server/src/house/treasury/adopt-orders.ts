import type { DbReader, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import type { TronAddress } from '@tern/tron/address';
import type { Signer } from '@tern/tron/signer-client';
import type { RecalledOrder } from '@tern/tron/signer-protocol';
import { sql } from 'kysely';
import { listAddressPlaces } from '../../people/wallets/public.ts';
import { findRecall, insertAdopted, selectStates, storeRecall } from './adoption-store.ts';
import { listAddressesOf, rebuildOrder } from './recalled-order.ts';
import type { TreasuryDeps } from './treasury-deps.ts';
import type { DepositPlace, OrderState } from './treasury-order.ts';

export type AdoptOrdersDeps = Pick<TreasuryDeps, 'db' | 'accounts' | 'report'> & {
  readonly signer: Pick<Signer, 'getHealth' | 'recall'>;
  /** Whether a name of the signer's stands for paying something in suspense back. */
  readonly isReturn: (signerOrderId: string) => boolean;
  /** Hears which payments to people the signer has signed, in the transaction that remembers that they were compared. */
  readonly noteSignedBefore: (tx: DbTx, withdrawalIds: readonly string[]) => Promise<void>;
};

// Any number will do; it only has to differ from other locks.
const adoptionLock = 7_310_925_552;

/** Steps of the chart that ended or never began here, while the signer knows that it has signed. */
const forgotten: ReadonlySet<OrderState | undefined> = new Set([undefined, 'proposed', 'rejected', 'dropped']);

/**
 * Compares what the signer has signed since the last comparison with the orders here, and takes in again what a restored
 * database has lost: signed, to be followed like any other, booked when the irreversible chain shows it. Nothing is
 * signed here. Returns how many signatures it looked at; zero when all are compared.
 */
export async function adoptOrders(deps: AdoptOrdersDeps): Promise<number> {
  const { db, signer } = deps;
  const { memory } = await signer.getHealth();
  const recalled = await signer.recall(await findRecall(db.kysely, memory.storeId));
  const last = recalled.at(-1);
  if (last === undefined) return 0;
  const lost = await transact(db, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(${adoptionLock})`.execute(tx);
    const adopted = await adopt(tx, deps, recalled);
    await storeRecall(tx, memory.storeId, last.position);
    return adopted;
  });
  for (const { order, adopted } of lost) {
    const { orderId, kind, assetId, txId } = order;
    const detail = `${kind} ${orderId} in ${txId}`;
    deps.report({ event: adopted ? 'order-adopted' : 'order-not-adopted', assetId, detail });
  }
  return recalled.length;
}

type Lost = { readonly order: RecalledOrder; readonly adopted: boolean };

async function adopt(
  tx: DbTx,
  { accounts, isReturn, noteSignedBefore }: AdoptOrdersDeps,
  recalled: readonly RecalledOrder[],
): Promise<readonly Lost[]> {
  // People's payments have a row of their own that asks for them again, or waits for operators.
  const isTheirs = ({ kind, orderId }: RecalledOrder): boolean => kind === 'payout' && !isReturn(orderId);
  await noteSignedBefore(
    tx,
    recalled.filter(isTheirs).map(({ orderId }) => orderId),
  );
  const ours = recalled.filter((order) => !isTheirs(order));
  const states = await selectStates(tx, ours);
  const missing = ours.filter(({ orderId, attempt }) => forgotten.has(states.get(`${orderId} ${attempt}`)));
  if (missing.length === 0) return [];
  const places = await findPlaces(tx, missing.flatMap(listAddressesOf));
  const lost: Lost[] = [];
  for (const order of missing) {
    const rebuilt = rebuildOrder(order, { accounts, places });
    if (rebuilt !== undefined) await insertAdopted(tx, order, rebuilt);
    lost.push({ order, adopted: rebuilt !== undefined });
  }
  return lost;
}

async function findPlaces(
  db: DbReader,
  addresses: readonly TronAddress[],
): Promise<ReadonlyMap<TronAddress, DepositPlace>> {
  const places = await listAddressPlaces(db, [...new Set(addresses)]);
  return new Map(places.map((place) => [place.address, place]));
}
