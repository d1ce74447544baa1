import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renamingNode } from '../../chain/orders/testing/strange-nodes.ts';
import { randomAddress, type TestPerson } from '../transfers/testing/sending-bench.ts';
import { createPayoutBench, type PayoutBench } from './testing/payout-bench.ts';

// Goal: whatever the chain calls a failure, the person pays nothing for it, the house pays exactly what was burnt, and the
// payment is made once by the next attempt. Method: calls that really revert, told under each of the network's names.
let bench: PayoutBench;
let ana: TestPerson;
beforeAll(async () => {
  bench = await createPayoutBench();
  ana = await bench.person({ usdt: 50_000_000_000n });
});
afterAll(() => bench.close());

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

test('M26 the network knows 14 failures', () => {
  expect(new Set(failures).size).toBe(14);
});

describe.each(failures)('M26 a payment that fails with %s', (result) => {
  test('costs the person nothing, the house its fee, and is made once by the second attempt', async () => {
    const to = randomAddress();
    const { id, draft } = await bench.send(ana, { to, amount: '2' });
    const before = await bench.balance(ana);
    await bench.chain.admin.setFault({ kind: 'hold', times: 1 });
    await bench.tick();
    await bench.asTokenOwner('pause()', []);
    await bench.chain.admin.clearFaults();
    await bench.chain.admin.mine(22);
    await bench.tick({ chain: { ...bench.payouts.chain, nodes: [renamingNode(bench.node, result)] } });
    const [failed] = await bench.attemptsOf(id);
    expect(failed).toMatchObject({ state: 'failed', result });
    expect(BigInt(failed?.fee_sun ?? 0)).toBeGreaterThan(0n);
    expect(await bench.balance(ana)).toBe(before);
    const { rows } = await sql<{ amount: string }>`
      SELECT t.amount FROM ledger.transfers t JOIN ledger.journals j ON j.id = t.journal_id
       WHERE j.idempotency_key = ${`withdrawal:${id}:network-cost:1`}`.execute(bench.db.kysely);
    expect(rows).toEqual([{ amount: failed?.fee_sun }]);
    await bench.asTokenOwner('unpause()', []);
    await bench.drain();
    expect((await bench.attemptsOf(id)).map(({ state }) => state)).toEqual(['failed', 'succeeded']);
    expect(await bench.onChain(to, 'usdt')).toBe(2_000_000n);
    const [posted = 0n, held = 0n] = before.split('/').map(BigInt);
    expect(await bench.balance(ana)).toBe(`${posted - BigInt(draft.total)}/${held - BigInt(draft.total)}`);
    await bench.checkCustody();
  });
});
