import { systemClock } from '@tern/base/clock';
import type { DepositId, OperatorId, RecordId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { getBalances } from '@tern/ledger/balances';
import { ratio } from '@tern/money/ratio';
import { listBreaches } from '@tern/testkit/list-breaches';
import { addOperator } from '@tern/testkit/operators';
import { openScreeningStandIn, type ScreeningService } from '@tern/testkit/screening-service';
import type { TronAddress } from '@tern/tron/address';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { insertOwnAccount, recordOperatorAction } from '../../people/operators/public.ts';
import { getRecord } from '../../people/records/get-record.ts';
import { openScreening } from '../../people/screening/public.ts';
import { putOnList } from '../../people/screening/testing/put-on-list.ts';
import { beginTerms } from '../../people/terms/public.ts';
import type { FindPrice, Wallet } from '../../people/wallets/public.ts';
import { testTerms } from '../transfers/testing/sending-world.ts';
import { askAboutDeposits } from './ask-about-deposits.ts';
import { releaseDeposit, releaseOverdueDeposits } from './release-deposit.ts';
import { settleSuspense } from './settle-suspense.ts';
import { fixedPrices, stranger, usdtContract } from './testing/deposit-rules.ts';
import { openDepositWorld, type DepositWorld } from './testing/deposit-world.ts';
import { addressOf, tokenCall } from './testing/scripted-chain.ts';

// Goal: a deposit whose sender something speaks against is credited, held for exactly what it brought, and free by its deadline at
// the latest, whatever happens. Method: blocks as a chain tells them, lists, and a service written from the documentation.
const secret = 'a secret of this test, long enough';
const listed = addressOf('a listed sender');
let world: DepositWorld;
let service: ScreeningService;
let asking: DepositWorld['deps'];
let ada: OperatorId;
beforeAll(async () => {
  [world, service] = [await openDepositWorld(), await openScreeningStandIn(secret)];
  const named = { screeningUrl: service.url, screeningTimeoutMs: 400 };
  asking = { ...world.deps, screening: openScreening(named, { secret, clock: systemClock }) };
  ada = await addOperator(world.database.db, { name: 'ada' });
  await putOnList(world.database, { address: listed, list: 'Sanctions' });
});
beforeEach(() => {
  service.answer = undefined;
  service.hits.clear();
  service.questions.length = 0;
});
afterEach(async () => {
  await letTimePass();
  await world.expectSoundBooks();
});
afterAll(async () => {
  await service.close();
  await world.database.drop();
});

type Sql = Parameters<typeof sql.raw>[0];
/** Past every trigger. */
const asReplica = (query: Sql) =>
  transact(world.database.db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql.raw(query).execute(tx);
  });
/** When the hold of a deposit was made. */
const setHoldTime = (depositId: DepositId, time: string) =>
  asReplica(`UPDATE ledger.journals SET created_at = ${time} WHERE idempotency_key = 'deposit-hold:${depositId}'`);
const run = (query: Sql) => sql.raw(query).execute(world.database.db.kysely);
/** Lets the deadline of everything held pass. */
async function letTimePass(): Promise<number> {
  const earlier = `opened_at = opened_at - interval '73 hours', until = until - interval '73 hours'`;
  await run(`UPDATE deposit_cases SET ${earlier} WHERE outcome IS NULL`);
  await run(`UPDATE deposit_checks SET ${earlier}`);
  return await releaseOverdueDeposits(world.database.asWorker, { limit: 50 });
}

