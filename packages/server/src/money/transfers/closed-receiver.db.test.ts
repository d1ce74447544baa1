import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { systemClock } from '@tern/base/clock';
import type { OperatorId, WithdrawalId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { addOperator } from '@tern/testkit/operators';
import { untilLocksAwaited } from '@tern/testkit/until-locks-awaited';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setDiscovery } from '../../people/discovery/set-discovery.ts';
import { secretBox } from '../../platform/secret-box.ts';
import { closeDueAccounts } from '../closing/close-due-accounts.ts';
import { decideReview } from './decide-review.ts';
import { createSendingWorld, type SendingWorld, type TestPerson } from './testing/sending-world.ts';

let world: SendingWorld;
let operator: OperatorId;
beforeAll(async () => {
  world = await createSendingWorld();
  operator = await addOperator(world.db, { name: 'olga' });
});
afterAll(() => world.drop());

/** Lets the week pass that a closing waits. */
async function askedToClose(person: TestPerson): Promise<void> {
  await sql`
    INSERT INTO account_closings (id, person_id, requested_at, due_at)
    VALUES (${randomUUID()}, ${person.personId}, now() - interval '8 days', now() - interval '1 day')`.execute(
    world.db.kysely,
  );
}
const closeDue = () =>
  closeDueAccounts(
    { db: world.asWorker, clock: systemClock, keys: { outboxBox: secretBox(randomBytes(32)) } },
    { limit: 5 },
  );
/** State of the account and how its closing ended or goes on. */
const closingOf = async (person: TestPerson): Promise<string> => {
  const { rows } = await sql<{ said: string }>`
    SELECT p.state || ' ' || c.state AS said FROM people p JOIN account_closings c ON c.person_id = p.id
     WHERE p.id = ${person.personId}`.execute(world.db.kysely);
  return rows[0]?.said ?? 'none';
};
async function close(person: TestPerson): Promise<void> {
  await askedToClose(person);
  await closeDue();
  expect(await closingOf(person)).toBe('closed done');
}
const confirm = (from: TestPerson, draft: Parameters<SendingWorld['confirm']>[1]) =>
  world.confirm(from, draft).then(
    ({ status }) => status,
    (error: { code?: string }) => error.code ?? String(error),
  );

async function withPhone(): Promise<TestPerson & { readonly phone: string }> {
  const person = await world.person();
  const phone = `+4420${String(randomInt(10_000_000, 99_999_999))}`;
  await sql`
    INSERT INTO contacts (id, person_id, kind, value, verified_at, added_at)
    VALUES (${randomUUID()}, ${person.personId}, 'phone', ${phone}, now(), now())`.execute(world.db.kysely);
  const allowed = { byPhone: true, byEmail: false, byUsername: false, username: '', shownName: 'Ben' };
  await setDiscovery({ db: world.asApi, clock: systemClock, productName: 'Tern' }, person, allowed);
  return { ...person, phone };
}

test('M43 a draft does not pay a receiver who closed their account after it was made', async () => {
  const ana = await world.person({ usdt: 100_000_000n });
  const [ben, cid] = [await world.person(), await withPhone()];
  const toBen = await world.draft(ana, { to: ben.address, amount: '5' });
  const toCid = await world.draft(ana, { to: cid.phone, amount: '5' });
  await close(ben);
  await close(cid);
  expect(await confirm(ana, toBen)).toBe('DRAFT_CHANGED');
  expect(await confirm(ana, toCid)).toBe('RECEIVER_CHANGED');
  expect([await world.balance(ana), await world.balance(ben), await world.balance(cid)]).toEqual([
    '100000000/0',
    '0/0',
    '0/0',
  ]);
});

test.each(['address', 'phone number'])(
  'M43 a closing that becomes due while a transfer to the %s is confirmed waits, and finds the money',
  async (way) => {
    const ana = await world.person({ usdt: 100_000_000n });
    const ben = await withPhone();
    const draft = await world.draft(ana, { to: way === 'address' ? ben.address : ben.phone, amount: '5' });
    await askedToClose(ben);
    const sending = await holdingMoneyOf(ana, async () => {
      const sent = confirm(ana, draft);
      await untilLocksAwaited(world.db, 1);
      await closeDue();
      expect(await closingOf(ben)).toBe('active waiting');
      return { sent };
    });
    expect(await sending.sent).toBe('success');
    await closeDue();
    expect([await closingOf(ben), await world.balance(ben)]).toEqual(['active not-empty', '5000000/0']);
  },
);

test('M43 a transfer confirmed while its receiver’s account is closed is refused, and moves nothing', async () => {
  const ana = await world.person({ usdt: 100_000_000n });
  const ben = await world.person();
  const draft = await world.draft(ana, { to: ben.address, amount: '5' });
  await askedToClose(ben);
  // The last thing a closing does is to change its person: here somebody else holds what that deletes.
  await sql`
    INSERT INTO contacts (id, person_id, kind, value, verified_at, added_at)
    VALUES (${randomUUID()}, ${ben.personId}, 'email', ${`${randomUUID()}@example.org`}, now(), now())`.execute(
    world.db.kysely,
  );
  const { closing, sent } = await holding(
    sql`SELECT FROM contacts WHERE person_id = ${ben.personId} FOR UPDATE`,
    async () => {
      const closed = closeDue();
      await untilLocksAwaited(world.db, 1);
      const sending = confirm(ana, draft);
      await untilLocksAwaited(world.db, 2);
      return { closing: closed, sent: sending };
    },
  );
  await closing;
  expect([await sent, await closingOf(ben)]).toEqual(['DRAFT_CHANGED', 'closed done']);
  expect([await world.balance(ana), await world.balance(ben)]).toEqual(['100000000/0', '0/0']);
});

test('M43 a transfer under review to a closed account is not approved; rejecting it returns the money', async () => {
  const ana = await world.person({ usdt: 9_000_000_000n });
  const ben = await world.person();
  expect(await confirm(ana, await world.draft(ana, { to: ben.address, amount: '6000' }))).toBe('pending-review');
  await close(ben);
  const { rows } = await sql<{ id: WithdrawalId }>`SELECT id FROM withdrawals WHERE state = 'under-review'`.execute(
    world.db.kysely,
  );
  const said = { withdrawalId: rows[0]?.id as WithdrawalId, operatorId: operator };
  expect(await decideReview(world.asConsole, { ...said, decision: 'approve' })).toBe('receiver-closed');
  expect(await world.balance(ana)).toBe('9000000000/6000000000');
  const rejection = { ...said, decision: 'reject', reason: 'other', note: 'the receiver has left' } as const;
  expect(await decideReview(world.asConsole, rejection)).toBe('rejected');
  expect([await world.balance(ana), await world.balance(ben)]).toEqual(['9000000000/0', '0/0']);
});

test('whatever was tried, the watch finds the books in order', () => world.checkBooks());

/** Runs `work` while somebody else holds the person's money: a confirmation then waits between its judgement and its posting. */
const holdingMoneyOf = <Result>({ walletId }: TestPerson, work: () => Promise<Result>): Promise<Result> =>
  holding(sql`SELECT FROM ledger.accounts WHERE wallet_id = ${walletId} FOR UPDATE`, work);

async function holding<Result>(rows: ReturnType<typeof sql>, work: () => Promise<Result>): Promise<Result> {
  return await transact(world.db, async (tx) => {
    await rows.execute(tx);
    return await work();
  });
}
