import { randomUUID } from 'node:crypto';
import type { WaitingKind, WaitingView } from '@tern/contracts/routes/console-home';
import type { QuarantineView } from '@tern/contracts/routes/console-work';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openConsoleWorld, payee, randomAddress, type ConsoleWorld, type TestOwner } from './testing/console-world.ts';
import { holdDeposit } from './testing/hold-deposit.ts';
import { listsBeside, pagedLists, type PagedList } from './testing/paged-lists.ts';
import { openTestConsole, type OperatorBrowser, type TestConsole } from './testing/test-console.ts';
import { countLists } from './testing/waiting-lists.ts';

// Goal: whatever waits can be reached, however much of it there is: each row of a list once, also while others arrive, and as many as the
// first page counts. Method: more rows of each kind than a page has, most of them of the same microsecond, read to the end while one arrives.

const waiting = 53;

let database: TestDatabase;
let console: TestConsole;
let world: ConsoleWorld;
let ada: OperatorBrowser;
let owners: TestOwner[];
beforeAll(async () => {
  database = await createTestDatabase();
  console = await openTestConsole(database);
  world = openConsoleWorld(database);
  ada = await console.operator('ada', 'administrator');
  owners = [];
  for (let count = 0; count < waiting; count += 1) owners.push(await world.person());
});
afterAll(async () => {
  await console.close();
  await database.drop();
});
afterEach(() => expect(console.faults).toEqual([]));

type Page = { readonly next: string | null } & Readonly<Record<string, unknown>>;
type Row = Readonly<Record<string, unknown>>;
/** Where a list is read, and the field of the answer that has it. */
type Listed = { readonly path: string; readonly list: string; readonly parameter?: 'after' | 'cursor' };

const isRow = (row: unknown): row is Row => typeof row === 'object' && row !== null;

/** Every row of a list, read page by page; `arrive` happens after the first page. */
async function readToEnd(
  { path, list, parameter = 'after' }: Listed,
  arrive: () => Promise<unknown>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? '' : `?${parameter}=${encodeURIComponent(cursor)}`;
    const answer = await ada.get(`${path}${query}`);
    expect(answer.statusCode, answer.body).toBe(200);
    const page = answer.json<Page>();
    const found = page[list];
    if (Array.isArray(found)) rows.push(...found.filter(isRow));
    if (cursor === null) {
      expect(page.next, `${path} has a second page`).not.toBeNull();
      await arrive();
    }
    cursor = page.next;
  } while (cursor !== null);
  return rows;
}

const countOf = async (kind: WaitingKind): Promise<number | undefined> =>
  (await ada.get('/home/waiting')).json<WaitingView>().kinds.find((each) => each.kind === kind)?.items;

const run = async (query: ReturnType<typeof sql<{ id: string }>>): Promise<string[]> =>
  (await query.execute(database.db.kysely)).rows.map(({ id }) => id);

/** As the product would have left it, without the row of the log that a decision has. */
const unlogged = async (query: ReturnType<typeof sql<{ id: string }>>): Promise<string[]> =>
  database.db.kysely.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    return (await query.execute(tx)).rows.map(({ id }) => id);
  });

const each = async (make: (owner: TestOwner) => Promise<string>): Promise<string[]> => {
  const made: string[] = [];
  for (const owner of owners) made.push(await make(owner));
  return made;
};

const activities = (count: number) =>
  run(sql<{ id: string }>`
    INSERT INTO activities (id, state, texts, platform, affiliated, reward, places, opens_at, closes_at, review_hours, picture_days)
    SELECT gen_random_uuid(), 'draft', '{"en":{"title":"Link"}}', 'Harbour', false, 1, 500, now() + interval '1 day',
      now() + interval '2 days', 24, 90 FROM generate_series(1, ${count}::int) RETURNING id`);

const announcements = async (count: number) => {
  const by = await world.operatorId('ada');
  return unlogged(sql<{ id: string }>`
    INSERT INTO announcements (id, texts, person_ids, send_at, written_by)
    SELECT gen_random_uuid(), '{"en":{"title":"News","body":"All."}}', NULL, now() + interval '1 day', ${by}
      FROM generate_series(1, ${count}::int) RETURNING id`);
};

const proposals = async (count: number) => {
  const by = await world.operatorId('ada');
  return unlogged(sql<{ id: string }>`
    INSERT INTO house_changes (id, content, note, proposed_by)
    SELECT gen_random_uuid(), jsonb_build_object('kind', 'fund', 'purpose', 'pool', 'assetId', 'reward', 'amount', n::text),
      'For a test', ${by} FROM generate_series(1, ${count}::int) AS n RETURNING id`);
};

