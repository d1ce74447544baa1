import { assert } from '@tern/base/assert';
import type { OperatorId, TreasuryOrderId } from '@tern/base/ids';
import { units } from '@tern/money/units';
import { addOperator } from '@tern/testkit/operators';
import type { TronAddress } from '@tern/tron/address';
import { getStakes } from '@tern/tron/get-stakes';
import { sql } from 'kysely';
import { TronWeb } from 'tronweb';
import { readQuestion, type StoredQuestion } from '../../../chain/orders/public.ts';
import { aroundSigner } from '../../../chain/orders/testing/around-signer.ts';
import type { Changes, OrderBench, TestAttempt } from '../../../chain/orders/testing/order-bench.ts';
import { readBlocks } from '../../../money/deposits/public.ts';
import { listAddressPlaces } from '../../../people/wallets/public.ts';
import { decideColdOrder } from '../decide-cold-order.ts';
import { listStuckOrders } from '../list-stuck-orders.ts';
import { insertOrder } from '../order-store.ts';
import { resumeOrder } from '../resume-order.ts';
import type { TreasuryDeps } from '../treasury-deps.ts';
import type { OrderState } from '../treasury-order.ts';
import { broadcastOrders, followOrders, signOrders } from '../work-orders.ts';
import { openReturns } from './return-kind.ts';
import { openTreasuryBench, type TreasuryBench } from './treasury-bench.ts';

/** One purpose of the house, with every order that was made for it. */
export type HouseOrder = { readonly ids: TreasuryOrderId[]; readonly again: () => Promise<TreasuryOrderId> };

/** How orders of one kind are made here. */
type HouseKind = {
  /** Units that each moves. */
  readonly amount: bigint;
  /** What all of them have moved on chain. */
  readonly total: () => Promise<bigint>;
  /** Brings one about; what comes of it orders it, once more where it came to nothing. */
  readonly prepare: () => Promise<HouseOrder['again']>;
};

const trx = 1_000_000n;
const costMaxSun = units(30n * trx);

function found(id: TreasuryOrderId | undefined): TreasuryOrderId {
  assert(id !== undefined, 'none of its kind is open');
  return id;
}

/** TRX from a deposit address to the hot wallet. */
function openSweeps(bench: TreasuryBench): HouseKind {
  const amount = units(2n * trx);
  const addresses: TronAddress[] = [];
  return {
    amount,
    total: async () => {
      const left = await Promise.all(addresses.map((address) => bench.onChain(address, 'trx')));
      return left.reduce((sum, each) => sum - each, amount * BigInt(addresses.length));
    },
    prepare: async () => {
      const { address } = await bench.newWallet();
      addresses.push(address);
      await bench.chain.admin.faucetTrx(address, amount);
      await bench.settle();
      const [place] = await listAddressPlaces(bench.treasury.db.kysely, [address]);
      assert(place !== undefined, 'a wallet has its place');
      const content = { kind: 'sweep', assetId: 'trx', amount, place } as const;
      return async () => found(await insertOrder(bench.treasury.db.kysely, { content, costMaxSun: units(0n) }));
    },
  };
}

/** USDT from the hot wallet to cold storage, which two operators approve. */
async function openColdOrders(bench: TreasuryBench, operators: readonly OperatorId[]): Promise<HouseKind> {
  const address = bench.accounts.cold;
  assert(address !== undefined, 'a cold address is enrolled');
  const amount = units(3n * trx);
  const had = await bench.onChain(address, 'usdt');
  return {
    amount,
    total: async () => (await bench.onChain(address, 'usdt')) - had,
    prepare: () =>
      Promise.resolve(async () => {
        const content = { kind: 'cold', assetId: 'usdt', amount } as const;
        const orderId = found(await insertOrder(bench.treasury.db.kysely, { content, costMaxSun }));
        for (const operatorId of operators)
          await decideColdOrder(bench.database.asConsole, { orderId, operatorId, decision: 'approve' });
        return orderId;
      }),
  };
}

/** A step of staking: no money moves, and no event shows it. */
async function openStakes(bench: TreasuryBench): Promise<HouseKind> {
  const { kysely } = bench.treasury.db;
  const fund = { kind: 'fund', assetId: 'trx', amount: units(4_000n * trx) } as const;
  found(await insertOrder(kysely, { content: fund, costMaxSun }));
  await bench.work();
  const content = { kind: 'stake', assetId: 'trx', amount: units(5n * trx) } as const;
  return {
    amount: content.amount,
    total: async () => (await getStakes(bench.node, { view: 'solid', address: bench.accounts.fee })).energySun,
    prepare: () =>
      Promise.resolve(async () => found(await insertOrder(kysely, { content, costMaxSun: units(5n * trx) }))),
  };
}

