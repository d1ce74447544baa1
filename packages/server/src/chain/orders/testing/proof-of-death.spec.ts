import type { TronNode } from '@tern/tron/open-node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { statesOf, type Changes, type OrderBench } from './order-bench.ts';
import { deadNode, denyingNode, forkedNode, laggingNode, prunedNode } from './strange-nodes.ts';

const slotMs = 3_000;

// Goal: a second signature exists only when the first can never be included any more, at every edge of that sentence.
// Method: orders held back or forgotten by the chain, looked at through a second node that is odd in one way. Every
// question to the signer is counted.
export function describeProofs<Order>(kind: string, open: () => Promise<OrderBench<Order>>): void {
  describe(kind, () => {
    let bench: OrderBench<Order>;
    let order: Order;
    let signatures = new Set<string>();
    beforeAll(async () => {
      bench = await open();
    });
    afterAll(() => bench.close());
    beforeEach(async () => {
      signatures = new Set();
      order = await bench.make();
      await bench.chain.admin.setFault({ kind: 'hold' });
      await tick(bench.node);
    });
    afterEach(async () => {
      await bench.chain.admin.clearFaults();
      await bench.drain();
      await bench.expectDoneOnce(order);
    });

    const counting: NonNullable<Changes['around']> = async (question, ask) => {
      const signed = await ask();
      signatures.add(`${question.orderId} ${question.attempt}`);
      return signed;
    };
    const tick = (...nodes: readonly [TronNode, ...TronNode[]]) => bench.tick({ around: counting, nodes });
    const states = async () => statesOf(await bench.attemptsOf(order));
    const expiration = async () => (await bench.questionOf(order)).expirationMs;
    const headTime = async (): Promise<number> => {
      const head = (await bench.node.ask('/wallet/getnowblock', {})) as {
        block_header: { raw_data: { timestamp: number } };
      };
      return head.block_header.raw_data.timestamp;
    };
    /** Lets the next block have its time at `offsetMs` from the expiration. */
    const nextBlockAt = async (offsetMs: number): Promise<void> =>
      bench.chain.admin.advanceTime((await expiration()) + offsetMs - (await headTime()) - slotMs);
    /** The node forgets the transaction, and nobody else has it. */
    const forget = async (): Promise<void> => {
      await bench.chain.admin.setFault({ kind: 'drop' });
      await nextBlockAt(0);
      // Held transactions leave the pool when they expire.
      await bench.chain.admin.mine(1);
    };

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
        expect(await states()).toEqual(['paid']);
        expect(signatures.size).toBe(1);
      },
    );

    test('M21 absent up to the block at the very moment of the expiration, it is dead and signed exactly once more', async () => {
      await forget();
      await bench.chain.admin.mine(18);
      await tick(bench.node);
      // That block is not irreversible yet.
      expect(await states()).toEqual(['signed']);
      await bench.chain.admin.mine(1);
      await tick(bench.node);
      expect(await states()).toEqual(['dead']);
      await bench.chain.admin.clearFaults();
      await bench.drain();
      expect(await states()).toEqual(['dead', 'paid']);
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
          expect(await states()).toEqual(['signed']);
          const waiting = await bench.waitingOf(order);
          expect(waiting).toMatch(/^(proof|node): /);
          expect(waiting).toMatch(detail);
        }
        expect(signatures.size).toBe(1);
        expect(await bench.actionAfter(order, 16)).toBe('mend-nodes');
        // With an honest second node it goes on by itself.
        await bench.chain.admin.clearFaults();
        await tick(bench.node, { ...bench.node, name: 'honest' });
        expect(await states()).toEqual(['dead']);
        expect(await bench.waitingOf(order)).toBe('nothing');
      });

      test('denies a payment that the other shows: no proof, and settled once when both show it', async () => {
        await bench.chain.admin.clearFaults();
        await bench.chain.admin.mine(1);
        await bench.chain.admin.advanceTime(700_000);
        await bench.chain.admin.mine(25);
        const [attempt] = await bench.attemptsOf(order);
        const denying = denyingNode(bench.node, () => attempt?.txId ?? '');
        for (const nodes of [
          [bench.node, denying],
          [denying, bench.node],
        ] as const) {
          await tick(...nodes);
          expect(await bench.waitingOf(order)).toMatch(/^proof: .*denying/);
        }
        expect(await states()).toEqual(['signed']);
        await tick(bench.node, bench.node);
        expect(signatures.size).toBe(1);
        expect(await states()).toEqual(['paid']);
      });
    });

    test('M21 a node that lags hides from nobody that a proof is due', async () => {
      await forget();
      await bench.chain.admin.mine(25);
      await tick(laggingNode(bench.node, 20), bench.node);
      expect(await bench.waitingOf(order)).toBe('proof: lagging has not passed the expiration yet');
    });
  });
}
