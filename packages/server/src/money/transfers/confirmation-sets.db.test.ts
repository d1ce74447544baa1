import { randomUUID } from 'node:crypto';
import type { DraftId } from '@tern/base/ids';
import { DomainError } from '@tern/contracts/problem';
import type { DraftView } from '@tern/contracts/routes/transfers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endTestSessions } from '../../people/sessions/testing/open-test-session.ts';
import { confirmDraft } from './confirm-draft.ts';
import { openConfirmationLanes, type ConfirmationLanes } from './confirmation-lanes.ts';
import { createSendingWorld, type SendingWorld, type TestPerson } from './testing/sending-world.ts';

// Goal: what is confirmed together is confirmed as if each were alone. Method: many people at one moment through the lanes
// of one process and of several, most of them refused for one reason or another.
let world: SendingWorld;
beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.drop());

type Draft = Pick<DraftView, 'id' | 'hash'>;

function confirm(lanes: ConfirmationLanes, session: TestPerson, { id, hash }: Draft) {
  const input = { session, draftId: id as DraftId, hash, idempotencyKey: randomUUID() };
  return confirmDraft(world.deps, { ...input, tradePassword: '258036', authenticatorCode: '123456' }, lanes);
}

async function codesOf(confirmations: readonly Promise<unknown>[]): Promise<readonly string[]> {
  const settled = await Promise.allSettled(confirmations);
  return settled.map((each) => {
    if (each.status === 'fulfilled') return 'ok';
    return each.reason instanceof DomainError ? each.reason.code : String(each.reason);
  });
}

