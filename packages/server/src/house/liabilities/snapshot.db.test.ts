import { createHash } from 'node:crypto';
import { transact } from '@tern/db/transact';
import { assetIds, type AssetId } from '@tern/money/asset';
import { commitPart } from '@tern/proofs/liabilities/liability-part';
import { sumLeaf } from '@tern/proofs/liabilities/sum-node';
import { rootOfSumPath } from '@tern/proofs/liabilities/sum-path';
import { growSumTree, rootOfSumTree } from '@tern/proofs/liabilities/testing/sum-tree';
import { whenDue } from '@tern/proofs/liabilities/when-due';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkChain } from '../../../../../tools/verify/check-chain.ts';
import { checkList, checkOwn } from '../../../../../tools/verify/check-liabilities.ts';
import { readStatement as readAsStranger } from '../../../../../tools/verify/read-statement.ts';
import { createSwapWorld, whole, type SwapWorld, type Swapper } from '../../money/swaps/testing/swap-world.ts';
import { readHouseMoney } from '../treasury/public.ts';
import { forgetLists } from './forget-lists.ts';
import { getOwnLines } from './get-own-lines.ts';
import { listSnapshots } from './list-snapshots.ts';
import { readHeld } from './read-held.ts';
import { takeSnapshot } from './take-snapshot.ts';
import { lookAfter } from './testing/tamper.ts';
import { writeChunk } from './write-chunk.ts';

// Goal: everything that is owed is in the published lists, once, and everybody finds their own part there with what they have.
let world: SwapWorld;
let ana: Swapper;
let ben: Swapper;

beforeAll(async () => {
  world = await createSwapWorld();
  ana = await world.person({ usdt: 1_234_567n * whole.usdt + 1n, reward: 5n * whole.reward }, 'DE');
  ben = await world.person({ usdt: 1n }, 'FR');
  for (let other = 1; other <= 20; other += 1) await world.person({ usdt: BigInt(other * 977_777) }, 'DE');
});
afterAll(() => world.drop());

/** The reader has booked the block of this moment. */
async function bookBlock(at: Date, id = createHash('sha256').update(at.toISOString()).digest('hex')): Promise<string> {
  await sql`
    INSERT INTO deposit_cursor (block_number, block_id, block_time) VALUES (71198400, ${id}, ${at})
    ON CONFLICT (singleton) DO UPDATE SET block_id = excluded.block_id, block_time = excluded.block_time`.execute(
    world.db.kysely,
  );
  return id;
}

async function newest() {
  const { snapshots } = await listSnapshots(world.asApi.kysely, { before: undefined, limit: 1 });
  const [found] = snapshots;
  if (found === undefined) throw new Error('no snapshot');
  return found;
}

type Listed = { readonly owed: bigint; readonly partMax: bigint; readonly lines: number; readonly root: string };

function readStatement(statement: string, assetId: AssetId): Listed {
  const words =
    statement
      .split('\n')
      .find((line) => line.startsWith(`asset ${assetId} `))
      ?.split(' ') ?? [];
  const [, , , owed, , partMax, , lines, , root] = words;
  return { owed: BigInt(owed ?? ''), partMax: BigInt(partMax ?? ''), lines: Number(lines), root: root ?? '' };
}

async function readList(number: number, assetId: AssetId, lines: number) {
  const list: { commitment: Uint8Array; amount: bigint }[] = [];
  for (let chunk = 0; list.length < lines; chunk += 1) {
    const text = await writeChunk(world.asApi.kysely, { number, assetId, chunk });
    for (const line of text.trimEnd().split('\n')) {
      const [commitment = '', amount = ''] = line.split(' ');
      list.push({ commitment: Buffer.from(commitment, 'hex'), amount: BigInt(amount) });
    }
  }
  return list;
}

