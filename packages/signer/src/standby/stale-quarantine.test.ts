import { join } from 'node:path';
import { openSigner } from '@tern/tron/signer-client';
import { expect, test } from 'vitest';
import { fixedRules } from '../signing-policy.ts';
import { openPairFixture } from '../testing/pair-fixture.ts';
import { order, startMs } from '../testing/signer-fixture.ts';

const block = (number: number, timeMs: number) => ({
  number,
  id: number.toString(16).padStart(16, '0').padEnd(64, 'e'),
  timeMs,
});

test('K14 a quarantine that the first signer ended long ago is not taken for that of the take-over', async () => {
  await using pair = await openPairFixture();
  const worker = pair.worker(pair.first().port);
  await worker.signOrder(order());
  await worker.close('keys may be in other hands');
  await pair.first().pair.keepUp();
  const { nextBlock = 0 } = (await worker.getHealth()).quarantine ?? {};
  await pair.standby().stop();
  // Two operators let the first signer go on alone; it reads to the end of its quarantine, and signs for a day.
  const { store } = pair.first().signer;
  const { version, document } = store.getPolicy();
  store.putPolicy({ version: version + 1, document: { ...document, withoutStandby: true }, atMs: 0, reason: 'test' });
  const toBlock = block(200, startMs + 2 * fixedRules.lifetimeMaxMs);
  await worker.readBack({ fromBlock: nextBlock, toBlock: block(150, startMs), headMs: startMs, outflows: [] });
  await worker.readBack({ fromBlock: 151, toBlock, headMs: toBlock.timeMs, outflows: [] });
  expect((await worker.getHealth()).quarantine).toBeUndefined();
  pair.fixture.clock.advance(86_400_000);
  await worker.signOrder(order({ orderId: 'w-2' }));
  await pair.first().stop();

  await pair.startStandby();
  const tookOverMs = pair.fixture.clock.nowMs();
  const { directory } = pair.standby();
  const { secret, fixture } = pair;
  const person = openSigner({ socketPath: join(directory, 's.sock'), secret, clock: fixture.clock, timeoutMs: 5_000 });
  await person.takeOver({ complete: false });
  const { quarantine } = await pair.worker(pair.standby().port).getHealth();
  expect(quarantine).toMatchObject({
    reason: 'took over in epoch 2; before that: keys may be in other hands',
    untilMs: tookOverMs + fixedRules.lifetimeMaxMs,
    read: false,
  });
});
