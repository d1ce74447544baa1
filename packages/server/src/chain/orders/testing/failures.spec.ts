import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statesOf, type OrderBench } from './order-bench.ts';
import { renamingNode } from './strange-nodes.ts';

/** `Transaction.Result.contractResult` of Tron's protocol, apart from SUCCESS and DEFAULT. */
const failures = [
  'REVERT',
  'BAD_JUMP_DESTINATION',
  'OUT_OF_MEMORY',
  'PRECOMPILED_CONTRACT',
  'STACK_TOO_SMALL',
  'STACK_TOO_LARGE',
  'ILLEGAL_OPERATION',
  'STACK_OVERFLOW',
  'OUT_OF_ENERGY',
  'OUT_OF_TIME',
  'JVM_STACK_OVER_FLOW',
  'UNKNOWN',
  'TRANSFER_FAILED',
  'INVALID_CODE',
] as const;

// Goal: whatever the chain calls a failure of a token's transfer, the house pays exactly what was burnt, and the order is
// carried out once by the next attempt. Method: calls that really revert, told under each of the network's names.
export function describeFailures<Order>(kind: string, open: () => Promise<OrderBench<Order>>): void {
  describe(kind, () => {
    let bench: OrderBench<Order>;
    beforeAll(async () => {
      bench = await open();
    });
    afterAll(() => bench.close());

    test('M26 the network knows 14 failures', () => {
      expect(new Set(failures).size).toBe(14);
    });

    test.each(failures)(
      'M26 an order that fails with %s costs its fee and is done once by the next attempt',
      async (result) => {
        const order = await bench.make();
        await bench.chain.admin.setFault({ kind: 'hold', times: 1 });
        await bench.tick();
        await bench.asTokenOwner('pause()', []);
        await bench.chain.admin.clearFaults();
        await bench.chain.admin.mine(22);
        await bench.tick({ nodes: [renamingNode(bench.node, result)] });
        const [failed] = await bench.attemptsOf(order);
        expect(failed).toMatchObject({ state: 'failed', result });
        expect(BigInt(failed?.feeSun ?? 0)).toBeGreaterThan(0n);
        await bench.asTokenOwner('unpause()', []);
        await bench.drain();
        expect(statesOf(await bench.attemptsOf(order))).toEqual(['failed', 'paid']);
        await bench.expectDoneOnce(order);
      },
    );
  });
}