const graves = (count: number) =>
  run(sql<{ id: string }>`
    INSERT INTO quarantined_inflows (tx_id, kind, index, block_number, block_id, subject, reason)
    SELECT gen_random_uuid()::text, 'trc20', 0, 91, 'b91', ${payee}, 'malformed-event'
      FROM generate_series(1, ${count}::int) RETURNING id::text`);

const complaints = (of: readonly TestOwner[]) =>
  run(sql<{ id: string }>`
    INSERT INTO complaints (id, person_id, key, subject, body, due_at)
    SELECT gen_random_uuid(), p, gen_random_uuid(), 'Late', 'It is late.', now() + interval '15 days'
      FROM unnest(${of.map(({ personId }) => personId)}::uuid[]) AS p RETURNING id`);

const sweeps = (of: readonly TestOwner[], attention: string | null) =>
  run(sql<{ id: string }>`
    INSERT INTO treasury_orders (id, kind, asset_id, amount, address, address_index, state, cost_max_sun, attention)
    SELECT gen_random_uuid(), 'sweep', 'usdt', 5000000, p.address, p.derivation_index, 'ready', 5000000, ${attention}::text
      FROM address_pool p WHERE p.address = ANY (${of.map(({ address }) => address)}::text[]) RETURNING id`);

const stoppedOrders = (of: readonly TestOwner[]) => sweeps(of, 'Two receipts');

const gaps = async (count: number): Promise<string[]> => {
  const { rows } = await sql<{ subject: string }>`
    INSERT INTO reserve_gaps (asset_id, subject, missing, block_number)
    SELECT 'usdt', 'deposit ' || gen_random_uuid(), 5, 90 FROM generate_series(1, ${count}::int) RETURNING subject`.execute(
    database.db.kysely,
  );
  return rows.map(({ subject }) => subject);
};

const surpluses = (count: number) =>
  run(sql<{ id: string }>`
    INSERT INTO deposit_surpluses (id, address, asset_id, number, amount, block_number, block_id, return_name)
    SELECT gen_random_uuid(), gen_random_uuid()::text, 'usdt', 1, 4000000, 90, 'b90', gen_random_uuid()::text
      FROM generate_series(1, ${count}::int) RETURNING id`);

const stopped = (ids: readonly string[]) =>
  unlogged(sql<{ id: string }>`
    UPDATE withdrawals SET state = 'signed', attention = 'Two receipts' WHERE id = ANY (${[...ids]}::uuid[]) RETURNING id`);

/** One list: how its rows are made to wait, where they are read, and how one more arrives. */
type Worklist = {
  /** As what its rows are counted; null where each of them rings an alarm instead. */
  readonly kind: WaitingKind | null;
  readonly path: string;
  readonly parameter?: 'cursor';
  readonly key: string;
  readonly make: () => Promise<readonly string[]>;
  readonly arrive: () => Promise<unknown>;
  /** Which of its rows wait for operators, where not all do. */
  readonly waits?: (row: Row) => boolean;
};

const newcomer = async <Made>(make: (owner: TestOwner) => Promise<Made>): Promise<Made> => make(await world.person());

