import type { TronNode } from '@tern/tron/open-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statesOf, type OrderWorld } from './order-world.ts';

type Log = { readonly topics: string[]; readonly data: string };

/** A node that tells another receipt than the chain has. */
function rewriting(node: TronNode, change: (logs: readonly Log[]) => readonly Log[]): TronNode {
  return {
    name: node.name,
    ask: async (path, body) => {
      const reply = await node.ask(path, body);
      if (!path.includes('gettransactioninfobyblocknum')) return reply;
      const infos = reply as { log?: Log[] }[];
      return infos.map((info) => (info.log === undefined ? info : { ...info, log: change(info.log) }));
    },
  };
}

// Goal: a receipt that shows neither what was ordered nor a failure books nothing and stops the order; looked at again
// through an honest node it goes on. Method: nodes that leave events out or change them.
export function describeUnexpectedReceipts<Order>(kind: string, open: () => Promise<OrderWorld<Order>>): void {
  describe(kind, () => {
    let world: OrderWorld<Order>;
    beforeAll(async () => {
      world = await open();
    });
    afterAll(() => world.close());

    test.each<[string, (logs: readonly Log[]) => readonly Log[], string]>([
      ['leaves the event out', (logs) => logs.slice(1), 'no Transfer event'],
      ['tells another amount', (logs) => logs.map((log) => ({ ...log, data: '1'.padStart(64, '0') })), 'event of 1'],
    ])('M27 a node that %s stops an order; resumed with an honest one it ends once', async (_, change, detail) => {
      const order = await world.make();
      await world.tick();
      await world.chain.admin.mine(22);
      await world.tick({ nodes: [rewriting(world.node, change)] });
      expect(await world.attentionOf(order)).toBe(`attempt 1 is in a block but shows ${detail}`);
      await world.expectUnderWay(order);
      await world.tick();
      expect(statesOf(await world.attemptsOf(order))).toEqual(['signed']);
      await world.resume(order);
      await world.drain();
      expect(statesOf(await world.attemptsOf(order))).toEqual(['paid']);
      await world.expectDoneOnce(order);
    });

    test('M27 of two nodes one tells another end: nothing is concluded, and operators are told', async () => {
      const order = await world.make();
      await world.tick();
      await world.chain.admin.mine(22);
      const lying = { ...rewriting(world.node, (logs) => logs.slice(1)), name: 'lying' };
      await world.tick({ nodes: [world.node, lying] });
      expect(await world.waitingOf(order)).toMatch(/^proof: lying shows another end than /);
      expect(statesOf(await world.attemptsOf(order))).toEqual(['signed']);
      expect(await world.actionAfter(order, 16)).toBe('fix-nodes');
      await world.drain();
      await world.expectDoneOnce(order);
    });
  });
}
