import { randomUUID } from 'node:crypto';
import type { RecordInfoView, RecordView } from '@tern/contracts/routes/records';
import type { TransferOptionView } from '@tern/contracts/routes/transfers';
import { assetIds, type AssetId } from '@tern/money/asset';
import { mineUntil } from '@tern/testkit/system/chain-control';
import { freshAddress, solidBalance, type OutsideWallet } from '@tern/testkit/system/outside-wallet';
import type { Person } from '@tern/testkit/system/person';
import { startSystem, type System } from '@tern/testkit/system/start-system';
import { until } from '@tern/testkit/system/until';
import { afterAll, beforeAll, expect, test } from 'vitest';

// Goal: money in, within and out, as two people see it, and every unit accounted for afterwards. Method: the whole system,
// driven over HTTP; blocks come when the test wants them, so each confirmation can be seen.
const trx = 1_000_000n;
const usdt = 1_000_000n;
const reward = 10n ** 18n;
let system: System;
let ana: Person;
let ben: Person;
let outside: OutsideWallet;

beforeAll(async () => {
  system = await startSystem({ blocks: 'on-demand' });
  [ana, ben] = await Promise.all([system.register('email'), system.register('phone')]);
  await Promise.all([ana.setFactors(), ben.setFactors()]);
  const paying = system.openOutsideWallet({ trx: 10_000n * trx, usdt: 200_000n * usdt });
  outside = await mineWhile(paying);
});
afterAll(() => system.stop());

/** Mines until the work is done. */
async function mineWhile<Result>(work: Promise<Result>): Promise<Result> {
  let done = false;
  void work.then(
    () => (done = true),
    () => (done = true),
  );
  await mineUntil(system.chain, 'the work', async () => done);
  return await work;
}

const settled = (person: Person, id: string) =>
  mineUntil(system.chain, `record ${id} settled`, async () => {
    const record = await person.record(id);
    return ['success', 'failed'].includes(record.status) && record;
  });

/** The record of what a transaction brought, once the screens show it. */
const arrival = (person: Person, assetId: AssetId, amount: bigint) =>
  until(`${amount} ${assetId} on the screen`, async () =>
    (await person.records()).find(
      (record) => record.direction === 'in' && record.assetId === assetId && record.amount === String(amount),
    ),
  );

test('a top-up from the faucet is seen with each of its 19 confirmations and credited with the last', async () => {
  await ana.api.post('/development/faucet', { walletId: ana.wallet.id, assetId: 'usdt' });
  await system.chain.mine(1);
  const { id } = await arrival(ana, 'usdt', 500n * usdt);
  const { block } = await ana.api.get<RecordInfoView>(`/records/${id}/info`);
  expect(block).toEqual(expect.any(Number));
  for (let seen = 1; seen < 19;) {
    const look = await until(`confirmation ${seen}`, async () => {
      const available = await ana.available('usdt');
      const record = await ana.record(id);
      // Counted along the chain: each minute it makes a block of its own, also between two looks.
      seen = (await system.chain.info()).height - Number(block) + 1;
      return (seen >= 19 || record.confirmations?.seen === seen) && { available, record };
    });
    if (seen >= 19) break;
    expect(look.record).toMatchObject({ status: 'confirming', confirmations: { seen, required: 19 } });
    expect(look.available).toBe(0n);
    await system.chain.mine(1);
    seen += 1;
  }
  await mineUntil(system.chain, 'the credit', async () => (await ana.record(id)).status === 'success');
  expect(await ana.available('usdt')).toBe(500n * usdt);
});

test('the first top-up activates the account and brings the bonus, a second one brings no second bonus', async () => {
  expect(await ana.api.get('/identity/account')).toMatchObject({ activated: true });
  expect(await ana.available('reward')).toBe(20n * reward);
  expect(await ben.api.get('/identity/account')).toMatchObject({ activated: false });
  for (const assetId of ['trx', 'reward'] as const) {
    await ana.api.post('/development/faucet', { walletId: ana.wallet.id, assetId });
  }
  await system.chain.mine(1);
  await settled(ana, (await arrival(ana, 'trx', 1000n * trx)).id);
  await settled(ana, (await arrival(ana, 'reward', 100n * reward)).id);
  const bonuses = (await ana.records()).filter(({ type }) => type === 'activation-reward');
  expect(bonuses).toHaveLength(1);
  expect(await ana.available('reward')).toBe(120n * reward);
});

