import { assert } from '@tern/base/assert';
import type { OperatorId, TreasuryOrderId } from '@tern/base/ids';
import { addOperator } from '@tern/testkit/operators';
import { sql } from 'kysely';
import { TronWeb } from 'tronweb';
import { readQuestion, type StoredQuestion } from '../../../chain/orders/public.ts';
import { aroundSigner } from '../../../chain/orders/testing/around-signer.ts';
import type { Changes, OrderWorld, TestAttempt } from '../../../chain/orders/testing/order-world.ts';
import { readBlocks } from '../../../money/deposits/public.ts';
import { listStuckOrders } from '../list-stuck-orders.ts';
import { resumeOrder } from '../resume-order.ts';
import type { TreasuryDeps } from '../treasury-deps.ts';
import type { OrderState } from '../treasury-order.ts';
import { broadcastOrders, followOrders, signOrders } from '../work-orders.ts';
import { houseKinds, type HouseKind, type HouseOrder } from './house-kinds.ts';
import { openTreasuryWorld, type TreasuryWorld } from './treasury-world.ts';

const states: Readonly<Partial<Record<OrderState, TestAttempt['state']>>> = {
  ready: 'asked',
  signed: 'signed',
  done: 'paid',
  failed: 'failed',
  expired: 'dead',
};

const steps = { sign: signOrders, broadcast: broadcastOrders, follow: followOrders } as const;
const roundsMax = 60;

/** For the specifications of orders: what the house moves itself. */
export async function openHouseOrders(kind: keyof typeof houseKinds): Promise<OrderWorld<HouseOrder>> {
  const world = await openTreasuryWorld(`orders to ${kind}`);
  const { db: owner } = world.database;
  const operators = [await addOperator(owner, { name: 'ada' }), await addOperator(owner, { name: 'ben' })] as const;
  const { amount, total, prepare }: HouseKind = await houseKinds[kind](world, operators);
  const made: HouseOrder[] = [];
  const tick = (changes?: Changes) => tickWith(world, changes);
  return {
    chain: world.chain,
    node: world.node,
    owner,
    workerUrl: world.database.workerUrl,
    lifetimeMs: world.treasury.settings.lifetimeMs,
    make: async () => {
      const again = await prepare();
      const order = { ids: [await again()], again };
      made.push(order);
      return order;
    },
    step: (step, changes) => steps[step](depsWith(world, changes), { limit: 100 }),
    tick,
    makeDue: world.makeDue,
    drain: async () => {
      for (let round = 0; round < roundsMax && (await planAgain(world, made)); round += 1) {
        await tick();
        await world.chain.admin.mine(10);
      }
      await world.chain.admin.mine(20);
      while ((await readBlocks(world.reader, { limit: 100 })) > 0);
    },
    ...readingOf(world),
    ...operatingOf(world, operators[0]),
    expectDoneOnce: async (order) => {
      const done = (await rowsOf(world, order)).filter(({ state }) => state === 'done');
      assert(done.length === 1, `it was done ${done.length} times`);
      const ended = await lastOfEach(world, made);
      const moved = amount * BigInt(ended.filter(({ state }) => state === 'done').length);
      assert((await total()) === moved, `${moved} units are done, ${await total()} have moved`);
      await world.checkCustody();
    },
    asTokenOwner: (call, parameters) => callToken(world, call, parameters),
    writes: {
      question: { table: 'treasury_orders', when: 'UPDATE OF signing_order' },
      signature: { table: 'treasury_orders', when: 'UPDATE OF raw_hex' },
      end: { table: 'treasury_orders', when: 'UPDATE OF ended_at' },
    },
    close: world.close,
  };
}

function depsWith({ treasury, accounts }: TreasuryWorld, { nodes, around, db, stopping }: Changes = {}): TreasuryDeps {
  return {
    ...treasury,
    ...(nodes === undefined ? {} : { nodes }),
    ...(db === undefined ? {} : { db }),
    stopping,
    signer: aroundSigner({ ...treasury.signer, getAccounts: () => Promise.resolve(accounts) }, around),
  };
}

async function tickWith(world: TreasuryWorld, changes?: Changes): Promise<void> {
  for (const step of ['sign', 'broadcast', 'follow'] as const) {
    await world.makeDue();
    await steps[step](depsWith(world, changes), { limit: 100 });
  }
}

/** Orders anew what came to nothing. Whether anything is under way. */
async function planAgain(world: TreasuryWorld, made: readonly HouseOrder[]): Promise<boolean> {
  let open = false;
  const rows = await lastOfEach(world, made);
  for (const [at, order] of made.entries()) {
    const { state, attention } = rows[at] as Row;
    open ||= attention === null && (state === 'ready' || state === 'signed');
    if (state !== 'failed' && state !== 'expired') continue;
    order.ids.push(await order.again());
    open = true;
  }
  return open;
}

