import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { storePath } from '../open-store.ts';
import { sealAddress } from '../seal-address.ts';
import { openPairFixture } from '../testing/pair-fixture.ts';
import { order } from '../testing/signer-fixture.ts';

/** As long as a text may be, and written down with a backslash before every second character. */
const longText = `Sign in to Harbour ${'" '.repeat(1_000)}`.slice(0, 1_990);

test('K14 a first signer that was restarted hands on long changes too, in batches that the standby takes', async () => {
  await using pair = await openPairFixture({ messages: { perAddress: 1_000, perDay: 1_000 } });
  const worker = pair.worker(pair.first().port);
  const from = sealAddress(pair.first().signer.keychain, 0);
  for (let at = 0; at < 200; at += 1) await worker.signMessage({ messageId: `m-${at}`, from, text: longText });
  await pair.first().stop();
  const again = pair.worker((await pair.startFirst(pair.standby().port)).port);
  expect(await again.signOrder(order())).toMatchObject({ txId: expect.any(String) });
  const { standby } = await again.getHealth();
  expect(standby).toMatchObject({ behind: 0 });
  expect(standby?.away).toBeUndefined();
});

test('K14 a copy that was made before changes were written down, and lacks what was signed since, is none', async () => {
  await using pair = await openPairFixture();
  await pair.first().stop();
  await pair.standby().stop();
  // It never had a standby, and its version wrote down no changes.
  await pair.startFirst();
  await pair.worker(pair.first().port).signOrder(order());
  await pair.first().stop();
  for (const { directory } of [pair.first(), pair.standby()]) {
    const database = new DatabaseSync(storePath(directory));
    database.exec('DELETE FROM changes');
    database.close();
  }
  await pair.startStandby();
  const worker = pair.worker((await pair.startFirst(pair.standby().port)).port);
  await expect(worker.signOrder(order({ orderId: 'w-2' }))).rejects.toThrow('not a copy of this one');
});
