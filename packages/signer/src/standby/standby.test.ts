import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSigner } from '@tern/tron/signer-client';
import { signerCommands } from '@tern/tron/signer-protocol';
import { expect, test } from 'vitest';
import { makeCommands } from '../commands.ts';
import { openProxy } from '../testing/network-fixture.ts';
import { openPairFixture, type PairFixture } from '../testing/pair-fixture.ts';
import { named, order, policy } from '../testing/signer-fixture.ts';

/** As the other signer of the pair. */
function asSigner({ identity, pin, secret, fixture }: PairFixture, port: number) {
  const tls = { host: '127.0.0.1', port, identity, pins: [pin] };
  return openSigner({ tls, secret, clock: fixture.clock, timeoutMs: 5_000 });
}

test('K14 what the first signs is on the standby before its signature leaves', async () => {
  await using pair = await openPairFixture();
  const worker = pair.worker(pair.first().port);
  for (let at = 1; at <= 5; at += 1) {
    const signed = await worker.signOrder(order({ orderId: `w-${at}` }));
    expect(pair.standby().signer.store.findSigned(`w-${at}`, 1)).toMatchObject(signed);
  }
  const [first, standby] = [pair.first().signer.store, pair.standby().signer.store];
  expect(standby.changes.last()).toEqual(first.changes.last());
  expect(standby.sequence()).toBe(5);
  // Refusals go there too.
  await expect(worker.signOrder(order({ orderId: 'w-6' }))).resolves.toBeDefined();
  await expect(worker.signOrder(order({ orderId: 'w-7' }))).rejects.toMatchObject({ code: 'day-limit' });
  await pair.first().pair.keepUp();
  expect(standby.changes.last()).toEqual(first.changes.last());
  expect((await worker.getHealth()).standby).toMatchObject({ behind: 0 });
});

test('K14 that the first signer was closed is on the standby before the answer; one that is away prevents nothing', async () => {
  await using pair = await openPairFixture();
  const worker = pair.worker(pair.first().port);
  await worker.close('keys may be in other hands');
  expect(pair.standby().signer.store.findQuarantine()?.reason).toBe('keys may be in other hands');
  await pair.standby().stop();
  await expect(worker.close('again')).resolves.toBeUndefined();
});

test('K05 a signer of a pair has two commands more, and none of them signs what comes from outside', async () => {
  await using pair = await openPairFixture();
  const { signer, pair: opened } = pair.first();
  const alone = makeCommands({ clock: pair.fixture.clock, signer, tokens: policy.tokens, named });
  const added = Object.keys(opened.commands).filter((path) => !(path in alone));
  expect(added.toSorted()).toEqual(['/v1/replicate', '/v1/take-over']);
  expect(Object.keys(alone).filter((path) => !(path in opened.commands))).toEqual([]);
});

test('K14 what two operators agreed to is never changed in the store of take-overs', async () => {
  await using pair = await openPairFixture();
  const { directory, stop } = pair.standby();
  await stop();
  const database = new DatabaseSync(join(directory, 'take-over.sqlite'));
  database.exec(`INSERT INTO approval_requests VALUES ('c', 'take-over', 's', 'h', 't', 1);
    INSERT INTO approvals VALUES ('c', 'Anna', 'k', 1, 'a', 1)`);
  expect(() => database.exec(`UPDATE approvals SET operator = 'Ben'`)).toThrow('never changed');
  expect(() => database.exec('DELETE FROM approvals')).toThrow('never deleted');
  database.close();
});

test('K14 without its standby nothing is signed, and it goes on by itself once the standby is back', async () => {
  await using pair = await openPairFixture();
  const worker = pair.worker(pair.first().port);
  await worker.signOrder(order());
  await pair.standby().stop();
  const wanted = order({ orderId: 'w-2' });
  // The first time it does not know yet: what it signs stays with it.
  await expect(worker.signOrder(wanted)).rejects.toMatchObject({ name: 'SignerUnavailable' });
  await expect(worker.signOrder(order({ orderId: 'w-3' }))).rejects.toMatchObject({ code: 'standby-away' });
  expect(pair.first().signer.store.findSigned('w-3', 1)).toBeUndefined();
  // Nor does what it kept back leave in another way.
  await expect(worker.recall(undefined)).rejects.toMatchObject({ code: 'standby-away' });
  expect((await worker.getHealth()).standby).toMatchObject({ away: expect.any(String), behind: expect.any(Number) });
  await pair.startStandby();
  const signed = await worker.signOrder(wanted);
  expect(pair.first().signer.store.findSigned('w-2', 1)).toMatchObject(signed);
  expect(pair.standby().signer.store.findSigned('w-2', 1)).toMatchObject(signed);
  expect(pair.first().signer.store.sequence()).toBe(2);
});

