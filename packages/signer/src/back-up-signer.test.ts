import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SignerUnavailable } from '@tern/tron/signer-fault';
import { expect, test } from 'vitest';
import { backUpSigner, restoreSigner } from './back-up-signer.ts';
import { signOrder } from './sign-order.ts';
import { openFixture, order } from './testing/signer-fixture.ts';

const notRunning = () => Promise.reject(new SignerUnavailable('not there'));

test('M36 a signer that was restored has its keys and its memory of then, and signs nothing yet', async () => {
  using fixture = openFixture();
  const { directory } = fixture.place;
  const folder = join(directory, 'backup');
  const first = signOrder(fixture.deps, order());
  // As the running signer does when it is asked.
  await backUpSigner(directory, folder, () => Promise.resolve(fixture.deps.store.writeCopy()));
  signOrder(fixture.deps, order({ orderId: 'w-2' }));
  const hot = fixture.deps.keychain.addressAt({ purpose: 'hot', index: 0 });
  fixture.signer.close();
  const aside = restoreSigner(directory, folder, fixture.clock);
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
  expect(() => restoreSigner(directory, folder, fixture.clock)).toThrow('no complete signer backup');
  fixture.signer.close();
  await backUpSigner(directory, folder, notRunning);
  fixture.reopen();
  await backUpSigner(directory, folder, () => Promise.resolve(fixture.deps.store.writeCopy()));
  expect(() => restoreSigner(directory, folder, fixture.clock)).toThrow('another signer is using');
  expect(readdirSync(folder).toSorted()).toEqual(['seed.sealed', 'signer.sqlite']);
});
