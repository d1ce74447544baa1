import { randomUUID } from 'node:crypto';
import type { WaitingKind, WaitingView } from '@tern/contracts/routes/console-home';
import type { QuarantineView } from '@tern/contracts/routes/console-work';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openConsoleWorld, payee, randomAddress, type ConsoleWorld, type TestOwner } from './testing/console-world.ts';
import { holdDeposit } from './testing/hold-deposit.ts';
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

const isRow = (row: unknown): row is Row => typeof row === 'object' && row !== null;

/** Every row of a list, read page by page; `arrive` happens after the first page. */
async function readToEnd(path: string, list: string, arrive: () => Promise<unknown>): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? '' : `${path.includes('?') ? '&' : '?'}after=${encodeURIComponent(cursor)}`;
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

const stoppedOrders = (of: readonly TestOwner[]) =>
  run(sql<{ id: string }>`
    INSERT INTO treasury_orders (id, kind, asset_id, amount, address, address_index, state, cost_max_sun, attention)
    SELECT gen_random_uuid(), 'sweep', 'usdt', 5000000, p.address, p.derivation_index, 'ready', 5000000, 'Two receipts'
      FROM address_pool p WHERE p.address = ANY (${of.map(({ address }) => address)}::text[]) RETURNING id`);

const stopped = (ids: readonly string[]) =>
  unlogged(sql<{ id: string }>`
    UPDATE withdrawals SET state = 'signed', attention = 'Two receipts' WHERE id = ANY (${[...ids]}::uuid[]) RETURNING id`);

/** One list: how many rows of it are made to wait, where they are read, and how one more arrives. */
type Worklist = {
  readonly kind: WaitingKind;
  readonly path: string;
  readonly list: string;
  readonly key: string;
  readonly make: () => Promise<readonly string[]>;
  readonly arrive: () => Promise<unknown>;
};

const newcomer = async <Made>(make: (owner: TestOwner) => Promise<Made>): Promise<Made> => make(await world.person());

const worklists: readonly Worklist[] = [
  {
    ...{ kind: 'withdrawals', path: '/reviews', list: 'reviews', key: 'id' },
    make: () => each(world.transfer),
    arrive: () => newcomer(world.transfer),
  },
  {
    ...{ kind: 'bonuses', path: '/resolutions', list: 'bonuses', key: 'personId' },
    make: () =>
      each(async (owner) => {
        await world.heldBonus(owner);
        return owner.personId;
      }),
    arrive: () => newcomer(world.heldBonus),
  },
  {
    ...{ kind: 'resets', path: '/resolutions', list: 'resets', key: 'id' },
    make: () => each(async (owner) => (await world.reset(owner)).id),
    arrive: () => newcomer(world.reset),
  },
  {
    ...{ kind: 'entries', path: '/entries', list: 'entries', key: 'id' },
    make: async () => {
      const [activity = ''] = await activities(1);
      return each((owner) => world.entry(owner, activity));
    },
    arrive: async () => {
      const [activity = ''] = await activities(1);
      return newcomer((owner) => world.entry(owner, activity));
    },
  },
  {
    ...{ kind: 'suspense', path: '/quarantine', list: 'suspense', key: 'id' },
    make: () => each(async () => (await world.suspense()).id),
    arrive: () => world.suspense(),
  },
  {
    ...{ kind: 'quarantine', path: '/quarantine', list: 'grave', key: 'id' },
    make: () => graves(waiting),
    arrive: () => graves(1),
  },
  {
    ...{ kind: 'complaints', path: '/complaints', list: 'complaints', key: 'id' },
    make: () => complaints(owners),
    arrive: () => newcomer((owner) => complaints([owner])),
  },
  {
    ...{ kind: 'activities', path: '/activities', list: 'activities', key: 'id' },
    make: () => activities(waiting),
    arrive: () => activities(1),
  },
  {
    ...{ kind: 'announcements', path: '/announcements', list: 'announcements', key: 'id' },
    make: () => announcements(waiting),
    arrive: () => announcements(1),
  },
  {
    ...{ kind: 'funds', path: '/changes', list: 'changes', key: 'id' },
    make: () => proposals(waiting),
    arrive: () => proposals(1),
  },
  {
    ...{ kind: 'stuck-orders', path: '/stuck', list: 'orders', key: 'id' },
    make: () => stoppedOrders(owners),
    arrive: () => newcomer((owner) => stoppedOrders([owner])),
  },
  {
    ...{ kind: 'stuck-payouts', path: '/stuck', list: 'payouts', key: 'id' },
    make: async () => stopped(await each(world.transfer)),
    arrive: async () => stopped([await newcomer(world.transfer)]),
  },
];

test.each(worklists)('all $kind that wait are reached once, while another arrives', async (worklist) => {
  const { kind, path, list, key, make, arrive } = worklist;
  const made = await make();
  expect(made).toHaveLength(waiting);
  const read = (await readToEnd(path, list, arrive)).map((row) => row[key]);
  expect(new Set(read).size, 'no row comes twice').toBe(read.length);
  expect(made.filter((id) => !read.includes(id))).toEqual([]);
  // What arrived is counted too; an entry's activity is a draft of its own.
  const listed = await readToEnd(path, list, async () => undefined);
  expect(await countOf(kind)).toBe(listed.length);
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
  for (const path of new Set(worklists.map((worklist) => worklist.path)))
    for (const after of ['', 'end', 'x', id, `2026-02-30T00:00:00.000000Z.${id}`, `x~end`, `end~x`, 'end~end~end'])
      expect((await ada.get(`${path}?after=${encodeURIComponent(after)}`)).statusCode, `${path} ${after}`).toBe(400);
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
