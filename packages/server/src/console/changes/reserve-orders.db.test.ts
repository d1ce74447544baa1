import { randomUUID } from 'node:crypto';
import {
  newId,
  type ChangeId,
  type DepositId,
  type OperatorId,
  type PersonId,
  type SurplusId,
  type WalletId,
} from '@tern/base/ids';
import type { ChangeContent } from '@tern/contracts/routes/console-changes';
import { transact } from '@tern/db/transact';
import { houseAccount, openCustomerAccount } from '@tern/ledger/account';
import { getAccountBalance } from '@tern/ledger/balances';
import type { HouseAccountCode } from '@tern/ledger/chart';
import { postJournal, type Leg } from '@tern/ledger/post-journal';
import { units } from '@tern/money/units';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { listBreaches } from '@tern/testkit/list-breaches';
import { addOperator } from '@tern/testkit/operators';
import { getAddress } from '@tern/tron/address';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { areIncentivesStopped, closeGap, listOpenGaps, openGap } from '../../chain/reserves/public.ts';
import { upsertSignerAccounts } from '../../chain/signer/signer-accounts-store.ts';
import { addressOf } from '../../money/deposits/testing/scripted-chain.ts';
import { testAssets } from '../../money/transfers/testing/sending-world.ts';
import { webhookBox } from '../../platform/webhooks/public.ts';
import { decideChange, proposeChange, type ChangeDeps } from './decide-change.ts';

// Goal: what is missing is booked by two operators, once, of exactly what is missing, out of the house's money alone.
// Method: gaps as a comparison opens them, proposals as the console takes them, and every account before and after.
let database: TestDatabase;
let deps: ChangeDeps;
let ada: OperatorId;
let ben: OperatorId;
const accounts = { hot: addressOf('hot'), fee: addressOf('fee'), cold: addressOf('cold') };
const address = addressOf('a deposit address');
const customer = { personId: newId<PersonId>(), walletId: newId<WalletId>(), asset: 'usdt' } as const;

beforeAll(async () => {
  database = await createTestDatabase();
  deps = {
    db: database.asConsole,
    assets: testAssets,
    pairs: [],
    pool: { everyHours: 24, shareBasisPoints: 1_000n },
    areTermsValid: () => true,
    webhooks: { box: webhookBox(Buffer.alloc(32)), hosts: [] },
    isContract: async (at) => at === addressOf('a contract'),
  };
  ada = await addOperator(database.db, { name: 'ada', role: 'treasurer' });
  ben = await addOperator(database.db, { name: 'ben', role: 'treasurer' });
  await upsertSignerAccounts(database.db.kysely, accounts);
  await post('treasury-funding', 'funding', 'custody:hot', 'capital', 1_000n);
  await transact(database.db, async (tx) => {
    const [debit, credit] = [
      await houseAccount(tx, 'custody:deposit', 'usdt'),
      await openCustomerAccount(tx, customer),
    ];
    const leg: Leg = { debit, credit, asset: 'usdt', amount: units(500n), code: 'deposit' };
    await postJournal(tx, { key: 'test:deposit', kind: 'deposit', legs: [leg], details: { to: address } });
  });
});
afterAll(async () => {
  // Its deposits were written by the test.
  const found = await listBreaches(database.db, { invented: ['funds'] });
  expect(found.filter(({ invariant }) => invariant === 'I21')).toEqual([]);
  await database.drop();
});
beforeEach(async () => {
  await transact(database.db, async (tx) => {
    for (const { assetId, subject } of await listOpenGaps(tx)) await closeGap(tx, { assetId, subject });
  });
});

async function post(
  kind: 'treasury-funding' | 'treasury-move' | 'deposit-unidentified',
  code: Leg['code'],
  debit: HouseAccountCode,
  credit: HouseAccountCode,
  amount: bigint,
  details: Record<string, string> = {},
): Promise<string> {
  return await transact(database.db, async (tx) => {
    const [to, from] = [await houseAccount(tx, debit, 'usdt'), await houseAccount(tx, credit, 'usdt')];
    const leg: Leg = { debit: to, credit: from, asset: 'usdt', amount: units(amount), code };
    return (await postJournal(tx, { key: `test:${randomUUID()}`, kind, legs: [leg], details })).journalId;
  });
}