test('K14 a receipt of the standby that is lost keeps the signature back, and it is the same afterwards', async () => {
  await using pair = await openPairFixture();
  await pair.first().stop();
  let losing = false;
  await using proxy = await openProxy(pair.standby().port, (piece, from) => {
    const has = pair.standby().signer.store.findSigned('w-2', 1) !== undefined;
    return losing && from === 'server' && has ? undefined : piece;
  });
  const worker = pair.worker((await pair.startFirst(proxy.port)).port);
  await worker.signOrder(order());
  losing = true;
  await expect(worker.signOrder(order({ orderId: 'w-2' }))).rejects.toMatchObject({ name: 'SignerUnavailable' });
  const kept = pair.standby().signer.store.findSigned('w-2', 1);
  losing = false;
  expect(await worker.signOrder(order({ orderId: 'w-2' }))).toEqual({
    txId: kept?.txId,
    rawHex: kept?.rawHex,
    signatureHex: kept?.signatureHex,
  });
});

test('K14 the standby signs nothing, and its store changes by nobody but the first', async () => {
  await using pair = await openPairFixture();
  await pair.worker(pair.first().port).signOrder(order());
  const { store } = pair.standby().signer;
  const before = store.changes.last();
  const worker = pair.worker(pair.standby().port);
  for (const refused of [
    worker.signOrder(order()),
    worker.signOrder(order({ orderId: 'w-2' })),
    worker.recall(undefined),
    worker.witness(undefined),
    worker.close('somebody says so'),
    worker.getHealth(),
  ])
    await expect(refused).rejects.toMatchObject({ code: 'standby' });
  await expect(worker.replicate({ after: before, changes: [] })).rejects.toMatchObject({ code: 'role-not-allowed' });
  expect(await worker.getHotAddress()).toBe(await pair.worker(pair.first().port).getHotAddress());
  expect(store.changes.last()).toEqual(before);
});

test('K14 a first in the hands of others can have the standby do nothing that a store does not', async () => {
  await using pair = await openPairFixture();
  await pair.worker(pair.first().port).signOrder(order());
  const { store } = pair.standby().signer;
  const after = store.changes.last();
  const first = asSigner(pair, pair.standby().port);
  for (const statement of [
    'DROP TABLE signed_orders',
    "ATTACH DATABASE '/tmp/x' AS x",
    'DELETE FROM signed_orders',
    'DELETE FROM epochs',
    "UPDATE signed_orders SET amount = '1'",
  ])
    await expect(first.replicate({ after, changes: [{ statement, parameters: [] }] })).rejects.toThrow();
  // A right change before a wrong one is not made either.
  const [right] = store.changes.list(after.number - 1, 1);
  if (right === undefined) throw new Error('a change');
  await expect(
    first.replicate({
      after,
      changes: [
        { ...right, statement: 'DELETE FROM facts' },
        { ...right, statement: 'x' },
      ],
    }),
  ).rejects.toThrow();
  expect(store.changes.last()).toEqual(after);
  expect(store.sequence()).toBe(1);
  expect(Object.keys(signerCommands)).toHaveLength(19);
});

test('K14 a standby with another history is none', async () => {
  await using pair = await openPairFixture();
  const worker = pair.worker(pair.first().port);
  await worker.signOrder(order());
  pair.standby().signer.store.setFact('something', 'of its own');
  await expect(worker.signOrder(order({ orderId: 'w-2' }))).rejects.toMatchObject({ name: 'SignerUnavailable' });
  await expect(worker.signOrder(order({ orderId: 'w-3' }))).rejects.toThrow('not a copy of this one');
});

test('K14 taking the setting away lets nothing out, and two operators’ decision does', async () => {
  await using pair = await openPairFixture();
  await pair.worker(pair.first().port).signOrder(order());
  await pair.first().stop();
  const { port } = await pair.startFirst();
  const worker = pair.worker(port);
  await expect(worker.signOrder(order({ orderId: 'w-2' }))).rejects.toThrow('SIGNER_STANDBY is not set');
  const { store } = pair.first().signer;
  const { version, document } = store.getPolicy();
  store.putPolicy({ version: version + 1, document: { ...document, withoutStandby: true }, atMs: 0, reason: 'test' });
  expect(await worker.signOrder(order({ orderId: 'w-2' }))).toMatchObject({ txId: expect.any(String) });
});
