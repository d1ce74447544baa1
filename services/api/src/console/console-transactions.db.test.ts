import { randomBytes, randomUUID } from 'node:crypto';
import { recordNumber } from '@tern/contracts/record-number';
import type {
  TransactionRowView,
  TransactionsView,
  TransactionView,
} from '@tern/contracts/routes/console-transactions';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openConsoleWorld, payee, sender, type ConsoleWorld, type TestOwner } from './testing/console-world.ts';
import { openTestConsole, outcomeOf, type OperatorBrowser, type TestConsole } from './testing/test-console.ts';
import { writeDeposit, writeRecord, type RecordOf } from './testing/transaction-rows.ts';

// Goal: whatever somebody who asks for help can name leads to the transaction, and nothing leads to another one. Method: people with
// a row of every kind; each is looked for in each way, and pages are read while rows arrive.

let database: TestDatabase;
let console: TestConsole;
let world: ConsoleWorld;
let viewer: OperatorBrowser;
let mara: TestOwner;
let idris: TestOwner;
const hash = randomBytes(32).toString('hex');

beforeAll(async () => {
  database = await createTestDatabase();
  console = await openTestConsole(database);
  world = openConsoleWorld(database);
  viewer = await console.operator('vera', 'viewer');
  [mara, idris] = [await world.person(), await world.person()];
});
afterAll(async () => {
  await console.close();
  await database.drop();
});
afterEach(() => expect(console.faults.splice(0)).toEqual([]));

const record = (owner: TestOwner, of: RecordOf): Promise<string> => writeRecord(database, owner, of);
const deposit = (owner: TestOwner, of: Parameters<typeof writeDeposit>[2]): Promise<string> =>
  writeDeposit(database, owner, of);
