import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { Trx } from 'tronweb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PublishedSnapshot } from '../../../../../tools/verify/check-chain.ts';
import { checkKeys, type PublishedSignature } from '../../../../../tools/verify/check-keys.ts';
import { noteSignerLimits } from '../../chain/signer/public.ts';
import { reconcile } from '../reconciliation/public.ts';
import { openTreasuryWorld, type TreasuryWorld } from '../treasury/testing/treasury-world.ts';
import { anchorStatement } from './anchor-statement.ts';
import { listSnapshots } from './list-snapshots.ts';
import { signReserves } from './sign-reserves.ts';
import { takeSnapshot } from './take-snapshot.ts';

// Goal: whoever reads a statement sees that the house has the keys of the addresses it names, and finds every signature that
// shows something else. Method: the real signer, the local chain, and the second implementation as a reader.
let world: TreasuryWorld;
let house = '';

beforeAll(async () => {
  world = await openTreasuryWorld('signed reserves');
  await world.chain.admin.faucetTrx(world.accounts.fee, 50_000_000n);
  await world.settle();
});
afterAll(() => world.close());

async function take(day: string): Promise<void> {
  await sql`UPDATE deposit_cursor SET block_time = ${`${day}T23:30:00Z`}`.execute(world.database.db.kysely);
  expect(await takeSnapshot({ db: world.treasury.db })).toBe(true);
}

/** As the wallet publishes them, the oldest first. */
async function published(): Promise<readonly PublishedSnapshot[]> {
  const { snapshots } = await listSnapshots(world.treasury.db.kysely, { before: undefined, limit: 100 });
  return snapshots.toReversed();
}

/** The chain is asked what the house's addresses hold; a statement names those that were seen there. */
async function compare(): Promise<void> {
  const { nodes, contracts, accounts } = world.treasury;
  await noteSignerLimits({ db: world.treasury.db, signer: world.signer.client });
  const deps = { db: world.treasury.db, nodes, accounts, contracts, depositsPerRound: 20, report: () => undefined };
  expect(await reconcile(deps)).toBe(true);
}

const sign = (): Promise<number> => signReserves({ db: world.treasury.db, signer: world.signer.client });

test('H26 hot wallet and fee account sign each new statement once, and a reader without our code finds their keys behind it', async () => {
  expect(await sign()).toBe(0);
  await compare();
  await take('2026-11-29');
  expect(await sign()).toBe(2);
  expect(await sign()).toBe(0);
  const snapshots = await published();
  const { signatures = [] } = snapshots.at(-1) ?? {};
  const { hot, fee } = await world.signer.client.getAccounts();
  expect(signatures.map(({ place, address }) => [place, address])).toEqual([
    ['fee', fee],
    ['hot', hot],
  ]);
  house = /^house (.*)$/m.exec(signatures[0]?.text ?? '')?.[1] ?? '';
  expect(house).not.toBe('');
  for (const { address, text, signatureHex } of signatures)
    expect(Trx.verifyMessageV2(text, `0x${signatureHex}`)).toBe(address);
  expect(checkKeys(snapshots, house)).toEqual({
    found: [],
    said: expect.arrayContaining([
      expect.stringMatching(/^hot T.*: its key signed for statement 1 of 2026-11-29$/),
    ]) as string[],
  });
});