test('a top-up from an unmodified tronweb with its own key is credited to the unit', async () => {
  await outside.pay(ben.wallet.address, 'usdt', 30_000_000_001n);
  await outside.pay(ben.wallet.address, 'trx', 1_234_567n);
  await outside.pay(ana.wallet.address, 'usdt', 40_000n * usdt);
  await system.chain.mine(1);
  const arrivals = [
    [ben, 'usdt', 30_000_000_001n],
    [ben, 'trx', 1_234_567n],
    [ana, 'usdt', 40_000n * usdt],
  ] as const;
  for (const [person, assetId, amount] of arrivals) {
    const record = await settled(person, (await arrival(person, assetId, amount)).id);
    expect(record).toMatchObject({ payAddress: outside.address, receiveAddress: person.wallet.address });
  }
  expect(await ben.available('usdt')).toBe(30_000_000_001n);
  expect(await ben.available('trx')).toBe(1_234_567n);
  expect(await ben.available('reward')).toBe(20n * reward);
});

test('a send to another person arrives at once and without a fee', async () => {
  const before = await ben.available('usdt');
  const sent = await ana.send({ to: ben.wallet.address, assetId: 'usdt', amount: '12.345678', memo: 'for lunch' });
  expect(sent).toMatchObject({ status: 'success', settlement: 'internal', amount: '12345678', fee: '0' });
  expect(await ben.available('usdt')).toBe(before + 12_345_678n);
  const arrived = await arrival(ben, 'usdt', 12_345_678n);
  expect(arrived).toMatchObject({ status: 'success', type: 'incoming', payAddress: ana.wallet.address });
});

test('sends to the chain arrive whole, whoever the receiver is, and the fee is the one shown before', async () => {
  const activated = freshAddress();
  await mineWhile(activate(activated));
  const receivers = [
    { to: outside.address, assetId: 'usdt', amount: '15', receiverClass: 'holds-token' },
    { to: activated, assetId: 'usdt', amount: '15.5', receiverClass: 'no-token' },
    { to: freshAddress(), assetId: 'usdt', amount: '16', receiverClass: 'not-activated' },
    { to: outside.address, assetId: 'trx', amount: '20', receiverClass: 'holds-token' },
    { to: freshAddress(), assetId: 'trx', amount: '21.000001', receiverClass: 'not-activated' },
    { to: outside.address, assetId: 'reward', amount: '10', receiverClass: 'no-token' },
  ] as const;
  const sent: { readonly record: RecordView; readonly to: string; readonly assetId: AssetId; readonly had: bigint }[] =
    [];
  const fees: Partial<Record<AssetId, bigint[]>> = {};
  for (const { to, assetId, amount, receiverClass } of receivers) {
    const had = await solidBalance(system, to, assetId);
    const available = await ana.available(assetId);
    const draft = await ana.draft({ to, assetId, amount });
    expect(draft).toMatchObject({ settlement: 'chain', receiverClass });
    const answer = await ana.confirm(draft);
    expect(answer.status, answer.text).toBe(200);
    expect(await ana.available(assetId)).toBe(available - BigInt(draft.total));
    (fees[assetId] ??= []).push(BigInt(draft.fee));
    sent.push({ record: answer.body as RecordView, to, assetId, had });
  }
  expect(fees.usdt).toEqual(fees.usdt?.toSorted((a, b) => Number(a - b)));
  for (const { record, to, assetId, had } of sent) {
    const end = await settled(ana, record.id);
    expect(end).toMatchObject({ status: 'success', payAddress: system.hotAddress, receiveAddress: to });
    expect(await solidBalance(system, to, assetId)).toBe(had + BigInt(end.amount));
  }
  const info = await ana.api.get<{ readonly txId: string }>(`/records/${sent[0]?.record.id ?? ''}/info`);
  expect(info.txId).toMatch(/^[0-9a-f]{64}$/);
});

