import { contractFailures } from '@tern/tron/contract-failures';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statesOf, type OrderWorld } from './order-world.ts';
import { renamingNode } from './strange-nodes.ts';

// Goal: whatever the chain calls a failure of a token's transfer, the house pays exactly what was burnt, and the order is
// carried out once by the next attempt. Method: calls that really revert, told under each of the network's names.
export function describeFailures<Order>(kind: string, open: () => Promise<OrderWorld<Order>>): void {
  describe(kind, () => {
    let world: OrderWorld<Order>;
    beforeAll(async () => {
      world = await open();
    });
    afterAll(() => world.close());

    test('M26 the network knows 14 failures', () => {
      expect(new Set(contractFailures).size).toBe(14);
    });

    test.each(contractFailures)(
      'M26 an order that fails with %s costs its fee and is done once by the next attempt',
      async (result) => {
        const order = await world.make();
        await world.chain.admin.setFault({ kind: 'hold', times: 1 });
        await world.tick();
        await world.asTokenOwner('pause()', []);
        await world.chain.admin.clearFaults();
        await world.chain.admin.mine(22);
        await world.tick({ nodes: [renamingNode(world.node, result)] });
        const [failed] = await world.attemptsOf(order);
        expect(failed).toMatchObject({ state: 'failed', result });
        expect(BigInt(failed?.feeSun ?? 0)).toBeGreaterThan(0n);
        await world.asTokenOwner('unpause()', []);
        await world.drain();
        expect(statesOf(await world.attemptsOf(order))).toEqual(['failed', 'paid']);
        await world.expectDoneOnce(order);
      },
    );
  });
}