const worklists: Readonly<Record<PagedList, Worklist>> = {
  'reviews.listReviews/reviews': {
    ...{ kind: 'withdrawals', path: '/reviews', key: 'id' },
    make: () => each(world.transfer),
    arrive: () => newcomer(world.transfer),
  },
  'resolutions.listResolutions/bonuses': {
    ...{ kind: 'bonuses', path: '/resolutions', key: 'personId' },
    make: () =>
      each(async (owner) => {
        await world.heldBonus(owner);
        return owner.personId;
      }),
    arrive: () => newcomer(world.heldBonus),
  },
  'resolutions.listResolutions/resets': {
    ...{ kind: 'resets', path: '/resolutions', key: 'id' },
    make: () => each(async (owner) => (await world.reset(owner)).id),
    arrive: () => newcomer(world.reset),
  },
  'entries.listEntries/entries': {
    ...{ kind: 'entries', path: '/entries', key: 'id' },
    make: async () => {
      const [activity = ''] = await activities(1);
      return each((owner) => world.entry(owner, activity));
    },
    arrive: async () => {
      const [activity = ''] = await activities(1);
      return newcomer((owner) => world.entry(owner, activity));
    },
  },
  'work.listQuarantine/suspense': {
    ...{ kind: 'suspense', path: '/quarantine', key: 'id' },
    make: () => each(async () => (await world.suspense()).id),
    arrive: () => world.suspense(),
  },
  'work.listQuarantine/grave': {
    ...{ kind: 'quarantine', path: '/quarantine', key: 'id' },
    make: () => graves(waiting),
    arrive: () => graves(1),
  },
  'complaints.listComplaints/complaints': {
    ...{ kind: 'complaints', path: '/complaints', key: 'id' },
    make: () => complaints(owners),
    arrive: () => newcomer((owner) => complaints([owner])),
  },
  'activities.listActivities/activities': {
    ...{ kind: 'activities', path: '/activities', key: 'id' },
    make: () => activities(waiting),
    arrive: () => activities(1),
  },
  'announcements.listAnnouncements/announcements': {
    ...{ kind: 'announcements', path: '/announcements', key: 'id' },
    make: () => announcements(waiting),
    arrive: () => announcements(1),
  },
  'changes.showChanges/changes': {
    ...{ kind: 'funds', path: '/changes', key: 'id' },
    make: () => proposals(waiting),
    arrive: () => proposals(1),
  },
  'work.listStuck/orders': {
    ...{ kind: 'stuck-orders', path: '/stuck', key: 'id' },
    make: () => stoppedOrders(owners),
    arrive: () => newcomer((owner) => stoppedOrders([owner])),
  },
  'work.listStuck/payouts': {
    ...{ kind: 'stuck-payouts', path: '/stuck', key: 'id' },
    make: async () => stopped(await each(world.transfer)),
    arrive: async () => stopped([await newcomer(world.transfer)]),
  },
  'screening.listOpenCases/cases': {
    ...{ kind: 'held-deposits', path: '/screening/open', parameter: 'cursor', key: 'id' },
    make: () => each(async (owner) => (await holdDeposit(database, owner)).id),
    arrive: () => newcomer((owner) => holdDeposit(database, owner)),
    waits: ({ kind }) => kind === 'deposit',
  },
  'work.showHouse/gaps': {
    ...{ kind: null, path: '/house', key: 'subject' },
    make: () => gaps(waiting),
    arrive: () => gaps(1),
  },
  'work.showHouse/surpluses': {
    ...{ kind: 'reserves', path: '/house', key: 'id' },
    make: () => surpluses(waiting),
    arrive: () => surpluses(1),
  },
  'work.showHouse/orders': {
    ...{ kind: 'cold-orders', path: '/house', key: 'id' },
    make: async () => {
      const made = [await world.coldOrder({ state: 'proposed' })];
      // The addresses of the others have orders that stopped.
      while (made.length < waiting) made.push(...(await newcomer((owner) => sweeps([owner], null))));
      return made;
    },
    arrive: () => newcomer((owner) => sweeps([owner], null)),
    waits: ({ state }) => state === 'proposed',
  },
};

test.each(pagedLists)('all that waits in %s is reached once, while more arrives', async (name) => {
  const { kind, key, make, arrive, waits = () => true, ...where } = worklists[name];
  const listed = { ...where, list: name.slice(name.indexOf('/') + 1) };
  const made = await make();
  expect(made).toHaveLength(waiting);
  const read = (await readToEnd(listed, arrive)).map((row) => row[key]);
  expect(new Set(read).size, 'no row comes twice').toBe(read.length);
  expect(made.filter((id) => !read.includes(id))).toEqual([]);
  // What arrived is counted too; an entry's activity is a draft of its own.
  if (kind === null) return;
  const rows = await readToEnd(listed, async () => undefined);
  expect(await countOf(kind)).toBe(rows.filter(waits).length);
});

