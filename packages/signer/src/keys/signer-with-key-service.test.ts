import { readdirSync, rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manualClock } from '@tern/base/clock';
import { openKeychain } from '@tern/vault/open-keychain';
import { wordsOfSeed } from '@tern/vault/seed';
import { expect, onTestFinished, test } from 'vitest';
import { confirmFact } from '../confirm-fact.ts';
import { confirmWords } from '../confirm-words.ts';
import { facts } from '../facts.ts';
import { openSignerDirectory } from '../open-signer.ts';
import { sealAddress, isSealIntact } from '../seal-address.ts';
import { writeSeedFile } from '../seed-file.ts';
import { signOrder } from '../sign-order.ts';
import { contractSeed } from '../testing/key-store-contract.ts';
import { cheap, order, policy, startMs } from '../testing/signer-fixture.ts';
import { startKeyService } from '../testing/start-key-service.ts';
import { openConfirmedKeys } from './open-confirmed-keys.ts';
import { openFileKeys } from './open-file-keys.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'keys-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('K01 K05 a signer without keys signs by a key service: the same bytes, and no seed in its folder', async () => {
  const [keyFolder, directory] = [newFolder(), newFolder()];
  const keyPlace = { directory: keyFolder, passphrase: 'correct horse battery', cost: cheap };
  writeSeedFile(keyPlace, contractSeed);
  const service = await startKeyService(keyFolder);
  onTestFinished(service.stop);
  const clock = manualClock(new Date(startMs));
  const place = { directory, passphrase: '', keyService: service.socketPath };
  // The keys may have signed elsewhere before.
  expect(() => openSignerDirectory(place, 'production', clock)).toThrow('confirm-outflows');
  confirmFact(place, facts.outflowsConfirmed, clock);
  expect(() => openSignerDirectory(place, 'production', clock)).toThrow('set-limit');
  const signer = openSignerDirectory(place, 'test', clock);
  onTestFinished(() => signer.close());
  const own = openFileKeys(keyPlace);
  const signed = signOrder({ ...signer, clock, policy }, order());
  expect(signed.signatureHex).toBe(
    own.signRawTransaction({ purpose: 'hot', index: 0 }, Buffer.from(signed.rawHex, 'hex')),
  );
  expect(isSealIntact(own, sealAddress(signer.keychain, 3))).toBe(true);
  expect(readdirSync(directory).filter((name) => !name.startsWith('signer.sqlite'))).toEqual([]);

  // Without its keys it signs nothing and counts nothing; what it signed already it knows by itself.
  await service.stop();
  expect(() => signOrder({ ...signer, clock, policy }, order({ orderId: 'w-2' }))).toThrow('the key service');
  expect(signer.store.sumSigned('usdt', 0)).toBe(500n);
  expect(signOrder({ ...signer, clock, policy }, order())).toEqual(signed);
});

test('K05 a key service that names another fee account than before signs nothing any more', async () => {
  const [keyFolder, directory] = [newFolder(), newFolder()];
  writeSeedFile({ directory: keyFolder, passphrase: 'correct horse battery', cost: cheap }, contractSeed);
  const service = await startKeyService(keyFolder);
  onTestFinished(service.stop);
  const clock = manualClock(new Date(startMs));
  const place = { directory, passphrase: '', keyService: service.socketPath };
  confirmFact(place, facts.outflowsConfirmed, clock);
  openSignerDirectory(place, 'test', clock).close();
  await service.stop();
  const other = openKeychain(new Uint8Array(32).fill(9)).addressAt({ purpose: 'fee', index: 0 });
  const lying = await startKeyService(keyFolder, other);
  onTestFinished(lying.stop);
  expect(() => openSignerDirectory(place, 'test', clock)).toThrow(
    /^the fee account of this store is T\w+, and the keys say/,
  );
});

test('K10 keys whose words nobody has shown to hold are not served', () => {
  const directory = newFolder();
  const place = { directory, passphrase: 'correct horse battery', cost: cheap };
  writeSeedFile(place, contractSeed);
  expect(() => openConfirmedKeys(place)).toThrow('confirm-words');
  expect(confirmWords(place, wordsOfSeed(contractSeed), manualClock(new Date(startMs)))).toBe(true);
  openConfirmedKeys(place).close();
});