let sent = 0;
async function arrive(to: Wallet, { from, amount, deps }: { from: TronAddress; amount: bigint; deps?: typeof asking }) {
  const name = `arrival ${(sent += 1)}`;
  world.chain.mine(tokenCall({ caller: from, name, logs: [{ contract: usdtContract, from, to: to.address, amount }] }));
  world.solidify();
  await world.catchUp(deps);
}
const ask = () => askAboutDeposits({ ...asking, db: world.database.asWorker }, { limit: 20 });
const askAgain = async () => {
  await run(`UPDATE deposit_checks SET due_at = clock_timestamp()`);
  return await ask();
};
async function standing(wallet: Wallet) {
  const balance = (await getBalances(world.database.asApi.kysely, { walletId: wallet.id })).get('usdt');
  const { rows } = await sql<{ id: RecordId; depositId: DepositId }>`
    SELECT r.id, d.id AS "depositId" FROM records r JOIN deposits d ON d.record_id = r.id
     WHERE r.wallet_id = ${wallet.id} ORDER BY r.created_at, r.id`.execute(world.database.db.kysely);
  const [last] = rows.slice(-1);
  const deps = { db: world.database.asApi, confirmations: 19 };
  const record = await getRecord(deps, { personId: wallet.personId, recordId: last?.id as RecordId });
  const { rows: kept } = await sql<{
    reason: string;
    evidence: unknown;
    outcome: string | null;
  }>`
    SELECT reason, evidence, outcome FROM deposit_cases WHERE deposit_id = ${last?.depositId}`.execute(
    world.database.db.kysely,
  );
  return {
    balance: `${balance?.available} of ${balance?.posted}`,
    status: record.status,
    timeline: record.timeline.map(({ step, state }) => `${step} ${state}`).join(', '),
    until: record.decidedBy,
    depositId: last?.depositId as DepositId,
    case: kept[0],
  };
}
const hours = (until: string | null) => Math.round((Date.parse(until ?? '') - Date.now()) / 3_600_000);

test('H08 what a listed sender pays is credited and held, exactly it, and its person sees until when', async () => {
  const wallet = await world.newWallet();
  await arrive(wallet, { from: stranger, amount: 30_000_000n });
  await arrive(wallet, { from: listed, amount: 20_000_000n });
  const held = await standing(wallet);
  expect(held).toMatchObject({
    balance: '30000000 of 50000000',
    status: 'pending-review',
    timeline: 'seen done, under-review now, credited todo',
    case: { reason: 'legal-order', evidence: [{ list: 'Sanctions', asOf: '2026-11-01' }], outcome: null },
  });
  expect(hours(held.until)).toBe(72);
  // Nobody has to be asked, and nothing ends before its time.
  expect([await ask(), await releaseOverdueDeposits(world.database.asWorker, { limit: 20 })]).toEqual([0, 0]);
  await world.expectSoundBooks();
  expect(await letTimePass()).toBe(1);
  expect(await standing(wallet)).toMatchObject({
    balance: '50000000 of 50000000',
    status: 'success',
    timeline: 'seen done, under-review done, credited done',
    until: null,
    case: { outcome: 'not-decided-in-time' },
  });
});

test('without a list that has the sender, and without a service, nothing is held; dust holds nobody’s attention', async () => {
  const wallet = await world.newWallet();
  await arrive(wallet, { from: stranger, amount: 30_000_000n });
  expect(await standing(wallet)).toMatchObject({ status: 'success', timeline: 'seen done, credited done' });
  await arrive(wallet, { from: listed, amount: 9_999n, deps: asking });
  expect(await standing(wallet)).toMatchObject({ balance: '30009999 of 30009999', status: 'success', until: null });
  expect(service.questions).toEqual([]);
});

test('without a price, what is less than the smallest send of its asset holds nobody’s attention', async () => {
  const wallet = await world.newWallet();
  const unpriced = { ...world.deps, findPrice: async () => undefined };
  await arrive(wallet, { from: listed, amount: 999_999n, deps: unpriced });
  // No fees and limits are in force yet: nothing says what little is.
  expect((await standing(wallet)).balance).toBe('0 of 999999');
  await beginTerms(world.database.asApi, testTerms);
  await arrive(wallet, { from: listed, amount: 999_999n, deps: unpriced });
  expect((await standing(wallet)).balance).toBe('999999 of 1999998');
  await arrive(wallet, { from: listed, amount: 1_000_000n, deps: unpriced });
  expect((await standing(wallet)).balance).toBe('999999 of 2999998');
  await arrive(wallet, { from: listed, amount: 1_500_000n });
  const { rows } = await sql<{ value: string | null }>`
    SELECT usdt_value::text AS value FROM deposit_cases WHERE outcome IS NULL ORDER BY opened_at`.execute(
    world.database.db.kysely,
  );
  expect(rows.map(({ value }) => value)).toEqual([null, null, '1500000']);
});

