import { assetIds, type AssetId } from '@tern/money/asset';
import { whenDue } from '@tern/proofs/liabilities/when-due';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkChain, type PublishedSnapshot } from '../../../../../tools/verify/check-chain.ts';
import { checkList, checkOwn } from '../../../../../tools/verify/check-liabilities.ts';
import { readStatement } from '../../../../../tools/verify/read-statement.ts';
import { createSwapWorld, whole, type SwapWorld, type Swapper } from '../../money/swaps/testing/swap-world.ts';
import { getOwnLines } from './get-own-lines.ts';
import { lineBytes } from './leaf-list.ts';
import { listSnapshots } from './list-snapshots.ts';
import { readSum } from './sum-levels.ts';
import { takeSnapshot } from './take-snapshot.ts';
import { bookBlock, changeRows, lookAfter } from './testing/tamper.ts';
import { writeChunk } from './write-chunk.ts';

// Goal (H09): a balance that is changed between its reading and its publication, or afterwards, is found by a check that has a
// name. Method: a superuser with triggers off, in the middle of a count and after it; the command's own checks as the reader.
let world: SwapWorld;
let ana: Swapper;
let ben: Swapper;
const anasUsdt = 1_234_567n * whole.usdt + 1n;

beforeAll(async () => {
  world = await createSwapWorld();
  ana = await world.person({ usdt: anasUsdt }, 'DE');
  ben = await world.person({ usdt: 5_000n * whole.usdt }, 'FR');
});
afterAll(() => world.drop());

async function all(db = world.asApi.kysely): Promise<readonly PublishedSnapshot[]> {
  return (await listSnapshots(db, { before: undefined, limit: 100 })).snapshots.toReversed();
}

async function newest() {
  const last = (await all()).at(-1);
  if (last === undefined) throw new Error('no snapshot');
  return { ...last, read: readStatement(last.statement) };
}

/** The next day's count comes due. */
async function comeDue(): Promise<void> {
  const last = (await all()).at(-1);
  const read = last && readStatement(last.statement);
  const day = new Date(Date.parse(read?.day ?? '2026-11-28') + 86_400_000).toISOString().slice(0, 10);
  await bookBlock(world.db, whenDue(day, read?.block.id ?? ''));
}

const take = () => takeSnapshot({ db: world.asWorker });

const accountOf = ({ walletId }: Swapper): RawBuilder<unknown> =>
  sql`wallet_id = ${walletId}::uuid AND class = 'customer' AND asset = 'usdt'`;
const lower = (person: Swapper, by: bigint): RawBuilder<unknown> =>
  sql`UPDATE ledger.accounts SET posted = posted - ${by.toString()}::numeric WHERE ${accountOf(person)}`;

/** What the command finds in the lists of a statement as `db` shows them. */
async function checkLists(
  db: Parameters<typeof writeChunk>[0],
  { number, read: { assets } }: { readonly number: number; readonly read: Awaited<ReturnType<typeof newest>>['read'] },
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const asset of assets) {
    const check = checkList(number, asset);
    for (let chunk = 0; chunk * 1_024 < asset.lines; chunk += 1)
      check.add(await writeChunk(db, { number, assetId: asset.assetId as AssetId, chunk }));
    found.push(...check.finish());
  }
  return found;
}

async function checkPart(db: Parameters<typeof getOwnLines>[0], { personId }: Swapper) {
  const { number, read } = await newest();
  return checkOwn(number, read.assets, (await getOwnLines(db, { personId, number })).lines);
}

test('a balance that is changed while the list is read is published as it was at the moment of the count', async () => {
  await comeDue();
  const blocker = await world.db.kysely.startTransaction().execute();
  try {
    // What all customers are owed is known already when the list waits for this table.
    await sql`LOCK TABLE wallets IN ACCESS EXCLUSIVE MODE`.execute(blocker);
    const taking = take();
    await expect
      .poll(async () => (await waitingForWallets()).length, { interval: 20, timeout: 30_000 })
      .toBeGreaterThan(0);
    await changeRows(world.db, [lower(ana, 700n * whole.usdt), lower(ben, -700n * whole.usdt)]);
    await blocker.commit().execute();
    expect(await taking).toBe(true);
  } finally {
    if (!blocker.isCommitted) await blocker.rollback().execute();
  }
  const published = await newest();
  expect(await checkLists(world.asApi.kysely, published)).toEqual([]);
  expect(await checkPart(world.asApi.kysely, ana)).toEqual({ found: [], sums: new Map([['usdt', anasUsdt]]) });
  // The books that were changed no longer agree with themselves.
  await expect(world.checkBooks()).rejects.toThrow();
  await changeRows(world.db, [lower(ana, -700n * whole.usdt), lower(ben, 700n * whole.usdt)]);
  await world.checkBooks();
});

