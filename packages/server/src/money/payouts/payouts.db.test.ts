import type { WithdrawalId } from '@tern/base/ids';
import { units } from '@tern/money/units';
import { addOperator } from '@tern/testkit/operators';
import { SignerUnavailable } from '@tern/tron/signer-fault';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomAddress, type TestPerson } from '../transfers/testing/sending-world.ts';
import { listPayoutsAmong } from './attempt-store.ts';
import { listStuckPayouts } from './list-stuck-payouts.ts';
import { reportStuckPayouts } from './report-stuck-payouts.ts';
import { resumePayout } from './resume-payout.ts';
import { createPayoutWorld, type PayoutWorld } from './testing/payout-world.ts';

let world: PayoutWorld;
let ana: TestPerson;
beforeAll(async () => {
  world = await createPayoutWorld();
  ana = await world.person({ usdt: 50_000_000_000n, trx: 50_000_000_000n, reward: 10n ** 24n });
});
afterAll(() => world.close());

async function record(id: string): Promise<Record<string, unknown>> {
  const { rows } = await sql<Record<string, unknown>>`SELECT * FROM records WHERE id = ${id}`.execute(world.db.kysely);
  return rows[0] ?? {};
}

async function steps(id: string): Promise<string[]> {
  const { rows } = await sql<{
    step: string;
  }>`SELECT step FROM record_steps WHERE record_id = ${id} ORDER BY id`.execute(world.db.kysely);
  return rows.map((row) => row.step);
}

async function waitingFor(id: WithdrawalId): Promise<string | null> {
  const { rows } = await sql<{
    waiting_for: string | null;
  }>`SELECT waiting_for FROM withdrawals WHERE id = ${id}`.execute(world.db.kysely);
  return rows[0]?.waiting_for ?? null;
}

test('pays USDT to the chain: held, signed, broadcast, counted to 19, settled to the unit', async () => {
  const ben = await world.person({ usdt: 100_000_000n });
  const to = randomAddress();
  const { id, recordId, draft } = await world.send(ben, { to, amount: '40' });
  expect(draft).toMatchObject({
    settlement: 'chain',
    receiverClass: 'not-activated',
    amount: '40000000',
    arrival: 'about-a-minute',
  });
  const total = 40_000_000n + BigInt(draft.fee);
  expect(BigInt(draft.fee)).toBeGreaterThan(0n);
  expect(await world.balance(ben)).toBe(`100000000/${total}`);
  expect(await record(recordId)).toMatchObject({
    status: 'withdrawing',
    pay_address: world.hotAddress,
    pay_address_is_house: true,
  });
  await world.tick();
  expect(await world.stateOf(id)).toBe('broadcast');
  await world.chain.admin.mine();
  await world.tick();
  expect(await world.stateOf(id)).toBe('included');
  expect((await record(recordId))['block_number']).toBe(String(world.chain.info().height));
  await world.chain.admin.mine(18);
  await world.tick();
  expect(await world.stateOf(id)).toBe('included');
  await world.chain.admin.mine();
  await world.tick();
  expect(await world.stateOf(id)).toBe('completed');
  expect(await world.onChain(to, 'usdt')).toBe(40_000_000n);
  expect(await world.balance(ben)).toBe(`${100_000_000n - total}/0`);
  expect(await record(recordId)).toMatchObject({ status: 'success', fee: draft.fee });
  expect(await steps(recordId)).toEqual(['requested', 'signed', 'broadcast', 'confirming', 'settled']);
  await world.checkCustody();
});

test('pays TRX to an address that this activates, and the reward token', async () => {
  const [fresh, other] = [randomAddress(), randomAddress()];
  const trx = await world.send(ana, { to: fresh, assetId: 'trx', amount: '25.000001' });
  await world.send(ana, { to: other, assetId: 'reward', amount: '10.000000000000000001' });
  expect(BigInt(trx.draft.fee)).toBe(1_320_000n);
  await world.drain();
  expect([await world.onChain(fresh, 'trx'), await world.onChain(other, 'reward')]).toEqual([
    25_000_001n,
    10n ** 19n + 1n,
  ]);
  // The estimate of an activation is exact, so the margin is all that stays.
  expect((await world.attemptsOf(trx.id))[0]).toMatchObject({ state: 'succeeded', fee_sun: '1100000' });
  await world.checkCustody();
});