test('the first snapshot is taken at once, and once: nothing is there from which its moment could follow', async () => {
  expect(await takeSnapshot({ db: world.asWorker })).toBe(false);
  const at = new Date('2026-11-29T10:00:00.123Z');
  // The first block of a chain: nobody lived at its time.
  await sql`INSERT INTO deposit_cursor (block_number, block_id, block_time)
            VALUES (0, ${'00'.repeat(32)}, '2025-01-01T00:00:00Z')`.execute(world.db.kysely);
  expect(await takeSnapshot({ db: world.asWorker })).toBe(false);
  await sql`DELETE FROM deposit_cursor`.execute(world.db.kysely);
  const first = await bookBlock(at);
  const took = await Promise.all([takeSnapshot({ db: world.asWorker }), takeSnapshot({ db: world.asWorker })]);
  expect(took.toSorted()).toEqual([false, true]);
  expect(await takeSnapshot({ db: world.asWorker })).toBe(false);
  await bookBlock(new Date('2026-11-29T23:59:59Z'));
  expect(await takeSnapshot({ db: world.asWorker })).toBe(false);
  const { number, day, statement } = await newest();
  expect([number, day]).toEqual([1, '2026-11-29']);
  expect(statement).toContain('\ndue 2026-11-29T00:00:00.000Z\n');
  expect(statement).toContain(`\nblock 71198400 ${first} ${at.toISOString()}\nprevious none\n`);
});

test('what is listed is what the books owe, to customers and by the house, and the root follows from the list', async () => {
  const { number, statement } = await newest();
  for (const assetId of assetIds) {
    const { owed, lines, root, partMax } = readStatement(statement, assetId);
    expect(owed).toBe((await readHouseMoney(world.db.kysely, assetId)).owed);
    const list = await readList(number, assetId, lines);
    expect(list).toHaveLength(lines);
    expect(list.every(({ amount }) => amount >= 0n && amount <= partMax)).toBe(true);
    const tree = rootOfSumTree(growSumTree(list.map(({ commitment, amount }) => sumLeaf(commitment, amount))));
    expect([Buffer.from(tree.hash).toString('hex'), tree.sum]).toEqual([root, owed]);
  }
});

test('what is held is said by place: as the chain was seen, with block and address, or by the books', async () => {
  const { statement } = await newest();
  const { custody } = await readHouseMoney(world.db.kysely, 'usdt');
  const usdt = readAsStranger(statement).assets.find(({ assetId }) => assetId === 'usdt');
  expect(usdt?.held).toContainEqual({ place: 'deposits', amount: custody.deposit });
  const address = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7';
  await sql`INSERT INTO signer_accounts (hot_address, fee_address, owner_addresses, owner_threshold)
            VALUES (${address}, ${address}, '{}', 0)`.execute(world.db.kysely);
  await sql`INSERT INTO reserve_samples (place, asset_id, books, chain, staked, block_number, block_id)
            VALUES ('hot', 'usdt', 6, 7, 0, 12, ${'ab'.repeat(32)}), ('cold', 'usdt', 6, 7, 0, 12, ${'ab'.repeat(32)}),
                   ('energy', 'trx', 90, 90, 85, 13, ${'ab'.repeat(32)})`.execute(world.db.kysely);
  // No cold address is known, so nobody could look there: what lies there is not said to be held.
  const held = await transact(world.asWorker, (tx) => readHeld(tx, 'usdt'));
  expect(held.filter(({ seen }) => seen !== undefined)).toEqual([
    { place: 'hot', amount: 7n, seen: { block: 12, address } },
  ]);
  // What is staked for energy is shown apart from what can be paid out.
  const trx = await transact(world.asWorker, (tx) => readHeld(tx, 'trx'));
  expect(trx.filter(({ seen }) => seen !== undefined)).toEqual([
    { place: 'fee', amount: 5n, seen: { block: 13, address } },
    { place: 'stake', amount: 85n, seen: { block: 13, address } },
  ]);
});

test('each person opens their own lines, which add up to what they had, and nobody else’s', async () => {
  const { number, statement } = await newest();
  for (const [person, usdt] of [
    [ana, 1_234_567n * whole.usdt + 1n],
    [ben, 1n],
  ] as const) {
    const { lines } = await getOwnLines(world.asApi.kysely, { personId: person.personId, number });
    const own = lines.filter(({ assetId }) => assetId === 'usdt');
    expect(own.reduce((sum, { amount }) => sum + BigInt(amount), 0n)).toBe(usdt);
    for (const line of lines) {
      expect(line.owner).toBe(person.address);
      const part = { ...line, snapshot: number, amount: BigInt(line.amount) };
      const { hash, sum } = rootOfSumPath({ commitment: commitPart(part), amount: part.amount }, line.path);
      const { root, owed } = readStatement(statement, line.assetId);
      expect([Buffer.from(hash).toString('hex'), sum]).toEqual([root, owed]);
    }
  }
});