async function waitingForWallets(): Promise<readonly unknown[]> {
  const { rows } = await sql<{ pid: number }>`
    SELECT pid FROM pg_locks WHERE NOT granted AND relation = 'wallets'::regclass`.execute(world.db.kysely);
  return rows;
}

/** A superuser can drop what keeps balances of people from 0 on. */
async function attackBooks(attacks: readonly RawBuilder<unknown>[]): Promise<{ readonly undo: () => Promise<void> }> {
  const undo = await rememberAccount(ana);
  await sql`ALTER TABLE ledger.accounts DROP CONSTRAINT IF EXISTS accounts_overdraft_check`.execute(world.db.kysely);
  await changeRows(world.db, attacks);
  return { undo: () => changeRows(world.db, [undo]) };
}

test.each<[string, () => RawBuilder<unknown>]>([
  [
    'whose account is moved to a wallet that is not there',
    () => sql`UPDATE ledger.accounts SET wallet_id = gen_random_uuid() WHERE ${accountOf(ana)}`,
  ],
  ['whose balance is taken away', () => lower(ana, anasUsdt)],
])('nothing is published where the list lacks somebody %s: UnsoundListError', async (_, attack) => {
  await comeDue();
  const before = (await all()).length;
  const owed = await sumOwed();
  const { undo } = await attackBooks([attack()]);
  try {
    await expect(take()).rejects.toMatchObject({
      name: 'UnsoundListError',
      finding: { assetId: 'usdt', owed, listed: owed - anasUsdt },
    });
  } finally {
    await undo();
  }
  expect(await all()).toHaveLength(before);
  expect(await take()).toBe(true);
});

test('nothing is published where a balance is negative and the house has what the lists lack by it: RangeError', async () => {
  await comeDue();
  const before = (await all()).length;
  const house = (by: bigint) => sql`
    UPDATE ledger.accounts SET posted = posted + ${by.toString()}::numeric
     WHERE id = (SELECT min(id) FROM ledger.accounts WHERE class <> 'customer' AND asset = 'usdt')`;
  // The people's balances that are above 0 add up to what the house lacks.
  const { undo } = await attackBooks([lower(ana, anasUsdt + 9n), house(anasUsdt)]);
  try {
    await expect(take()).rejects.toThrow('not negative');
  } finally {
    await undo();
    await changeRows(world.db, [house(-anasUsdt)]);
  }
  await world.checkBooks();
  expect(await all()).toHaveLength(before);
  expect(await take()).toBe(true);
});

async function sumOwed(): Promise<bigint> {
  const { rows } = await sql<{ owed: string }>`
    SELECT sum(posted)::text AS owed FROM ledger.accounts WHERE class = 'customer' AND asset = 'usdt'`.execute(
    world.db.kysely,
  );
  return BigInt(rows[0]?.owed ?? '');
}

/** The statement that gives a person's account back what it has now. */
async function rememberAccount(person: Swapper): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ id: string; wallet_id: string; posted: string }>`
    SELECT id::text AS id, wallet_id, posted::text AS posted FROM ledger.accounts WHERE ${accountOf(person)}`.execute(
    world.db.kysely,
  );
  const [row] = rows;
  return sql`UPDATE ledger.accounts SET wallet_id = ${row?.wallet_id}::uuid, posted = ${row?.posted}::numeric
              WHERE id = ${row?.id}::bigint`;
}