test('several deposits of one set of blocks: each listed one is held, and the others are not', async () => {
  const [one, other] = [await world.newWallet(), await world.newWallet()];
  const logs = [one, other, one].map(({ address: to }) => ({
    contract: usdtContract,
    from: listed,
    to,
    amount: 5_000_000n,
  }));
  const unlisted = [{ contract: usdtContract, from: stranger, to: one.address, amount: 7_000_000n }];
  world.chain.mine(
    tokenCall({ caller: listed, name: 'three', logs }),
    tokenCall({ caller: stranger, name: 'one', logs: unlisted }),
  );
  world.solidify();
  await world.catchUp();
  expect((await standing(one)).balance).toBe('7000000 of 17000000');
  expect((await standing(other)).balance).toBe('0 of 5000000');
});

test('the service is asked after the credit, hears nothing of the person, and a clear answer leaves nothing behind', async () => {
  const wallet = await world.newWallet();
  await arrive(wallet, { from: stranger, amount: 60_000_000n, deps: asking });
  expect(service.questions).toEqual([]);
  expect(await standing(wallet)).toMatchObject({ balance: '0 of 60000000', status: 'pending-review' });
  expect(await ask()).toBe(1);
  expect(service.questions).toMatchObject([
    {
      type: 'deposit.screen',
      data: { asset: 'usdt', address: stranger, amount: '60000000', usdtValue: '60000000' },
    },
  ]);
  expect(JSON.stringify(service.questions)).not.toContain(wallet.address);
  expect(await standing(wallet)).toMatchObject({ balance: '60000000 of 60000000', status: 'success', case: undefined });
  const { rows } = await run(`SELECT FROM deposit_checks`);
  expect(rows).toEqual([]);
});

test('what the service has something against is a case from then on, with the deadline of the credit', async () => {
  const wallet = await world.newWallet();
  await arrive(wallet, { from: stranger, amount: 1_000_000n, deps: asking });
  const { depositId } = await standing(wallet);
  await setHoldTime(depositId, `created_at - interval '10 hours'`);
  service.hits.set(stranger, { reason: 'suspected-fraud', detail: 'Reported twice', reference: 'case 7' });
  expect(await ask()).toBe(1);
  const held = await standing(wallet);
  expect(held).toMatchObject({
    balance: '0 of 1000000',
    case: { reason: 'suspected-fraud', evidence: [{ service: 'hit', detail: 'Reported twice', reference: 'case 7' }] },
  });
  expect(hours(held.until)).toBe(62);
});

test('a deposit keeps the value of its credit while the service is asked about it, whatever its price is by then', async () => {
  const wallet = await world.newWallet();
  const findPrice: FindPrice = async (db, assetId) => {
    const price = await fixedPrices(db, assetId);
    return price && { ...price, ratio: ratio(2n, 1n) };
  };
  await arrive(wallet, { from: stranger, amount: 30_000_000n, deps: { ...asking, findPrice } });
  const { depositId: doubled } = await standing(wallet);
  await arrive(wallet, { from: stranger, amount: 40_000_000n, deps: { ...asking, findPrice: async () => undefined } });
  const { depositId: unpriced } = await standing(wallet);
  service.hits.set(stranger, { reason: 'suspected-fraud', detail: 'Reported twice', reference: 'case 7' });
  expect(await ask()).toBe(2);
  expect(new Set(service.questions.map(({ data }) => data.usdtValue))).toEqual(new Set(['60000000', null]));
  const cases = await run(`SELECT deposit_id, usdt_value FROM deposit_cases WHERE outcome IS NULL ORDER BY usdt_value`);
  expect(cases.rows).toEqual([
    { deposit_id: doubled, usdt_value: '60000000' },
    { deposit_id: unpriced, usdt_value: null },
  ]);
});

test('two workers at once, and one that dies with its question: each deposit is settled once', async () => {
  const wallet = await world.newWallet();
  for (let at = 0; at < 6; at += 1) await arrive(wallet, { from: stranger, amount: 2_000_000n, deps: asking });
  const settled = await Promise.all([ask(), ask(), ask()]);
  expect(settled.reduce((sum, each) => sum + each, 0)).toBe(6);
  expect(service.questions).toHaveLength(6);
  await arrive(wallet, { from: stranger, amount: 2_000_000n, deps: asking });
  // As if the worker had taken it and were gone.
  await run(`UPDATE deposit_checks SET attempts = 1, due_at = clock_timestamp() + interval '30 seconds'`);
  expect([await ask(), await askAgain()]).toEqual([0, 1]);
  expect((await standing(wallet)).balance).toBe('14000000 of 14000000');
});

