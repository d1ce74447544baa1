import type { NodesView, QuarantineView } from '@tern/contracts/routes/console-work';
import type { OperatorDesk } from '@tern/testkit/operator-desk';
import { mineUntil } from '@tern/testkit/system/chain-control';
import { freshAddress, solidBalance } from '@tern/testkit/system/outside-wallet';
import type { Person } from '@tern/testkit/system/person';
import { startSystem, type System } from '@tern/testkit/system/start-system';
import { until } from '@tern/testkit/system/until';
import { afterAll, beforeAll, expect, test } from 'vitest';

// Goal: a node as java-tron ships it closes what it cannot do and nothing else, says what to set, and all is open again once
// it is set. Method: the whole system, with a worker that starts while its node has everything switched off.
const usdt = 1_000_000n;
const trx = 1_000_000n;

let system: System;
let ana: Person;
let ben: Person;
let desk: OperatorDesk;
/** When the worker was about to start with a node that lacks everything. */
let strippedMs: number;

beforeAll(async () => {
  system = await startSystem({ blocks: 'on-demand' });
  [ana, ben] = await Promise.all([system.register('email'), system.register('phone')]);
  await ana.setFactors();
  desk = await system.desk('tove', 'treasurer');
  await ana.api.post('/development/faucet', { walletId: ana.wallet.id, assetId: 'usdt' });
  await mineUntil(system.chain, 'the first credit', async () => (await ana.available('usdt')) > 0n);
  await system.processes.stop('worker');
  for (const ability of ['calls', 'estimates', 'internal']) await system.chain.setFault({ kind: `no-${ability}` });
  strippedMs = Date.now();
  await system.processes.start('worker');
});
afterAll(() => system.stop());

/** What the console tells of the one node, once it was asked after `sinceMs`. */
const told = (sinceMs: number) =>
  until('the node was asked', async () => {
    const [node] = ((await desk.get('/nodes')).body as NodesView).nodes;
    return node !== undefined && Date.parse(node.askedAt) > sinceMs && node;
  });

/** What waits in suspense of a transaction. */
const quarantined = async (txId: string) =>
  ((await desk.get('/quarantine')).body as QuarantineView).suspense.find((each) => each.txId === txId);

test('operators read in one sentence each what the node lacks and what to set', async () => {
  const { faults, notes } = await told(strippedMs);
  expect(faults.join()).toContain('supportConstant = true');
  expect(notes.join()).toContain('estimateEnergy = true');
});

test('what needs no calls goes on: TRX arrives, and people send each other tokens', async () => {
  await system.chain.give(ana.wallet.address, 'trx', 50n * trx);
  await mineUntil(system.chain, 'the credit', async () => (await ana.available('trx')) === 50n * trx);
  const { id } = await ana.send({ to: ben.wallet.address, assetId: 'usdt', amount: '5' });
  expect((await ana.record(id)).status).toBe('success');
  expect(await ben.available('usdt')).toBe(5n * usdt);
});

test('TRX is paid out meanwhile, and USDT that arrives is kept aside until the contract can be asked', async () => {
  const to = freshAddress();
  const { id } = await ana.send({ to, assetId: 'trx', amount: '12' });
  await mineUntil(system.chain, 'the payment', async () => (await ana.record(id)).status === 'success');
  expect(await solidBalance(system, to, 'trx')).toBe(12n * trx);

  const before = await ben.available('usdt');
  const txId = await system.chain.give(ben.wallet.address, 'usdt', 3n * usdt);
  await mineUntil(system.chain, 'the deposit', async () => (await quarantined(txId)) !== undefined);
  expect(await quarantined(txId)).toMatchObject({ reason: 'token-unproven', amount: String(3n * usdt) });
  expect(await ben.available('usdt')).toBe(before);
});

test('a transfer of tokens to outside is refused before anything is held, and paid once the node has what it needs', async () => {
  const before = await ana.available('usdt');
  const to = freshAddress();
  await expect(ana.send({ to, assetId: 'usdt', amount: '7' })).rejects.toMatchObject({
    answer: { code: 'FEE_UNKNOWN' },
  });
  expect(await ana.available('usdt')).toBe(before);

  const since = Date.now();
  await system.processes.stop('worker');
  await system.chain.clearFaults();
  await system.processes.start('worker');
  expect((await told(since)).faults).toEqual([]);
  await mineUntil(system.chain, 'what was kept aside', async () => (await ben.available('usdt')) === 8n * usdt);
  const { id } = await ana.send({ to, assetId: 'usdt', amount: '7' });
  await mineUntil(system.chain, 'the payment', async () => (await ana.record(id)).status === 'success');
  expect(await solidBalance(system, to, 'usdt')).toBe(7n * usdt);
  expect(await system.findContradictions()).toEqual([]);
});
