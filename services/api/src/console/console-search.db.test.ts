import { randomBytes, randomUUID } from 'node:crypto';
import type { FoundView } from '@tern/contracts/routes/console-search';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { decideByTwo, openKey } from '../service/testing/open-key.ts';
import { openConsoleWorld, payee, type ConsoleWorld, type TestOwner } from './testing/console-world.ts';
import { holdDeposit } from './testing/hold-deposit.ts';
import { openTestConsole, type OperatorBrowser, type TestConsole } from './testing/test-console.ts';
import { writeCorrection, writeDeposit } from './testing/transaction-rows.ts';

// Goal: one field leads to everything that has a page, to nothing that a role may not see, and to nobody by a part of what they are
// called. Method: a world with one of each, looked for in every way it can be named.

let database: TestDatabase;
let console: TestConsole;
let world: ConsoleWorld;
let viewer: OperatorBrowser;
let reviewer: OperatorBrowser;
let mara: TestOwner;

beforeAll(async () => {
  database = await createTestDatabase();
  console = await openTestConsole(database);
  world = openConsoleWorld(database);
  viewer = await console.operator('vera', 'viewer');
  reviewer = await console.operator('verena.k', 'reviewer');
  mara = await world.person();
  const names = [
    ['mara', false],
    ['marak', true],
  ] as const;
  for (const [username, isCurrent] of names) {
    await sql`INSERT INTO usernames (folded, person_id, username, is_current)
      VALUES (${username}, ${mara.personId}, ${`@${username}`}, ${isCurrent})`.execute(database.db.kysely);
  }
});
afterAll(async () => {
  await console.close();
  await database.drop();
});
afterEach(() => expect(console.faults.splice(0)).toEqual([]));

