import { assert } from '@tern/base/assert';
import { newId, type OperatorId, type TreasuryOrderId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { unitsFromWire, unitsToWire, type Units } from '@tern/money/units';
import { getAddress, type TronAddress } from '@tern/tron/address';
import type { DeathProof } from '@tern/tron/signer-protocol';
import { sql, type RawBuilder } from 'kysely';
import { readQuestion, type StoredQuestion, type WaitCause } from '../../chain/orders/public.ts';
import type { ReturnContent } from '../../money/deposits/public.ts';
import { exactPlace, isBehind } from '../../platform/exact-place.ts';
import {
  proposedKinds,
  transitions,
  type OrderContent,
  type OrderKind,
  type OrderState,
  type TreasuryOrder,
} from './treasury-order.ts';

/** A row as it is read back. */
export type OrderRow = {
  readonly id: TreasuryOrderId;
  readonly kind: OrderKind;
  readonly asset_id: AssetId;
  readonly amount: string;
  readonly address: string | null;
  readonly address_index: number | null;
  readonly to_address: string | null;
  readonly signer_order_id: string | null;
  readonly account: 'hot' | 'fee' | null;
  readonly statement_number: number | null;
  readonly statement_hash: string | null;
  readonly attempt: number;
  readonly state: OrderState;
  readonly cost_max_sun: string;
  readonly signing_order: StoredQuestion | null;
  readonly raw_hex: string | null;
  readonly signature_hex: string | null;
  readonly tx_id: string | null;
  readonly block_number: string | null;
  readonly created_at: Date;
};

export type NewOrder = {
  readonly content: Exclude<OrderContent, ReturnContent>;
  readonly costMaxSun: Units;
};

/**
 * Adds an order. Undefined where one of this address or purpose is open: whoever was first goes on. What two operators
 * have to approve begins as a proposal.
 */
export async function insertOrder(
  db: DbReader,
  { content, costMaxSun }: NewOrder,
): Promise<TreasuryOrderId | undefined> {
  const id = newId<TreasuryOrderId>();
  const place = 'place' in content ? content.place : undefined;
  const statement = 'statement' in content ? content.statement : undefined;
  const { numAffectedRows } = await sql`
    INSERT INTO treasury_orders (id, kind, asset_id, amount, address, address_index, account, state, cost_max_sun,
      statement_number, statement_hash)
    VALUES (${id}, ${content.kind}, ${content.assetId}, ${unitsToWire(content.amount)}, ${place?.address ?? null},
      ${place?.index ?? null}, ${'account' in content ? content.account : null},
      ${proposedKinds.has(content.kind) ? 'proposed' : 'ready'}, ${unitsToWire(costMaxSun)},
      ${statement?.number ?? null}, ${statement?.hash ?? null})
    ON CONFLICT DO NOTHING`.execute(db);
  return numAffectedRows === 1n ? id : undefined;
}

/** The order as it is now, locked until the transaction ends. Asserts that there is one. */
export async function lockOrder(tx: DbTx, id: TreasuryOrderId): Promise<TreasuryOrder> {
  const { rows } = await sql<OrderRow>`SELECT * FROM treasury_orders WHERE id = ${id} FOR NO KEY UPDATE`.execute(tx);
  assert(rows[0] !== undefined, `no order ${id}`);
  return orderFromRow(rows[0]);
}

export async function findOrder(db: DbReader, id: TreasuryOrderId): Promise<TreasuryOrder | undefined> {
  const { rows } = await sql<OrderRow>`SELECT * FROM treasury_orders WHERE id = ${id}`.execute(db);
  return rows[0] === undefined ? undefined : orderFromRow(rows[0]);
}

/** The order with why it was stopped; null where it was not. */
export async function findOrderCase(
  db: DbReader,
  id: TreasuryOrderId,
): Promise<(TreasuryOrder & Pick<OpenOrder, 'attention'>) | undefined> {
  const { rows } = await sql<
    OrderRow & { attention: string | null }
  >`SELECT * FROM treasury_orders WHERE id = ${id}`.execute(db);
  const [row] = rows;
  return row === undefined ? undefined : { ...orderFromRow(row), attention: row.attention };
}

export type OrderReview = {
  readonly orderId: TreasuryOrderId;
  readonly operatorId: OperatorId;
  readonly decision: 'approve' | 'reject';
  /** Operators are not asked for one. */
  readonly reason: null;
  readonly at: Date;
};

/** What operators have decided about these orders, in order. */
export async function selectReviews(db: DbReader, ids: readonly TreasuryOrderId[]): Promise<readonly OrderReview[]> {
  const { rows } = await sql<OrderReview>`
    SELECT order_id AS "orderId", operator_id AS "operatorId", decision, NULL AS reason, at
      FROM treasury_reviews
     WHERE order_id = ANY (${[...ids]}::uuid[]) ORDER BY at, operator_id`.execute(db);
  return rows;
}

/** A proposed order goes on. The database refuses it without its approvals. */
export async function makeReady(tx: DbTx, id: TreasuryOrderId): Promise<void> {
  await sql`
    UPDATE treasury_orders SET state = 'ready', changed_at = clock_timestamp(), due_at = clock_timestamp()
     WHERE id = ${id} AND state = 'proposed'`.execute(tx);
}

/** Keeps one operator's decision about a proposal. False where they have decided before. */
export async function insertReview(
  tx: DbTx,
  review: {
    readonly orderId: TreasuryOrderId;
    readonly operatorId: OperatorId;
    readonly decision: 'approve' | 'reject';
  },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO treasury_reviews (order_id, operator_id, decision)
    VALUES (${review.orderId}, ${review.operatorId}, ${review.decision}) ON CONFLICT DO NOTHING`.execute(tx);
  return numAffectedRows === 1n;
}

/** Ends proposals of an asset that are larger than what there is for cold storage now. */
export async function dropLargerProposals(
  tx: DbTx,
  { assetId, amount }: { readonly assetId: AssetId; readonly amount: Units },
): Promise<void> {
  await sql`
    UPDATE treasury_orders SET state = 'dropped', changed_at = clock_timestamp(), ended_at = clock_timestamp()
     WHERE kind = 'cold' AND state = 'proposed' AND asset_id = ${assetId} AND amount > ${unitsToWire(amount)}`.execute(
    tx,
  );
}

/** Whether an operator has said no within a day: nobody is asked again so soon. */
export async function wasRejectedLately(db: DbReader, assetId: AssetId): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM treasury_orders WHERE kind = 'cold' AND asset_id = ${assetId} AND state = 'rejected'
       AND ended_at > clock_timestamp() - interval '24 hours' LIMIT 1`.execute(db);
  return rows.length > 0;
}

export type OrderEnd =
  | {
      readonly state: 'done' | 'failed';
      readonly result: string;
      readonly feeSun: Units;
      readonly blockNumber: number;
      /** Of a return that failed: what a further try needs. */
      readonly proof?: DeathProof;
    }
  | { readonly state: 'expired'; readonly proof: DeathProof }
  | { readonly state: 'dropped' | 'rejected' };

/** Ends an order for ever. The caller has it locked and knows that the step exists. */
export async function endOrder(tx: DbTx, { id, state }: TreasuryOrder, end: OrderEnd): Promise<void> {
  assert(transitions[state].includes(end.state), `no step from ${state} to ${end.state}`);
  const settled = end.state === 'done' || end.state === 'failed' ? end : undefined;
  const proof = 'proof' in end && end.proof !== undefined ? JSON.stringify(end.proof) : null;
  await sql`
    UPDATE treasury_orders SET state = ${end.state}, result = ${settled?.result ?? null}, waiting_for = NULL, waiting_detail = NULL,
      fee_sun = ${settled === undefined ? null : unitsToWire(settled.feeSun)},
      block_number = ${settled?.blockNumber ?? null}, death_proof = ${proof}::jsonb,
      changed_at = clock_timestamp(), ended_at = clock_timestamp()
     WHERE id = ${id}`.execute(tx);
}

/** Lets the worker look again. False where it was not stopped. */
export async function clearAttention(db: DbReader, id: TreasuryOrderId): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE treasury_orders SET attention = NULL, due_at = clock_timestamp(), broadcast_due_at = clock_timestamp()
     WHERE id = ${id} AND attention IS NOT NULL`.execute(db);
  return numAffectedRows === 1n;
}

/** Which of these transactions belong to the house, so that readers of the chain take them for nothing else. */
export async function listTreasuryTransactionsAmong(
  db: DbReader,
  txIds: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ txId: string }>`
    SELECT tx_id AS "txId" FROM treasury_orders WHERE tx_id = ANY(${[...txIds]}::text[])`.execute(db);
  return rows.map(({ txId }) => txId);
}

/** The orders that take something out of an account of the house, besides what is burnt. */
const outflowsOf = { hot: ['fund', 'cold', 'return', 'anchor'], fee: ['top-up', 'stake'] } as const;
/** Those that burn its TRX. */
const burntBy = {
  hot: ['fund', 'cold', 'return', 'anchor'],
  fee: ['top-up', 'stake', 'unstake', 'withdraw-unstaked', 'delegate', 'undelegate'],
} as const;

/**
 * What open orders may still take out of the hot wallet or the fee account: of one asset, and sun for all of them. A
 * return counts once it is about to be signed: until then it waits for money, and nobody's payment for it.
 */
export async function sumOpenOrders(
  db: DbReader,
  account: 'hot' | 'fee',
  assetId: AssetId,
): Promise<{ readonly amount: Units; readonly costSun: Units }> {
  const { rows } = await sql<{ amount: string; cost: string }>`
    SELECT coalesce(sum(amount) FILTER (WHERE asset_id = ${assetId} AND kind = ANY(${[...outflowsOf[account]]}::text[])), 0)::text AS amount,
           coalesce(sum(cost_max_sun) FILTER (WHERE kind = ANY(${[...burntBy[account]]}::text[]) OR kind = 'restrict' AND account = ${account}), 0)::text AS cost
      FROM treasury_orders WHERE state IN ('ready', 'signed') AND (kind <> 'return' OR signing_order IS NOT NULL)`.execute(
    db,
  );
  return { amount: unitsFromWire(rows[0]?.amount ?? '0'), costSun: unitsFromWire(rows[0]?.cost ?? '0') };
}

/** A signed order: its transaction, and whose it is. */
export type SignedTreasuryTransaction = {
  readonly txId: string;
  readonly kind: OrderKind;
  readonly assetId: AssetId;
  /** The deposit address it is about. */
  readonly address: string | null;
  /** Of `restrict`. */
  readonly account: 'hot' | 'fee' | null;
};

/** Signed orders that have not ended: what may be in a block that the books do not know yet. */
export async function listSignedTreasuryTransactions(db: DbReader): Promise<readonly SignedTreasuryTransaction[]> {
  const { rows } = await sql<SignedTreasuryTransaction>`
    SELECT tx_id AS "txId", kind, asset_id AS "assetId", address, account
      FROM treasury_orders WHERE state = 'signed'`.execute(db);
  return rows;
}

/** Whether TRX is on its way to the fee account, or into or out of its stake. */
export async function isFeeAccountBusy(db: DbReader): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM treasury_orders WHERE kind IN ('fund', 'stake', 'unstake', 'withdraw-unstaked')
       AND state IN ('ready', 'signed') LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Which of these addresses have an order under way, or had one within `restMs` that came to nothing. */
export async function listBusyAddresses(
  db: DbReader,
  { addresses, restMs }: { readonly addresses: readonly TronAddress[]; readonly restMs: number },
): Promise<ReadonlySet<TronAddress>> {
  const { rows } = await sql<{ address: string }>`
    SELECT DISTINCT address FROM treasury_orders
     WHERE address = ANY(${[...addresses]}::text[]) AND (state IN ('ready', 'signed')
       OR (state <> 'done' AND ended_at > clock_timestamp() - make_interval(secs => ${restMs / 1000})))`.execute(db);
  return new Set(rows.map((row) => getAddress(row.address)));
}

export type OpenOrder = TreasuryOrder & {
  /** Why it does not go on: by itself, or only after an operator's look. */
  readonly waitingFor: WaitCause | null;
  readonly waitingDetail: string | null;
  readonly attention: string | null;
  /** Whole minutes since it was made, and in its state, by the database's clock. */
  readonly minutesOpen: number;
  readonly minutesInState: number;
  /** Its place in the list, behind which the next page begins. */
  readonly place: string;
};

/** Which orders under way are wanted, and from which place on. */
export type OpenOrdersPage = {
  /** Only those that do not go on. */
  readonly stuck?: boolean;
  readonly after?: string | undefined;
  readonly limit: number;
};

/**
 * Longest time in a state that is no reason to look, in minutes, whatever the nodes say meanwhile: signed bytes live for five
 * minutes of chain time, and the proof that they are dead takes a little more.
 */
const deadlineMinutes = { ready: 30, signed: 15 } as const;

const orderedAt = sql`o.created_at`;
const orderId = sql`o.id`;
const minutesInState = sql<number>`floor(extract(epoch FROM clock_timestamp() - o.changed_at) / 60)::int`;
/**
 * Stopped, waiting, or under way for too long; proposals are people's matter. Nodes that are a block apart show an order unlike
 * for a moment; what is not signed yet says at once why.
 */
const isStuck = sql<boolean>`o.state IN ('ready', 'signed') AND (o.attention IS NOT NULL
  OR CASE WHEN o.state = 'signed' THEN ${minutesInState} > ${deadlineMinutes.signed}::int
          ELSE o.waiting_for IS NOT NULL OR ${minutesInState} > ${deadlineMinutes.ready}::int END)`;

type OpenOrderRow = OrderRow & {
  waiting_for: WaitCause | null;
  waiting_detail: string | null;
  attention: string | null;
  minutes_open: number;
  minutes_in_state: number;
  place: string;
};

/** Orders under way, oldest first and at most 500 unless another page is asked for. Throws `INPUT_INVALID` for a place that is none. */
export async function listOpenOrders(
  db: DbReader,
  page: OpenOrdersPage = { limit: 500 },
): Promise<readonly OpenOrder[]> {
  const { rows } = await openOrdersOf(page).execute(db);
  return rows.map((row) => ({
    ...orderFromRow(row),
    waitingFor: row.waiting_for,
    waitingDetail: row.waiting_detail,
    attention: row.attention,
    minutesOpen: row.minutes_open,
    minutesInState: row.minutes_in_state,
    place: row.place,
  }));
}

/** The statement of `listOpenOrders`. */
export function openOrdersOf({ stuck = false, after, limit }: OpenOrdersPage): RawBuilder<OpenOrderRow> {
  return sql<OpenOrderRow>`
    SELECT o.*, floor(extract(epoch FROM clock_timestamp() - o.created_at) / 60)::int AS minutes_open,
           ${minutesInState} AS minutes_in_state, ${exactPlace(orderedAt, orderId)} AS place
      FROM treasury_orders o
     WHERE o.state IN ('proposed', 'ready', 'signed') AND (NOT ${stuck}::boolean OR ${isStuck})
       AND ${isBehind(orderedAt, orderId, after)}
     ORDER BY o.created_at, o.id LIMIT ${limit}`;
}

/** How many orders do not go on, and since when the first has been in its state. */
export async function countStuckOrders(
  db: DbReader,
): Promise<{ readonly items: number; readonly oldest: Date | null }> {
  const { rows } = await sql<{ items: number; oldest: Date | null }>`
    SELECT count(*)::int AS items, min(o.changed_at) AS oldest FROM treasury_orders o WHERE ${isStuck}`.execute(db);
  return rows[0] ?? { items: 0, oldest: null };
}

export function orderFromRow(row: OrderRow): TreasuryOrder {
  const { raw_hex: rawHex, signature_hex: signatureHex, tx_id: txId } = row;
  return {
    id: row.id,
    content: contentOfRow(row),
    state: row.state,
    attempt: row.attempt,
    costMaxSun: unitsFromWire(row.cost_max_sun),
    signingOrder: row.signing_order === null ? null : readQuestion(row.signing_order),
    signed: rawHex === null || signatureHex === null || txId === null ? null : { txId, rawHex, signatureHex },
    blockNumber: row.block_number === null ? null : Number(row.block_number),
    createdAt: row.created_at,
  };
}

function contentOfRow(row: OrderRow): OrderContent {
  const { kind, asset_id: assetId, address, address_index: index } = row;
  const amount = unitsFromWire(row.amount);
  if (kind === 'return') {
    const { to_address: to, signer_order_id: signerOrderId } = row;
    assert(to !== null && signerOrderId !== null, 'a return names its receiver');
    return { kind, assetId, amount, to: getAddress(to), signerOrderId };
  }
  if (kind === 'cold') return { kind, assetId, amount };
  if (kind === 'stake' || kind === 'fund' || kind === 'unstake' || kind === 'withdraw-unstaked')
    return { kind, assetId: 'trx', amount };
  if (kind === 'anchor') {
    const { statement_number: number, statement_hash: hash } = row;
    assert(number !== null && hash !== null, 'an anchor names its statement');
    return { kind, assetId: 'trx', amount, statement: { number, hash } };
  }
  if (kind === 'restrict') {
    assert(row.account !== null, 'an account is restricted');
    return { kind, assetId: 'trx', amount, account: row.account };
  }
  assert(address !== null && index !== null, `an order to ${kind} names its address`);
  const place = { address: getAddress(address), index };
  return kind === 'sweep' ? { kind, assetId, amount, place } : { kind, assetId: 'trx', amount, place };
}