test('the tree above the chunks is read once, and the paths of whoever asks next lead to the same root', async () => {
  const { number, statement } = await newest();
  const withoutNodes = await lookAfter(world.db, [sql`UPDATE liability_lists SET nodes = ${Buffer.alloc(48)}`], (tx) =>
    getOwnLines(tx, { personId: ana.personId, number }),
  );
  const [line] = withoutNodes.lines.filter(({ assetId }) => assetId === 'usdt');
  if (line === undefined) throw new Error('no line');
  const part = { ...line, snapshot: number, amount: BigInt(line.amount) };
  const { hash } = rootOfSumPath({ commitment: commitPart(part), amount: part.amount }, line.path);
  expect(Buffer.from(hash).toString('hex')).toBe(readStatement(statement, 'usdt').root);
});

test('a list of before its middle nodes were kept still gives each person the same paths', async () => {
  const { number } = await newest();
  const kept = await getOwnLines(world.asApi.kysely, { personId: ana.personId, number });
  expect(kept.lines.length).toBeGreaterThan(0);
  const before = sql`UPDATE liability_chunks SET middle_nodes = NULL WHERE snapshot_number = ${number}`;
  expect(await lookAfter(world.db, [before], (tx) => getOwnLines(tx, { personId: ana.personId, number }))).toEqual(
    kept,
  );
});

test('the lines show neither a balance of a person nor how many there are', async () => {
  const { number, statement } = await newest();
  const { lines } = readStatement(statement, 'usdt');
  const amounts = (await readList(number, 'usdt', lines)).map(({ amount }) => amount);
  expect(lines).toBe(1_024);
  expect(amounts).not.toContain(1_234_567n * whole.usdt + 1n);
  // A power of two of lines says nothing about how many people share them.
  expect(amounts).not.toContain(0n);
});

test('the next statement names the one before, its moment follows from the block before, and it has other secrets', async () => {
  const before = await newest();
  const { lines } = await getOwnLines(world.asApi.kysely, { personId: ana.personId, number: before.number });
  const blockId = /^block \d+ (\w+)/m.exec(before.statement)?.[1] ?? '';
  const due = whenDue('2026-11-30', blockId);
  await bookBlock(new Date(due.getTime() - 1));
  expect(await takeSnapshot({ db: world.asWorker })).toBe(false);
  await bookBlock(due);
  expect(await takeSnapshot({ db: world.asWorker })).toBe(true);
  const next = await newest();
  expect(next.number).toBe(before.number + 1);
  expect(next.statement).toContain(`\nprevious ${before.statementHash}\n`);
  expect(createHash('sha256').update(next.statement).digest('hex')).toBe(next.statementHash);
  const again = await getOwnLines(world.asApi.kysely, { personId: ana.personId, number: next.number });
  expect(again.lines[0]?.nonce).not.toBe(lines[0]?.nonce);
});

test('a snapshot taken while money moves has every unit once: the command that shares no code with the wallet finds nothing', async () => {
  const { statement, number: before } = await newest();
  const owed = readStatement(statement, 'usdt').owed;
  await bookBlock(whenDue('2026-12-01', /^block \d+ (\w+)/m.exec(statement)?.[1] ?? ''));
  let moving = true;
  const move = async (): Promise<void> => {
    while (moving) {
      const draft = await world.sending.draft(ana, { to: ben.address, amount: '1' });
      await world.sending.confirm(ana, draft);
    }
  };
  const moves = Promise.all([move(), move(), move()]);
  expect(await takeSnapshot({ db: world.asWorker })).toBe(true);
  moving = false;
  await moves;
  const { number, statement: taken } = await newest();
  expect(number).toBe(before + 1);
  expect(readStatement(taken, 'usdt').owed).toBe(owed);
  const { assets } = readAsStranger(taken);
  for (const asset of assets) {
    const check = checkList(number, asset);
    for (let chunk = 0; chunk * 1_024 < asset.lines; chunk += 1)
      check.add(await writeChunk(world.asApi.kysely, { number, assetId: asset.assetId as AssetId, chunk }));
    expect(check.finish()).toEqual([]);
  }
  const sums: bigint[] = [];
  for (const { personId } of [ana, ben]) {
    const own = checkOwn(number, assets, (await getOwnLines(world.asApi.kysely, { personId, number })).lines);
    expect(own.found).toEqual([]);
    sums.push(own.sums.get('usdt') ?? 0n);
  }
  // Between the two nothing is lost and nothing is there twice, wherever the moment fell.
  expect(sums.reduce((sum, each) => sum + each, 0n)).toBe(1_234_567n * whole.usdt + 2n);
  const { snapshots } = await listSnapshots(world.asApi.kysely, { before: undefined, limit: 100 });
  expect(checkChain(snapshots.toReversed())).toEqual([]);
});