test('withdrawals are filtered before they are cut into pages', async () => {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM withdrawals WHERE state = 'under-review' ORDER BY created_at DESC, id DESC LIMIT 1`.execute(
    database.db.kysely,
  );
  const last = rows[0]?.id ?? '';
  const olga = await console.operator('olga', 'treasurer');
  expect((await olga.get('/reviews')).body).not.toContain(last);
  await world.review(last, await world.operatorId('olga'), 'Looked at');
  const ids = async (query: string) =>
    (await ada.get(`/reviews?${query}`)).json<{ reviews: { id: string }[] }>().reviews.map(({ id }) => id);
  expect(await ids('waiting=second')).toEqual([last]);
  expect(await ids('asset=trx')).toEqual([]);
});

test('two operators who want different things of money in suspense are not two of two', async () => {
  const { rows } = await sql<{
    id: string;
  }>`SELECT id FROM deposits WHERE destination = 'suspense' ORDER BY created_at, id LIMIT 1`.execute(
    database.db.kysely,
  );
  const id = rows[0]?.id ?? '';
  const votesOf = async () => {
    const { suspense } = (await ada.get('/quarantine')).json<QuarantineView>();
    const found = suspense.find((each) => each.id === id);
    return `${found?.votes} of ${found?.earlier.length}`;
  };
  for (const name of ['tom', 'tim', 'tia']) await console.operator(name, 'treasurer');
  const vote = async (name: string, decision: string) =>
    world.vote(`deposit:${id}`, await world.operatorId(name), { decision, reason: 'Looked at' });
  expect(await votesOf()).toBe('0 of 0');
  await vote('tom', 'house');
  await vote('tim', `assign:${owners[0]?.walletId}`);
  expect(await votesOf()).toBe('1 of 2');
  await vote('tia', 'house');
  expect(await votesOf()).toBe('2 of 3');
});

test('a place that no answer gave is refused, on every list', async () => {
  const id = randomUUID();
  const paths = new Map(Object.values(worklists).map(({ path, parameter }) => [path, parameter ?? 'after']));
  for (const [path, parameter] of paths)
    for (const after of [
      '',
      'end',
      'x',
      id,
      `2026-02-30T00:00:00.000000Z.${id}`,
      `x~end`,
      `end~x`,
      'end~end',
      'end~end~end',
    ])
      expect((await ada.get(`${path}?${parameter}=${encodeURIComponent(after)}`)).statusCode, `${path} ${after}`).toBe(
        400,
      );
});

/** One of each kind that is not in a list above. */
async function addTheOthers(): Promise<void> {
  const { kysely } = database.db;
  await holdDeposit(database, await world.person());
  await world.freezeToken();
  await world.coldOrder({ state: 'proposed' });
  await world.pause();
  await newcomer((owner) => stoppedOrders([owner]));
  await sql`
    INSERT INTO deposit_surpluses (id, address, asset_id, number, amount, block_number, block_id, return_name)
    VALUES (gen_random_uuid(), ${randomAddress()}, 'usdt', 1, 4000000, 90, 'b90', 'return-s1-test')`.execute(kysely);
  const list = { list: 'Sanctions', source: 'https://lists.example.org', asOf: '2026-11-01', reason: 'legal-order' };
  const by = await world.operatorId('ada');
  for (const content of [
    { kind: 'terms', after: 1, values: { withdrawalMinUsdt: '2' }, from: null },
    { kind: 'webhook-open', name: 'Another', url: 'https://hooks.example.org', kinds: ['sends'] },
    { kind: 'refused-addresses', ...list, add: [randomAddress()], remove: [] },
    {
      kind: 'screening-rule',
      after: 0,
      from: { sends: true, deposits: true, closedFrom: '0' },
      to: { sends: true, deposits: true, closedFrom: '50' },
    },
    { kind: 'key-open', name: 'Another', scopes: ['transactions:read'], addresses: ['192.0.2.0/24'], days: 90 },
    { kind: 'level-limits', after: 0, limits: ['2000', null] },
    { kind: 'sign-out-everybody' },
  ])
    await unlogged(sql<{ id: string }>`
      INSERT INTO house_changes (id, content, note, proposed_by)
      VALUES (gen_random_uuid(), ${JSON.stringify(content)}::jsonb, 'For a test', ${by}) RETURNING id`);
  const said = { kind: 'invite', name: 'nora', role: 'viewer', note: 'For a test' };
  const invited = await ada.post('/operators', await ada.sign('/operators/question', said));
  expect(invited.statusCode, invited.body).toBe(200);
}

test('of every kind as much is counted as its lists show', async () => {
  await addTheOthers();
  const { kinds } = (await ada.get('/home/waiting')).json<WaitingView>();
  const counted = Object.fromEntries(kinds.map(({ kind, items }) => [kind, items]));
  expect(counted).toEqual(await countLists(ada));
  // Something of every kind waits, so that no two empty lists agree.
  expect(Object.keys(counted).filter((kind) => counted[kind] === 0)).toEqual([]);
});

test('what is the same for every page is read for the first one alone', async () => {
  await run(sql`
    INSERT INTO quarantined_inflows (tx_id, kind, index, block_number, block_id, subject, reason)
    VALUES ('noise', 'trc20', 0, 91, 'b91', ${payee}, 'unlisted-token') RETURNING id::text`);
  const paths = {
    'work.listStuck': '/stuck',
    'work.listQuarantine': '/quarantine',
    'work.showHouse': '/house',
    'changes.showChanges': '/changes',
  };
  for (const [route, path] of Object.entries(paths)) {
    const first = (await ada.get(path)).json<Page>();
    const second = (await ada.get(`${path}?after=${encodeURIComponent(first.next ?? '')}`)).json<Page>();
    const beside = Object.keys(listsBeside).filter((list) => list.startsWith(`${route}/`));
    expect(beside.length).toBeGreaterThan(0);
    for (const list of beside) {
      const field = list.slice(route.length + 1);
      // Nothing came back from cold storage here, and no other system suggests anything.
      if (!['coldArrivals', 'suggestions'].includes(field)) expect(first[field], list).not.toEqual([]);
      expect(second[field], list).toEqual([]);
    }
  }
});
