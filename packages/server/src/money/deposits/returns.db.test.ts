import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { DepositId, OperatorId } from '@tern/base/ids';
import type { AssetId } from '@tern/money/asset';
import { addOperator } from '@tern/testkit/operators';
import { processEnv } from '@tern/testkit/process-env';
import type { TronAddress } from '@tern/tron/address';
import { hasCode } from '@tern/tron/has-code';
import { sql } from 'kysely';
import { TronWeb } from 'tronweb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertReturn, listOpenOrders, signOrders, sumOpenOrders } from '../../house/treasury/public.ts';
import { openTreasuryWorld, type TreasuryWorld } from '../../house/treasury/testing/treasury-world.ts';
import { assignSuspense, giveDepositToHouse, listQuarantine, returnToSender, type ReturnReply } from './public.ts';
import type { ReturnJob } from './testing/return-and-die.ts';

// Goal: money in suspense goes back to where it came from once, whatever dies or is forgotten on the way. Method: the real
// signer, a chain of its own, and a sender who pays with unmodified tronweb.
const usdt = 1_000_000n;
let world: TreasuryWorld;
let ada: OperatorId;
let ben: OperatorId;
let sender: TronWeb;

beforeAll(async () => {
  world = await openTreasuryWorld('returns');
  ada = await addOperator(world.database.db, { name: 'ada' });
  ben = await addOperator(world.database.db, { name: 'ben' });
  sender = new TronWeb({ fullHost: world.chain.url, privateKey: randomBytes(32).toString('hex') });
  await world.chain.admin.faucetTrx(senderAddress(), 50_000_000_000n);
  await world.chain.admin.faucetToken('usdt', senderAddress(), 50_000n * usdt);
  await world.settle();
});
afterAll(() => world.close());

const db = () => world.database.asConsole;
const senderAddress = () => sender.defaultAddress.base58 as TronAddress;

async function transfer(to: TronAddress, assetId: 'trx' | 'usdt', amount: bigint): Promise<void> {
  const made =
    assetId === 'trx'
      ? await sender.transactionBuilder.sendTrx(to, Number(amount))
      : (
          await sender.transactionBuilder.triggerSmartContract(
            world.treasury.contracts.usdt,
            'transfer(address,uint256)',
            { feeLimit: 100_000_000 },
            [
              { type: 'address', value: to },
              { type: 'uint256', value: String(amount) },
            ],
          )
        ).transaction;
  const { result } = await sender.trx.sendRawTransaction(await sender.trx.sign(made));
  expect(result).toBe(true);
}

/** The sender pays to an address of ours that is nobody's. Returns the deposit. */
async function strand(assetId: 'trx' | 'usdt', amount: bigint): Promise<DepositId> {
  const { rows } = await sql<{ address: TronAddress }>`
    SELECT p.address FROM address_pool p
     WHERE NOT EXISTS (SELECT FROM wallets w WHERE w.address = p.address) ORDER BY p.derivation_index DESC LIMIT 1`.execute(
    world.database.db.kysely,
  );
  await transfer(rows[0]?.address as TronAddress, assetId, amount);
  await world.settle();
  const { suspense } = await listQuarantine(db());
  expect(suspense).toMatchObject([{ assetId, amount, from: senderAddress(), reason: 'unassigned-address' }]);
  return suspense[0]?.depositId as DepositId;
}

const deps = () => ({
  db: db(),
  isContract: (address: TronAddress) => hasCode(world.node, address),
  sharedSources: new Set<TronAddress>(),
  orderReturn: insertReturn,
});

function giveBack(operatorId: OperatorId, depositId: DepositId, despiteWarnings = false): Promise<ReturnReply> {
  const said = { depositId, operatorId, reason: 'asked for by its sender', despiteWarnings };
  return returnToSender(deps(), said);
}

