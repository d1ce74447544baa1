import type { WithdrawalId } from '@tern/base/ids';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { randomAddress, type TestPerson } from '../transfers/testing/sending-bench.ts';
import { createPayoutBench, type PayoutBench } from './testing/payout-bench.ts';

let bench: PayoutBench;
let ana: TestPerson;
beforeAll(async () => {
  bench = await createPayoutBench();
  ana = await bench.person({ usdt: 50_000_000_000n, trx: 50_000_000_000n });
});
afterEach(() => bench.chain.admin.clearFaults());
afterAll(() => bench.close());

/** Chain time from signing to well past an expiration. */
async function outlive(): Promise<void> {
  await bench.chain.admin.advanceTime(700_000);
  await bench.chain.admin.mine(22);
}

async function attention(id: WithdrawalId): Promise<string | null> {
  const { rows } = await sql<{ attention: string | null }>`SELECT attention FROM withdrawals WHERE id = ${id}`.execute(
    bench.db.kysely,
  );
  return rows[0]?.attention ?? null;
}

async function expectPaidOnce(id: WithdrawalId, to: ReturnType<typeof randomAddress>, amount: bigint): Promise<void> {
  expect(await bench.stateOf(id)).toBe('completed');
  expect(await bench.onChain(to, 'usdt')).toBe(amount);
  await bench.checkCustody();
}

describe('M21 a second attempt', () => {
  test('is not made for ever: what is never included goes back whole', async () => {
    const before = await bench.balance(ana);
    const { id, recordId } = await bench.send(ana, { to: randomAddress(), amount: '2' });
    await bench.chain.admin.setFault({ kind: 'drop' });
    for (let round = 0; round < 4; round += 1) {
      await bench.tick();
      await outlive();
      await bench.tick();
    }
    expect(await bench.stateOf(id)).toBe('failed');
    expect((await bench.attemptsOf(id)).map(({ state }) => state)).toEqual(['dead', 'dead', 'dead']);
    expect(await bench.balance(ana)).toBe(before);
    const { rows } = await sql`SELECT status, reason FROM records WHERE id = ${recordId}`.execute(bench.db.kysely);
    expect(rows).toEqual([{ status: 'failed', reason: 'never-included' }]);
    await bench.checkCustody();
  });
});

test('M25 a payment reorganised out of its block is shown as handed out again, in no block', async () => {
  const to = randomAddress();
  const { id, recordId } = await bench.send(ana, { to, amount: '2' });
  await bench.tick();
  await bench.chain.admin.mine(3);
  await bench.tick();
  expect(await bench.stateOf(id)).toBe('included');
  await bench.chain.admin.reorganise(3, { transactions: 'drop' });
  await bench.tick();
  expect(await bench.stateOf(id)).toBe('broadcast');
  const { rows } = await sql`SELECT status, block_number FROM records WHERE id = ${recordId}`.execute(bench.db.kysely);
  expect(rows).toEqual([{ status: 'withdrawing', block_number: null }]);
  await bench.drain();
  await expectPaidOnce(id, to, 2_000_000n);
});

describe('M26 a payment that fails on chain', () => {
  test('is made again with a higher limit; the person pays once, the house pays both fees', async () => {
    const to = randomAddress();
    const { id, draft } = await bench.send(ana, { to, amount: '2' });
    const before = await bench.balance(ana);
    await bench.chain.admin.setFault({ kind: 'hold' });
    await bench.tick();
    // Dearer after signing: the fee limit buys too little energy now.
    await bench.chain.admin.setParameters({ getEnergyFee: 300n });
    await bench.chain.admin.clearFaults();
    await bench.drain();
    await bench.chain.admin.setParameters({ getEnergyFee: 100n });
    const attempts = await bench.attemptsOf(id);
    expect(attempts.map(({ state, result }) => [state, result])).toEqual([
      ['failed', 'OUT_OF_ENERGY'],
      ['succeeded', 'SUCCESS'],
    ]);
    const [posted = 0n, held = 0n] = before.split('/').map(BigInt);
    expect(await bench.balance(ana)).toBe(`${posted - BigInt(draft.total)}/${held - BigInt(draft.total)}`);
    await expectPaidOnce(id, to, 2_000_000n);
  });

  test('twice goes back whole, with both fees on the house', async () => {
    const before = await bench.balance(ana);
    const { id, recordId } = await bench.send(ana, { to: randomAddress(), amount: '2' });
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await bench.chain.admin.setFault({ kind: 'hold', times: 1 });
      await bench.tick();
      await bench.asTokenOwner('pause()', []);
      await bench.chain.admin.clearFaults();
      await bench.chain.admin.mine(22);
      await bench.tick();
      await bench.asTokenOwner('unpause()', []);
    }
    await bench.drain();
    const attempts = await bench.attemptsOf(id);
    expect(attempts.map(({ state }) => state)).toEqual(['failed', 'failed']);
    expect(await bench.stateOf(id)).toBe('failed');
    expect(await bench.balance(ana)).toBe(before);
    const { rows } = await sql`SELECT status, reason FROM records WHERE id = ${recordId}`.execute(bench.db.kysely);
    expect(rows).toEqual([{ status: 'failed', reason: 'failed-on-chain' }]);
    await bench.checkCustody();
  });
});

test('M27 a token that takes a fee of its own stops the asset, and an operator decides', async () => {
  await bench.asTokenOwner('setParams(uint256,uint256)', [
    { type: 'uint256', value: 10 },
    { type: 'uint256', value: 10 },
  ]);
  const { id } = await bench.send(ana, { to: randomAddress(), amount: '200' });
  const next = await bench.send(ana, { to: randomAddress(), amount: '2' });
  await bench.tick();
  await bench.chain.admin.mine(22);
  await bench.tick();
  expect(await attention(id)).toContain('attempt 1 is in a block but shows');
  await expect(bench.draft(ana, { to: randomAddress(), amount: '2' })).rejects.toMatchObject({
    code: 'ASSET_NOT_SENDABLE',
  });
  expect(bench.reports).toContainEqual(expect.objectContaining({ event: 'asset-paused' }));
  expect(['approved', 'broadcast', 'included']).toContain(await bench.stateOf(next.id));
  await bench.asTokenOwner('setParams(uint256,uint256)', [
    { type: 'uint256', value: 0 },
    { type: 'uint256', value: 0 },
  ]);
});
