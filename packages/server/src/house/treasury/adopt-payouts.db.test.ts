import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isReturnName } from '../../money/deposits/public.ts';
import {
  approve,
  cancel,
  createRestoredWorld,
  reject,
  type RestoredWorld,
} from '../../money/payouts/testing/restored-world.ts';
import { noteSignedBefore } from '../../money/transfers/public.ts';
import { returnOverdueCases } from '../../money/transfers/return-overdue-cases.ts';
import { adoptOrders } from './public.ts';

// Goal: after a restore to a moment before its approval, a withdrawal that was paid is not given back, neither by its deadline nor
// by anybody, although nothing of it was booked again. Method: a database that holds what the first one held before; the signer
// remembers.
let r: RestoredWorld;
beforeAll(async () => {
  r = await createRestoredWorld();
});
afterAll(() => r.close());

const endOverdue = () => returnOverdueCases({ db: r.restored.asWorker, remembersAll: async () => true }, { limit: 10 });
const adopt = async () =>
  adoptOrders({
    db: r.restored.asWorker,
    accounts: await r.world.signer.client.getAccounts(),
    report: () => undefined,
    signer: r.world.signer.client,
    isReturn: isReturnName,
    noteSignedBefore,
  });

test('M36 what the signer remembers to have signed waits for an approval whatever its deadline, and is then found on the chain', async () => {
  const { restored, world, operatorId, ana, payouts, to } = r;
  const { reviewed } = payouts;
  await sql`
    INSERT INTO screening_cases (withdrawal_id, address, reason, evidence, opened_at, until)
    VALUES (${reviewed.id}, ${to}, 'legal-order', '[{}]', now() - interval '73 hours', now() - interval '1 hour')`.execute(
    restored.db.kysely,
  );
  while ((await adopt()) > 0);
  const { rows } = await sql<{ id: string }>`SELECT withdrawal_id AS id FROM payouts_signed_before`.execute(
    restored.db.kysely,
  );
  // Of all that the signer has signed, the one that is under review here.
  expect(rows).toEqual([{ id: reviewed.id }]);
  expect(await endOverdue()).toBe(0);
  await expect(cancel(restored.asApi, ana, reviewed.recordId)).rejects.toMatchObject({ code: 'NOT_CANCELLABLE' });
  expect(await reject(restored.asConsole, operatorId, reviewed.id)).toBe('may-have-paid');
  const before = await world.onChain(to, 'usdt');
  expect(await approve(restored.asConsole, operatorId, reviewed.id)).toBe('approved');
  await r.work(3);
  const { rows: ended } = await sql<{ state: string }>`SELECT state FROM withdrawals WHERE id = ${reviewed.id}`.execute(
    restored.db.kysely,
  );
  expect(ended).toEqual([{ state: 'completed' }]);
  expect(await world.onChain(to, 'usdt')).toBe(before);
});
