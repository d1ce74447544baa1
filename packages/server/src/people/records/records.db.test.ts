import { type PersonId, type RecordId, type WalletId, newId } from '@tern/base/ids';
import { isProblem } from '@tern/contracts/problem';
import type { RecordFilter } from '@tern/contracts/routes/records';
import { transact } from '@tern/db/transact';
import { units } from '@tern/money/units';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf } from '../../money/deposits/testing/scripted-chain.ts';
import { createFirstWallet, fillAddressPool, type Wallet } from '../wallets/public.ts';
import { exportRecords } from './export-records.ts';
import { getRecordInfo } from './get-record-info.ts';
import { getRecord } from './get-record.ts';
import { listRecords } from './list-records.ts';
import { appendStep, getRecordView, putRecord, updateRecord, type NewRecord } from './public.ts';
import { readRecordSearch } from './read-record-search.ts';
import { encodeRecordCursor } from './record-cursor.ts';

let database: TestDatabase;
let wallet: Wallet;
let other: Wallet;
const newPerson = () => transact(database.asApi, (tx) => createFirstWallet(tx, newId<PersonId>()));

beforeAll(async () => {
  database = await createTestDatabase();
  const listAddresses = async ({ from, count }: { from: number; count: number }) =>
    Array.from({ length: count }, (_, offset) => ({
      index: from + offset,
      address: addressOf(`pool ${from + offset}`),
      mac: 'test',
    }));
  await fillAddressPool({ db: database.asWorker, keepFree: 20, listAddresses }, { limit: 20 });
  wallet = await newPerson();
  other = await newPerson();
});
afterAll(() => database.drop());

let made = 0;
async function put(owner: Wallet, change: Partial<NewRecord> = {}): Promise<RecordId> {
  made += 1;
  const record: NewRecord = {
    personId: owner.personId,
    walletId: owner.id,
    type: 'outgoing',
    direction: 'out',
    status: 'withdrawing',
    settlement: 'chain',
    assetId: 'usdt',
    amount: units(BigInt(made)),
    payAddress: owner.address,
    receiveAddress: addressOf('somebody'),
    memo: 'for lunch',
    source: { kind: 'withdrawal', id: String(made) },
    ...change,
  };
  return await transact(database.asApi, (tx) => putRecord(tx, record));
}

const deps = () => ({ db: database.asApi, confirmations: 19, explorerUrl: null });
async function idsOf(
  owner: Wallet,
  filter: RecordFilter,
  more: { walletId?: WalletId; assetId?: 'trx' | 'usdt' } = {},
): Promise<string[]> {
  return (await listRecords(deps(), { personId: owner.personId, filter, limit: 100, ...more })).records.map(
    ({ id }) => id,
  );
}

test("M08 another person's record and wallet do not exist for me, on every route that takes an id", async () => {
  const mine = await put(wallet);
  const input = { personId: other.personId, recordId: mine };
  const notFound = (error: unknown) => isProblem(error, 'NOT_FOUND') && !JSON.stringify(error).includes('lunch');
  await expect(getRecord(deps(), input)).rejects.toSatisfy(notFound);
  await expect(getRecordInfo(deps(), input)).rejects.toSatisfy(notFound);
  await expect(getRecordView(database.asApi.kysely, { ...input, confirmations: 19 })).rejects.toSatisfy(notFound);
  await expect(
    listRecords(deps(), { personId: other.personId, filter: 'all', limit: 10, walletId: wallet.id }),
  ).rejects.toSatisfy(notFound);
  expect(await idsOf(other, 'all')).not.toContain(mine);
  const cursor = encodeRecordCursor({ createdAt: new Date(), id: mine });
  expect((await listRecords(deps(), { personId: other.personId, filter: 'all', limit: 10, cursor })).records).toEqual(
    [],
  );
});

test('pages follow each other without gap or repeat, also among records of one transaction and while new ones arrive', async () => {
  const person = await newPerson();
  await transact(database.asApi, async (tx) => {
    for (let index = 0; index < 25; index += 1) {
      await putRecord(tx, {
        personId: person.personId,
        walletId: person.id,
        type: 'incoming',
        direction: 'in',
        status: 'success',
        settlement: 'internal',
        assetId: 'trx',
        amount: units(1n),
        payAddress: null,
        receiveAddress: person.address,
        source: { kind: 'withdrawal', id: `page ${index}` },
      });
    }
  });
  const all = await idsOf(person, 'all');
  const paged: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await listRecords(deps(), {
      personId: person.personId,
      filter: 'all',
      limit: 10,
      ...(cursor === undefined ? {} : { cursor }),
    });
    paged.push(...page.records.map(({ id }) => id));
    cursor = page.nextCursor;
    await put(person);
  }
  expect(paged).toEqual(all);
  expect(new Set(paged).size).toBe(25);
});

test('filters show what they say; what the chain took back is a note under failed only', async () => {
  const person = await newPerson();
  const out = await put(person);
  const incoming = await put(person, { type: 'incoming', direction: 'in', status: 'success', assetId: 'trx' });
  const rejected = await put(person, { status: 'review-rejected', reason: 'rejected-by-review' });
  const lost = await put(person, { type: 'incoming', direction: 'in', status: 'failed', reason: 'reorganised' });
  await put(person, { type: 'incoming', direction: 'in', status: 'success', folded: true });
  expect(new Set(await idsOf(person, 'all'))).toEqual(new Set([rejected, incoming, out]));
  expect(await idsOf(person, 'in')).toEqual([incoming]);
  expect(new Set(await idsOf(person, 'out'))).toEqual(new Set([rejected, out]));
  expect(new Set(await idsOf(person, 'failed'))).toEqual(new Set([lost, rejected]));
  expect(await idsOf(person, 'all', { assetId: 'trx' })).toEqual([incoming]);
  expect(await idsOf(person, 'all', { walletId: person.id })).toHaveLength(3);
});