const balance = (code: HouseAccountCode): Promise<bigint> =>
  transact(database.db, async (tx) => (await getAccountBalance(tx, await houseAccount(tx, code, 'usdt'))).posted);
const owed = (): Promise<bigint> =>
  transact(database.db, async (tx) => (await getAccountBalance(tx, await openCustomerAccount(tx, customer))).posted);

const miss = (subject: string, missing: bigint) =>
  transact(database.asWorker, (tx) =>
    openGap(tx, { assetId: 'usdt', subject, missing: units(missing), blockNumber: 9 }),
  );

const propose = (content: ChangeContent, operatorId = ada) =>
  proposeChange(deps, { content, note: 'agreed on the phone', operatorId });
const carryOut = (id: ChangeId, operatorId: OperatorId) =>
  decideChange(deps, { said: { id, decision: 'carry-out' }, operatorId, now: new Date() });

/** `done`, or the reason of the refusal. */
const said = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'done',
    (error: { data?: { reason?: string } }) => error.data?.reason ?? String(error),
  );

const loss = (subject: string, amount: bigint, why: 'accepted' | 'destroyed' = 'accepted'): ChangeContent => ({
  kind: 'loss',
  why,
  assetId: 'usdt',
  subject,
  amount: String(amount),
});

test.each(['hot', 'cold', 'energy', `deposit ${address}`])(
  'M35 a loss at %s is the house’s once two operators have said so, and then incentives go on',
  async (subject) => {
    const place = subject.startsWith('deposit') ? 'deposit' : subject;
    const code = `custody:${place}` as HouseAccountCode;
    const [had, own, people] = [await balance(code), await balance('capital'), await owed()];
    await miss(subject, 7n);
    const id = await propose(loss(subject, 7n));
    expect(await balance(code)).toBe(had);
    expect(await said(carryOut(id, ada))).toBe('proposed-by-you');
    expect(await areIncentivesStopped(database.db.kysely, 'usdt')).toBe(true);
    expect((await Promise.all([carryOut(id, ben), carryOut(id, ben)].map(said))).toSorted()).toEqual([
      'done',
      'not-proposed',
    ]);
    expect(await said(carryOut(id, ben))).toBe('not-proposed');
    expect(await balance(code)).toBe(had - 7n);
    expect(await balance('capital')).toBe(own - 7n);
    expect(await owed()).toBe(people);
    expect(await areIncentivesStopped(database.db.kysely, 'usdt')).toBe(false);
    const { rows } = await sql<{ kind: string }>`
      SELECT kind FROM operator_actions WHERE subject = ${id} ORDER BY seq`.execute(database.db.kysely);
    expect(rows.map(({ kind }) => kind)).toEqual(['change-proposed', 'decision-refused', 'change-carried-out']);
  },
);

test('two proposals of one loss book it once, however close they come', async () => {
  const had = await balance('capital');
  await miss('hot', 11n);
  const ids = [
    await propose(loss('hot', 11n)),
    await propose(loss('hot', 11n)),
    await propose(loss('hot', 11n), ben),
  ] as const;
  const outcomes = await Promise.all([carryOut(ids[0], ben), carryOut(ids[1], ben), carryOut(ids[2], ada)].map(said));
  expect(outcomes.toSorted()).toEqual(['done', 'no-shortfall', 'no-shortfall']);
  expect(await balance('capital')).toBe(had - 11n);
});