const openKind = { sweep: openSweeps, cold: openColdOrders, stake: openStakes, return: openReturns } as const;

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
export async function openHouseOrders(kind: keyof typeof openKind): Promise<OrderBench<HouseOrder>> {
  const bench = await openTreasuryBench(`orders to ${kind}`);
  const { db: owner } = bench.database;
  const { kysely } = owner;
  const operators = [await addOperator(owner, { name: 'ada' }), await addOperator(owner, { name: 'ben' })] as const;
  const { amount, total, prepare }: HouseKind = await openKind[kind](bench, operators);
  const made: HouseOrder[] = [];
  const depsWith = ({ nodes, around, db }: Changes = {}): TreasuryDeps => ({
    ...bench.treasury,
    ...(nodes === undefined ? {} : { nodes }),
    ...(db === undefined ? {} : { db }),
    signer: aroundSigner({ ...bench.treasury.signer, getAccounts: () => Promise.resolve(bench.accounts) }, around),
  });
  const tick = async (changes?: Changes): Promise<void> => {
    for (const step of ['sign', 'broadcast', 'follow'] as const) {
      await bench.makeDue();
      await steps[step](depsWith(changes), { limit: 100 });
    }
  };
  type Row = {
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
  const rowsOf = async ({ ids }: HouseOrder): Promise<readonly Row[]> => {
    const { rows } = await sql<Row>`
      SELECT state, signing_order AS question, tx_id, result, fee_sun, block_number, waiting_for, waiting_detail, attention
        FROM treasury_orders WHERE id = ANY(${ids}::uuid[]) ORDER BY created_at, id`.execute(kysely);
    return rows;
  };
  const lastOf = async (order: HouseOrder): Promise<Row> => {
    const row = (await rowsOf(order)).at(-1);
    assert(row !== undefined, 'an order has a row');
    return row;
  };
  const lastId = ({ ids }: HouseOrder): TreasuryOrderId => found(ids.at(-1));
  return {
    chain: bench.chain,
    node: bench.node,
    owner,
    workerUrl: bench.database.workerUrl,
    lifetimeMs: bench.treasury.settings.lifetimeMs,
    make: async () => {
      const again = await prepare();
      const order = { ids: [await again()], again };
      made.push(order);
      return order;
    },
    step: (step, changes) => steps[step](depsWith(changes), { limit: 100 }),
    tick,
    makeDue: bench.makeDue,
    drain: async () => {
      for (let round = 0; round < roundsMax; round += 1) {
        let open = false;
        for (const order of made) {
          const { state, attention } = await lastOf(order);
          open ||= attention === null && (state === 'ready' || state === 'signed');
          if (state !== 'failed' && state !== 'expired') continue;
          order.ids.push(await order.again());
          open = true;
        }
        if (!open) break;
        await tick();
        await bench.chain.admin.mine(10);
      }
      await bench.chain.admin.mine(20);
      while ((await readBlocks(bench.reader, { limit: 100 })) > 0);
    },
    attemptsOf: async (order) =>
      (await rowsOf(order)).flatMap(({ state, question, tx_id: txId, result, fee_sun: feeSun }) => {
        const told = states[state];
        return told === undefined || question === null ? [] : [{ state: told, txId, result, feeSun }];
      }),
    questionOf: async (order) => {
      const { question } = await lastOf(order);
      assert(question !== null, 'it was asked for');
      return readQuestion(question);
    },
    waitingOf: async (order) => {
      const { waiting_for: cause, waiting_detail: detail } = await lastOf(order);
      return cause === null ? 'nothing' : `${cause}: ${detail}`;
    },
    attentionOf: async (order) => (await lastOf(order)).attention,
    seenIn: async (order) => {
      const { block_number: block } = await lastOf(order);
      return block === null ? null : Number(block);
    },
    expectUnderWay: async (order) => {
      const { state } = await lastOf(order);
      assert(state === 'signed', `it is ${state}`);
      const { rows } = await sql`
        SELECT FROM ledger.journals WHERE details ->> 'orderId' = ${lastId(order)}`.execute(kysely);
      assert(rows.length === 0, 'nothing is booked yet');
    },
    expectDoneOnce: async (order) => {
      const done = (await rowsOf(order)).filter(({ state }) => state === 'done');
      assert(done.length === 1, `it was done ${done.length} times`);
      const ended = await Promise.all(made.map(lastOf));
      const moved = amount * BigInt(ended.filter(({ state }) => state === 'done').length);
      assert((await total()) === moved, `${moved} units are done, ${await total()} have moved`);
      await bench.checkCustody();
    },
    actionAfter: async (order, minutes) => {
      await sql`
        UPDATE treasury_orders SET changed_at = changed_at - make_interval(mins => ${minutes})
         WHERE id = ${lastId(order)}`.execute(kysely);
      return (await listStuckOrders(owner)).find(({ id }) => id === lastId(order))?.action;
    },
    resume: async (order) => {
      const operatorId = operators[0];
      assert(await resumeOrder(bench.database.asConsole, { orderId: lastId(order), operatorId }), 'it was stopped');
    },
    forget: async (order) => {
      await kysely.transaction().execute(async (tx) => {
        await sql`SET LOCAL session_replication_role = replica`.execute(tx);
        await sql`
          UPDATE treasury_orders SET state = 'ready', signing_order = NULL, raw_hex = NULL, signature_hex = NULL, tx_id = NULL,
            block_number = NULL, last_answer = NULL WHERE id = ${lastId(order)}`.execute(tx);
      });
    },
    asTokenOwner: async (call, parameters) => {
      const issuer = new TronWeb({ fullHost: bench.chain.url, privateKey: bench.chain.keys.treasury });
      const { transaction } = await issuer.transactionBuilder.triggerSmartContract(
        bench.treasury.contracts.usdt,
        call,
        { feeLimit: 100_000_000 },
        [...parameters],
      );
      const { result } = await issuer.trx.sendRawTransaction(await issuer.trx.sign(transaction));
      assert(result, `the owner's ${call} is accepted`);
      await bench.chain.admin.mine();
    },
    writes: {
      question: { table: 'treasury_orders', when: 'UPDATE OF signing_order' },
      signature: { table: 'treasury_orders', when: 'UPDATE OF raw_hex' },
      end: { table: 'treasury_orders', when: 'UPDATE OF ended_at' },
    },
    close: bench.close,
  };
}