test.each([
  '',
  'x',
  'AAAA',
  Buffer.from('zzzzzzzzzz.00000000-0000-0000-0000-000000000000').toString('base64url'),
  '../../etc',
])('the made-up cursor %j is refused', async (cursor) => {
  await expect(listRecords(deps(), { personId: wallet.personId, filter: 'all', limit: 10, cursor })).rejects.toSatisfy(
    (error) => isProblem(error, 'INPUT_INVALID'),
  );
});

test('a record is written once per source, changes with its steps, and tells its person', async () => {
  const id = await put(wallet, { source: { kind: 'withdrawal', id: 'told' } });
  await expect(put(wallet, { source: { kind: 'withdrawal', id: 'told' } })).rejects.toThrow('records_source_key');
  const client = await database.db.pool.connect();
  const told: string[] = [];
  client.on('notification', ({ payload }) => told.push(payload ?? ''));
  await client.query('LISTEN live');
  await transact(database.asWorker, async (tx) => {
    await updateRecord(tx, id, {
      status: 'success',
      txId: 'ab'.repeat(32),
      blockNumber: 7,
      energyUsed: 12_711,
      networkFeeSun: units(345_000n),
      journalId: '9',
    });
    await appendStep(tx, id, 'settled');
  });
  await client.query('SELECT 1');
  client.release(true);
  expect(told.map((payload) => JSON.parse(payload))).toEqual([
    { personId: wallet.personId, topic: 'messages', ref: null },
    { personId: wallet.personId, topic: 'records', ref: id },
  ]);
  const input = { personId: wallet.personId, recordId: id };
  expect(await getRecord(deps(), input)).toMatchObject({
    status: 'success',
    memo: 'for lunch',
    cancellable: false,
    timeline: [{ step: 'settled', state: 'done' }],
  });
  expect(await getRecordInfo(deps(), input)).toMatchObject({
    txId: 'ab'.repeat(32),
    block: 7,
    energyUsed: 12_711,
    bandwidthUsed: null,
    networkFeeSun: '345000',
    ledgerReference: '9',
    explorerUrl: null,
  });
});

test('records are found by address, name in the address book, memo, transaction id and exact amount, and by time', async () => {
  const person = await newPerson();
  const lena = addressOf('lena');
  const txId = 'ab'.repeat(32);
  const toLena = await put(person, { receiveAddress: lena, memo: 'Rent for May' });
  const paid = await put(person, { amount: units(12_500_000n), chain: { txId } });
  await database.db.pool.query(
    `INSERT INTO address_book_entries (id, person_id, network, address, label)
     VALUES (gen_random_uuid(), $1, 'tron', $2, 'Lena Meyer')`,
    [person.personId, lena],
  );
  const assets = {
    usdt: { decimals: 6, symbol: 'USDT' },
    trx: { decimals: 6, symbol: 'TRX' },
    reward: { decimals: 18, symbol: 'RWD' },
  };
  const find = async (search: string, more: { from?: string; until?: string } = {}) => {
    const { personId } = person;
    const read = await readRecordSearch({ db: database.asApi, assets }, { personId, search });
    const page = await listRecords(deps(), { personId, filter: 'all', limit: 10, search: read, ...more });
    return page.records.map(({ id }) => id);
  };
  expect(await find(lena.slice(5, 20))).toEqual([toLena]);
  expect(await find('lena m')).toEqual([toLena]);
  expect(await find('RENT')).toEqual([toLena]);
  expect(await find('ABABABAB')).toEqual([paid]);
  expect(await find('12.5')).toEqual([paid]);
  expect(await find("x' OR true --")).toEqual([]);
  expect(await find('  ')).toEqual([paid, toLena]);
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  expect(await find('', { from: soon })).toEqual([]);
  expect(await find('', { until: soon })).toEqual([paid, toLena]);
});

test('W18 the export holds every record of the person, pages or not, with formulas made text', async () => {
  const person = await newPerson();
  const lena = addressOf('lena');
  const ids: string[] = [];
  for (let at = 0; at < 3; at += 1) ids.push(await put(person, { receiveAddress: lena, memo: '=HYPERLINK("x")' }));
  await database.db.pool.query(
    `INSERT INTO records (id, person_id, wallet_id, type, direction, status, settlement, asset, amount, source_kind, source_id)
     SELECT gen_random_uuid(), $1, $2, 'incoming', 'in', 'success', 'chain', 'trx', 1500000, 'deposit', 'many ' || n
     FROM generate_series(1, 1100) AS n`,
    [person.personId, person.id],
  );
  const assets = {
    usdt: { decimals: 6, symbol: 'USDT' },
    trx: { decimals: 6, symbol: 'TRX' },
    reward: { decimals: 18, symbol: 'RWD' },
  };
  let csv = '';
  for await (const piece of exportRecords({ db: database.asApi, assets }, { personId: person.personId, filter: 'all' }))
    csv += piece;
  const lines = csv.split('\r\n');
  expect(csv.startsWith('\uFEFF"time","type"')).toBe(true);
  expect(lines).toHaveLength(1 + 1103 + 1);
  expect(lines.filter((line) => line.includes(`"'=HYPERLINK(""x"")"`))).toHaveLength(3);
  expect(lines.filter((line) => line.includes('"TRX","1.5","0"'))).toHaveLength(1100);
  for (const id of ids) expect(csv).toContain(`"${id}"`);
});
