import type { WithdrawalId } from '@tern/base/ids';
import type { TronNode } from '@tern/tron/open-node';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deadNode, denyingNode, forkedNode, laggingNode, prunedNode } from '../../chain/orders/testing/strange-nodes.ts';
import { randomAddress, type TestPerson } from '../transfers/testing/sending-bench.ts';
import { listStuckPayouts } from './list-stuck-payouts.ts';
import type { PayoutDeps } from './payout-deps.ts';
import { createPayoutBench, type PayoutBench } from './testing/payout-bench.ts';

// Goal: a second signature exists only when the first can never be included any more, at every edge of that sentence.
// Method: payments held back or forgotten by the chain, looked at through a second node that is odd in one way. Every
// question to the signer is counted.
let bench: PayoutBench;
let ana: TestPerson;
const signatures = new Map<string, Set<number>>();
let counting: PayoutDeps['signer'];
beforeAll(async () => {
  bench = await createPayoutBench();
  ana = await bench.person({ usdt: 50_000_000_000n });
  const { signer } = bench.payouts;
  counting = {
    ...signer,
    signOrder: async (order) => {
      const signed = await signer.signOrder(order);
      signatures.set(order.orderId, (signatures.get(order.orderId) ?? new Set()).add(order.attempt));
      return signed;
    },
  };
});
afterAll(() => bench.close());

type Case = { readonly id: WithdrawalId; readonly to: ReturnType<typeof randomAddress>; readonly txId: string };
let payment: Case;
beforeEach(async () => {
  const to = randomAddress();
  const { id } = await bench.send(ana, { to, amount: '2' });
  await bench.chain.admin.setFault({ kind: 'hold' });
  await tick(bench.node);
  const [attempt] = await bench.attemptsOf(id);
  payment = { id, to, txId: attempt?.tx_id ?? '' };
});
afterEach(async () => {
  await bench.chain.admin.clearFaults();
  await bench.drain();
  expect(await bench.stateOf(payment.id)).toBe('completed');
  expect(await bench.onChain(payment.to, 'usdt')).toBe(2_000_000n);
  await bench.checkCustody();
});

const tick = (...nodes: PayoutDeps['chain']['nodes']) =>
  bench.tick({ signer: counting, chain: { ...bench.payouts.chain, nodes } });

const signed = (): number => signatures.get(payment.id)?.size ?? 0;

async function expiration(): Promise<number> {
  const { rows } = await sql<{ at: Date }>`
    SELECT expiration AS at FROM withdrawal_attempts WHERE withdrawal_id = ${payment.id}`.execute(bench.db.kysely);
  return rows[0]?.at.getTime() ?? 0;
}

async function headTime(): Promise<number> {
  const head = (await bench.node.ask('/wallet/getnowblock', {})) as {
    block_header: { raw_data: { timestamp: number } };
  };
  return head.block_header.raw_data.timestamp;
}

const slotMs = 3_000;

/** Lets the next block have its time at `offsetMs` from the expiration. */
async function nextBlockAt(offsetMs: number): Promise<void> {
  await bench.chain.admin.advanceTime((await expiration()) + offsetMs - (await headTime()) - slotMs);
}

/** The node forgets the transaction, and nobody else has it. */
async function forget(): Promise<void> {
  await bench.chain.admin.setFault({ kind: 'drop' });
  await nextBlockAt(0);
  // Held transactions leave the pool when they expire.
  await bench.chain.admin.mine(1);
}

async function waiting(): Promise<{ waiting_for: string | null; waiting_detail: string | null }> {
  const { rows } = await sql<{ waiting_for: string | null; waiting_detail: string | null }>`
    SELECT waiting_for, waiting_detail FROM withdrawals WHERE id = ${payment.id}`.execute(bench.db.kysely);
  return rows[0] ?? { waiting_for: null, waiting_detail: null };
}

test.each([-1, 0])(
  'M21 included in a block %s ms from the expiration, it settles without a second signature',
  async (offsetMs) => {
    await nextBlockAt(offsetMs);
    await bench.chain.admin.clearFaults();
    await bench.chain.admin.mine(1);
    expect(await headTime()).toBe((await expiration()) + offsetMs);
    await tick(bench.node);
    await bench.chain.admin.mine(22);
    await tick(bench.node);
    expect((await bench.attemptsOf(payment.id)).map(({ state }) => state)).toEqual(['succeeded']);
    expect(signed()).toBe(1);
  },
);