/** The first chunk of USDT with these changes of lines that are above 0 and below the published size. */
async function changeLines(number: number, changes: readonly bigint[]): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ lines: Buffer }>`
    SELECT lines FROM liability_chunks WHERE snapshot_number = ${number} AND asset_id = 'usdt' AND chunk = 0`.execute(
    world.db.kysely,
  );
  const lines = Buffer.from(rows[0]?.lines ?? '');
  const left = [...changes];
  for (let at = 0; at < lines.length && left.length > 0; at += lineBytes) {
    const amount = readSum(lines, at);
    if (amount > 1_000n && amount < 4_000n * whole.usdt) lines.writeBigUInt64BE(amount + (left.shift() ?? 0n), at + 40);
  }
  return sql`UPDATE liability_chunks SET lines = ${lines}
              WHERE snapshot_number = ${number} AND asset_id = 'usdt' AND chunk = 0`;
}

test('a line that is lowered after it was published is found by the sum, and one that another makes up for by the root', async () => {
  const published = await newest();
  const look = (attack: RawBuilder<unknown>) => lookAfter(world.db, [attack], (tx) => checkLists(tx, published));
  const owed = published.read.assets.find(({ assetId }) => assetId === 'usdt')?.owed ?? 0n;
  expect(await look(await changeLines(published.number, [-7n]))).toEqual([
    `usdt: the lines add up to ${owed - 7n}, ${owed} stated`,
    'usdt: the lines have another root than stated',
  ]);
  expect(await look(await changeLines(published.number, [-7n, 7n]))).toEqual([
    'usdt: the lines have another root than stated',
  ]);
});

test('a stored balance or a stored node that is changed leads its owner to no root', async () => {
  const { number } = await newest();
  const nodes = sql`UPDATE liability_lists SET nodes = set_byte(nodes, 47, get_byte(nodes, 47) # 1)
                     WHERE snapshot_number = ${number} AND asset_id = 'usdt'`;
  // The list of a small house is one chunk, whose node is the root itself: nothing of it is on a person's way.
  expect(await lookAfter(world.db, [nodes], (tx) => checkPart(tx, ana))).toMatchObject({ found: [] });
  const lines = await changeLines(number, [-7n, 7n]);
  const { found } = await lookAfter(world.db, [lines], (tx) => checkPart(tx, ana));
  expect(found.join()).toMatch(/^usdt T\w+ part \d+: does not lead to the root/);
  const middle = sql`
    UPDATE liability_chunks SET middle_nodes = (SELECT string_agg(set_byte(substring(middle_nodes FROM place * 48 + 1 FOR 48), 0,
             get_byte(middle_nodes, place * 48) # 1), '' ORDER BY place) FROM generate_series(0, 31) AS place)
     WHERE snapshot_number = ${number} AND asset_id = 'usdt'`;
  const changed = await lookAfter(world.db, [middle], (tx) => checkPart(tx, ana));
  expect(changed.found.join()).toMatch(/^usdt T\w+ part \d+: does not lead to the root/);
  const balances = sql`
    UPDATE liability_balances SET balances = set_byte(balances, 23, get_byte(balances, 23) # 1)
     WHERE snapshot_number = ${number} AND asset_id = 'usdt'`;
  await expect(lookAfter(world.db, [balances], (tx) => checkPart(tx, ana))).rejects.toThrow(
    `a line of snapshot ${number} is not there`,
  );
});

test('a statement that says another sum than the one that was published no longer follows, whatever its hash says', async () => {
  const before = await newest();
  await comeDue();
  expect(await take()).toBe(true);
  expect(checkChain(await all())).toEqual([]);
  const owed = before.read.assets.find(({ assetId }) => assetId === 'usdt')?.owed ?? 0n;
  const lied = before.statement.replace(`asset usdt owed ${owed} `, `asset usdt owed ${owed - 7n} `);
  expect(lied).not.toBe(before.statement);
  const attack = sql`
    UPDATE liability_snapshots SET statement = ${lied}, statement_hash = sha256(convert_to(${lied}, 'UTF8'))
     WHERE number = ${before.number}`;
  expect(await lookAfter(world.db, [attack], async (tx) => checkChain(await all(tx)))).toEqual([
    `snapshot ${before.number + 1}: does not name the statement before it`,
  ]);
});

test('a count of which nothing was changed is right', async () => {
  const published = await newest();
  expect(published.read.assets.map(({ assetId }) => assetId)).toEqual([...assetIds]);
  expect(await checkLists(world.asApi.kysely, published)).toEqual([]);
  for (const person of [ana, ben]) expect((await checkPart(world.asApi.kysely, person)).found).toEqual([]);
});
