import { assert } from '@tern/base/assert';
import type { OperatorId, WithdrawalId } from '@tern/base/ids';
import { addOperator } from '@tern/testkit/operators';
import type { TronAddress } from '@tern/tron/address';
import { sql } from 'kysely';
import { readQuestion, type StoredQuestion } from '../../../chain/orders/public.ts';
import { aroundSigner } from '../../../chain/orders/testing/around-signer.ts';
import type { Changes, OrderWorld, TestAttempt } from '../../../chain/orders/testing/order-world.ts';
import { randomAddress } from '../../transfers/testing/sending-world.ts';
import type { AttemptState } from '../attempt.ts';
import { listStuckPayouts } from '../list-stuck-payouts.ts';
import type { PayoutDeps } from '../payout-deps.ts';
import { resumeAsset, resumePayout } from '../resume-payout.ts';
import { broadcastPayouts, followPayouts, signPayouts } from '../work-payouts.ts';
import { forgetSigning } from './forget-signing.ts';
import { createPayoutWorld, type PayoutWorld } from './payout-world.ts';

/** A payment of 2 USDT of somebody's. */
export type PayoutOrder = {
  readonly id: WithdrawalId;
  readonly recordId: string;
  readonly to: TronAddress;
};

const states: Readonly<Record<AttemptState, TestAttempt['state']>> = {
  ordered: 'asked',
  signed: 'signed',
  succeeded: 'paid',
  failed: 'failed',
  dead: 'dead',
};

const steps = { sign: signPayouts, broadcast: broadcastPayouts, follow: followPayouts } as const;

/** For the specifications of orders: payments of people. */
export async function openPayoutOrders(): Promise<OrderWorld<PayoutOrder>> {
  const world = await createPayoutWorld();
  const ana = await world.person({ usdt: 50_000_000_000n });
  return {
    chain: world.chain,
    node: world.node,
    owner: world.db,
    workerUrl: world.workerUrl,
    lifetimeMs: world.payouts.settings.lifetimeMs,
    make: async () => {
      const to = randomAddress();
      const { id, recordId } = await world.send(ana, { to, amount: '2' });
      return { id, recordId, to };
    },
    step: (step, changes) => steps[step](depsWith(world, changes), { limit: 100 }),
    tick: (changes) => world.tick(depsWith(world, changes)),
    makeDue: world.makeDue,
    drain: () => world.drain(),
    ...readingOf(world),
    ...operatingOf(world, await addOperator(world.db, { name: 'ada' })),
    expectUnderWay: async ({ recordId }) => {
      const { status } = await one(world, sql<{ status: string }>`SELECT status FROM records WHERE id = ${recordId}`);
      assert(status === 'withdrawing', `the person sees ${status}`);
      assert(!(await world.balance(ana)).endsWith('/0'), 'the money is held');
    },
    expectDoneOnce: async ({ id, to }) => {
      assert((await world.stateOf(id)) === 'completed', `${id} is completed`);
      const paid = await world.onChain(to, 'usdt');
      assert(paid === 2_000_000n, `${paid} units were paid`);
      await world.checkCustody();
    },
    asTokenOwner: world.asTokenOwner,
    writes: {
      question: { table: 'withdrawal_attempts', when: 'INSERT' },
      signature: { table: 'withdrawal_attempts', when: 'UPDATE' },
      end: { table: 'withdrawal_states', when: 'INSERT' },
    },
    close: world.close,
  };
}

function depsWith(world: PayoutWorld, { nodes, around, db, stopping }: Changes = {}): PayoutDeps {
  // Known without asking, so that what is asked of the signer are orders alone.
  const signer = { ...world.payouts.signer, getHotAddress: () => Promise.resolve(world.hotAddress) };
  return {
    ...world.payouts,
    ...(db === undefined ? {} : { db }),
    ...(nodes === undefined ? {} : { chain: { ...world.payouts.chain, nodes } }),
    stopping,
    signer: aroundSigner(signer, around),
  };
}

async function one<Row>({ db }: PayoutWorld, query: ReturnType<typeof sql<Row>>): Promise<Row> {
  const [row] = (await query.execute(db.kysely)).rows;
  assert(row !== undefined, 'there is a row');
  return row;
}

type Reading = Pick<OrderWorld<PayoutOrder>, 'attemptsOf' | 'questionOf' | 'waitingOf' | 'attentionOf' | 'seenIn'>;

function readingOf(world: PayoutWorld): Reading {
  return {
    attemptsOf: async ({ id }) =>
      (await world.attemptsOf(id)).map(({ state, tx_id: txId, result, fee_sun: feeSun }) => ({
        state: states[state as AttemptState],
        txId,
        result,
        feeSun,
      })),
    questionOf: async ({ id }) => {
      const { question } = await one(
        world,
        sql<{ question: StoredQuestion }>`
          SELECT signing_order AS question FROM withdrawal_attempts WHERE withdrawal_id = ${id} ORDER BY number DESC LIMIT 1`,
      );
      return readQuestion(question);
    },
    waitingOf: async ({ id }) => {
      const { cause, detail } = await one(
        world,
        sql<{ cause: string | null; detail: string | null }>`
          SELECT waiting_for AS cause, waiting_detail AS detail FROM withdrawals WHERE id = ${id}`,
      );
      return cause === null ? 'nothing' : `${cause}: ${detail}`;
    },
    attentionOf: async ({ id }) =>
      (await one(world, sql<{ attention: string | null }>`SELECT attention FROM withdrawals WHERE id = ${id}`))
        .attention,
    seenIn: async ({ recordId }) => {
      const { block } = await one(
        world,
        sql<{ block: string | null }>`SELECT block_number AS block FROM records WHERE id = ${recordId}`,
      );
      return block === null ? null : Number(block);
    },
  };
}

type Operating = Pick<OrderWorld<PayoutOrder>, 'actionAfter' | 'resume' | 'forget'>;

function operatingOf(world: PayoutWorld, operatorId: OperatorId): Operating {
  const { kysely } = world.db;
  return {
    actionAfter: async ({ id }, minutes) => {
      await sql`UPDATE withdrawals SET changed_at = changed_at - make_interval(mins => ${minutes}) WHERE id = ${id}`.execute(
        kysely,
      );
      return (await listStuckPayouts(world.asWorker)).payouts.find((payout) => payout.id === id)?.action;
    },
    resume: async ({ id }) => {
      assert((await resumePayout(world.asConsole, { withdrawalId: id, operatorId })) === 'done', 'it was stopped');
      await resumeAsset(world.asConsole, { assetId: 'usdt', operatorId });
    },
    forget: ({ id }) => forgetSigning(world.db, [id]),
  };
}
