import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limitKey, limitRate } from '../../platform/limits/public.ts';
import { createDraft } from './create-draft.ts';
import { createSendingWorld, type SendingWorld } from './testing/sending-world.ts';

let world: SendingWorld;
beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.drop());

test('W16 a person moves money between their own wallets only so often, and sends to others as before', async () => {
  const cora = await world.person({ usdt: 100_000_000n });
  const [ben, other] = [await world.person(), await world.person()];
  // The other one's wallet becomes the person's second.
  await sql`UPDATE wallets SET person_id = ${cora.personId}, position = 2, is_default = false WHERE id = ${other.walletId}`.execute(
    world.db.kysely,
  );
  const draft = (to: string) =>
    createDraft(
      {
        ...world.deps,
        limitOwnMoves: (personId) =>
          limitRate(
            world.db.kysely,
            { key: limitKey('test-moves', personId), limit: 2, windowMs: 3_600_000 },
            new Date(0),
          ),
      },
      {
        ...cora,
        assetId: 'usdt',
        networkId: 'tron',
        feeFrom: 'balance',
        to,
        amount: '2',
        acknowledged: ['first-time'],
      },
    );
  await draft(other.address);
  await draft(other.address);
  await expect(draft(other.address)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  expect(await draft(ben.address)).toMatchObject({ to: ben.address });
});