test('where nobody is asked any more, and where nobody answers until the deadline, what waited is free', async () => {
  const wallet = await world.newWallet();
  await arrive(wallet, { from: stranger, amount: 60_000_000n, deps: asking });
  expect(await askAboutDeposits({ ...world.deps, db: world.database.asWorker }, { limit: 20 })).toBe(1);
  await arrive(wallet, { from: stranger, amount: 60_000_000n, deps: asking });
  expect(await letTimePass()).toBe(1);
  expect((await standing(wallet)).balance).toBe('120000000 of 120000000');
  expect(await ask()).toBe(0);
});

test('what an operator releases is free at once, once, with their reason; nothing close to them', async () => {
  const wallet = await world.newWallet();
  await arrive(wallet, { from: listed, amount: 20_000_000n });
  const { depositId } = await standing(wallet);
  const release = (operatorId: OperatorId, note = 'An exchange, asked by mail') =>
    releaseDeposit(world.database.asConsole, { depositId, operatorId, note });
  expect(await release(ada, ' x')).toBe('reason-needed');
  const ben = await addOperator(world.database.db, { name: 'ben' });
  await run(`INSERT INTO people (id, public_id, invite_code, terms_accepted_at, created_at)
    VALUES ('${wallet.personId}', '20000001', 'AAAAAAAA', now(), now())`);
  await transact(world.database.asConsole, async (tx) => {
    await insertOwnAccount(tx, ben, wallet.personId);
    await recordOperatorAction(tx, { operatorId: ben, kind: 'account-declared', subject: wallet.personId });
  });
  expect(await release(ben)).toBe('own-account');
  expect((await Promise.all([release(ada), release(ada)])).toSorted()).toEqual(['not-open', 'released']);
  expect(await standing(wallet)).toMatchObject({
    balance: '20000000 of 20000000',
    status: 'success',
    case: { outcome: 'released' },
  });
  expect(await letTimePass()).toBe(0);
});

test('what is found in suspense and has a listed sender is held when it is credited', async () => {
  const wallet = await world.newWallet();
  const unproven = { ...world.deps, affirmAddresses: async () => new Set<TronAddress>() };
  await arrive(wallet, { from: listed, amount: 3_000_000n, deps: unproven });
  expect(await settleSuspense({ ...world.deps, db: world.database.asWorker }, { limit: 10 })).toBe(1);
  const balance = (await getBalances(world.database.asApi.kysely, { walletId: wallet.id })).get('usdt');
  expect([balance?.available, balance?.posted]).toEqual([0n, 3_000_000n]);
});

test('I22 I26 the watch sees what is held past its deadline, and a hold that its case does not account for', async () => {
  const wallet = await world.newWallet();
  await arrive(wallet, { from: listed, amount: 20_000_000n });
  const { depositId } = await standing(wallet);
  const findings = async () =>
    (await listBreaches(world.database.db, { invented: [] })).map(
      ({ invariant, finding }) => `${invariant} ${finding.replace(depositId, 'D').replace(/ since .*| \d+ /, ' … ')}`,
    );
  // Whatever its row says: the journal of the hold does not change.
  const heldSince = (time: string) => setHoldTime(depositId, time);
  const { rows } = await sql<{ at: string }>`
    SELECT created_at::text AS at FROM ledger.journals WHERE idempotency_key = ${`deposit-hold:${depositId}`}`.execute(
    world.database.db.kysely,
  );
  expect(await findings()).toEqual([]);
  // The worker has an hour.
  await heldSince(`now() - interval '72 hours 30 minutes'`);
  expect(await findings()).toEqual([]);
  await heldSince(`now() - interval '73 hours 30 minutes'`);
  expect(await findings()).toEqual(['I22 deposit D is held … ']);
  await heldSince(`'${rows[0]?.at}'`);
  await asReplica(
    `UPDATE deposit_cases SET outcome = 'not-decided-in-time', ended_at = now() WHERE deposit_id = '${depositId}'`,
  );
  const seen = await findings();
  expect(seen).toEqual(expect.arrayContaining([expect.stringMatching(/^I22 hold … outlives/)]));
  expect(seen.filter((each) => each.startsWith('I26'))).toHaveLength(2);
  // As it was, for the tests after this one.
  await asReplica(`UPDATE deposit_cases SET outcome = NULL, ended_at = NULL WHERE deposit_id = '${depositId}'`);
});