test('I25 H03 the bonus alone leaves for any address, and what the network costs above its fee is the house’s', async () => {
  const unit = 10n ** 18n;
  const [fresh, holder, active] = [randomAddress(), randomAddress(), randomAddress()];
  await world.chain.admin.faucetToken('reward', holder, 1n);
  await world.chain.admin.faucetTrx(active, 1n);
  await world.chain.admin.mine();
  const sent = [];
  for (const to of [fresh, active, holder]) {
    const ben = await world.person({ reward: 20n * unit });
    const { id, draft } = await world.send(ben, { to, assetId: 'reward', amount: '20', feeFrom: 'amount' });
    expect(BigInt(draft.fee)).toBeLessThanOrEqual(10n * unit);
    expect(draft).toMatchObject({ total: String(20n * unit), keeps: '0' });
    sent.push({ id, ben, to, amount: BigInt(draft.amount), before: await world.onChain(to, 'reward') });
  }
  // Somewhat more than the bonus is not caught between the two: its fee is what it has above the minimum.
  const cora = await world.person({ reward: 20n * unit + unit / 2n });
  const draft = await world.draft(cora, { to: fresh, assetId: 'reward', amount: '10' });
  expect(draft).toMatchObject({ fee: String(10n * unit + unit / 2n), keeps: '0' });
  await world.drain();
  for (const { id, ben, to, amount, before } of sent) {
    expect(await world.stateOf(id)).toBe('completed');
    expect((await world.onChain(to, 'reward')) - before).toBe(amount);
    expect(await world.balance(ben, 'reward')).toBe('0/0');
  }
  await world.checkCustody();
  await world.checkBooks();
});

test('a fee taken from the amount leaves the receiver the rest', async () => {
  const to = randomAddress();
  const { draft } = await world.send(ana, { to, amount: '20', feeFrom: 'amount' });
  expect(BigInt(draft.amount) + BigInt(draft.fee)).toBe(20_000_000n);
  expect(draft.total).toBe('20000000');
  await world.drain();
  expect(await world.onChain(to, 'usdt')).toBe(BigInt(draft.amount));
  await world.checkCustody();
});

test('many sends at once, equal ones among them, are each paid once', async () => {
  const same = randomAddress();
  const others = Array.from({ length: 6 }, randomAddress);
  const sends = await Promise.all([same, same, same, ...others].map((to) => world.send(ana, { to, amount: '2' })));
  // Two workers side by side.
  for (let round = 0; round < 12; round += 1) {
    await Promise.all([world.tick(), world.tick()]);
    await world.chain.admin.mine(4);
  }
  await world.drain();
  for (const { id } of sends) expect(await world.stateOf(id)).toBe('completed');
  expect(await world.onChain(same, 'usdt')).toBe(6_000_000n);
  for (const to of others) expect(await world.onChain(to, 'usdt')).toBe(2_000_000n);
  await world.checkCustody();
});

test('M24 expiration and reference come from the chain: head time plus ten minutes, an irreversible block', async () => {
  const { id } = await world.send(ana, { to: randomAddress(), amount: '2' });
  await world.tick();
  const { rows } = await sql<{ signing_order: { refBlock: { number: number }; expirationMs: number } }>`
    SELECT signing_order FROM withdrawal_attempts WHERE withdrawal_id = ${id}`.execute(world.db.kysely);
  const head = await world.node.ask('/wallet/getnowblock', {});
  const { block_header: header } = head as { block_header: { raw_data: { timestamp: number } } };
  expect(rows[0]?.signing_order.expirationMs).toBe(header.raw_data.timestamp + 600_000);
  expect(rows[0]?.signing_order.refBlock.number).toBeLessThanOrEqual(world.chain.info().solidHeight);
  await world.drain();
});