async function order(depositId: DepositId, despiteWarnings = false): Promise<void> {
  expect(await giveBack(ada, depositId, despiteWarnings)).toMatchObject({ outcome: 'second-operator-needed' });
  expect(await giveBack(ben, depositId, despiteWarnings)).toMatchObject({ outcome: 'ordered', to: senderAddress() });
}

const onChain = (assetId: AssetId) => world.onChain(senderAddress(), assetId);
const returns = async () => (await world.ordersOf()).filter((text) => text.startsWith('return'));

/** Runs one process that may be killed at a named point; returns the signal that ended it, or its exit code. */
async function run(crashAt: string, say?: ReturnJob['say']): Promise<string | number> {
  const { contracts } = world.treasury;
  const { socketPath, secret } = world.signer;
  const job: ReturnJob = {
    databaseUrl: world.database.consoleUrl,
    nodeUrl: world.chain.url,
    contracts,
    signer: { socketPath, secret: Buffer.from(secret).toString('base64url') },
    ...(say === undefined ? {} : { say }),
  };
  const script = fileURLToPath(new URL('./testing/return-and-die.ts', import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(job)], {
    env: processEnv({ TERN_CRASH_AT: crashAt }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return signal ?? code ?? -1;
}

test.each([
  ['usdt', 25n * usdt],
  ['trx', 40_000_000n],
] as const)(
  'D11 %s in suspense goes back to its sender once two different operators say so',
  async (assetId, amount) => {
    const before = await onChain('usdt');
    const depositId = await strand(assetId, amount);
    const had = await onChain(assetId);
    const [hot, cost] = [await world.house('custody:hot', assetId), await world.house('network-cost', 'trx')];
    expect(await giveBack(ada, depositId)).toMatchObject({ outcome: 'second-operator-needed', warnings: [] });
    expect(await giveBack(ada, depositId)).toMatchObject({ outcome: 'second-operator-needed' });
    // Two who say different things have said nothing.
    const other = { depositId, operatorId: ben, reason: 'it is ours' };
    expect(await giveDepositToHouse(db(), other)).toBe('second-operator-needed');
    const both = await Promise.all([giveBack(ben, depositId), giveBack(ben, depositId)]);
    expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['not-found', 'ordered']);
    expect((await listQuarantine(db())).suspense).toMatchObject([{ depositId, returning: true }]);
    // Nothing else can be made of it any more.
    const wallet = await world.newWallet();
    expect(await giveDepositToHouse(db(), other)).toBe('not-found');
    expect(await assignSuspense(db(), { ...other, address: wallet.address })).toBe('not-found');
    await world.work(3);
    expect((await listQuarantine(db())).suspense).toEqual([]);
    expect(await onChain(assetId)).toBe(had + amount);
    expect(await world.house('suspense', assetId)).toBe(0n);
    const burnt = (await world.house('network-cost', 'trx')) - cost;
    const gone = assetId === 'trx' ? amount + burnt : amount;
    expect(hot - (await world.house('custody:hot', assetId))).toBe(gone);
    if (assetId === 'usdt') {
      expect(burnt).toBeGreaterThan(0n);
      expect(await onChain('usdt')).toBe(before);
    }
    expect(await giveBack(ada, depositId)).toMatchObject({ outcome: 'not-found' });
    await world.checkCustody();
  },
);

test.each(['t0', 'd5', 'd6', 'd7', 't4', 't5', 't1', 't2', 'b1'])(
  'M19 a worker killed at %s has paid back once in the end, and every cost is booked once',
  async (point) => {
    const before = await onChain('usdt');
    const count = (await returns()).length;
    await order(await strand('usdt', 11n * usdt));
    let killed = false;
    for (let round = 0; round < 6 && !killed; round += 1) {
      await world.makeDue();
      killed = (await run(point)) === 'SIGKILL';
      // Seen in a block is what comes before it is irreversible.
      if (!killed) await world.chain.admin.mine(point === 't5' ? 1 : 21);
    }
    expect(killed).toBe(true);
    await world.chain.admin.mine(21);
    await world.work(3);
    expect((await returns()).slice(count)).toEqual(['return usdt 11000000 done']);
    expect(await onChain('usdt')).toBe(before);
    expect(await world.house('suspense', 'usdt')).toBe(0n);
    await world.checkCustody();
  },
);

test('M19 an operator’s process killed at b0 has ordered nothing, and the same word counts afterwards', async () => {
  const before = await onChain('usdt');
  const depositId = await strand('usdt', 12n * usdt);
  expect(await giveBack(ada, depositId)).toMatchObject({ outcome: 'second-operator-needed' });
  expect(await run('b0', { depositId, operatorId: ben })).toBe('SIGKILL');
  expect(await listOpenOrders(db().kysely)).toEqual([]);
  expect(await giveBack(ben, depositId)).toMatchObject({ outcome: 'ordered' });
  await world.work(3);
  expect(await onChain('usdt')).toBe(before);
});

test('M21 what was signed and never included is in suspense again, and two operators order a second try', async () => {
  const before = await onChain('usdt');
  const count = (await returns()).length;
  const depositId = await strand('usdt', 13n * usdt);
  await order(depositId);
  await world.makeDue();
  // Signed and handed to nobody, and then too old.
  expect(await signOrders(world.treasury, { limit: 10 })).toBe(1);
  await world.chain.admin.advanceTime(10 * 60_000);
  await world.settle();
  expect((await listQuarantine(db())).suspense).toMatchObject([{ depositId, returning: false, votes: 0 }]);
  await order(depositId);
  await world.work(3);
  expect((await returns()).slice(count)).toEqual(['return usdt 13000000 expired', 'return usdt 13000000 done']);
  expect(await onChain('usdt')).toBe(before);
  await world.checkCustody();
});

test('M36 a restored database that has forgotten a return orders it again and gets the transaction of then', async () => {
  const before = await onChain('usdt');
  const depositId = await strand('usdt', 14n * usdt);
  await order(depositId);
  await world.makeDue();
  expect(await signOrders(world.treasury, { limit: 10 })).toBe(1);
  const txIds = async () =>
    (
      await sql<{ tx_id: string }>`
        SELECT tx_id FROM treasury_orders WHERE kind = 'return' AND amount = ${String(14n * usdt)}`.execute(
        world.database.db.kysely,
      )
    ).rows;
  const signed = await txIds();
  await world.database.db.kysely.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`DELETE FROM suspense_returns WHERE deposit_id = ${depositId}`.execute(tx);
    await sql`DELETE FROM quarantine_votes WHERE subject = 'deposit:' || ${depositId}::text`.execute(tx);
    await sql`DELETE FROM treasury_orders WHERE state = 'signed'`.execute(tx);
  });
  await order(depositId);
  await world.work(3);
  expect(await txIds()).toEqual(signed);
  expect(await onChain('usdt')).toBe(before);
  await world.checkCustody();
});

