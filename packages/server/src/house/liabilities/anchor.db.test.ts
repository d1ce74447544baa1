import { createHash } from 'node:crypto';
import { assert } from '@tern/base/assert';
import { newId, type OperatorId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { houseAccount } from '@tern/ledger/account';
import { postJournal } from '@tern/ledger/post-journal';
import { units } from '@tern/money/units';
import { findAnchorFault } from '@tern/proofs/liabilities/follow-anchor';
import { getTransactionWindow } from '@tern/tron/get-transaction-window';
import { recoverSigner } from '@tern/tron/recover-signer';
import { sql } from 'kysely';
import { TronWeb, utils } from 'tronweb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBlock, type ShownBlock } from '../../../../../tools/verify/ask-for-block.ts';
import { checkAnchor, type ShownTransaction } from '../../../../../tools/verify/check-anchor.ts';
import { readStatement } from '../../../../../tools/verify/read-statement.ts';
import { readHouseMoney } from '../treasury/public.ts';
import { openTreasuryWorld, type TreasuryWorld } from '../treasury/testing/treasury-world.ts';
import { anchorStatement } from './anchor-statement.ts';
import { listSnapshots } from './list-snapshots.ts';
import { takeSnapshot } from './take-snapshot.ts';

// Goal: the hash of each statement stands in the chain, signed by the hot wallet and paid by the house, and no second statement
// can stand there under its number. Method: the real signer, the local chain.
let world: TreasuryWorld;

beforeAll(async () => {
  world = await openTreasuryWorld('anchored statements');
});
afterAll(() => world.close());

/** The block that was booked last is late enough on that day for its snapshot, whenever that is due. */
async function take(day: string): Promise<{ readonly number: number; readonly hash: string }> {
  await sql`UPDATE deposit_cursor SET block_time = ${`${day}T23:30:00Z`}`.execute(world.database.db.kysely);
  expect(await takeSnapshot({ db: world.treasury.db })).toBe(true);
  const { snapshots } = await listSnapshots(world.treasury.db.kysely, { before: undefined, limit: 1 });
  return { number: snapshots[0]?.number ?? 0, hash: snapshots[0]?.statementHash ?? '' };
}

/** A payment of somebody else's with a note, signed. */
async function sendWithNote({ chain, accounts }: TreasuryWorld, note: string) {
  const tronWeb = new TronWeb({ fullHost: chain.url, privateKey: chain.keys.treasury });
  const { base58 } = tronWeb.defaultAddress;
  assert(base58 !== false, 'the treasury has an address');
  const plain = await tronWeb.transactionBuilder.sendTrx(accounts.fee, 1, base58);
  return await tronWeb.trx.sign(await tronWeb.transactionBuilder.addUpdateData(plain, note, 'utf8'));
}

/** All TRX of the house but these becomes somebody's, or comes back. */
async function leaveOwn(amount: bigint): Promise<void> {
  await transact(world.database.asConsole, async (tx) => {
    const { own, custody } = await readHouseMoney(tx, 'trx');
    const [capital, suspense] = [await houseAccount(tx, 'capital', 'trx'), await houseAccount(tx, 'suspense', 'trx')];
    const away = own - custody.energy - amount;
    const [debit, credit] = away > 0n ? [capital, suspense] : [suspense, capital];
    await postJournal(tx, {
      key: `test:${newId<OperatorId>()}`,
      kind: 'correction',
      legs: [{ debit, credit, asset: 'trx', amount: units(away > 0n ? away : -away), code: 'correction' }],
      details: { operators: ['ada', 'ben'], reason: 'for a test' },
    });
  });
}

test('before there is a statement, and without TRX of its own, the house anchors nothing: people’s TRX is not spent', async () => {
  expect(await anchorStatement(world.treasury)).toBe(0);
  await take('2026-11-29');
  await leaveOwn(4_999_999n);
  expect(await anchorStatement(world.treasury)).toBe(0);
  await leaveOwn(500_000_000n);
  expect(await world.ordersOf()).toEqual([]);
});

test('the hash stands in the chain once, in a note of a transaction of the hot wallet, and the books know what it cost', async () => {
  const { number, hash } = await take('2026-11-30');
  expect(await anchorStatement(world.treasury)).toBe(1);
  expect(await anchorStatement(world.treasury)).toBe(0);
  await world.work();
  expect(await anchorStatement(world.treasury)).toBe(0);
  expect(await world.ordersOf()).toEqual(['anchor trx 1 done']);
  const { rows } = await sql<{ tx_id: string; fee_sun: string }>`
    SELECT tx_id, fee_sun FROM treasury_orders WHERE statement_number = ${number}`.execute(world.database.db.kysely);
  const [order] = rows;
  const shown = (await world.node.ask('/walletsolidity/gettransactionbyid', { value: order?.tx_id })) as {
    raw_data_hex: string;
    signature: string[];
    raw_data: { data: string; contract: { parameter: { value: { owner_address: string } } }[] };
  };
  expect(Buffer.from(shown.raw_data.data, 'hex').toString()).toBe(`liabilities 1 ${number} ${hash}`);
  const { snapshots } = await listSnapshots(world.treasury.db.kysely, { before: undefined, limit: 2 });
  expect(snapshots.map(({ anchor }) => anchor?.txId)).toEqual([order?.tx_id, undefined]);
  const statement = snapshots[0]?.statement ?? '';
  const given = { txId: order?.tx_id ?? '', shown: shown as ShownTransaction };
  expect(checkAnchor(readStatement(statement), hash, given)).toEqual([]);
  expect(checkAnchor(readStatement(statement), 'ef'.repeat(32), given)).toEqual(['the note is another one']);
  const other = { ...given, txId: '00'.repeat(32) };
  expect(checkAnchor(readStatement(statement), hash, other)).toEqual([
    'the node shows other bytes than the id stands for',
  ]);
  // What the device reads are the bytes and the signatures alone.
  const expected = { number, hash, hotAddress: world.accounts.hot, txId: given.txId };
  const look = (hotAddress: string, signatures = shown.signature) =>
    findAnchorFault({ ...expected, hotAddress }, { rawHex: shown.raw_data_hex, signatures }, recoverSigner);
  expect(look(world.accounts.hot)).toBeUndefined();
  expect(look('TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7')).toBe('sender');
  // House and node together can show the bytes; without the key of the hot wallet nobody can show that it signed them.
  const byStranger = utils.crypto.signBytes('5c'.repeat(32), [...Buffer.from(shown.raw_data_hex, 'hex')]).toLowerCase();
  for (const [signatures, whose] of [
    [[], /^it is signed by nobody, and not by T/],
    [[byStranger], /^it is signed by T\w+, and not by T/],
    [['00'.repeat(65)], /^it is signed by no key, and not by T/],
  ] as const) {
    expect(look(world.accounts.hot, [...signatures])).toBe('signature');
    expect(
      checkAnchor(readStatement(statement), hash, { ...given, shown: { ...given.shown, signature: signatures } }),
    ).toEqual([expect.stringMatching(whose)]);
  }
  // What a node says beside the bytes is not read, and the note is one field of them and nothing around it.
  for (const note of ['hello', `${'ab'.repeat(32)} liabilities 1 ${number} ${hash}`]) {
    const { txID: txId, ...signed } = await sendWithNote(world, note);
    const lied = { txId, shown: { ...signed, raw_data: shown.raw_data } };
    expect(checkAnchor(readStatement(statement), hash, lied)).toEqual(['the note is another one']);
  }
  // As soon as the statement names the hot wallet, a transaction of nobody or of somebody else is none of the house's.
  const naming = statement.replace(/^asset usdt .*$/m, (line) => `${line}\nheld usdt hot 5 1 ${world.accounts.fee}`);
  const byNobody = { txId: createHash('sha256').digest('hex'), shown: { raw_data_hex: '', signature: [] } };
  expect(checkAnchor(readStatement(naming), hash, byNobody)).toEqual([
    'the note is another one',
    expect.stringContaining('a transaction of nobody'),
  ]);
  expect(checkAnchor(readStatement(naming), hash, given)).toEqual([
    expect.stringContaining(`and the hot wallet is ${world.accounts.fee}`),
  ]);
  // So is the block a statement names the chain's own, and no other one.
  const solid = (await world.node.ask('/walletsolidity/getnowblock', {})) as Required<ShownBlock> & {
    block_header: { raw_data: { number: number; timestamp: number } };
  };
  const { number: height, timestamp } = solid.block_header.raw_data;
  const block = { number: String(height), id: solid.blockID, time: new Date(timestamp).toISOString() };
  const shownBlock = (await world.node.ask('/walletsolidity/getblockbynum', { num: height })) as ShownBlock;
  expect(checkBlock({ number, block }, shownBlock)).toEqual([]);
  const fault = (changes: Partial<typeof block>) => checkBlock({ number, block: { ...block, ...changes } }, shownBlock);
  expect(fault({ id: 'ab'.repeat(32) })).toEqual([
    `block ${height} of statement ${number}: the chain has ${solid.blockID} there`,
  ]);
  expect(fault({ time: new Date(timestamp + 1).toISOString() })).toEqual([
    expect.stringContaining('the chain has another time there'),
  ]);
  expect(checkBlock({ number, block }, {})).toEqual([expect.stringContaining('no such block')]);
  // The note alone costs 1 TRX.
  expect(BigInt(order?.fee_sun ?? '0')).toBeGreaterThanOrEqual(1_000_000n);
  await world.checkCustody();
});

test('K06 the signer signs one statement for a number, whoever asks it, and none for a number that was passed over', async () => {
  const { number, hash } = await take('2026-12-01');
  expect(await anchorStatement(world.treasury)).toBe(1);
  await world.work();
  const ask = async (action: { readonly number: number; readonly hash: string }) => {
    const window = await getTransactionWindow(world.node, { lifetimeMs: 60_000 });
    const orderId = newId<OperatorId>();
    return await world.signer.client.signTreasuryOrder({
      orderId,
      attempt: 1,
      ...window,
      action: { kind: 'anchor', ...action },
    });
  };
  const another = 'ef'.repeat(32);
  await expect(ask({ number, hash: another })).rejects.toMatchObject({ code: 'statement-changed' });
  // Number 1 was never anchored, and never will be.
  await expect(ask({ number: 1, hash: another })).rejects.toMatchObject({ code: 'statement-changed' });
  await expect(ask({ number: 1, hash })).rejects.toMatchObject({ code: 'statement-changed' });
  // The same again is no second statement: a transaction may have been lost.
  await expect(ask({ number, hash })).resolves.toMatchObject({ txId: expect.any(String) as string });
});

test('an anchor that came to nothing rests, and is tried again', async () => {
  await take('2026-12-02');
  expect(await anchorStatement(world.treasury)).toBe(1);
  await sql`UPDATE treasury_orders SET state = 'dropped', ended_at = now() WHERE state = 'ready'`.execute(
    world.database.db.kysely,
  );
  expect(await anchorStatement(world.treasury)).toBe(0);
  await sql`UPDATE treasury_orders SET ended_at = now() - interval '11 minutes' WHERE state = 'dropped'`.execute(
    world.database.db.kysely,
  );
  expect(await anchorStatement(world.treasury)).toBe(1);
  await world.work();
  expect((await world.ordersOf()).at(-1)).toBe('anchor trx 1 done');
});