const find = async (typed: string, by: OperatorBrowser = viewer): Promise<FoundView> => {
  const answer = await by.get(`/search?${new URLSearchParams({ typed }).toString()}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<FoundView>();
};
const casesIn = ({ targets }: FoundView) => targets.filter(({ kind }) => kind === 'case');
const rowsOfLog = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM operator_actions`.execute(
    database.db.kysely,
  );
  return rows[0]?.n ?? 0;
};

describe('a person', () => {
  test.each<[string, () => string, string, string | null]>([
    ['number', () => mara.publicId, 'person', null],
    ['id', () => mara.personId.toUpperCase(), 'id', null],
    ['username', () => '@MaraK', 'person', '@marak'],
    ['username without its @', () => 'marak', 'word', '@marak'],
    ['username of before', () => '@mara', 'person', '@mara'],
    ['address', () => mara.address, 'address', null],
  ])('is found by their %s', async (_, typed, typedAs, username) => {
    expect(await find(typed())).toMatchObject({
      typedAs,
      targets: [
        { kind: 'person', id: mara.personId, publicId: mara.publicId, state: 'active', onHold: false, username },
      ],
    });
  });

  test('is found by no part of a number, of a username or of an address, and by no contact', async () => {
    await sql`INSERT INTO contacts (id, person_id, kind, value, verified_at, added_at)
      VALUES (${randomUUID()}, ${mara.personId}, 'email', 'mara@example.org', now(), now())`.execute(
      database.db.kysely,
    );
    const before = await rowsOfLog();
    for (const typed of [mara.publicId.slice(0, 7), 'mar', mara.address.slice(0, 20), 'mara@example.org'])
      expect((await find(typed)).targets, typed).toEqual([]);
    expect((await find('mara@example.org')).typedAs).toBe('contact');
    // Looking leaves no row: what does is asked elsewhere.
    expect(await rowsOfLog()).toBe(before);
  });

  test('on hold says so', async () => {
    const held = await world.person();
    const hold = { to: 'frozen', id: held.personId, reason: 'security', days: 3, note: 'For a test' };
    const signed = await reviewer.sign('/people/hold/question', hold);
    expect((await reviewer.post('/people/hold', signed)).statusCode).toBe(200);
    expect((await find(held.publicId)).targets).toMatchObject([{ kind: 'person', onHold: true }]);
  });
});

describe('money', () => {
  test('of one transaction is found by its id, by who paid it, by its amount and by its record, a few rows of it', async () => {
    const txId = randomBytes(32).toString('hex');
    const ids = new Set<string>();
    for (let index = 0; index < 7; index += 1)
      ids.add(await writeDeposit(database, mara, { txId, index, amount: '7312345', from: payee }));
    for (const [typed, typedAs] of [
      [`0x${txId.toUpperCase()}`, 'transaction'],
      [payee, 'address'],
      ['7.312345 usdt', 'amount'],
    ] as const) {
      const found = await find(typed);
      expect(found).toMatchObject({ typedAs, moreTransactions: true });
      expect(found.targets).toHaveLength(5);
      for (const target of found.targets)
        expect(target.kind === 'transaction' && ids.has(target.row.id), typed).toBe(true);
    }
    const [id = ''] = ids;
    expect(await find(id)).toMatchObject({
      ...{ typedAs: 'id', moreTransactions: false },
      targets: [{ kind: 'transaction', row: { id, person: { publicId: mara.publicId } } }],
    });
  });

  test('of a send stands beside the case in which operators decide about it', async () => {
    const id = await world.transfer(mara);
    const { rows } = await sql<{ record: string }>`
      SELECT record_id::text AS record FROM withdrawals WHERE id = ${id}`.execute(database.db.kysely);
    const record = rows[0]?.record ?? '';
    for (const typed of [id, record]) {
      expect((await find(typed)).targets, typed).toMatchObject([
        { kind: 'case', of: 'withdrawal', id, open: true, title: null },
        { kind: 'transaction', row: { id: record } },
      ]);
    }
  });

  test('of a correction is found by the number of its journal, as a journal and as a transaction', async () => {
    const operators = [await world.operatorId('vera'), await world.operatorId('verena.k')] as const;
    await world.suspense();
    const id = await writeCorrection(database, mara, { amount: 3n, operators });
    expect(await find(`j-${id}`)).toMatchObject({
      typedAs: 'journal',
      targets: [
        { kind: 'journal', id, journalKind: 'correction' },
        { kind: 'transaction', row: { source: 'journal', id } },
      ],
    });
    expect(await find('J-999999999999999999')).toMatchObject({ typedAs: 'journal', targets: [] });
  });
});

describe('what operators do', () => {
  test('a case is found by its id, an entry with what it is for', async () => {
    const activity = randomUUID();
    await sql`
      INSERT INTO activities (id, state, texts, platform, reward, places, opens_at, closes_at, review_hours, picture_days,
        published_at)
      VALUES (${activity}, 'published', '{"en": {"title": "Write about us"}}', 'Chirper', 1, 5, now(),
        now() + interval '9 days', 24, 30, now())`.execute(database.db.kysely);
    const entry = await world.entry(mara, activity);
    expect((await find(entry)).targets).toEqual([
      { kind: 'case', of: 'entry', id: entry, open: true, title: 'Write about us' },
    ]);
    expect((await find(activity)).targets).toEqual([
      { kind: 'case', of: 'activity', id: activity, open: true, title: 'Write about us' },
    ]);
    const texts = { en: { title: 'Maintenance', body: 'For an hour.' } };
    const written = await reviewer.post('/announcements', {
      texts,
      publicIds: null,
      sendAt: '2027-01-01T00:00:00.000Z',
    });
    const { id } = written.json<{ id: string }>();
    expect((await find(id)).targets).toEqual([
      { kind: 'case', of: 'announcement', id, open: true, title: 'Maintenance' },
      { kind: 'log', subject: id },
    ]);
  });

  test('a complaint is found by those alone who may read complaints', async () => {
    const id = randomUUID();
    await sql`INSERT INTO complaints (id, person_id, key, subject, body, due_at)
      VALUES (${id}, ${mara.personId}, ${id}, 'A rejected transfer', 'Nobody told me why.', now())`.execute(
      database.db.kysely,
    );
    expect((await find(id, reviewer)).targets).toEqual([
      { kind: 'case', of: 'complaint', id, open: true, title: 'A rejected transfer' },
    ]);
    expect((await find(id)).targets).toEqual([]);
  });

  test('an operator is found by a part of the name, and what the log says by the id of what it is about', async () => {
    const found = await find('VER');
    expect(found.typedAs).toBe('word');
    expect(found.targets).toEqual([
      { kind: 'operator', name: 'vera', role: 'viewer', disabled: false },
      { kind: 'operator', name: 'verena.k', role: 'reviewer', disabled: false },
    ]);
    const order = await world.coldOrder({ state: 'proposed' });
    const inTreasury = { kind: 'case', of: 'treasury-order', id: order, open: true, title: null, code: 'cold' };
    expect((await find(order)).targets).toEqual([inTreasury]);
    await world.approveOrder(order, await world.operatorId('verena.k'));
    expect((await find(order)).targets).toEqual([inTreasury, { kind: 'log', subject: order }]);
  });

  test('a held deposit is found by its id and by the number of its record', async () => {
    const { id } = await holdDeposit(database, mara);
    const { rows } = await sql<{ record: string }>`
      SELECT record_id::text AS record FROM deposit_cases WHERE deposit_id = ${id}`.execute(database.db.kysely);
    for (const typed of [id, rows[0]?.record ?? ''])
      expect((await find(typed)).targets[0], typed).toEqual({
        ...{ kind: 'case', of: 'held-deposit', id, open: true, title: null },
      });
  });

  test('a proposal, a webhook with its events, and a service key are found by their ids', async () => {
    const admin = await console.operator('ada.m', 'administrator');
    const asked = { content: { kind: 'asset', assetId: 'reward', open: false }, note: 'For a test' };
    const proposed = await admin.post('/changes', await admin.sign('/changes/question', asked));
    expect(proposed.statusCode, proposed.body).toBe(200);
    const { id } = proposed.json<{ id: string }>();
    expect((await find(id)).targets[0]).toEqual({
      ...{ kind: 'case', of: 'change', id, open: true, title: null, code: 'asset' },
    });
    // What a change has opened stands for the change, whose id it has.
    const desks = [admin, await console.operator('abel.m', 'administrator')] as const;
    const opened = { kind: 'webhook-open', name: 'Books', url: 'http://127.0.0.1:9/hooks', kinds: ['sends'] };
    const webhook = await decideByTwo(desks, opened);
    expect(casesIn(await find(webhook.id))).toEqual([
      { kind: 'case', of: 'webhook', id: webhook.id, open: true, title: 'Books' },
    ]);
    const { rows } = await sql<{ id: string; delivery: string }>`
      WITH event AS (
        INSERT INTO webhook_events (kind, type, subject, data) VALUES ('sends', 'send.success', 'one', '{}')
        RETURNING id, sequence),
      delivery AS (
        INSERT INTO webhook_deliveries (webhook_id, sequence, subject)
        SELECT ${webhook.id}, sequence, 'one' FROM event RETURNING id)
      SELECT event.id, delivery.id AS delivery FROM event, delivery`.execute(database.db.kysely);
    expect(casesIn(await find(rows[0]?.id ?? ''))).toEqual([
      {
        ...{ kind: 'case', of: 'webhook-event', id: rows[0]?.id, open: true, title: 'send.success' },
        code: rows[0]?.delivery,
      },
    ]);
    const key = await openKey(desks, { name: 'Reader' });
    expect(casesIn(await find(key.id))).toEqual([
      { kind: 'case', of: 'service-key', id: key.id, open: true, title: 'Reader' },
    ]);
  });
});

test('what nobody can mean finds nothing and does no harm; one character is not looked for', async () => {
  for (const typed of ["'; DROP TABLE people; --", '%%', '__', '..', '0x', 'T'.repeat(100)])
    expect((await find(typed)).targets, typed).toEqual([]);
  for (const typed of ['v', ' v ', 'x'.repeat(101)])
    expect((await viewer.get(`/search?${new URLSearchParams({ typed }).toString()}`)).statusCode).toBe(400);
});