test('X07 a question that is deleted and written again has the deadline of its one hold; there is no second hold to name', async () => {
  const wallet = await world.newWallet();
  await arrive(wallet, { from: stranger, amount: 60_000_000n, deps: asking });
  const { depositId } = await standing(wallet);
  const { asWorker } = world.database;
  const untilOf = async () =>
    (await sql<{ at: string }>`SELECT until::text AS at FROM deposit_checks`.execute(asWorker.kysely)).rows;
  const before = await untilOf();
  expect(before).toHaveLength(1);
  const again = (pending: string, columns = '', values = '') => `
    WITH gone AS (DELETE FROM deposit_checks WHERE deposit_id = '${depositId}' RETURNING pending_id, record_id)
    INSERT INTO deposit_checks (deposit_id, pending_id, record_id${columns})
    SELECT '${depositId}', ${pending}, record_id${values} FROM gone`;
  const asWorkerRun = (query: Sql) => transact(asWorker, (tx) => sql.raw(query).execute(tx));
  await asWorkerRun(`DELETE FROM deposit_checks WHERE deposit_id = '${depositId}'`);
  await asWorkerRun(`INSERT INTO deposit_checks (deposit_id, pending_id, record_id)
    SELECT d.id, t.id, d.record_id FROM deposits d JOIN ledger.journals j ON j.idempotency_key = 'deposit-hold:' || d.id
      JOIN ledger.transfers t ON t.journal_id = j.id WHERE d.id = '${depositId}'`);
  expect(await untilOf()).toEqual(before);
  for (const column of ['until', 'opened_at'])
    await expect(asWorkerRun(again('pending_id', `, ${column}`, `, now() + interval '1 day'`))).rejects.toThrow(
      'permission denied',
    );
  await arrive(wallet, { from: listed, amount: 70_000_000n });
  const { depositId: other } = await standing(wallet);
  await expect(
    asWorkerRun(
      again(`(SELECT t.id FROM ledger.transfers t JOIN ledger.journals j ON j.id = t.journal_id
        WHERE j.idempotency_key = 'deposit-hold:${other}')`),
    ),
  ).rejects.toThrow('is not deposit');
  expect(await untilOf()).toEqual(before);
});

test('X07 the database lets no process hold longer, end early, or decide without a row in the log', async () => {
  const wallet = await world.newWallet();
  await arrive(wallet, { from: listed, amount: 20_000_000n });
  const { depositId } = await standing(wallet);
  const { asWorker, asConsole, asApi } = world.database;
  const tries = [
    [asWorker, `UPDATE deposit_cases SET until = until + interval '1 day'`, 'permission denied'],
    [asWorker, `UPDATE deposit_cases SET outcome = 'not-decided-in-time'`, 'does not end so'],
    [asWorker, `UPDATE deposit_cases SET outcome = 'released'`, 'deposit_cases_decided_check'],
    [asConsole, `UPDATE deposit_cases SET outcome = 'released', decided_by = '${ada}'`, 'without a row'],
    [asApi, `UPDATE deposit_cases SET outcome = 'released'`, 'permission denied'],
    [asWorker, `DELETE FROM deposit_cases`, 'permission denied'],
  ] as const;
  for (const [db, query, why] of tries)
    await expect(
      transact(db, (tx) => sql.raw(`${query} WHERE deposit_id = '${depositId}'`).execute(tx)),
    ).rejects.toThrow(why);
  // The ledger has no way by which what is held could go anywhere.
  await expect(
    transact(world.database.db, (tx) =>
      sql`SELECT ledger.post_hold('taken', c.pending_id, ARRAY[(SELECT id FROM ledger.accounts WHERE class = 'suspense' LIMIT 1)],
        ARRAY[20000000::numeric], ARRAY['deposit'], '{}') FROM deposit_cases c WHERE c.deposit_id = ${depositId}`.execute(
        tx,
      ),
    ),
  ).rejects.toThrow('leg-not-allowed');
});
