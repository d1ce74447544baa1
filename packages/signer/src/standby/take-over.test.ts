import { join } from 'node:path';
import { createAuthenticator } from '@tern/testkit/software-authenticator';
import { openSigner } from '@tern/tron/signer-client';
import { expect, test } from 'vitest';
import { openPairFixture } from '../testing/pair-fixture.ts';
import { order } from '../testing/signer-fixture.ts';

const anna = createAuthenticator({ operator: 'Anna' });
const ben = createAuthenticator({ operator: 'Ben', algorithm: 'EdDSA' });
const operators = [anna, ben].map(({ credential }) => credential);

type Pair = Awaited<ReturnType<typeof openPairFixture>>;

/** As a person on the standby's machine. */
function atStandby({ standby, secret, fixture }: Pair) {
  const { directory } = standby();
  return openSigner({ socketPath: join(directory, 's.sock'), secret, clock: fixture.clock, timeoutMs: 5_000 });
}

test('K14 a standby takes over with two operators, and with neither less; the limits of the day go on', async () => {
  await using pair = await openPairFixture({ operators });
  const worker = pair.worker(pair.first().port);
  for (let at = 1; at <= 5; at += 1) await worker.signOrder(order({ orderId: `w-${at}` }));
  await pair.first().stop();
  const person = atStandby(pair);
  const next = pair.worker(pair.standby().port);
  const { state, challenge = '', epoch } = await person.takeOver({ complete: true });
  expect({ state, epoch }).toEqual({ state: 'waits', epoch: 2 });
  const [pending] = await person.listApprovals();
  expect(JSON.parse(pending?.statement ?? '')).toMatchObject({ kind: 'take-over', epoch: 2, lacksNoOrder: true });
  await person.approve({ ...anna.assert(challenge), challenge });
  await expect(next.signOrder(order({ orderId: 'w-6' }))).rejects.toMatchObject({ code: 'standby' });
  expect(await person.takeOver({ complete: true })).toMatchObject({ state: 'waits', challenge });
  await person.approve({ ...ben.assert(challenge), challenge });
  // The same order has the same bytes, the day goes on where it was: 2,500 of 3,000.
  expect(await next.signOrder(order({ orderId: 'w-5' }))).toEqual(await next.signOrder(order({ orderId: 'w-5' })));
  expect((await next.getHealth()).assets.usdt.signed).toBe(2_500n);
  await next.signOrder(order({ orderId: 'w-6' }));
  await expect(next.signOrder(order({ orderId: 'w-7' }))).rejects.toMatchObject({ code: 'day-limit' });
  expect((await next.witness(undefined)).epoch).toBe(2);
  await expect(person.takeOver({ complete: true })).rejects.toMatchObject({ code: 'not-standing-by' });
});

test('K14 approvals for a take-over in quarantine are none for one without, and the other way round', async () => {
  await using pair = await openPairFixture({ operators });
  await pair.worker(pair.first().port).signOrder(order());
  await pair.first().stop();
  const person = atStandby(pair);
  const { challenge = '' } = await person.takeOver({ complete: false });
  const other = await person.takeOver({ complete: true });
  expect(other.challenge).not.toBe(challenge);
  await person.approve({ ...anna.assert(challenge), challenge });
  await person.approve({ ...ben.assert(String(other.challenge)), challenge: String(other.challenge) });
  const next = pair.worker(pair.standby().port);
  await expect(next.signOrder(order({ orderId: 'w-2' }))).rejects.toMatchObject({ code: 'standby' });
  await person.approve({ ...ben.assert(challenge), challenge });
  await expect(next.signOrder(order({ orderId: 'w-2' }))).rejects.toMatchObject({ code: 'quarantined' });
});

test('K14 the first that comes back after a take-over signs nothing any more, also after a restart', async () => {
  await using pair = await openPairFixture();
  const { port: standbyPort } = pair.standby();
  const worker = pair.worker(pair.first().port);
  await worker.signOrder(order());
  // It still runs, cut off from workers only: the take-over does not ask it.
  expect(await atStandby(pair).takeOver({ complete: true })).toEqual({ epoch: 2, state: 'taken-over' });
  await expect(worker.signOrder(order({ orderId: 'w-2' }))).rejects.toMatchObject({ name: 'SignerUnavailable' });
  await expect(worker.signOrder(order({ orderId: 'w-2' }))).rejects.toMatchObject({ code: 'fenced' });
  await pair.first().stop();
  for (const setting of [standbyPort, undefined]) {
    const revived = pair.worker((await pair.startFirst(setting)).port);
    for (const id of ['w-1', 'w-2', 'w-3'])
      await expect(revived.signOrder(order({ orderId: id }))).rejects.toMatchObject({ code: 'fenced' });
    await expect(revived.recall(undefined)).rejects.toMatchObject({ code: 'fenced' });
    await pair.first().stop();
  }
  // What it kept back is signed by the new one as any other order.
  expect(await pair.worker(standbyPort).signOrder(order({ orderId: 'w-2' }))).toMatchObject({
    txId: expect.any(String),
  });
});

test('K14 an order of a newer epoch closes the first for good, and no worker takes a signature of an older one', async () => {
  await using pair = await openPairFixture();
  const knowing = pair.worker(pair.standby().port);
  await pair.worker(pair.first().port).signOrder(order());
  await pair.first().stop();
  await atStandby(pair).takeOver({ complete: true });
  const memory = await knowing.witness(undefined);
  expect(memory.epoch).toBe(2);
  // Without its standby's word, and with two operators' leave to sign alone: the worst case.
  const { port } = await pair.startFirst();
  const { store } = pair.first().signer;
  const { version, document } = store.getPolicy();
  store.putPolicy({ version: version + 1, document: { ...document, withoutStandby: true }, atMs: 0, reason: 'test' });
  const unknowing = pair.worker(port);
  expect(await unknowing.signOrder(order({ orderId: 'w-8' }))).toMatchObject({ txId: expect.any(String) });
  const worker = pair.worker(port);
  await expect(worker.witness(memory)).rejects.toThrow('this signer is of epoch 1, and epoch 2 has begun');
  await expect(worker.signOrder(order({ orderId: 'w-9' }))).rejects.toThrow('epoch 2 has begun');
  await expect(unknowing.signOrder(order({ orderId: 'w-10' }))).rejects.toMatchObject({ code: 'fenced' });
  await pair.first().stop();
  const again = pair.worker((await pair.startFirst()).port);
  await expect(again.signOrder(order({ orderId: 'w-8' }))).rejects.toMatchObject({ code: 'fenced' });
});

test('K14 a standby that lacks orders is in quarantine, by its operators’ word or by the worker’s', async () => {
  await using pair = await openPairFixture();
  const worker = pair.worker(pair.first().port);
  await worker.signOrder(order());
  const { store } = pair.first().signer;
  const { version, document } = store.getPolicy();
  await pair.standby().stop();
  store.putPolicy({ version: version + 1, document: { ...document, withoutStandby: true }, atMs: 0, reason: 'test' });
  for (const at of [2, 3]) await worker.signOrder(order({ orderId: `w-${at}` }));
  const memory = await worker.witness(undefined);
  await pair.first().stop();
  await pair.startStandby();
  await atStandby(pair).takeOver({ complete: true });
  const next = pair.worker(pair.standby().port);
  await next.witness(memory);
  await expect(next.signOrder(order({ orderId: 'w-4' }))).rejects.toMatchObject({ code: 'quarantined' });
  expect((await next.getHealth()).quarantine?.reason).toBe('an old copy: 1 of 3 signatures');
});