test('H26 what was signed for another house, about another statement or by another key is found', async () => {
  const [snapshot] = await published();
  if (snapshot === undefined) throw new Error('a snapshot');
  const { signatures = [] } = snapshot;
  const [fee, hot] = signatures;
  if (fee === undefined || hot === undefined) throw new Error('two signatures');
  const withHot = (other: Partial<PublishedSignature>) =>
    checkKeys([{ ...snapshot, signatures: [fee, { ...hot, ...other }] }], house).found;
  expect(withHot({})).toEqual([]);
  expect(checkKeys([snapshot], 'exchange.example').found).toHaveLength(2);
  expect(withHot({ signatureHex: fee.signatureHex })).toEqual([expect.stringContaining('not of this address')]);
  expect(withHot({ signatureHex: '00'.repeat(65) })).toEqual([expect.stringContaining('not of this address')]);
  expect(withHot({ text: hot.text.replace('number 1', 'number 2') })).toEqual([
    expect.stringContaining('about something else'),
  ]);
  const stranger = Trx.signMessageV2(hot.text.replace(hot.address, fee.address), 'ab'.repeat(32)).slice(2);
  expect(withHot({ address: fee.address, signatureHex: stranger })).not.toEqual([]);
  expect(withHot({ place: 'cold' })).toEqual([expect.stringContaining('does not name this address')]);
});

test('H26 a statement whose keys stopped signing is found, and one that counts an address twice', async () => {
  await take('2026-11-30');
  // The newest may not be signed yet.
  expect(checkKeys(await published(), house).found).toEqual([]);
  await take('2026-12-01');
  expect(checkKeys(await published(), house).found).toEqual([
    expect.stringMatching(/^reserves: the key of hot T.* has not signed since 2026-11-29$/),
    expect.stringMatching(/^reserves: the key of fee T.* has not signed since 2026-11-29$/),
  ]);
  expect(await sign()).toBe(2);
  const snapshots = await published();
  expect(checkKeys(snapshots, house).found).toEqual([]);
  const newest = snapshots.at(-1);
  if (newest === undefined) throw new Error('a snapshot');
  const line = newest.statement.split('\n').find((each) => each.startsWith('held trx hot')) ?? '';
  const statement = newest.statement.replace(line, `${line}\n${line.replace(' hot ', ' cold ')}`);
  const doubled = { ...newest, statement, signatures: [] };
  expect(checkKeys([...snapshots.slice(0, -1), doubled], house).found).toContainEqual(
    expect.stringMatching(/is counted twice for trx$/),
  );
});

test('H26 nothing is signed while the anchor of an earlier statement is under way: the signer would refuse that anchor', async () => {
  expect(await anchorStatement(world.treasury)).toBe(1);
  await take('2026-12-02');
  expect(await sign()).toBe(0);
  await world.work();
  expect((await world.ordersOf()).at(-1)).toBe('anchor trx 1 done');
  expect(await sign()).toBe(2);
});

test('H26 the database keeps no signature about another statement, and none is changed or removed', async () => {
  const db = world.database.db.kysely;
  const copy = (columns: ReturnType<typeof sql>) =>
    sql`INSERT INTO reserve_signatures (snapshot_number, statement_hash, place, address, text, signature)
        SELECT ${columns} FROM reserve_signatures WHERE snapshot_number = 1 AND place = 'hot'`.execute(db);
  await expect(copy(sql`2, statement_hash, place, address, text, signature`)).rejects.toThrow(/text_check/);
  await expect(
    copy(sql`2, statement_hash, place, address, replace(text, 'number 1', 'number 2'), signature`),
  ).rejects.toThrow(/snapshot_fkey/);
  await expect(copy(sql`1, statement_hash, place, ${'T'.repeat(34)}, text, signature`)).rejects.toThrow(/text_check/);
  await expect(sql`UPDATE reserve_signatures SET place = 'cold'`.execute(db)).rejects.toThrow(/append-only/);
  await expect(sql`DELETE FROM reserve_signatures`.execute(db)).rejects.toThrow(/append-only/);
});

test('H26 a signer that knows another statement of this number signs nothing, and says so', async () => {
  await take('2026-12-03');
  const number = (await published()).length;
  const block = { number: 1, id: '00'.repeat(32) };
  const statementHash = hash('sha256', 'another list');
  await world.signer.client.signReserves({ account: 'hot', number, day: '2026-12-03', block, statementHash });
  await expect(sign()).rejects.toMatchObject({ code: 'statement-changed' });
  expect((await published()).at(-1)?.signatures).toEqual([]);
});