test('while a snapshot is published, nothing keeps older versions of rows that were changed since the reading', async () => {
  const { statement } = await newest();
  await bookBlock(whenDue('2026-12-02', /^block \d+ (\w+)/m.exec(statement)?.[1] ?? ''));
  const [reading, publishing] = [
    await lockTable('wallets', 'ACCESS EXCLUSIVE'),
    await lockTable('liability_snapshots', 'SHARE'),
  ];
  try {
    const taking = takeSnapshot({ db: world.asWorker });
    await waitedFor('wallets');
    const { rows } = await sql<{ id: string }>`SELECT pg_current_xact_id()::text AS id`.execute(world.db.kysely);
    const changedAt = BigInt(rows[0]?.id ?? '');
    expect(await oldestHeld()).toBeLessThanOrEqual(changedAt);
    await reading.commit().execute();
    await waitedFor('liability_snapshots');
    expect(await oldestHeld()).toBeGreaterThan(changedAt);
    await publishing.commit().execute();
    expect(await taking).toBe(true);
  } finally {
    for (const each of [reading, publishing]) if (!each.isCommitted) await each.rollback().execute();
  }
});

/** Locks a table until the transaction ends. */
async function lockTable(table: string, mode: 'ACCESS EXCLUSIVE' | 'SHARE') {
  const tx = await world.db.kysely.startTransaction().execute();
  await sql`LOCK TABLE ${sql.table(table)} IN ${sql.raw(mode)} MODE`.execute(tx);
  return tx;
}

async function waitedFor(table: string): Promise<void> {
  const waiting = async (): Promise<number> => {
    const { rows } = await sql<{ pid: number }>`
      SELECT pid FROM pg_locks WHERE NOT granted AND relation = ${table}::regclass`.execute(world.db.kysely);
    return rows.length;
  };
  await expect.poll(waiting, { interval: 20, timeout: 60_000 }).toBeGreaterThan(0);
}

/** The transaction from which on PostgreSQL keeps older versions of rows in this database for the worker. */
async function oldestHeld(): Promise<bigint> {
  const { rows } = await sql<{ oldest: string }>`
    SELECT min(backend_xmin::text::bigint)::text AS oldest FROM pg_stat_activity
     WHERE datname = current_database() AND usename = 'tern_worker' AND backend_xmin IS NOT NULL`.execute(
    world.db.kysely,
  );
  return BigInt(rows[0]?.oldest ?? '');
}

test('lists are kept for 31 snapshots; after that they and the secrets are gone, and the statement stays', async () => {
  expect(await forgetLists({ db: world.asWorker })).toBe(0);
  for (let day = 3; day <= 30; day += 1) {
    const { statement } = await newest();
    const date = `2026-12-${String(day).padStart(2, '0')}`;
    await bookBlock(whenDue(date, /^block \d+ (\w+)/m.exec(statement)?.[1] ?? ''));
    expect(await takeSnapshot({ db: world.asWorker })).toBe(true);
  }
  expect(await forgetLists({ db: world.asWorker })).toBe(1);
  expect(await forgetLists({ db: world.asWorker })).toBe(0);
  const { snapshots } = await listSnapshots(world.asApi.kysely, { before: 3, limit: 10 });
  expect(snapshots.map(({ number, listed }) => [number, listed])).toEqual([
    [2, true],
    [1, false],
  ]);
  const gone = { code: 'NOT_FOUND' };
  await expect(getOwnLines(world.asApi.kysely, { personId: ana.personId, number: 1 })).rejects.toMatchObject(gone);
  await expect(writeChunk(world.asApi.kysely, { number: 1, assetId: 'usdt', chunk: 0 })).rejects.toMatchObject(gone);
});
