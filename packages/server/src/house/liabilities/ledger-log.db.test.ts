import type { RecordProof } from '@tern/contracts/routes/check';
import type { DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { closeDays } from '@tern/ledger/close-days';
import { readStatement } from '@tern/proofs/liabilities/read-statement';
import { whenDue } from '@tern/proofs/liabilities/when-due';
import { isConsistent } from '@tern/proofs/log/consistency';
import { followEntry } from '@tern/proofs/log/follow-entry';
import { openLog } from '@tern/proofs/log/open-log';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkChain } from '../../../../../tools/verify/check-chain.ts';
import { checkLog, follows } from '../../../../../tools/verify/check-log.ts';
import { checkRecord, compareLogs, type SavedRecord } from '../../../../../tools/verify/check-record.ts';
import { createSwapWorld, whole, type SwapWorld, type Swapper } from '../../money/swaps/testing/swap-world.ts';
import {
  addDay,
  keepLog,
  listLogDays,
  listLogFaults,
  openLogWatch,
  proveConsistency,
  readLogHead,
} from '../ledger-log/public.ts';
import { listSnapshots } from './list-snapshots.ts';
import { proveRecord } from './prove-record.ts';
import { takeSnapshot } from './take-snapshot.ts';
import { bookBlock, changeRows, lookAfter } from './testing/tamper.ts';

// Goal (H25): every entry of a closed day is in the log, its owner shows it alone, and whoever changes the past is found.
// Method: three days of sends; each attack as a superuser with triggers off, undone by rolling back.
let world: SwapWorld;
let ana: Swapper;
let ben: Swapper;
const sent: string[] = [];

beforeAll(async () => {
  world = await createSwapWorld();
  ana = await world.person({ usdt: 1_000n * whole.usdt }, 'DE');
  ben = await world.person({ usdt: 1n }, 'FR');
  for (let times = 0; times < 3; times += 1) {
    const draft = await world.sending.draft(ana, { to: ben.address, amount: '1' });
    sent.push((await world.sending.confirm(ana, draft)).id);
  }
  // The newest sends were made yesterday and the day before, everything else a day earlier still. A day is closed an hour
  // after its end.
  await change([
    sql`UPDATE ledger.journals SET created_at = date_trunc('day', now() - interval '1 hour', 'UTC') - interval '2 days' - interval '1 minute'
          + id * interval '1 microsecond'`,
    sql`UPDATE ledger.journals j SET created_at = j.created_at + interval '1 day' FROM records r
         WHERE r.journal_id = j.id AND r.id = ${sent[1]}::uuid`,
    sql`UPDATE ledger.journals j SET created_at = j.created_at + interval '2 days' FROM records r
         WHERE r.journal_id = j.id AND r.id = ${sent[2]}::uuid`,
  ]);
});
afterAll(() => world.drop());

const change = (statements: readonly RawBuilder<unknown>[]): Promise<void> => changeRows(world.db, statements);
const after = <Seen>(attack: readonly RawBuilder<unknown>[], look: (tx: DbTx) => Promise<Seen>): Promise<Seen> =>
  lookAfter(world.db, attack, look);

async function takeNext(): Promise<boolean> {
  const { snapshots } = await listSnapshots(world.asApi.kysely, { before: undefined, limit: 1 });
  const [last] = snapshots;
  const read = last && readStatement(last.statement);
  const day = new Date(Date.parse(read?.day ?? '2026-11-28') + 86_400_000).toISOString().slice(0, 10);
  await bookBlock(world.db, whenDue(day, read?.block.id ?? ''));
  return await takeSnapshot({ db: world.asWorker });
}

const days = async () => (await listLogDays(world.asApi.kysely, { from: 0, limit: 100 })).days;

const prove = (person: Swapper, index: number, keeper = keepLog()): Promise<RecordProof> =>
  proveRecord(world.asApi.kysely, {
    keeper,
    personId: person.personId,
    recordId: sent[index] as RecordProof['recordId'] as never,
  });

/** The entries that are in the log; throws where one is not. */
function logged({ entries }: RecordProof) {
  return entries.map((entry) => {
    if (entry.state !== 'logged') throw new Error(`entry ${entry.seq} is ${entry.state}`);
    return entry;
  });
}

async function save(index: number): Promise<SavedRecord> {
  return { format: 'ledger-record 1', ...(await prove(ana, index)), days: await days() };
}