test('a sender who is a contract or pays for many is warned of; an address of ours and a frozen token are refused', async () => {
  const depositId = await strand('usdt', 16n * usdt);
  const said = { depositId, operatorId: ada, reason: 'asked for by its sender', despiteWarnings: false };
  const shared = { ...deps(), isContract: async () => true, sharedSources: new Set([senderAddress()]) };
  expect(await returnToSender(shared, said)).toMatchObject({
    outcome: 'warned',
    warnings: ['contract', 'shared-sender'],
  });
  expect((await listQuarantine(db())).suspense).toMatchObject([{ votes: 0 }]);
  expect(await returnToSender(shared, { ...said, reason: ' ' })).toMatchObject({ outcome: 'reason-needed' });
  // Three people were paid by it.
  for (let person = 0; person < 3; person += 1) await transfer((await world.newWallet()).address, 'trx', 2_000_000n);
  await world.settle();
  expect(await giveBack(ada, depositId)).toMatchObject({ outcome: 'warned', warnings: ['pays-many-people'] });
  await sql`INSERT INTO token_freezes (asset, address, block_number, booked, found) VALUES ('usdt', 'x', 1, 1, 0)`.execute(
    world.database.db.kysely,
  );
  expect(await giveBack(ada, depositId, true)).toMatchObject({ outcome: 'token-frozen' });
  await sql`DELETE FROM token_freezes`.execute(world.database.db.kysely);
  const free = await world.newWallet();
  await sql`UPDATE deposits SET from_address = ${free.address} WHERE id = ${depositId}`.execute(
    world.database.db.kysely,
  );
  expect(await giveBack(ada, depositId, true)).toMatchObject({ outcome: 'own-address' });
  await sql`UPDATE deposits SET from_address = ${senderAddress()} WHERE id = ${depositId}`.execute(
    world.database.db.kysely,
  );
  expect(await giveBack(ada, depositId, true)).toMatchObject({ outcome: 'second-operator-needed' });
  expect(await giveBack(ben, depositId, true)).toMatchObject({ outcome: 'ordered' });
  await world.work(3);
  expect((await listQuarantine(db())).suspense).toEqual([]);
});