const list = async (filter: Readonly<Record<string, string>> = {}): Promise<TransactionsView> => {
  const answer = await viewer.get(`/transactions?${new URLSearchParams(filter).toString()}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<TransactionsView>();
};
const idsOf = ({ rows }: TransactionsView): readonly string[] => rows.map(({ id }) => id);
const show = async (source: string, id: string): Promise<TransactionView> =>
  (await viewer.get(`/transactions/${source}/${id}`)).json<TransactionView>();

describe('where is my deposit', () => {
  let id: string;
  beforeAll(async () => {
    id = await deposit(mara, { txId: hash, amount: '310250000' });
    await deposit(idris, { txId: randomBytes(32).toString('hex'), amount: '310250001' });
  });

  test.each<[string, () => string, string]>([
    ['its transaction id', () => hash, 'transaction'],
    ['its transaction id as explorers write it', () => `0x${hash.toUpperCase()}`, 'transaction'],
    ['the address it went to', () => mara.address, 'address'],
    ['its record', () => id, 'id'],
    ['its number', () => recordNumber({ id, kind: 'deposit' }), 'id'],
    ['its number as it is typed', () => recordNumber({ id, kind: 'deposit' }).toLowerCase().replaceAll('-', ''), 'id'],
    ['the number of its person', () => mara.publicId, 'person'],
    ['the id of its person', () => mara.personId, 'person'],
    ['its amount', () => '310.25', 'amount'],
    ['its amount and coin', () => '310.25 usdt', 'amount'],
  ])('%s finds it and nothing else', async (_, search, as) => {
    const found = await list({ search: search() });
    expect(found.searchedAs).toBe(as);
    expect(idsOf(found)).toEqual([id]);
  });

  test('the address that paid it finds it beside what else it paid', async () => {
    const found = await list({ search: sender });
    expect(found.rows.map(({ kind }) => kind)).toEqual(['deposit', 'deposit']);
    expect(found.rows.every(({ other }) => other.address === sender)).toBe(true);
  });

  test('a username finds its person, also once another one was taken', async () => {
    const name = async (username: string, isCurrent: boolean): Promise<unknown> =>
      sql`INSERT INTO usernames (folded, person_id, username, is_current)
        VALUES (${username.slice(1)}, ${mara.personId}, ${username}, ${isCurrent})`.execute(database.db.kysely);
    await name('@mara', false);
    await name('@marak', true);
    for (const search of ['@mara', '@MaraK']) expect(idsOf(await list({ search }))).toEqual([id]);
    expect(await list({ search: '@nobody_here' })).toMatchObject({ searchedAs: 'person', rows: [] });
  });

  test('an exact contact finds its person only with a row in the log, which never names it', async () => {
    await sql`INSERT INTO contacts (id, person_id, kind, value, verified_at, added_at)
      VALUES (${randomUUID()}, ${mara.personId}, 'email', 'mara@example.org', now(), now())`.execute(
      database.db.kysely,
    );
    expect(await list({ search: 'mara@example.org' })).toMatchObject({ searchedAs: 'contact', rows: [] });
    const found = await viewer.post('/transactions/contact', { contact: ' Mara@Example.org ' });
    expect(found.json()).toEqual({ person: { id: mara.personId, publicId: mara.publicId } });
    expect((await viewer.post('/transactions/contact', { contact: 'mara@example.co' })).json()).toEqual({
      person: null,
    });
    const { actions } = (await viewer.get('/log?kind=person-sought')).json<{
      actions: { subject: string; details: string; operator: string }[];
    }>();
    expect(actions.map(({ subject, operator }) => [subject, operator])).toEqual([
      ['nobody', 'vera'],
      [mara.personId, 'vera'],
    ]);
    expect(JSON.stringify(actions)).not.toContain('example');
  });

  test('its page names the person, the block, and everything else of its transaction', async () => {
    const second = await deposit(idris, { txId: hash, index: 1, amount: '7000000' });
    const page = await show('record', id);
    expect(page).toMatchObject({
      ...{ kind: 'deposit', state: 'success', amount: '310250000', txId: hash },
      person: { id: mara.personId, publicId: mara.publicId },
      timeline: [{ event: 'arrived', block: 90, txId: hash }],
      sameTransaction: [{ id: second, person: { publicId: idris.publicId } }],
    });
  });

  test('one that the chain took back is found by its transaction, of which no deposit is left', async () => {
    const txId = randomBytes(32).toString('hex');
    const lost = await record(mara, { status: 'failed', txId });
    expect(idsOf(await list({ search: txId }))).toEqual([lost]);
  });

  test('money in suspense is found by its transaction and its sender, and by its state', async () => {
    const { id: arrival, txId } = await world.suspense();
    expect((await list({ search: txId })).rows).toMatchObject([
      { source: 'arrival', id: arrival, kind: 'deposit', state: 'in-suspense', person: null },
    ]);
    expect(idsOf(await list({ search: sender }))).toContain(arrival);
    expect(idsOf(await list({ state: 'in-suspense' }))).toEqual([arrival]);
    const page = await show('arrival', arrival);
    expect(page.timeline.map(({ event }) => event).toSorted()).toEqual(['arrived', 'journal', 'put-in-suspense']);
    expect(page.journals[0]).toMatchObject({
      kind: 'deposit-unidentified',
      lines: [
        { account: 'custody:deposit', debit: '25000000', credit: null },
        { account: 'suspense', debit: null, credit: '25000000' },
      ],
    });
  });

  test('what is not understood is hidden until it is asked for, and found by its transaction at once', async () => {
    const { id: item, txId } = await world.grave();
    expect(idsOf(await list())).not.toContain(item);
    expect((await list({ noise: 'shown' })).rows).toContainEqual(
      expect.objectContaining({ source: 'item', id: item, kind: 'unknown', state: 'not-understood', amount: null }),
    );
    expect(idsOf(await list({ search: txId }))).toEqual([item]);
    expect(await show('item', item)).toMatchObject({
      reason: 'malformed-event',
      subject: payee,
      timeline: [{ event: 'quarantined', code: 'malformed-event', block: 91 }],
    });
  });

  test('dust is hidden until it is asked for, and found by its transaction at once', async () => {
    const txId = randomBytes(32).toString('hex');
    const dust = await deposit(idris, { txId, amount: '1', folded: true });
    expect(idsOf(await list({ person: idris.personId }))).not.toContain(dust);
    expect(idsOf(await list({ person: idris.personId, noise: 'shown' }))).toContain(dust);
    expect(idsOf(await list({ kind: 'deposit', noise: 'shown' }))).toContain(dust);
    expect((await list({ search: txId })).rows).toMatchObject([{ id: dust, dust: true }]);
  });
});

describe('the list', () => {
  test('every kind has its own filter, and all of them are in the list', async () => {
    const owner = await world.person();
    const rows = {
      deposit: await record(owner, {}),
      send: await record(owner, { type: 'outgoing', to: payee }),
      internal: await record(owner, { type: 'outgoing', settlement: 'internal' }),
      swap: await record(owner, { type: 'swap', settlement: 'internal' }),
      reward: await record(owner, { type: 'airdrop-reward', settlement: 'internal', asset: 'reward' }),
      bonus: await record(owner, { type: 'activation-reward', settlement: 'internal', asset: 'reward' }),
    };
    for (const [kind, id] of Object.entries(rows)) {
      const found = await list({ person: owner.personId, kind });
      expect(found.rows, kind).toMatchObject([{ id, kind }]);
    }
    expect(idsOf(await list({ person: owner.personId })).toSorted()).toEqual(Object.values(rows).toSorted());
    expect(idsOf(await list({ person: owner.personId, asset: 'reward' })).toSorted()).toEqual(
      [rows.reward, rows.bonus].toSorted(),
    );
    expect(idsOf(await list({ person: owner.personId, search: '5' })).length).toBe(4);
  });

  test('every filter narrows what a search found, rewards and dust too', async () => {
    const owner = await world.person();
    const rows = {
      paid: await record(owner, { from: sender, amount: '11000077' }),
      failed: await record(owner, { from: sender, amount: '11000077', status: 'failed' }),
      dust: await record(owner, { from: sender, amount: '11000077', folded: true }),
      reward: await record(owner, {
        ...{ type: 'airdrop-reward', settlement: 'internal', asset: 'reward', amount: '11000077000000000000' },
      }),
    };
    const found = async (filter: Readonly<Record<string, string>>) =>
      idsOf(await list({ search: '11.000077', ...filter })).toSorted();
    expect(await found({})).toEqual([rows.paid, rows.failed, rows.reward].toSorted());
    expect(await found({ noise: 'shown' })).toEqual(Object.values(rows).toSorted());
    expect(await found({ kind: 'reward' })).toEqual([rows.reward]);
    expect(await found({ kind: 'bonus' })).toEqual([]);
    expect(await found({ asset: 'usdt' })).toEqual([rows.paid, rows.failed].toSorted());
    expect(await found({ state: 'failed' })).toEqual([rows.failed]);
    expect(await found({ state: 'failed', noise: 'shown' })).toEqual([rows.failed]);
    expect(await found({ state: 'confirming', noise: 'shown' })).toEqual([]);
    const ofPayer = async (filter: Readonly<Record<string, string>>) =>
      idsOf(await list({ search: sender, person: owner.personId, ...filter })).toSorted();
    expect(await ofPayer({})).toEqual([rows.paid, rows.failed].toSorted());
    const all = idsOf(await list({ search: sender, state: 'failed' }));
    expect(all).toContain(rows.failed);
    expect(all).not.toContain(rows.paid);
    const dusty = idsOf(await list({ search: sender, state: 'success', noise: 'shown' }));
    expect(dusty).toEqual(expect.arrayContaining([rows.paid, rows.dust]));
    expect(dusty).not.toContain(rows.failed);
  });

  test('an internal transfer stands once in the list, and in the list of either person', async () => {
    const [from, to] = [await world.person(), await world.person()];
    const id = randomUUID();
    const draftId = randomUUID();
    const sent = await record(from, { type: 'outgoing', settlement: 'internal', source: ['withdrawal', id] });
    const received = await record(to, { settlement: 'internal', source: ['withdrawal', id] });
    await sql`
      INSERT INTO withdrawal_drafts (id, person_id, wallet_id, asset_id, network_id, settlement, receiver_class,
        receiver_wallet_id, own_move, to_address, amount, fee, usdt_value, hash, expires_at)
      VALUES (${draftId}, ${from.personId}, ${from.walletId}, 'usdt', 'tron', 'internal', 'internal', ${to.walletId}, false,
        ${to.address}, 5000000, 0, 5000000, ${randomBytes(32)}, now())`.execute(database.db.kysely);
    await sql`
      INSERT INTO withdrawals (id, draft_id, person_id, wallet_id, asset_id, settlement, receiver_wallet_id, own_move,
        to_address, amount, fee, usdt_value, approvals_needed, state, record_id)
      VALUES (${id}, ${draftId}, ${from.personId}, ${from.walletId}, 'usdt', 'internal', ${to.walletId}, false,
        ${to.address}, 5000000, 0, 5000000, 0, 'completed', ${sent})`.execute(database.db.kysely);
    const all = idsOf(await list({ kind: 'internal' }));
    expect(all).toContain(sent);
    expect(all).not.toContain(received);
    expect((await list({ search: from.publicId })).rows).toMatchObject([
      { id: sent, direction: 'out', other: { person: { publicId: to.publicId } } },
    ]);
    expect((await list({ search: to.publicId })).rows).toMatchObject([
      { id: received, direction: 'in', other: { person: { publicId: from.publicId } } },
    ]);
    // The id of the transfer names the sender's row, the receiver's record its own.
    expect(idsOf(await list({ search: id }))).toEqual([sent]);
    expect(idsOf(await list({ search: received }))).toEqual([received]);
  });

  test('states are told apart, and a period holds its days from the first moment to the last', async () => {
    const owner = await world.person();
    const at = (time: string): RecordOf => ({ at: `2026-03-${time}Z` });
    const first = await record(owner, { ...at('10T00:00:00.000'), status: 'failed' });
    const last = await record(owner, { ...at('11T23:59:59.999'), status: 'withdrawing', type: 'outgoing' });
    await record(owner, at('09T23:59:59.999'));
    await record(owner, at('12T00:00:00.000'));
    const period = { from: '2026-03-10', until: '2026-03-11' };
    expect(idsOf(await list(period))).toEqual([last, first]);
    expect(idsOf(await list({ ...period, order: 'oldest' }))).toEqual([first, last]);
    expect(idsOf(await list({ ...period, state: 'failed' }))).toEqual([first]);
    expect(idsOf(await list({ ...period, state: 'withdrawing', kind: 'send' }))).toEqual([last]);
    expect(idsOf(await list({ ...period, state: 'success' }))).toEqual([]);
  });

  test('pages have neither gaps nor repeats while rows arrive, forwards and back, also within one millisecond', async () => {
    const owner = await world.person();
    const made: string[] = [];
    for (let row = 0; row < 130; row += 1) {
      made.push(await record(owner, { at: `2026-02-01T00:00:00.${String(Math.floor(row / 40)).padStart(3, '0')}Z` }));
    }
    const filter = { from: '2026-02-01', until: '2026-02-01' };
    const pages: TransactionsView[] = [];
    let after: string | null = null;
    do {
      const page: TransactionsView = await list({ ...filter, ...(after === null ? {} : { after }) });
      pages.push(page);
      after = page.after;
      // The newest of the day: before everything that was read.
      await record(owner, { at: '2026-02-01T12:00:00.000Z' });
    } while (after !== null);
    const read = pages.flatMap(idsOf);
    expect(read).toHaveLength(130);
    expect(new Set(read)).toEqual(new Set(made));
    const back: readonly TransactionRowView[] = (await list({ ...filter, before: pages[2]?.before ?? '' })).rows;
    expect(back).toEqual(pages[1]?.rows);
    const start = await list({ ...filter, before: pages[1]?.before ?? '' });
    expect(idsOf(start)).toEqual(pages[0] === undefined ? [] : idsOf(pages[0]));
    expect(start.before).not.toBeNull();
  });

  test('what nobody can mean finds nothing and breaks nothing', async () => {
    const odd = [
      "' OR 1=1 --",
      '%',
      '_',
      '\\',
      '💸',
      '9'.repeat(90),
      '0x',
      'null',
      '1e30',
      '-5',
      '٣١٠',
      '@'.repeat(60),
    ];
    for (const search of odd) expect((await list({ search })).rows, search).toEqual([]);
    const refused = [
      { after: 'x' },
      { before: randomUUID() },
      { kind: 'theft' },
      { from: '2026-02-30' },
      { person: 'me' },
      { noise: 'hidden' },
      { search: 'x'.repeat(101) },
    ];
    for (const filter of refused) {
      const answer = await viewer.get(`/transactions?${new URLSearchParams(filter as never).toString()}`);
      expect(answer.statusCode, JSON.stringify(filter)).toBe(400);
    }
    for (const path of [
      'record/1',
      'item/x',
      `record/${randomUUID()}`,
      'item/999999',
      'journal/999999',
      'arrival/-1',
    ]) {
      expect((await viewer.get(`/transactions/${path}`)).statusCode, path).toBe(404);
    }
  });
});

test('the file is for treasurers and administrators, and not for who came in by break-glass in the last days', async () => {
  expect(outcomeOf(await viewer.post('/transactions/export', {}))).toBe('ROLE_MISSING');
  const tom = await console.operator('tom', 'treasurer');
  await sql`UPDATE operators SET decides_money_from = ${new Date(console.clock.nowMs() + 86_400_000)} WHERE name = 'tom'`.execute(
    database.db.kysely,
  );
  expect(outcomeOf(await tom.post('/transactions/export', {}))).toBe('no-money-yet');
});

test('a cursor of a day that no month has, a number that the ledger cannot have and a day before the calendar are refused', async () => {
  const cursor = Buffer.from(`2026-02-30T00:00:00.000000Z${randomUUID()}`).toString('base64url');
  const [greatest, beyond] = ['9223372036854775807', '9223372036854775808'];
  for (const path of [`/transactions?after=${cursor}`, `/books/journals/${beyond}`, '/books/days?before=0000-01-01'])
    expect(outcomeOf(await viewer.get(path)), path).toBe('INPUT_INVALID');
  expect(outcomeOf(await viewer.get(`/books/journals/${greatest}`))).toBe('NOT_FOUND');
});