test('M31 energy ten times dearer after the draft: the person pays what was shown', async () => {
  const { id, draft } = await world.send(ana, { to: randomAddress(), amount: '5' });
  await world.chain.admin.setParameters({ getEnergyFee: 1_000n });
  const before = await world.balance(ana);
  await world.drain();
  await world.chain.admin.setParameters({ getEnergyFee: 100n });
  expect(await world.stateOf(id)).toBe('completed');
  const [posted, held] = before.split('/').map(BigInt);
  expect(await world.balance(ana)).toBe(
    `${(posted ?? 0n) - BigInt(draft.total)}/${(held ?? 0n) - BigInt(draft.total)}`,
  );
  await world.checkCustody();
});

test('M31 energy above what the house bears: the payment waits for cheaper energy', async () => {
  const { id } = await world.send(ana, { to: randomAddress(), amount: '5' });
  const settings = { ...world.payouts.settings, feeLimitMaxSun: units(1_000_000n) };
  await world.tick({ settings });
  expect([await world.stateOf(id), await waitingFor(id)]).toEqual(['approved', 'fee']);
  expect(world.reports).toContainEqual(expect.objectContaining({ event: 'payout-too-expensive', withdrawalId: id }));
  await world.drain();
  expect([await world.stateOf(id), await waitingFor(id)]).toEqual(['completed', null]);
});

test('M30 a hot wallet that is short queues the payment and pays once it is filled', async () => {
  const rich = await world.person({ reward: 10n ** 24n });
  const to = randomAddress();
  const first = await world.send(rich, { to, assetId: 'reward', amount: '49000' });
  // All the wallet has but 40,000 tokens is spoken for.
  const spoken = (await world.onChain(world.hotAddress, 'reward')) - 40_000n * 10n ** 18n;
  await world.tick();
  await sql`UPDATE withdrawals SET amount = ${String(spoken)} WHERE id = ${first.id}`.execute(world.db.kysely);
  const second = await world.send(rich, { to: randomAddress(), assetId: 'reward', amount: '45000' });
  await world.tick();
  expect([await world.stateOf(second.id), await waitingFor(second.id)]).toEqual(['approved', 'hot-wallet']);
  await sql`UPDATE withdrawals SET amount = ${String(49_000n * 10n ** 18n)} WHERE id = ${first.id}`.execute(
    world.db.kysely,
  );
  await world.drain();
  expect([await world.stateOf(first.id), await world.stateOf(second.id)]).toEqual(['completed', 'completed']);
  expect(await world.onChain(to, 'reward')).toBe(49_000n * 10n ** 18n);
  await world.checkCustody();
});

test('M01 of parallel sends of the whole balance over both exits, inside and to the chain, exactly one succeeds', async () => {
  const ben = await world.person();
  for (let round = 0; round < 4; round += 1) {
    const whole = await world.person({ usdt: 100_000_000n });
    const drafts = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        index % 2 === 0
          ? world.draft(whole, { to: ben.address, amount: '100' })
          : world.draft(whole, { to: randomAddress(), amount: '100', feeFrom: 'amount' }),
      ),
    );
    // Chain sends first in every other round: the short way inside would win always.
    const order = round % 2 === 0 ? drafts : drafts.toSorted((a, b) => a.settlement.localeCompare(b.settlement));
    const results = await Promise.allSettled(order.map((draft) => world.confirm(whole, draft)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(['0/0', '100000000/100000000']).toContain(await world.balance(whole));
  }
  await world.drain();
  await world.checkCustody();
});

test('a signer that does not answer makes payments wait, nothing else', async () => {
  const { id } = await world.send(ana, { to: randomAddress(), amount: '2' });
  const dead = { ...world.payouts.signer, getHotAddress: () => Promise.reject(new SignerUnavailable('gone')) };
  await world.tick({ signer: dead });
  expect([await world.stateOf(id), await waitingFor(id)]).toEqual(['approved', 'signer']);
  await world.drain();
  expect(await world.stateOf(id)).toBe('completed');
});