test('an amount that is not what is missing now is refused, when it is proposed and when it is approved', async () => {
  const had = await balance('capital');
  expect(await said(propose(loss('hot', 5n)))).toBe('no-shortfall');
  await miss('hot', 5n);
  expect(await said(propose(loss('hot', 6n)))).toBe('shortfall-changed');
  const id = await propose(loss('hot', 5n));
  await miss('hot', 8n);
  expect(await said(carryOut(id, ben))).toBe('shortfall-changed');
  await transact(database.asWorker, (tx) => closeGap(tx, { assetId: 'usdt', subject: 'hot' }));
  expect(await said(carryOut(id, ben))).toBe('no-shortfall');
  await decideChange(deps, { said: { id, decision: 'withdraw' }, operatorId: ben, now: new Date() });
  expect(await balance('capital')).toBe(had);
});

test('the house bears no more than it has, and nobody else bears anything', async () => {
  const [had, people] = [await balance('capital'), await owed()];
  await miss('hot', had + 1n);
  expect(await said(propose(loss('hot', had + 1n)))).toBe('house-cannot-cover');
  await miss('hot', had);
  const id = await propose(loss('hot', had));
  // What the house has spent since counts.
  await transact(database.db, async (tx) => {
    const [debit, credit] = [await houseAccount(tx, 'capital', 'usdt'), await houseAccount(tx, 'liquidity', 'usdt')];
    const leg: Leg = { debit, credit, asset: 'usdt', amount: units(1n), code: 'funding' };
    await postJournal(tx, { key: 'test:set-aside', kind: 'liquidity-funding', legs: [leg] });
  });
  expect(await said(carryOut(id, ben))).toBe('house-cannot-cover');
  expect(await balance('capital')).toBe(had - 1n);
  expect(await owed()).toBe(people);
  await miss('liabilities', 3n);
  expect(await said(propose(loss('liabilities', 3n)))).toBe('pay-in-instead');
});

test('D17 destroyed tokens are booked as such only where the issuer’s transaction was seen', async () => {
  await miss(`deposit ${address}`, 2n);
  expect(await said(propose(loss(`deposit ${address}`, 2n, 'destroyed')))).toBe('no-issuer-act');
  await destroy('aa', address, 'usdt', 2n);
  const id = await propose(loss(`deposit ${address}`, 2n, 'destroyed'));
  expect(await said(carryOut(id, ben))).toBe('done');
});

/** The issuer's act, as a block of then showed it. */
async function destroy(txId: string, at: string, assetId: string, amount: bigint): Promise<void> {
  await sql`
    INSERT INTO quarantined_inflows (tx_id, kind, index, block_number, block_id, subject, to_address, reason, asset_id, amount)
    VALUES (${txId}, 'issuer', 0, 8, 'b', 'DestroyedBlackFunds', ${at}, 'issuer-act', ${assetId}, ${String(amount)})`.execute(
    database.db.kysely,
  );
}

test('D17 the issuer’s act explains its own token and amount, and one loss', async () => {
  const other = addressOf('another deposit address');
  const destroyed = (amount: bigint) => said(propose(loss(`deposit ${other}`, amount, 'destroyed')));
  await miss(`deposit ${other}`, 9n);
  await destroy('ab', other, 'reward', 9n);
  expect(await destroyed(9n)).toBe('no-issuer-act');
  await destroy('ac', other, 'usdt', 8n);
  expect(await destroyed(9n)).toBe('no-issuer-act');
  await miss(`deposit ${other}`, 5n);
  const first = await propose(loss(`deposit ${other}`, 5n, 'destroyed'));
  expect(await said(carryOut(first, ben))).toBe('done');
  // Of 8 that were destroyed 5 are booked.
  await miss(`deposit ${other}`, 4n);
  expect(await destroyed(4n)).toBe('no-issuer-act');
  await miss(`deposit ${other}`, 3n);
  const last = await propose(loss(`deposit ${other}`, 3n, 'destroyed'));
  expect(await said(carryOut(last, ben))).toBe('done');
  await miss(`deposit ${other}`, 3n);
  expect(await destroyed(3n)).toBe('no-issuer-act');
  // What the issuer does to the cold address is not read.
  await destroy('ad', accounts.cold, 'usdt', 3n);
  await miss('cold', 3n);
  expect(await said(propose(loss('cold', 3n, 'destroyed')))).toBe('no-issuer-act');
});

