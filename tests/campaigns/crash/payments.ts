import type { RecordView } from '@tern/contracts/routes/records';
import { mineUntil } from '@tern/testkit/system/chain-control';
import { freshAddress, solidBalance } from '@tern/testkit/system/outside-wallet';
import { sql } from 'kysely';
import { wholeUsdt, type OutcomeCheck, type CrashWorld } from './crash-world.ts';

export type Sending = { readonly record: RecordView; readonly to: string; readonly amount: bigint };

/** Much longer than anything takes: a campaign may share its machine. */
const patienceMs = 300_000;

/** Several people send to addresses nobody has, at the same time. */
export async function sendSome({ nextPerson }: CrashWorld, number: number, whole = 2n): Promise<readonly Sending[]> {
  return await Promise.all(
    Array.from({ length: number }, async () => {
      const to = freshAddress();
      const record = await nextPerson().send({ to, assetId: 'usdt', amount: String(whole) });
      return { record, to, amount: whole * wholeUsdt };
    }),
  );
}

/** Whatever of the payment is under way, it ends as one payment to one receiver, for good. */
export const expectPaid =
  ({ system }: CrashWorld, { record, to, amount }: Sending): OutcomeCheck =>
  async () => {
    const end = await mineUntil(
      system.chain,
      `the payment ${record.id}`,
      async () => {
        const now = await readPayment(system, record.id);
        return now !== undefined && now.status !== 'withdrawing' && now.status !== 'review-approved' && now;
      },
      patienceMs,
    );
    const received = await solidBalance(system, to, 'usdt');
    return [
      ...(end.status === 'success' ? [] : [`record ${record.id} is ${end.status}`]),
      ...(received === amount ? [] : [`${to} received ${received} of ${amount}`]),
      ...(end.paid === 1 ? [] : [`record ${record.id} has ${end.paid} paid attempts`]),
    ];
  };

type Payment = { readonly status: string; readonly paid: number };

async function readPayment({ db }: CrashWorld['system'], recordId: string): Promise<Payment | undefined> {
  const { rows } = await sql<Payment>`
    SELECT r.status,
      (SELECT count(*)::int FROM withdrawal_attempts a WHERE a.withdrawal_id = w.id AND a.state = 'succeeded') AS paid
      FROM withdrawals w JOIN records r ON r.id = w.record_id WHERE w.record_id = ${recordId}`.execute(db.kysely);
  return rows[0];
}
