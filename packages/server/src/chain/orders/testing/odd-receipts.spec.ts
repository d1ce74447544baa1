import type { TronNode } from '@tern/tron/open-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statesOf, type OrderBench } from './order-bench.ts';

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
export function describeOddReceipts<Order>(kind: string, open: () => Promise<OrderBench<Order>>): void {
  describe(kind, () => {
    let bench: OrderBench<Order>;
    beforeAll(async () => {
      bench = await open();
    });
    afterAll(() => bench.close());

    test.each<[string, (logs: readonly Log[]) => readonly Log[], string]>([
      ['leaves the event out', (logs) => logs.slice(1), 'no Transfer event'],
      ['tells another amount', (logs) => logs.map((log) => ({ ...log, data: '1'.padStart(64, '0') })), 'event of 1'],
    ])('M27 a node that %s stops an order; resumed with an honest one it ends once', async (_, change, detail) => {
      const order = await bench.make();
      await bench.tick();
      await bench.chain.admin.mine(22);
      await bench.tick({ nodes: [rewriting(bench.node, change)] });
      expect(await bench.attentionOf(order)).toBe(`attempt 1 is in a block but shows ${detail}`);
      await bench.expectUnderWay(order);
      await bench.tick();
      expect(statesOf(await bench.attemptsOf(order))).toEqual(['signed']);
      await bench.resume(order);
      await bench.drain();
      expect(statesOf(await bench.attemptsOf(order))).toEqual(['paid']);
      await bench.expectDoneOnce(order);
    });

    test('M27 of two nodes one tells another end: nothing is concluded, and operators are told', async () => {
      const order = await bench.make();
      await bench.tick();
      await bench.chain.admin.mine(22);
      const lying = { ...rewriting(bench.node, (logs) => logs.slice(1)), name: 'lying' };
      await bench.tick({ nodes: [bench.node, lying] });
      expect(await bench.waitingOf(order)).toMatch(/^proof: lying shows another end than /);
      expect(statesOf(await bench.attemptsOf(order))).toEqual(['signed']);
      expect(await bench.actionAfter(order, 16)).toBe('mend-nodes');
      await bench.drain();
      await bench.expectDoneOnce(order);
    });
  });
}