test('M38 nothing of a frozen person is signed', async () => {
  const { id } = await world.send(ana, { to: randomAddress(), amount: '2' });
  await world.tick({ isPersonActive: () => Promise.resolve(false) });
  expect([await world.stateOf(id), await waitingFor(id), await world.attemptsOf(id)]).toEqual([
    'approved',
    'person',
    [],
  ]);
  await world.drain();
});

test('M36 a payment that an old backup does not know of is not made twice', async () => {
  const to = randomAddress();
  const { id } = await world.send(ana, { to, amount: '3' });
  // The backup is taken here: approved, no attempt yet. Then it is paid, and the backup comes back.
  await world.tick();
  await world.chain.admin.mine(25);
  await sql`DELETE FROM withdrawal_broadcasts WHERE withdrawal_id = ${id}`.execute(world.db.kysely);
  await sql`ALTER TABLE withdrawal_attempts DISABLE TRIGGER withdrawal_attempts_history`.execute(world.db.kysely);
  await sql`DELETE FROM withdrawal_attempts WHERE withdrawal_id = ${id}`.execute(world.db.kysely);
  await sql`ALTER TABLE withdrawal_attempts ENABLE TRIGGER withdrawal_attempts_history`.execute(world.db.kysely);
  await sql`UPDATE withdrawals SET state = 'approved' WHERE id = ${id}`.execute(world.db.kysely);
  for (let round = 0; round < 5; round += 1) {
    await world.tick();
    await world.chain.admin.mine(10);
  }
  expect(await world.onChain(to, 'usdt')).toBe(3_000_000n);
  expect(await world.stateOf(id)).toBe('completed');
});

test('M20 a payment held in any state past its deadline is listed and reported, and leaves the list by itself', async () => {
  const { id } = await world.send(ana, { to: randomAddress(), amount: '2' });
  const age = () =>
    sql`UPDATE withdrawals SET changed_at = changed_at - interval '21 minutes' WHERE id = ${id}`.execute(
      world.db.kysely,
    );
  const listed = async () =>
    (await listStuckPayouts(world.asWorker)).payouts.filter((payout) => payout.id === id).map(({ state }) => state);
  const seen: string[] = [];
  for (let round = 0; round < 12 && (await world.stateOf(id)) !== 'completed'; round += 1) {
    expect(await listed()).toEqual([]);
    await age();
    seen.push(...(await listed()));
    await reportStuckPayouts(world.payouts);
    await world.tick();
    // A step renews the clock of a state; where none was made, the test does.
    await sql`UPDATE withdrawals SET changed_at = clock_timestamp() WHERE id = ${id}`.execute(world.db.kysely);
    await world.chain.admin.mine(4);
  }
  expect(new Set(seen)).toEqual(new Set(['approved', 'broadcast', 'included']));
  expect(await listed()).toEqual([]);
  expect(world.reports).toContainEqual({
    event: 'payout-stuck',
    withdrawalId: id,
    detail: 'approved: for no known reason; fix-nodes',
  });
});

test('an operator lets the worker look again at a payment that was stopped', async () => {
  const { id } = await world.send(ana, { to: randomAddress(), amount: '2' });
  await sql`UPDATE withdrawals SET attention = 'something unexpected' WHERE id = ${id}`.execute(world.db.kysely);
  await world.drain();
  expect(await world.stateOf(id)).toBe('approved');
  const operatorId = await addOperator(world.db, { name: 'ada' });
  expect(await resumePayout(world.asConsole, { withdrawalId: id, operatorId })).toBe('done');
  expect(await resumePayout(world.asConsole, { withdrawalId: id, operatorId })).toBe('not-stopped');
  await world.drain();
  expect(await world.stateOf(id)).toBe('completed');
});

describe('what readers of the chain are told', () => {
  test('D21 the payments of the house are known by their ids', async () => {
    const { id } = await world.send(ana, { to: randomAddress(), amount: '2' });
    await world.drain();
    const [attempt] = await world.attemptsOf(id);
    const txIds = ['0'.repeat(64), attempt?.tx_id ?? ''];
    expect(await listPayoutsAmong(world.asWorker.kysely, txIds)).toEqual([attempt?.tx_id]);
  });
});