async function count(table: 'records' | 'withdrawals' | 'idempotent_replies', person: TestPerson): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM ${sql.table(table)} WHERE person_id = ${person.personId}`.execute(
    world.db.kysely,
  );
  return rows[0]?.count ?? -1;
}

/** Somebody with what speaks against their confirmation, or nothing. */
async function someone(kind: string, to: TestPerson): Promise<{ readonly person: TestPerson; readonly draft: Draft }> {
  const person = await world.person({ usdt: 100_000_000n });
  const draft = await world.draft(person, { to: to.address, amount: '40' });
  if (kind === 'INSUFFICIENT_BALANCE')
    await world.confirm(person, await world.draft(person, { to: to.address, amount: '70' }));
  if (kind === 'LOGIN_EXPIRED') {
    await sql`UPDATE people SET state = 'disabled' WHERE id = ${person.personId}`.execute(world.db.kysely);
  }
  if (kind === 'session ended') await endTestSessions(world.db, person.personId);
  return { person, draft: kind === 'DRAFT_CHANGED' ? { ...draft, hash: '00' } : draft };
}

test('M01 in a set each is judged for itself: refusals keep their reason, write nothing and stop nobody', async () => {
  const receiver = await world.person();
  const kinds = ['ok', 'INSUFFICIENT_BALANCE', 'ok', 'LOGIN_EXPIRED', 'session ended', 'DRAFT_CHANGED', 'ok'];
  const asked = [];
  for (const kind of [...kinds, ...kinds, ...kinds]) asked.push({ kind, ...(await someone(kind, receiver)) });
  const before = BigInt((await world.balance(receiver)).split('/')[0] ?? 0);
  const lanes = openConfirmationLanes(world.deps);
  const written = new Map<TestPerson, number>();
  for (const { person } of asked) written.set(person, await count('records', person));
  const codes = await codesOf(asked.map(({ person, draft }) => confirm(lanes, person, draft)));
  expect(codes).toEqual(asked.map(({ kind }) => (kind === 'session ended' ? 'LOGIN_EXPIRED' : kind)));
  for (const { kind, person } of asked) {
    const more = kind === 'ok' ? 1 : 0;
    expect(await count('records', person)).toBe((written.get(person) ?? 0) + more);
    expect(await count('idempotent_replies', person)).toBe((written.get(person) ?? 0) + more);
  }
  expect(await world.balance(receiver)).toBe(`${before + 9n * 40_000_000n}/0`);
  await world.checkBooks();
});

test('M30 the daily limit of each person in a set is their own', async () => {
  const receiver = await world.person();
  const asked = [];
  for (let at = 0; at < 6; at += 1) {
    const person = await world.person({ usdt: 100_000_000n });
    await world.confirm(person, await world.draft(person, { to: receiver.address, amount: '1' }));
    asked.push({ person, draft: await world.draft(person, { to: receiver.address, amount: '40' }) });
  }
  const spent = asked.slice(0, 3).map(({ person }) => person.personId);
  const value = (units: bigint) =>
    sql`UPDATE withdrawals SET usdt_value = ${units} WHERE person_id = ANY(${spent}::uuid[])`.execute(world.db.kysely);
  await value(49_999_000_000n);
  const lanes = openConfirmationLanes(world.deps);
  expect(await codesOf(asked.map(({ person, draft }) => confirm(lanes, person, draft)))).toEqual([
    ...Array.from({ length: 3 }, () => 'DAILY_LIMIT_REACHED'),
    ...Array.from({ length: 3 }, () => 'ok'),
  ]);
  await value(1_000_000n);
});

test('what is held in a set is held for each, and whoever lacks the money is refused alone', async () => {
  const receiver = await world.person();
  const asked = [];
  for (let at = 0; at < 8; at += 1) {
    const person = await world.person({ usdt: 9_000_000_000n });
    const draft = await world.draft(person, { to: receiver.address, amount: '5000' });
    if (at % 2 === 1) await world.confirm(person, await world.draft(person, { to: receiver.address, amount: '4500' }));
    asked.push({ person, draft });
  }
  const lanes = openConfirmationLanes(world.deps);
  const codes = await codesOf(asked.map(({ person, draft }) => confirm(lanes, person, draft)));
  expect(codes).toEqual(asked.map((_each, at) => (at % 2 === 1 ? 'INSUFFICIENT_BALANCE' : 'ok')));
  for (const [at, { person }] of asked.entries()) {
    expect(await world.balance(person)).toBe(at % 2 === 1 ? '4500000000/0' : '9000000000/5000000000');
  }
  await world.checkBooks();
});

test('M01 sets of three processes over the same people move every amount once and never wait in a ring', async () => {
  const people: TestPerson[] = [];
  while (people.length < 12) people.push(await world.person({ usdt: 10_000_000_000n }));
  const processes = [0, 1, 2].map(() => openConfirmationLanes(world.deps));
  for (let round = 0; round < 4; round += 1) {
    const drafts = await Promise.all(
      people.flatMap((person, at) =>
        [1, 5, 7].map(async (step) => {
          const receiver = people[(at + step + round) % people.length] ?? person;
          // Those of the first step are large enough to be held.
          const draft = await world.draft(person, {
            to: receiver.address,
            amount: step === 1 && round === 0 ? '5000' : '2',
          });
          return { person, draft };
        }),
      ),
    );
    const codes = await codesOf(
      drafts.map(({ person, draft }, at) => confirm(processes[at % 3] as ConfirmationLanes, person, draft)),
    );
    expect(codes).toEqual(drafts.map(() => 'ok'));
  }
  const { rows } = await sql<{ posted: string; held: string }>`
    SELECT sum(posted)::text AS posted, sum(held)::text AS held FROM ledger.accounts
    WHERE owner_id = ANY(${people.map(({ personId }) => personId)}::uuid[])`.execute(world.db.kysely);
  expect(rows).toEqual([{ posted: '120000000000', held: '60000000000' }]);
  await world.checkBooks();
});

test('a confirmation that breaks its set takes nobody with it', async () => {
  const [ana, ben, receiver] = [
    await world.person({ usdt: 50_000_000n }),
    await world.person({ usdt: 50_000_000n }),
    await world.person(),
  ];
  const drafts = [
    await world.draft(ana, { to: receiver.address, amount: '5' }),
    await world.draft(ben, { to: receiver.address, amount: '5' }),
  ] as const;
  const lanes = openConfirmationLanes({
    ...world.deps,
    factors: {
      ...world.deps.factors,
      lockPeople: async (tx, ids) => {
        if (ids.includes(ben.personId)) throw new Error('cannot be read');
        return world.deps.factors.lockPeople(tx, ids);
      },
    },
  });
  expect(await codesOf([confirm(lanes, ana, drafts[0]), confirm(lanes, ben, drafts[1])])).toEqual([
    'ok',
    'Error: cannot be read',
  ]);
  expect([await world.balance(ana), await world.balance(ben)]).toEqual(['45000000/0', '50000000/0']);
});

test('a send that needs operators cannot be born approved, whoever writes the row', async () => {
  const [ana, ben] = [await world.person({ usdt: 9_000_000_000n }), await world.person()];
  const draft = await world.draft(ana, { to: ben.address, amount: '5000' });
  for (const state of ['approved', 'completed']) {
    const born = sql`
      INSERT INTO withdrawals (id, draft_id, person_id, wallet_id, asset_id, settlement, receiver_wallet_id, own_move,
        to_address, amount, fee, usdt_value, approvals_needed, review_cause, state, record_id)
      SELECT gen_random_uuid(), id, person_id, wallet_id, asset_id, settlement, receiver_wallet_id, own_move, to_address,
        amount, fee, usdt_value, 1, 'amount', ${state}, gen_random_uuid() FROM withdrawal_drafts WHERE id = ${draft.id}`;
    await expect(born.execute(world.asApi.kysely)).rejects.toThrow('lacks approvals');
  }
});