test('the database itself refuses a return on one word, and an owner for what is on its way back', async () => {
  const depositId = await strand('usdt', 17n * usdt);
  expect(await giveBack(ada, depositId, true)).toMatchObject({ outcome: 'second-operator-needed' });
  const { kysely } = db();
  const orderId = crypto.randomUUID();
  await sql`
    INSERT INTO treasury_orders (id, kind, asset_id, amount, to_address, signer_order_id, state)
    VALUES (${orderId}, 'return', 'usdt', 5, ${senderAddress()}, 'return-c0-x', 'ready')`.execute(kysely);
  await expect(
    sql`UPDATE treasury_orders SET state = 'signed', tx_id = ${'ab'.repeat(32)}, raw_hex = '00', signature_hex = '00'
         WHERE id = ${orderId}`.execute(kysely),
  ).rejects.toThrow(/returns nothing/);
  await expect(
    sql`INSERT INTO suspense_returns (order_id, deposit_id, to_address)
        VALUES (${orderId}, ${depositId}, ${senderAddress()})`.execute(kysely),
  ).rejects.toThrow(/lacks votes/);
  await sql`UPDATE treasury_orders SET state = 'dropped', ended_at = now() WHERE id = ${orderId}`.execute(kysely);
  expect(await giveBack(ben, depositId, true)).toMatchObject({ outcome: 'ordered' });
  await expect(
    sql`INSERT INTO suspense_resolutions (deposit_id, journal_id) VALUES (${depositId}, 1)`.execute(kysely),
  ).rejects.toThrow(/being returned/);
  await world.work(3);
  expect((await listQuarantine(db())).suspense).toEqual([]);
  await world.checkCustody();
});

test('M20 a return waits for the hot wallet, and takes nothing from what payments are promised', async () => {
  const amount = (await world.house('custody:hot', 'usdt')) + usdt;
  await world.chain.admin.faucetToken('usdt', senderAddress(), amount);
  const depositId = await strand('usdt', amount);
  await order(depositId, true);
  await world.makeDue();
  expect(await signOrders(world.treasury, { limit: 10 })).toBe(0);
  expect(await listOpenOrders(db().kysely)).toMatchObject([{ state: 'ready', waitingFor: 'hot-wallet' }]);
  expect(await sumOpenOrders(db().kysely, 'hot', 'usdt')).toEqual({ amount: 0n, costSun: 0n });
  // As much as the signer signs without operators, and no more, whoever waits for what.
  await world.chain.admin.faucetToken('usdt', world.accounts.hot, 2n * usdt);
  await world.settle();
  expect(await signOrders(world.treasury, { limit: 10 })).toBe(0);
  expect(await listOpenOrders(db().kysely)).toMatchObject([{ state: 'ready', waitingFor: 'signer-limit' }]);
});
