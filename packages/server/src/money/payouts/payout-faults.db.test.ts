import type { WithdrawalId } from '@tern/base/ids';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { randomAddress, type TestPerson } from '../transfers/testing/sending-world.ts';
import { failOnChain } from './testing/fail-on-chain.ts';
import { createPayoutWorld, type PayoutWorld } from './testing/payout-world.ts';

let world: PayoutWorld;
let ana: TestPerson;
beforeAll(async () => {
  world = await createPayoutWorld();
  ana = await world.person({ usdt: 50_000_000_000n, trx: 50_000_000_000n });
});
afterEach(() => world.chain.admin.clearFaults());
afterAll(() => world.close());

/** Chain time from signing to well past an expiration. */
async function outlive(): Promise<void> {
  await world.chain.admin.advanceTime(700_000);
  await world.chain.admin.mine(22);
}

async function attention(id: WithdrawalId): Promise<string | null> {
  const { rows } = await sql<{ attention: string | null }>`SELECT attention FROM withdrawals WHERE id = ${id}`.execute(
    world.db.kysely,
  );
  return rows[0]?.attention ?? null;
}

async function expectPaidOnce(id: WithdrawalId, to: ReturnType<typeof randomAddress>, amount: bigint): Promise<void> {
  expect(await world.stateOf(id)).toBe('completed');
  expect(await world.onChain(to, 'usdt')).toBe(amount);
  await world.checkCustody();
}

describe('M21 a second attempt', () => {
  test('is not made for ever: what is never included goes back whole', async () => {
    const before = await world.balance(ana);
    const { id, recordId } = await world.send(ana, { to: randomAddress(), amount: '2' });
    await world.chain.admin.setFault({ kind: 'drop' });
    for (let round = 0; round < 4; round += 1) {
      await world.tick();
      await outlive();
      await world.tick();
    }
    expect(await world.stateOf(id)).toBe('failed');
    expect((await world.attemptsOf(id)).map(({ state }) => state)).toEqual(['dead', 'dead', 'dead']);
    expect(await world.balance(ana)).toBe(before);
    const { rows } = await sql`SELECT status, reason FROM records WHERE id = ${recordId}`.execute(world.db.kysely);
    expect(rows).toEqual([{ status: 'failed', reason: 'never-included' }]);
    await world.checkCustody();
  });
});

test('M25 a payment reorganised out of its block is shown as handed out again, in no block', async () => {
  const to = randomAddress();
  const { id, recordId } = await world.send(ana, { to, amount: '2' });
  await world.tick();
  await world.chain.admin.mine(3);
  await world.tick();
  expect(await world.stateOf(id)).toBe('included');
  await world.chain.admin.reorganise(3, { transactions: 'drop' });
  await world.tick();
  expect(await world.stateOf(id)).toBe('broadcast');
  const { rows } = await sql`SELECT status, block_number FROM records WHERE id = ${recordId}`.execute(world.db.kysely);
  expect(rows).toEqual([{ status: 'withdrawing', block_number: null }]);
  await world.drain();
  await expectPaidOnce(id, to, 2_000_000n);
});

describe('M26 a payment that fails on chain', () => {
  test('is made again with a higher limit; the person pays once, the house pays both fees', async () => {
    const to = randomAddress();
    const { id, draft } = await world.send(ana, { to, amount: '2' });
    const before = await world.balance(ana);
    await world.chain.admin.setFault({ kind: 'hold' });
    await world.tick();
    // More expensive after signing: the fee limit buys too little energy now.
    await world.chain.admin.setParameters({ getEnergyFee: 300n });
    await world.chain.admin.clearFaults();
    await world.drain();
    await world.chain.admin.setParameters({ getEnergyFee: 100n });
    const attempts = await world.attemptsOf(id);
    expect(attempts.map(({ state, result }) => [state, result])).toEqual([
      ['failed', 'OUT_OF_ENERGY'],
      ['succeeded', 'SUCCESS'],
    ]);
    const [posted = 0n, held = 0n] = before.split('/').map(BigInt);
    expect(await world.balance(ana)).toBe(`${posted - BigInt(draft.total)}/${held - BigInt(draft.total)}`);
    await expectPaidOnce(id, to, 2_000_000n);
  });

  test('twice goes back whole, with both fees on the house', async () => {
    const before = await world.balance(ana);
    const { id, recordId } = await world.send(ana, { to: randomAddress(), amount: '2' });
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await failOnChain(world);
      await world.asTokenOwner('unpause()', []);
    }
    await world.drain();
    const attempts = await world.attemptsOf(id);
    expect(attempts.map(({ state }) => state)).toEqual(['failed', 'failed']);
    expect(await world.stateOf(id)).toBe('failed');
    expect(await world.balance(ana)).toBe(before);
    const { rows } = await sql`SELECT status, reason FROM records WHERE id = ${recordId}`.execute(world.db.kysely);
    expect(rows).toEqual([{ status: 'failed', reason: 'failed-on-chain' }]);
    await world.checkCustody();
  });
});

test('M27 a token that takes a fee of its own stops the asset, and an operator decides', async () => {
  await world.asTokenOwner('setParams(uint256,uint256)', [
    { type: 'uint256', value: 10 },
    { type: 'uint256', value: 10 },
  ]);
  const { id } = await world.send(ana, { to: randomAddress(), amount: '200' });
  const next = await world.send(ana, { to: randomAddress(), amount: '2' });
  await world.tick();
  await world.chain.admin.mine(22);
  await world.tick();
  expect(await attention(id)).toContain('attempt 1 is in a block but shows');
  await expect(world.draft(ana, { to: randomAddress(), amount: '2' })).rejects.toMatchObject({
    code: 'ASSET_NOT_SENDABLE',
  });
  expect(world.reports).toContainEqual(expect.objectContaining({ event: 'asset-paused' }));
  expect(['approved', 'broadcast', 'included']).toContain(await world.stateOf(next.id));
  await world.asTokenOwner('setParams(uint256,uint256)', [
    { type: 'uint256', value: 0 },
    { type: 'uint256', value: 0 },
  ]);
});
