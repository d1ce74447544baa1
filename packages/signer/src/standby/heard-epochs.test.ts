import { join } from 'node:path';
import { openSigner } from '@tern/tron/signer-client';
import { expect, test } from 'vitest';
import { openPairFixture } from '../testing/pair-fixture.ts';
import { order } from '../testing/signer-fixture.ts';

type Pair = Awaited<ReturnType<typeof openPairFixture>>;

/** As a person on the machine of this signer. */
function personAt({ secret, fixture }: Pair, directory: string) {
  return openSigner({ socketPath: join(directory, 's.sock'), secret, clock: fixture.clock, timeoutMs: 5_000 });
}

test('K14 a standby begins no epoch that a worker has named to it, also after a restart', async () => {
  await using pair = await openPairFixture();
  const first = pair.worker(pair.first().port);
  await first.signOrder(order());
  const known = await first.witness(undefined);
  await pair.first().stop();
  // Another standby of the same signer had taken over, and was lost.
  await expect(pair.worker(pair.standby().port).witness({ ...known, epoch: 2 })).rejects.toThrow('epoch 2 has begun');
  await pair.standby().stop();
  await pair.startStandby();
  const outcome = await personAt(pair, pair.standby().directory).takeOver({ complete: true });
  expect(outcome).toEqual({ epoch: 3, state: 'taken-over' });
});

test('K14 a fenced signer that is opened again begins no epoch that it has heard of since', async () => {
  await using pair = await openPairFixture();
  const { port, directory } = pair.first();
  const known = await pair.worker(port).witness(undefined);
  for (const epoch of [2, 3])
    await expect(pair.worker(port).witness({ ...known, epoch })).rejects.toThrow(`epoch ${epoch} has begun`);
  expect(await personAt(pair, directory).takeOver({ complete: true })).toEqual({ epoch: 4, state: 'taken-over' });
});