test('M21 absent up to the block at the very moment of the expiration, it is dead and signed exactly once more', async () => {
  await forget();
  await bench.chain.admin.mine(18);
  await tick(bench.node);
  // That block is not irreversible yet.
  expect((await bench.attemptsOf(payment.id)).map(({ state }) => state)).toEqual(['signed']);
  await bench.chain.admin.mine(1);
  await tick(bench.node);
  const { rows } = await sql<{ proof: { scans: { toBlock: { timeMs: number } }[] } }>`
    SELECT death_proof AS proof FROM withdrawal_attempts WHERE withdrawal_id = ${payment.id} AND number = 1`.execute(
    bench.db.kysely,
  );
  expect(rows[0]?.proof.scans[0]?.toBlock.timeMs).toBe(await expiration());
  await bench.chain.admin.clearFaults();
  await tick(bench.node);
  await tick(bench.node);
  expect(signed()).toBe(2);
});

type Strange = (node: TronNode) => TronNode;
const cases: readonly (readonly [string, Strange, RegExp])[] = [
  ['is behind the expiration', (node) => laggingNode(node, 20), /lagging has not passed the expiration yet/],
  [
    'lost the old blocks',
    (node) => prunedNode(node, bench.chain.info().height - 5),
    /another chain|is not on this chain|missing/,
  ],
  ['is on a chain where the reference block was another', (node) => forkedNode(node, 1), /is not on this chain/],
  [
    'left the chain after the reference block',
    (node) => forkedNode(node, bench.chain.info().height - 30),
    /is on another chain than/,
  ],
  ['is silent', deadNode, /unavailable|refused|malformed/],
];

describe('M21 F-N4-withdraw of two nodes one', () => {
  test.each(cases)('%s: no proof, no second signature, and the operator reads why', async (_, strange, detail) => {
    await forget();
    await bench.chain.admin.mine(25);
    const second = strange(bench.node);
    for (const nodes of [
      [bench.node, second],
      [second, bench.node],
    ] as const) {
      await tick(...nodes);
      expect((await bench.attemptsOf(payment.id)).map(({ state }) => state)).toEqual(['signed']);
      const { waiting_for: waitingFor, waiting_detail: why } = await waiting();
      expect(['proof', 'node']).toContain(waitingFor);
      expect(why).toMatch(detail);
    }
    expect(signed()).toBe(1);
    await sql`UPDATE withdrawals SET changed_at = changed_at - interval '16 minutes' WHERE id = ${payment.id}`.execute(
      bench.db.kysely,
    );
    const { payouts } = await listStuckPayouts(bench.asWorker);
    expect(payouts).toEqual([expect.objectContaining({ id: payment.id, action: 'mend-nodes' })]);
    // With an honest second node it goes on by itself.
    await bench.chain.admin.clearFaults();
    await tick(bench.node, { ...bench.node, name: 'honest' });
    expect(await waiting()).toEqual({ waiting_for: null, waiting_detail: null });
    await tick(bench.node, bench.node);
    expect(signed()).toBe(2);
  });

  test('denies a payment that the other shows: no proof, and settled once when both show it', async () => {
    await bench.chain.admin.clearFaults();
    await bench.chain.admin.mine(1);
    await bench.chain.admin.advanceTime(700_000);
    await bench.chain.admin.mine(25);
    const denying = denyingNode(bench.node, () => payment.txId);
    for (const nodes of [
      [bench.node, denying],
      [denying, bench.node],
    ] as const) {
      await tick(...nodes);
      expect(await waiting()).toMatchObject({
        waiting_for: 'proof',
        waiting_detail: expect.stringContaining('denying'),
      });
    }
    expect((await bench.attemptsOf(payment.id)).map(({ state }) => state)).toEqual(['signed']);
    await tick(bench.node, bench.node);
    expect(signed()).toBe(1);
    expect(await bench.stateOf(payment.id)).toBe('completed');
  });
});
