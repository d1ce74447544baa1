import { systemClock } from '@tern/base/clock';
import { newId, type OperatorId, type WithdrawalId } from '@tern/base/ids';
import { payoutWait, sendStopView, type SendStopView } from '@tern/contracts/routes/console-reviews';
import { transact } from '@tern/db/transact';
import { units } from '@tern/money/units';
import { carryOutChange } from '@tern/testkit/carry-out-change';
import { addOperator } from '@tern/testkit/operators';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeAsset } from '../../chain/assets/public.ts';
import { createSendingWorld, type SendingWorld, type TestPerson } from '../../money/transfers/testing/sending-world.ts';
import { freezePerson } from '../../people/accounts/public.ts';
import { recordOperatorAction } from '../../people/operators/public.ts';
import type { ConsoleSession } from '../console-context.ts';
import { findReviewCase, type ReviewDeps } from './find-review-case.ts';

// Goal: whatever holds up a send or goes against it is on its page. Method: every kind of the contract, each made in the tables
// it comes from; a kind without its case does not compile.

let world: SendingWorld;
let deps: ReviewDeps;
let operatorId: OperatorId;
beforeAll(async () => {
  world = await createSendingWorld();
  operatorId = await addOperator(world.db, { name: 'ada' });
  const level = { shareBasisPoints: 200n, floorPercent: 50n, minimum: units(1_000_000_000n) };
  deps = {
    db: world.asWorker,
    terms: world.deps.terms,
    hot: { usdt: level, trx: level, reward: level },
    mayDecide: () => true,
  };
});
afterAll(() => world.drop());

type Case = { readonly id: WithdrawalId; readonly person: TestPerson };

/** A send to the chain that operators have to look at. */
async function underReview(): Promise<Case> {
  const [person, to] = [await world.person({ usdt: 50_000_000_000n }), await world.person()];
  const record = await world.confirm(person, await world.draft(person, { to: to.address, amount: '6000' }));
  const { rows } = await sql<{ id: WithdrawalId }>`
    SELECT id FROM withdrawals WHERE record_id = ${record.id}`.execute(world.db.kysely);
  const id = rows[0]?.id as WithdrawalId;
  // The receiver is nobody of ours from here on: no chain is asked before a payment is planned.
  await asOwner(sql`UPDATE withdrawals SET settlement = 'chain', receiver_wallet_id = NULL WHERE id = ${id}`);
  return { id, person };
}

/** What the worker would do step by step, or time: rows as they would then be. */
async function asOwner(statement: RawBuilder<unknown>): Promise<void> {
  await world.db.kysely.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await statement.execute(tx);
  });
}

const show = (id: WithdrawalId) =>
  findReviewCase(deps, { id, session: { operatorId: newId<OperatorId>() } as ConsoleSession });

/** How each comes to be, and what takes it away again where it is not this person's alone. */
const made: Readonly<Record<SendStopView['kind'], (of: Case) => Promise<(() => Promise<unknown>) | void>>> = {
  'account-closed': ({ person }) => asOwner(sql`UPDATE people SET state = 'closed' WHERE id = ${person.personId}`),
  'account-frozen': async ({ person: { personId } }) => {
    await transact(world.asConsole, async (tx) => {
      await freezePerson(tx, { personId, reason: 'suspected-fraud', days: 3, operatorId, now: systemClock.now() });
      await recordOperatorAction(tx, { operatorId, kind: 'person-frozen', subject: personId });
    });
  },
  'security-hold': ({ person }) =>
    asOwner(sql`
      INSERT INTO sending_holds (id, person_id, reason, started_at, until)
      VALUES (gen_random_uuid(), ${person.personId}, 'recovered', now(), now() + interval '1 day')`),
  'flow-stopped': async () => {
    await asOwner(
      sql`INSERT INTO flow_stops (flow, reason, stopped_by) VALUES ('withdrawals', 'a look', ${operatorId})`,
    );
    return () => asOwner(sql`DELETE FROM flow_stops`);
  },
  'asset-paused': async () => {
    await asOwner(sql`INSERT INTO sending_pauses (asset_id, reason) VALUES ('usdt', 'a look')`);
    return () => asOwner(sql`DELETE FROM sending_pauses`);
  },
  'account-closing': ({ person }) =>
    asOwner(sql`
      INSERT INTO account_closings (id, person_id, due_at)
      VALUES (gen_random_uuid(), ${person.personId}, now() + interval '7 days')`),
  'asset-closing': async () => {
    await carryOutChange(world, { kind: 'asset', assetId: 'usdt', open: false }, (tx) => closeAsset(tx, 'usdt'));
    return () => asOwner(sql`DELETE FROM asset_closings`);
  },
  'limit-largest-transfer': ({ id }) => asOwner(sql`UPDATE withdrawals SET usdt_value = 20000000001 WHERE id = ${id}`),
  'limit-person-day': async ({ id, person }) => {
    await sendMore(person, { like: id, usdtValue: 44_000_000_000n });
  },
  'limit-daily-outflow': async ({ id }) => {
    const other = await world.person();
    await sendMore(other, { like: id, usdtValue: 10n ** 24n });
    return () => asOwner(sql`DELETE FROM withdrawals WHERE person_id = ${other.personId}`);
  },
  'limit-signer': async () => {
    await asOwner(
      sql`INSERT INTO signer_limits (asset_id, per_order, per_day) VALUES ('usdt', 5999999999, 1000000000000)`,
    );
    return () => asOwner(sql`DELETE FROM signer_limits`);
  },
};

/** Another send that was paid today, as large as is said. */
function sendMore(
  { personId }: TestPerson,
  { like, usdtValue }: { readonly like: WithdrawalId; readonly usdtValue: bigint },
): Promise<void> {
  return asOwner(sql`
    INSERT INTO withdrawals SELECT (jsonb_populate_record(w, jsonb_build_object(
      'id', gen_random_uuid(), 'draft_id', gen_random_uuid(), 'record_id', gen_random_uuid(), 'person_id', ${personId}::text,
      'usdt_value', ${String(usdtValue)}::numeric, 'state', 'completed'))).*
      FROM withdrawals w WHERE id = ${like}`);
}

test.each(sendStopView.shape.kind.options)(
  'H08 O05 the page of a send shows %s, and nothing before it is there',
  async (kind) => {
    const of = await underReview();
    const before = await show(of.id);
    expect([before.person.stops, before.obstacle]).toEqual([[], null]);
    const undo = await made[kind](of);
    const after = await show(of.id);
    await undo?.();
    expect(after.person.stops.map((stop) => stop.kind)).toEqual([kind]);
    const [stop] = after.person.stops;
    expect(stop?.reason).not.toBe('');
    if (kind.startsWith('limit-'))
      expect(BigInt(stop?.amounts?.used ?? 0)).toBeGreaterThanOrEqual(BigInt(stop?.amounts?.limit ?? -1));
    // Where nobody can approve the page says so; everything else is for them to weigh.
    expect(stop?.forbidsApproval).toBe(kind === 'account-closed' || kind === 'account-frozen');
    expect(after.obstacle).toBe(stop?.forbidsApproval ? 'account-on-hold' : null);
  },
);

test.each(payoutWait.options)('H08 the page of an approved payment says that it waits for %s', async (waitingFor) => {
  const { id } = await underReview();
  await asOwner(sql`UPDATE withdrawals SET state = 'approved', waiting_for = ${waitingFor} WHERE id = ${id}`);
  expect(await show(id)).toMatchObject({ state: 'approved', obstacle: 'not-open', waitingFor });
});
