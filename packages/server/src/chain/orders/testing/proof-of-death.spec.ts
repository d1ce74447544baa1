import type { TronNode } from '@tern/tron/open-node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { statesOf, type Changes, type OrderWorld } from './order-world.ts';
import { deadNode, denyingNode, forkedNode, laggingNode, prunedNode } from './strange-nodes.ts';

const slotMs = 3_000;

// Goal: a second signature exists only when the first can never be included any more, at every edge of that sentence.
// Method: orders held back or forgotten by the chain, looked at through a second node that is odd in one way. Every
// question to the signer is counted.
export function describeProofs<Order>(kind: string, open: () => Promise<OrderWorld<Order>>): void {
  describe(kind, () => {
    let world: OrderWorld<Order>;
    let order: Order;
    let signatures = new Set<string>();
    beforeAll(async () => {
      world = await open();
    });
    afterAll(() => world.close());
    beforeEach(async () => {
      signatures = new Set();
      order = await world.make();
      await world.chain.admin.setFault({ kind: 'hold' });
      await tick(world.node);
    });
    afterEach(async () => {
      await world.chain.admin.clearFaults();
      await world.drain();
      await world.expectDoneOnce(order);
    });

    const counting: NonNullable<Changes['around']> = async (question, ask) => {
      const signed = await ask();
      signatures.add(`${question.orderId} ${question.attempt}`);
      return signed;
    };
    const tick = (...nodes: readonly [TronNode, ...TronNode[]]) => world.tick({ around: counting, nodes });
    const states = async () => statesOf(await world.attemptsOf(order));
    const expiration = async () => (await world.questionOf(order)).expirationMs;
    const headTime = async (): Promise<number> => {
      const head = (await world.node.ask('/wallet/getnowblock', {})) as {
        block_header: { raw_data: { timestamp: number } };
      };
      return head.block_header.raw_data.timestamp;
    };
    /** Lets the next block have its time at `offsetMs` from the expiration. */
    const nextBlockAt = async (offsetMs: number): Promise<void> =>
      world.chain.admin.advanceTime((await expiration()) + offsetMs - (await headTime()) - slotMs);
    /** The node forgets the transaction, and nobody else has it. */
    const forget = async (): Promise<void> => {
      await world.chain.admin.setFault({ kind: 'drop' });
      await nextBlockAt(0);
      // Held transactions leave the pool when they expire.
      await world.chain.admin.mine(1);
    };

    test.each([-1, 0])(
      'M21 included in a block %s ms from the expiration, it settles without a second signature',
      async (offsetMs) => {
        await nextBlockAt(offsetMs);
        await world.chain.admin.clearFaults();
        await world.chain.admin.mine(1);
        expect(await headTime()).toBe((await expiration()) + offsetMs);
        await tick(world.node);
        await world.chain.admin.mine(22);
        await tick(world.node);
        expect(await states()).toEqual(['paid']);
        expect(signatures.size).toBe(1);
      },
    );

    test('M21 absent up to the block at the very moment of the expiration, it is dead and signed exactly once more', async () => {
      await forget();
      await world.chain.admin.mine(18);
      await tick(world.node);
      // That block is not irreversible yet.
      expect(await states()).toEqual(['signed']);
      await world.chain.admin.mine(1);
      await tick(world.node);
      expect(await states()).toEqual(['dead']);
      await world.chain.admin.clearFaults();
      await world.drain();
      expect(await states()).toEqual(['dead', 'paid']);
    });

    type Strange = (node: TronNode) => TronNode;
    const cases: readonly (readonly [string, Strange, RegExp])[] = [
      ['is behind the expiration', (node) => laggingNode(node, 20), /lagging has not passed the expiration yet/],
      [
        'lost the old blocks',
        (node) => prunedNode(node, world.chain.info().height - 5),
        /another chain|is not on this chain|missing/,
      ],
      ['is on a chain where the reference block was another', (node) => forkedNode(node, 1), /is not on this chain/],
      [
        'left the chain after the reference block',
        (node) => forkedNode(node, world.chain.info().height - 30),
        /is on another chain than/,
      ],
      ['is silent', deadNode, /unavailable|refused|malformed/],
    ];

    describe('M21 F-N4-withdraw of two nodes one', () => {
      test.each(cases)('%s: no proof, no second signature, and the operator reads why', async (_, strange, detail) => {
        await forget();
        await world.chain.admin.mine(25);
        const second = strange(world.node);
        for (const nodes of [
          [world.node, second],
          [second, world.node],
        ] as const) {
          await tick(...nodes);
          expect(await states()).toEqual(['signed']);
          const waiting = await world.waitingOf(order);
          expect(waiting).toMatch(/^(proof|node): /);
          expect(waiting).toMatch(detail);
        }
        expect(signatures.size).toBe(1);
        expect(await world.actionAfter(order, 16)).toBe('fix-nodes');
        // With an honest second node it goes on by itself.
        await world.chain.admin.clearFaults();
        await tick(world.node, { ...world.node, name: 'honest' });
        expect(await states()).toEqual(['dead']);
        expect(await world.waitingOf(order)).toBe('nothing');
      });

      test('denies a payment that the other shows: no proof, and settled once when both show it', async () => {
        await world.chain.admin.clearFaults();
        await world.chain.admin.mine(1);
        await world.chain.admin.advanceTime(700_000);
        await world.chain.admin.mine(25);
        const [attempt] = await world.attemptsOf(order);
        const denying = denyingNode(world.node, () => attempt?.txId ?? '');
        for (const nodes of [
          [world.node, denying],
          [denying, world.node],
        ] as const) {
          await tick(...nodes);
          expect(await world.waitingOf(order)).toMatch(/^proof: .*denying/);
        }
        expect(await states()).toEqual(['signed']);
        await tick(world.node, world.node);
        expect(signatures.size).toBe(1);
        expect(await states()).toEqual(['paid']);
      });
    });

    test('M21 a node that lags hides from nobody that a proof is due', async () => {
      await forget();
      await world.chain.admin.mine(25);
      await tick(laggingNode(world.node, 20), world.node);
      expect(await world.waitingOf(order)).toBe('proof: lagging has not passed the expiration yet');
    });
  });
}
