import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processEnv } from '@tern/testkit/process-env';
import { sql } from 'kysely';
import { Trx, TronWeb } from 'tronweb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PublishedSignature, PublishedSnapshot } from '../../../../../tools/verify/check-chain.ts';
import { checkKeys } from '../../../../../tools/verify/check-keys.ts';
import { noteSignerLimits } from '../../chain/signer/public.ts';
import { reconcile } from '../reconciliation/public.ts';
import { openTreasuryWorld, type TreasuryWorld } from '../treasury/testing/treasury-world.ts';
import { addColdSignature } from './add-cold-signature.ts';
import { anchorStatement } from './anchor-statement.ts';
import { listSnapshots } from './list-snapshots.ts';
import { signReserves } from './sign-reserves.ts';
import { takeSnapshot } from './take-snapshot.ts';
import { writeColdText } from './write-cold-text.ts';

// Goal: whoever reads a statement sees that the house has the keys of the addresses it names, and finds every signature that
// shows something else. Method: the real signer, the local chain, and the second implementation as a reader.
let world: TreasuryWorld;
let house = '';
/** Of cold storage: the signer does not have it. */
const coldKey = '5c'.repeat(32);
const cold = TronWeb.address.fromPrivateKey(coldKey) || '';

beforeAll(async () => {
  world = await openTreasuryWorld('signed reserves', [['set-cold', cold]]);
  await world.chain.admin.faucetTrx(world.accounts.fee, 50_000_000n);
  await world.chain.admin.faucetTrx(world.accounts.cold ?? world.accounts.hot, 50_000_000n);
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

test('H26 cold storage signs away from here, and only its own signature for one of the last statements is published', async () => {
  const { db } = world.treasury;
  const text = (await writeColdText(db.kysely, house)) ?? '';
  expect(text).toContain(`address ${cold}\nnumber ${(await published()).length}\n`);
  const signed = await signAway(text, coldKey);
  const add = (signature: string) => addColdSignature(db, { house, signature });
  for (const wrong of ['', 'no signature', '00'.repeat(65), Trx.signMessageV2(text, 'ab'.repeat(32)), `${signed}00`])
    expect(await add(wrong)).toBeUndefined();
  expect(await addColdSignature(db, { house: 'exchange.example', signature: signed })).toBeUndefined();
  await take('2026-12-02');
  // Of the statement before, while the operator was on the way.
  expect(await add(` ${signed.toUpperCase().replace('0X', '0x')} `)).toMatchObject({
    address: cold,
    day: '2026-12-01',
  });
  expect(await add(signed)).toMatchObject({ address: cold });
  await sign();
  const snapshots = await published();
  expect(checkKeys(snapshots, house)).toMatchObject({
    found: [],
    said: expect.arrayContaining([`cold ${cold}: its key signed for statement 3 of 2026-12-01`]) as string[],
  });
});

test('H26 the command for machines without a network signs with the key that the text names, and with no other', async () => {
  const text = (await writeColdText(world.treasury.db.kysely, house)) ?? '';
  await expect(signAway(text, 'ab'.repeat(32))).rejects.toThrow(`This is not the key of ${cold}.`);
  await expect(signAway(text, 'not a key')).rejects.toThrow('neither a private key nor recovery words');
  for (const other of ['reserves 1\npay me', `${text}\nand all of it is mine`, `\n${text}`])
    await expect(signAway(other, coldKey)).rejects.toThrow('does not have what');
});

/** As an operator does on a machine without a network. */
async function signAway(text: string, key: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tern-cold-'));
  try {
    await writeFile(join(folder, 'text'), `${text}\n`);
    const command = new URL('../../../../../tools/sign-cold.ts', import.meta.url).pathname;
    const child = spawn(process.execPath, [command, join(folder, 'text')], { env: processEnv({}) });
    let [out, errors] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    // It may have ended before it asks for the key.
    child.stdin.on('error', () => undefined);
    child.stdin.end(`${key}\n`);
    const [code] = (await once(child, 'close')) as [number];
    if (code !== 0) throw new Error(errors);
    return out.trim();
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('H26 nothing is signed while the anchor of an earlier statement is under way: the signer would refuse that anchor', async () => {
  expect(await anchorStatement(world.treasury)).toBe(1);
  await take('2026-12-03');
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
  await take('2026-12-04');
  const number = (await published()).length;
  const block = { number: 1, id: '00'.repeat(32) };
  const statementHash = hash('sha256', 'another list');
  await world.signer.client.signReserves({ account: 'hot', number, day: '2026-12-04', block, statementHash });
  await expect(sign()).rejects.toMatchObject({ code: 'statement-changed' });
  expect((await published()).at(-1)?.signatures).toEqual([]);
});