test('H25 closed days are added one by one, the oldest first, and the day’s statement names the log', async () => {
  expect(await addDay({ db: world.asWorker })).toBe(0);
  expect(await takeNext()).toBe(true);
  expect(await transact(world.asWorker, closeDays)).toBe(3);
  // An entry that was lost since.
  await change([sql`UPDATE ledger.daily_roots SET entries = entries + 1`]);
  await expect(addDay({ db: world.asWorker })).rejects.toThrow(/entries when it was closed/);
  await change([sql`UPDATE ledger.daily_roots SET entries = entries - 1`]);
  const added = await Promise.all([addDay({ db: world.asWorker }), addDay({ db: world.asWorker })]);
  expect(added.filter((count) => count === 1).length).toBeGreaterThan(0);
  while ((await addDay({ db: world.asWorker })) > 0);
  const log = await days();
  expect(log.map(({ position }) => position)).toEqual([0, 1, 2]);
  expect(await takeNext()).toBe(true);
  const { snapshots } = await listSnapshots(world.asApi.kysely, { before: undefined, limit: 2 });
  expect(snapshots.map(({ statement }) => readStatement(statement).log)).toEqual([
    { size: 3, hash: log[2]?.head },
    undefined,
  ]);
  expect(checkChain(snapshots.toReversed())).toEqual([]);
});