async function activate(address: string): Promise<void> {
  await outside.pay(address, 'trx', trx);
  await until('activated', async () => (await solidBalance(system, address, 'trx')) === trx);
}

/** The id under which operators know a send: people know their record instead. */
async function reviewOf(to: string): Promise<string> {
  const { output } = await system.operator(['reviews']);
  const line = output.split('\n').find((each) => each.includes(to));
  return line?.slice(0, 36) ?? '';
}

test('a send from 10,000 USDT on is paid once two different operators have approved it', async () => {
  const [olga, pavel] = [await system.desk('olga', 'reviewer'), await system.desk('pavel', 'reviewer')];
  const to = freshAddress();
  const sent = await ana.send({ to, assetId: 'usdt', amount: '12000' });
  expect(sent.status).toBe('pending-review');
  const id = await reviewOf(to);
  // What the command line could once do is no command any more.
  expect(await system.operator(['approve', id, '--as', 'olga'])).toMatchObject({ code: 2 });
  expect(await olga.approve(id)).toMatchObject({ status: 200, outcome: 'second-operator-needed' });
  expect(await olga.approve(id)).toMatchObject({ status: 409, outcome: 'already-decided-by-you' });
  expect(await ana.record(sent.id)).toMatchObject({ status: 'pending-review' });
  expect(await pavel.approve(id)).toMatchObject({ status: 200, outcome: 'approved' });
  expect(await settled(ana, sent.id)).toMatchObject({ status: 'success' });
  expect(await solidBalance(system, to, 'usdt')).toBe(12_000n * usdt);
});

/** What somebody has, without the prices beside it. */
async function holdings(person: Person) {
  const { balances } = await person.overview();
  return balances.map(({ assetId, posted, held, available }) => ({ assetId, posted, held, available }));
}

test('a rejected send returns everything, and says so', async () => {
  const before = await holdings(ana);
  const to = freshAddress();
  const sent = await ana.send({ to, assetId: 'usdt', amount: '6000' });
  expect(sent.status).toBe('pending-review');
  const ruth = await system.desk('ruth', 'reviewer');
  expect(await ruth.reject(await reviewOf(to))).toMatchObject({ status: 200, outcome: 'rejected' });
  expect(await ana.record(sent.id)).toMatchObject({ status: 'review-rejected', reason: 'rejected-by-review' });
  expect(await holdings(ana)).toEqual(before);
});

test('a send under review that the person cancels returns everything, once', async () => {
  const before = await holdings(ana);
  const sent = await ana.send({ to: freshAddress(), assetId: 'usdt', amount: '7000' });
  const cancelled = await ana.api.post<RecordView>(`/transfers/${sent.id}/cancel`, {}, randomUUID());
  expect(cancelled).toMatchObject({ status: 'cancelled', reason: 'cancelled-by-person' });
  expect(await holdings(ana)).toEqual(before);
  await expect(ana.api.post(`/transfers/${sent.id}/cancel`, {}, randomUUID())).rejects.toMatchObject({
    answer: { status: 409, code: 'NOT_CANCELLABLE' },
  });
});

/** What the person's records say they have. */
function sumOfRecords(records: readonly RecordView[], assetId: AssetId): bigint {
  return records
    .filter((record) => record.assetId === assetId && record.status === 'success')
    .reduce(
      (sum, { direction, amount, fee }) => sum + (direction === 'in' ? BigInt(amount) : -BigInt(amount) - BigInt(fee)),
      0n,
    );
}

test('afterwards balances on every screen, in the records, in the ledger and on chain agree to the unit', async () => {
  for (const person of [ana, ben]) {
    const { balances } = await person.overview();
    const { options } = await person.api.get<{ readonly options: readonly TransferOptionView[] }>(
      `/transfers/options?walletId=${person.wallet.id}`,
    );
    const records = await person.records();
    for (const assetId of assetIds) {
      const balance = balances.find((each) => each.assetId === assetId);
      expect(balance).toMatchObject({ held: '0', available: balance?.posted });
      expect(options.find((option) => option.assetId === assetId)?.available).toBe(balance?.available);
      expect(String(sumOfRecords(records, assetId)), assetId).toBe(balance?.posted);
    }
  }
  expect(await system.findContradictions()).toEqual([]);
});