type Row = {
  readonly id: TreasuryOrderId;
  readonly state: OrderState;
  readonly question: StoredQuestion | null;
  readonly tx_id: string | null;
  readonly result: string | null;
  readonly fee_sun: string | null;
  readonly block_number: string | null;
  readonly waiting_for: string | null;
  readonly waiting_detail: string | null;
  readonly attention: string | null;
};

function rowsOf(world: TreasuryWorld, { ids }: HouseOrder): Promise<readonly Row[]> {
  return selectRows(world, ids);
}

async function selectRows({ database }: TreasuryWorld, ids: readonly TreasuryOrderId[]): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    SELECT id, state, signing_order AS question, tx_id, result, fee_sun, block_number, waiting_for, waiting_detail, attention
      FROM treasury_orders WHERE id = ANY(${ids}::uuid[]) ORDER BY created_at, id`.execute(database.db.kysely);
  return rows;
}

async function lastOf(world: TreasuryWorld, order: HouseOrder): Promise<Row> {
  const row = (await rowsOf(world, order)).at(-1);
  assert(row !== undefined, 'an order has a row');
  return row;
}

/** In the order of the orders, with one question: every test asks about all that were made before it. */
async function lastOfEach(world: TreasuryWorld, orders: readonly HouseOrder[]): Promise<readonly Row[]> {
  const rows = new Map((await selectRows(world, orders.map(lastId))).map((row) => [row.id, row]));
  return orders.map((order) => {
    const row = rows.get(lastId(order));
    assert(row !== undefined, 'an order has a row');
    return row;
  });
}

function lastId({ ids }: HouseOrder): TreasuryOrderId {
  const id = ids.at(-1);
  assert(id !== undefined, 'it was ordered');
  return id;
}

type Reading = Pick<
  OrderWorld<HouseOrder>,
  'attemptsOf' | 'questionOf' | 'waitingOf' | 'attentionOf' | 'seenIn' | 'expectUnderWay'
>;

function readingOf(world: TreasuryWorld): Reading {
  return {
    attemptsOf: async (order) =>
      (await rowsOf(world, order)).flatMap(({ state, question, tx_id: txId, result, fee_sun: feeSun }) => {
        const told = states[state];
        return told === undefined || question === null ? [] : [{ state: told, txId, result, feeSun }];
      }),
    questionOf: async (order) => {
      const { question } = await lastOf(world, order);
      assert(question !== null, 'it was asked for');
      return readQuestion(question);
    },
    waitingOf: async (order) => {
      const { waiting_for: cause, waiting_detail: detail } = await lastOf(world, order);
      return cause === null ? 'nothing' : `${cause}: ${detail}`;
    },
    attentionOf: async (order) => (await lastOf(world, order)).attention,
    seenIn: async (order) => {
      const { block_number: block } = await lastOf(world, order);
      return block === null ? null : Number(block);
    },
    expectUnderWay: async (order) => {
      const { state } = await lastOf(world, order);
      assert(state === 'signed', `it is ${state}`);
      const { rows } = await sql`
        SELECT FROM ledger.journals WHERE details ->> 'orderId' = ${lastId(order)}`.execute(world.database.db.kysely);
      assert(rows.length === 0, 'nothing is booked yet');
    },
  };
}

type Operating = Pick<OrderWorld<HouseOrder>, 'actionAfter' | 'resume' | 'forget'>;

function operatingOf({ database }: TreasuryWorld, operatorId: OperatorId): Operating {
  const { kysely } = database.db;
  return {
    actionAfter: async (order, minutes) => {
      await sql`
        UPDATE treasury_orders SET changed_at = changed_at - make_interval(mins => ${minutes})
         WHERE id = ${lastId(order)}`.execute(kysely);
      return (await listStuckOrders(database.db)).find(({ id }) => id === lastId(order))?.action;
    },
    resume: async (order) => {
      const resumed = await resumeOrder(database.asConsole, { orderId: lastId(order), operatorId });
      assert(resumed, 'it was stopped');
    },
    forget: async (order) => {
      await kysely.transaction().execute(async (tx) => {
        await sql`SET LOCAL session_replication_role = replica`.execute(tx);
        await sql`
          UPDATE treasury_orders SET state = 'ready', signing_order = NULL, raw_hex = NULL, signature_hex = NULL, tx_id = NULL,
            block_number = NULL, last_answer = NULL WHERE id = ${lastId(order)}`.execute(tx);
      });
    },
  };
}

async function callToken(
  { chain, treasury }: TreasuryWorld,
  ...[call, parameters]: Parameters<OrderWorld<HouseOrder>['asTokenOwner']>
): Promise<void> {
  const issuer = new TronWeb({ fullHost: chain.url, privateKey: chain.keys.treasury });
  const { transaction } = await issuer.transactionBuilder.triggerSmartContract(
    treasury.contracts.usdt,
    call,
    { feeLimit: 100_000_000 },
    [...parameters],
  );
  const { result } = await issuer.trx.sendRawTransaction(await issuer.trx.sign(transaction));
  assert(result, `the owner's ${call} is accepted`);
  await chain.admin.mine();
}