test('H25 of any two sizes the log shows that one is the beginning of the other, and of none that it does not have', async () => {
  const log = await days();
  expect(checkLog(log, [{ size: 2, hash: log[1]?.head ?? '', where: 'a file' }])).toEqual([]);
  const keeper = keepLog();
  const headOf = (size: number) => ({ size, hash: log[size - 1]?.head ?? '' });
  for (const [from, to] of [
    [1, 1],
    [1, 2],
    [1, 3],
    [2, 3],
    [3, 3],
  ] as const) {
    const { path } = await proveConsistency(world.asApi.kysely, { from, to, keeper });
    expect(isConsistent(headOf(from), headOf(to), path)).toBe(true);
    expect(follows(headOf(from), headOf(to), path)).toBe(true);
    const forked = { size: from, hash: 'cd'.repeat(32) };
    expect(isConsistent(forked, headOf(to), path)).toBe(false);
    expect(follows(forked, headOf(to), path)).toBe(false);
  }
  for (const [from, to] of [
    [2, 1],
    [1, 4],
    [4, 4],
  ] as const)
    await expect(proveConsistency(world.asApi.kysely, { from, to, keeper })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  const page = await listLogDays(world.asApi.kysely, { from: 1, limit: 1 });
  expect(page).toEqual({ days: [log[1]], next: 2 });
  // The last page, full or not, leads to no other.
  const last = log.length - 1;
  for (const limit of [1, 2])
    expect(await listLogDays(world.asApi.kysely, { from: last, limit })).toEqual({ days: [log[last]], next: null });
});

test('H25 a person follows each of their records to the log, on the device and with the command, and nobody else’s', async () => {
  for (const index of [0, 1, 2]) {
    const proof = await prove(ana, index);
    const { log } = readStatement(proof.statement?.text ?? '');
    expect(proof.entries.map(({ amount, owner }) => [amount, owner])).toEqual([['-1000000', ana.address]]);
    for (const entry of logged(proof)) expect(log && followEntry(entry, log)).toBe('in-log');
    expect(checkRecord(await save(index))).toEqual([]);
  }
  await expect(prove(ben, 0)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('H25 what two people see of one transfer are different leaves, each with its own address and secret', async () => {
  const [own] = logged(await prove(ana, 0));
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM records WHERE person_id = ${ben.personId} AND journal_id =
      (SELECT journal_id FROM records WHERE id = ${sent[0]}::uuid)`.execute(world.db.kysely);
  const theirs = await proveRecord(world.asApi.kysely, {
    keeper: keepLog(),
    personId: ben.personId,
    recordId: rows[0]?.id as never,
  });
  const [other, ...more] = logged(theirs);
  expect(more).toEqual([]);
  expect([other?.amount, other?.owner]).toEqual(['1000000', ben.address]);
  expect(other?.nonce).not.toBe(own?.nonce);
});

test('H25 two people cannot be shown one leaf: it names the address of one of them', async () => {
  const saved = await save(0);
  expect(checkRecord(saved, ana.address)).toEqual([]);
  expect(checkRecord(saved, ben.address)).toEqual([`entry usdt 2: is of ${ana.address}`]);
  // The same leaf with the other's name on it is no leaf of the day.
  const renamed = { ...saved, entries: saved.entries.map((entry) => ({ ...entry, owner: ben.address })) };
  expect(checkRecord(renamed, ben.address).join()).toMatch(/is not in the day/);
});

test('H25 how busy a day was does not show: each has a power of two of leaves, and no two leaves are alike', async () => {
  const { rows } = await sql<{ leaves: string; hashes: Buffer }>`
    SELECT d.leaves::text AS leaves, c.leaves AS hashes
      FROM ledger_log_days d JOIN ledger_log_chunks c USING (position) ORDER BY position`.execute(world.db.kysely);
  expect(rows.map(({ leaves }) => leaves)).toEqual(['1024', '1024', '1024']);
  const hashes = rows.flatMap(({ hashes: chunk }) => chunk.toString('hex').match(/.{64}/gu) ?? []);
  expect(new Set(hashes).size).toBe(3 * 1_024);
  expect(checkLog((await days()).with(1, { ...(await days())[1], leaves: 1_000 } as never), []).join()).toMatch(
    /no power of two/,
  );
});

test.each([
  ['a removed day', 'day-missing', [sql`DELETE FROM ledger_log_days WHERE position = 1`]],
  ['a log cut at its end', 'day-missing', [sql`DELETE FROM ledger_log_days WHERE position = 2`]],
  ['a replaced root', 'head', [sql`UPDATE ledger_log_days SET root = sha256(root) WHERE position = 1`]],
  ['a replaced head', 'head', [sql`UPDATE ledger_log_days SET head = sha256(head) WHERE position = 2`]],
  ['a day moved', 'day-missing', [sql`UPDATE ledger_log_days SET day = day - 7 WHERE position = 1`]],
])('H25 %s is found, and no statement is made of it', async (_, name, attack) => {
  await after(attack, async (tx) => {
    await expect(readLogHead(tx)).rejects.toMatchObject({ name: 'UnsoundLogError', fault: { name } });
  });
  await expect(readLogHead(world.asApi.kysely)).resolves.toMatchObject({ size: 3 });
});

test('H25 a log that was made anew after a change contradicts the published statement and every saved file', async () => {
  const kept = await save(0);
  await after(
    [
      sql`UPDATE ledger.entries SET amount = amount - 1, balance_after = balance_after - 1
           WHERE account_id = (SELECT id FROM ledger.accounts WHERE wallet_id = ${ana.walletId}::uuid AND asset = 'usdt') AND seq = 2`,
      sql`DELETE FROM ledger_log_chunks`,
      sql`DELETE FROM ledger_log_days`,
    ],
    async (tx) => {
      await expect(readLogHead(tx)).rejects.toMatchObject({ fault: { name: 'day-missing' } });
    },
  );
  // The same with all days and heads computed for a changed root, as only somebody with the code can.
  const forked = kept.days.map((day) => day);
  const other = { ...(forked[1] as (typeof forked)[number]), root: 'cd'.repeat(32) };
  expect(compareLogs(kept.days, forked.with(1, other), 'now')).not.toEqual([]);
  expect(compareLogs(kept.days, kept.days.slice(0, 2), 'now')).toEqual([]);
  const statement = kept.statement;
  expect(checkRecord({ ...kept, days: kept.days.slice(0, 2) }).join()).toMatch(/3 days, 2 are published/);
  expect(checkRecord({ ...kept, statement: statement && { ...statement, text: `${statement.text}x\n` } })[0]).toMatch(
    /another hash/,
  );
});

test('H25 a fork that agrees with itself contradicts the statement that was published', async () => {
  const log = openLog();
  const forked = (await days()).map(({ position, day, leaves, root }) => {
    const other = { position, day, leaves, root: position === 1 ? 'cd'.repeat(32) : root };
    return { ...other, head: log.add(other) };
  });
  const attack = forked.map(
    ({ position, root, head }) =>
      sql`UPDATE ledger_log_days SET root = decode(${root}, 'hex'), head = decode(${head}, 'hex') WHERE position = ${position}`,
  );
  await after(attack, async (tx) => {
    await expect(readLogHead(tx)).rejects.toMatchObject({ fault: { name: 'published' } });
  });
});

test.each([
  ['amount', { amount: '-1000001' }],
  ['balance', { balance: '1' }],
  ['owner', { owner: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' }],
  ['nonce', { nonce: '00'.repeat(16) }],
  ['path', { inDay: { index: 0, size: 1, path: [] } }],
  ['place', { inLog: { index: 1, size: 3, path: [] } }],
  ['state', { state: 'missing' }],
] as const)('H25 a saved record with another %s is refused by the command', async (_, other) => {
  const saved = await save(0);
  const entries = saved.entries.map((entry) => ({ ...entry, ...other }));
  expect(checkRecord({ ...saved, entries })).not.toEqual([]);
});

test('H25 a leaf is valid at its place alone, and no entry stands where another stands', async () => {
  const saved = await save(0);
  const [entry] = logged(await prove(ana, 0));
  const { log } = readStatement(saved.statement?.text ?? '');
  if (entry === undefined || log === undefined) throw new Error('nothing is logged');
  const { index, size, path } = entry.inDay;
  for (const place of [index ^ 1, index ^ 512, size - 1 - index, index + size]) {
    const moved = { ...entry, inDay: { index: place, size, path } };
    expect(followEntry(moved, log)).toBe('entry');
    expect(checkRecord({ ...saved, entries: [moved] }).join()).toMatch(/is not in the day/);
  }
  expect(checkRecord({ ...saved, entries: [entry, entry] }).join()).toMatch(/where another entry stands/);
});

test('H25 an entry that should be in the log and is not is told to be missing, and one of a later day to be waiting', async () => {
  const [kept] = logged(await prove(ana, 2));
  const seq = sql`UPDATE ledger.entries SET seq = 99 WHERE seq = ${kept?.seq}::bigint
    AND account_id = (SELECT id FROM ledger.accounts WHERE wallet_id = ${ana.walletId}::uuid AND asset = 'usdt')`;
  const look = (tx: DbTx) =>
    proveRecord(tx, {
      keeper: keepLog(),
      personId: ana.personId,
      recordId: sent[2] as never,
    });
  const cut = [sql`DELETE FROM ledger_log_days WHERE position = 2`];
  for (const attack of [[seq], cut]) {
    const { entries } = await after(attack, look);
    expect(entries.map(({ state }) => state)).toEqual(['missing']);
    expect(checkRecord({ ...(await save(2)), entries }).join()).toMatch(/does not have it/);
  }
  const { rows } = await sql<{ journal: string }>`SELECT max(id)::text AS journal FROM ledger.journals`.execute(
    world.db.kysely,
  );
  const later = sql`UPDATE ledger.journals SET created_at = created_at + interval '1 day' WHERE id = ${rows[0]?.journal}::bigint`;
  const { entries } = await after([later], look);
  expect(entries.map(({ state }) => state)).toEqual(['waiting']);
});

test('H25 a database that was restored to before an anchored statement makes no other one of that number', async () => {
  const anchor = (number: number, hash: string) => sql`
    INSERT INTO treasury_orders (id, kind, asset_id, amount, state, statement_number, statement_hash, tx_id, raw_hex, signature_hex)
    VALUES (gen_random_uuid(), 'anchor', 'trx', 1, 'signed', ${number}, ${hash}, ${'ab'.repeat(32)}, 'ab', 'ab')`;
  const refused = (number: number, hash: string) => sql`
    INSERT INTO treasury_orders (id, kind, asset_id, amount, state, ended_at, statement_number, statement_hash)
    VALUES (gen_random_uuid(), 'anchor', 'trx', 1, 'dropped', clock_timestamp(), ${number}, ${hash})`;
  const { snapshots } = await listSnapshots(world.asApi.kysely, { before: undefined, limit: 1 });
  const { number = 0, statementHash = '' } = snapshots[0] ?? {};
  const fault = { name: 'published' };
  for (const lost of [anchor(number + 1, statementHash), anchor(number, 'cd'.repeat(32))])
    await after([lost], (tx) => expect(readLogHead(tx)).rejects.toMatchObject({ fault }));
  for (const sound of [anchor(number, statementHash), refused(number, 'cd'.repeat(32))])
    await after([sound], (tx) => expect(readLogHead(tx)).resolves.toMatchObject({ size: 3 }));
});

test('H25 the database refuses a statement that names another log than the one that is kept', async () => {
  const newest = sql`(SELECT max(number) FROM liability_snapshots)`;
  const refuse = (set: RawBuilder<unknown>, constraint: RegExp) =>
    expect(
      sql`UPDATE liability_snapshots SET ${set} WHERE number = ${newest}`.execute(world.db.kysely),
    ).rejects.toThrow(constraint);
  const head = sql`sha256(log_head)`;
  const statement = sql`replace(statement, encode(log_head, 'hex'), encode(${head}, 'hex'))`;
  const hash = sql`sha256(convert_to(${statement}, 'UTF8'))`;
  await refuse(sql`log_head = ${head}`, /log_check/);
  await refuse(sql`log_last = log_last - 1`, /log_check/);
  await refuse(sql`log_last = NULL, log_head = NULL`, /log_check/);
  await refuse(sql`log_head = ${head}, statement = ${statement}, statement_hash = ${hash}`, /log_fkey/);
  const first = sql`DELETE FROM ledger_log_days WHERE position = 2`;
  await expect(first.execute(world.db.kysely)).rejects.toThrow(/append-only/);
});

test('H25 the tree that is kept between requests grows with the log, and begins anew where the log is another one', async () => {
  const keeper = keepLog();
  const [all, last] = [await keeper.read(world.asApi.kysely), (await days())[2]];
  expect(all.log.headAt(3)).toBe(last?.head);
  const cut = [sql`DELETE FROM ledger_log_days WHERE position = 2`];
  const forked = [sql`UPDATE ledger_log_days SET head = sha256(head), root = sha256(root) WHERE position = 2`];
  expect(await after(cut, async (tx) => (await keeper.read(tx)).log.size())).toBe(2);
  expect((await keeper.read(world.asApi.kysely)).log.headAt(3)).toBe(last?.head);
  expect(await after(forked, async (tx) => (await keeper.read(tx)).log.headAt(3))).not.toBe(last?.head);
  const read = await Promise.all([1, 2, 3].map(() => keeper.read(world.asApi.kysely)));
  for (const { log } of read) expect([log.size(), log.headAt(3)]).toEqual([3, last?.head]);
});

test('H25 a changed, a removed and an added old entry are found by recomputing the day', async () => {
  const faults: string[] = [];
  const look = async (): Promise<readonly string[]> => {
    const watch = openLogWatch({ db: world.asWorker, onFault: ({ name }) => faults.push(name) });
    for (let tick = 0; tick < 3; tick += 1) await watch.tick();
    return (await listLogFaults(world.asApi.kysely)).map(({ name }) => name);
  };
  expect(await look()).toEqual([]);
  const account = sql`(SELECT id FROM ledger.accounts WHERE wallet_id = ${ana.walletId}::uuid AND asset = 'usdt')`;
  await change([
    sql`UPDATE ledger.entries SET balance_after = balance_after + 1 WHERE account_id = ${account} AND seq = 2`,
  ]);
  expect(await look()).toEqual(['entries']);
  await change([
    sql`UPDATE ledger.entries SET balance_after = balance_after - 1 WHERE account_id = ${account} AND seq = 2`,
  ]);
  expect(await look()).toEqual([]);
  await change([sql`UPDATE ledger.entries SET seq = 99 WHERE account_id = ${account} AND seq = 4`]);
  expect(await look()).toEqual(['entries']);
  await change([sql`UPDATE ledger.entries SET seq = 4 WHERE account_id = ${account} AND seq = 99`]);
  await change([
    sql`UPDATE ledger.journals SET created_at = created_at - interval '1 day'
         WHERE id = (SELECT journal_id FROM records WHERE id = ${sent[2]}::uuid)`,
  ]);
  expect(await look()).toEqual(['entries']);
  await change([
    sql`UPDATE ledger.journals SET created_at = created_at + interval '1 day'
         WHERE id = (SELECT journal_id FROM records WHERE id = ${sent[2]}::uuid)`,
  ]);
  expect(await look()).toEqual([]);
  expect(faults).toContain('entries');
});

test('H25 after the past was changed, the worker adds no day, makes no statement and says so until it is as it was', async () => {
  await change([sql`UPDATE ledger_log_days SET head = sha256(head) WHERE position = 1`]);
  const watch = openLogWatch({ db: world.asWorker, onFault: () => undefined });
  await watch.tick();
  expect((await listLogFaults(world.asApi.kysely)).map(({ name }) => name)).toContain('head');
  await expect(addDay({ db: world.asWorker })).rejects.toMatchObject({ name: 'UnsoundLogError' });
  await expect(takeNext()).rejects.toMatchObject({ name: 'UnsoundLogError' });
  const before = (await days())[1]?.head ?? '';
  expect(before).toHaveLength(64);
  const saved = await save(0);
  expect(checkRecord(saved).join()).toMatch(/another hash/);
  await change([sql`DELETE FROM ledger_log_faults`]);
});

test('H25 no process can change a day of the log', async () => {
  for (const statement of [sql`UPDATE ledger_log_days SET root = root`, sql`DELETE FROM ledger_log_chunks`]) {
    await expect(statement.execute(world.asWorker.kysely)).rejects.toThrow(/permission denied/);
    await expect(statement.execute(world.db.kysely)).rejects.toThrow(/append-only/);
  }
});
