import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { backUpSigner, restoreSigner } from './back-up-signer.ts';
import { confirmFact } from './confirm-fact.ts';
import { facts } from './facts.ts';
import { openSignerDirectory } from './open-signer.ts';
import { signOrder } from './sign-order.ts';
import { markStandby } from './standby/open-seat.ts';
import { openCeremony } from './testing/ceremony-fixture.ts';
import { openFixture, order, policy } from './testing/signer-fixture.ts';
import { startKeyService } from './testing/start-key-service.ts';

const notRunning = () => Promise.reject(new Error('nobody was to be asked'));

test('M36 a signer that was restored has its keys and its memory of then, and signs nothing yet', async () => {
  using fixture = openFixture();
  const { directory } = fixture.place;
  const folder = join(directory, 'backup');
  const first = signOrder(fixture.deps, order());
  // As the running signer does when it is asked.
  await backUpSigner(fixture.place, folder, () => Promise.resolve(fixture.deps.store.writeCopy()));
  signOrder(fixture.deps, order({ orderId: 'w-2' }));
  const hot = fixture.deps.keychain.addressAt({ purpose: 'hot', index: 0 });
  fixture.signer.close();
  const aside = restoreSigner(fixture.place, folder, fixture.clock);
  expect(readdirSync(aside ?? '').toSorted()).toEqual(['seed.sealed', 'signer.sqlite']);
  fixture.reopen();
  expect(fixture.deps.keychain.addressAt({ purpose: 'hot', index: 0 })).toBe(hot);
  expect(signOrder(fixture.deps, order())).toEqual(first);
  expect(() => signOrder(fixture.deps, order({ orderId: 'w-3' }))).toThrow('quarantined');
  // The mark is written down in the store, and a further start begins no second quarantine.
  expect(existsSync(join(directory, 'restored'))).toBe(false);
  fixture.signer.close();
  fixture.reopen();
  expect(fixture.deps.store.findQuarantine()?.number).toBe(1);
});

test('a stopped signer is copied as it lies, and a half backup is refused', async () => {
  using fixture = openFixture();
  const { directory } = fixture.place;
  const folder = join(directory, 'backup');
  expect(() => restoreSigner(fixture.place, folder, fixture.clock)).toThrow('no complete signer backup');
  fixture.signer.close();
  await backUpSigner(fixture.place, folder, notRunning);
  fixture.reopen();
  await backUpSigner(fixture.place, folder, () => Promise.resolve(fixture.deps.store.writeCopy()));
  expect(() => restoreSigner(fixture.place, folder, fixture.clock)).toThrow('another signer is using');
  expect(readdirSync(folder).toSorted()).toEqual(['seed.sealed', 'signer.sqlite']);
});

test('M36 a signer with a key service is backed up and restored without a seed, and its keys stay where they are', async () => {
  using fixture = openFixture();
  const { clock } = fixture;
  const { directory: keyFolder } = fixture.place;
  const service = await startKeyService(keyFolder);
  const directory = mkdtempSync(join(tmpdir(), 'signer-'));
  onTestFinished(async () => {
    await service.stop();
    rmSync(directory, { recursive: true });
  });
  const place = { directory, passphrase: '', keyService: service.socketPath };
  confirmFact(place, facts.outflowsConfirmed, clock);
  const folder = join(directory, 'backup');
  openSignerDirectory(place, 'test', clock).close();
  await backUpSigner(place, folder, notRunning);
  expect(readdirSync(folder)).toEqual(['signer.sqlite']);
  // Such a backup is not complete for a signer that has to open its seed itself.
  expect(() => restoreSigner({ directory }, folder, clock)).toThrow('no seed');
  const aside = restoreSigner(place, folder, clock);
  expect(readdirSync(aside ?? '')).toEqual(['signer.sqlite']);
  const restored = openSignerDirectory(place, 'test', clock);
  onTestFinished(() => restored.close());
  expect(() => signOrder({ ...restored, clock, policy }, order())).toThrow('quarantined');

  // The seed is backed up where it is, by the same command.
  fixture.signer.close();
  const own = join(keyFolder, 'backup');
  await backUpSigner({ directory: keyFolder }, own, notRunning);
  expect(readdirSync(own).toSorted()).toEqual(['seed.sealed', 'signer.sqlite']);
  fixture.reopen();
});

test('K14 a copy of a signer that was never started makes no standby, and one of a signer that was makes one', async () => {
  using ceremony = await openCeremony();
  const { place, clock } = ceremony;
  ceremony.closeStore();
  const [copy, standby] = [join(place.directory, 'copy'), join(place.directory, 'of-the-other')];
  const other = { ...place, directory: standby };
  const standBy = async (): Promise<void> => {
    await backUpSigner(place, copy, notRunning);
    restoreSigner(other, copy, clock, () => markStandby(standby, clock.now()));
  };
  await standBy();
  expect(() => openSignerDirectory(other, 'test', clock)).toThrow('a signer that had never been started');
  openSignerDirectory(place, 'test', clock).close();
  await standBy();
  openSignerDirectory(other, 'test', clock).close();
});

test('a folder without a seed is backed up by a sentence alone', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'signer-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  await expect(backUpSigner({ directory }, join(directory, 'backup'), notRunning)).rejects.toThrow('There is no seed');
  expect(readdirSync(directory)).toEqual([]);
});