/** USDT that arrived at the hot wallet and waits in suspense. */
async function arrive(from: string, amount: bigint): Promise<DepositId> {
  const journalId = await post('deposit-unidentified', 'unidentified', 'custody:hot', 'suspense', amount);
  const id = newId<DepositId>();
  await sql`
    INSERT INTO deposits (id, tx_id, kind, index, asset, amount, from_address, to_address, block_number, block_id, block_time,
      destination, reason, journal_id)
    VALUES (${id}, ${id}, 'trc20', 0, 'usdt', ${String(amount)}, ${from}, ${accounts.hot}, 8, 'b', now(), 'suspense',
      'unknown-sender', ${journalId})`.execute(database.db.kysely);
  return id;
}

const back = (depositId: DepositId, amount: bigint): ChangeContent => ({
  kind: 'cold-return',
  depositId,
  assetId: 'usdt',
  amount: String(amount),
});

test('K07 what came back from cold storage leaves suspense for it, once two operators have said so', async () => {
  await post('treasury-move', 'move', 'custody:cold', 'custody:hot', 300n);
  const [cold, suspense, own] = [await balance('custody:cold'), await balance('suspense'), await balance('capital')];
  const depositId = await arrive(accounts.cold, 200n);
  expect(await said(propose(back(depositId, 200n)))).toBe('no-shortfall');
  await miss('cold', 150n);
  expect(await said(propose(back(depositId, 200n)))).toBe('shortfall-changed');
  // 5 were burnt on the way.
  await miss('cold', 205n);
  expect(await said(propose(back(depositId, 199n)))).toBe('not-from-cold');
  expect(await said(propose(back(await arrive(addressOf('stranger'), 9n), 9n)))).toBe('not-from-cold');
  const ids = [await propose(back(depositId, 200n)), await propose(back(depositId, 200n))] as const;
  expect(await said(carryOut(ids[0], ada))).toBe('proposed-by-you');
  expect((await Promise.all(ids.map((id) => said(carryOut(id, ben))))).toSorted()).toEqual(['done', 'not-from-cold']);
  expect(await balance('custody:cold')).toBe(cold - 200n);
  expect(await balance('suspense')).toBe(suspense + 9n);
  expect(await balance('capital')).toBe(own);
  expect(await listOpenGaps(database.db.kysely)).toMatchObject([{ subject: 'cold', missing: 5n }]);
  expect(await said(carryOut(await propose(loss('cold', 5n)), ben))).toBe('done');
  expect(await areIncentivesStopped(database.db.kysely, 'usdt')).toBe(false);
});

test('a surplus goes to no contract and to no address that is none', async () => {
  const surplus = { kind: 'surplus', surplusId: newId<SurplusId>(), address, assetId: 'usdt', amount: '5' } as const;
  expect(await said(propose({ ...surplus, to: addressOf('a contract') }))).toBe('contract-address');
  expect(await said(propose({ ...surplus, to: 'T-no-address' }))).toBe('address-invalid');
  expect(await said(propose({ ...surplus, to: getAddress(addressOf('somebody')) }))).toBe('surplus-over');
});

test('neither the worker nor the api can book a loss or a return from cold storage', async () => {
  for (const role of [database.asWorker, database.asApi]) {
    await expect(
      transact(role, async (tx) => {
        const [debit, credit] = [
          await houseAccount(tx, 'capital', 'usdt'),
          await houseAccount(tx, 'custody:hot', 'usdt'),
        ];
        const leg: Leg = { debit, credit, asset: 'usdt', amount: units(1n), code: 'loss' };
        await postJournal(tx, { key: `test:${randomUUID()}`, kind: 'reserve-loss', legs: [leg] });
      }),
    ).rejects.toThrow('kind-forbidden');
  }
});
