import { assert } from '@tern/base/assert';
import { systemClock } from '@tern/base/clock';
import type { DepositId, OperatorId, RecordId } from '@tern/base/ids';
import type { TransactionStepView } from '@tern/contracts/routes/console-transactions';
import type { Database } from '@tern/db/database';
import { addOperator } from '@tern/testkit/operators';
import { openScreeningStandIn, type ScreeningService } from '@tern/testkit/screening-service';
import type { TronAddress } from '@tern/tron/address';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askAboutDeposits, releaseDeposit, releaseOverdueDeposits } from '../../money/deposits/public.ts';
import { stranger, usdtContract } from '../../money/deposits/testing/deposit-rules.ts';
import { openDepositWorld, type DepositWorld } from '../../money/deposits/testing/deposit-world.ts';
import { addressOf, tokenCall } from '../../money/deposits/testing/scripted-chain.ts';
import { createPayoutWorld, type PayoutWorld, type SentPayout } from '../../money/payouts/testing/payout-world.ts';
import { approve } from '../../money/payouts/testing/restored-world.ts';
import { returnOverdueCases } from '../../money/transfers/return-overdue-cases.ts';
import { randomAddress } from '../../money/transfers/testing/sending-world.ts';
import { openScreening } from '../../people/screening/public.ts';
import { putOnList } from '../../people/screening/testing/put-on-list.ts';
import { showTransaction } from './show-transaction.ts';

// Goal: the timeline of a transaction has everything that happened to it, in its order: the states, the check of the other side,
// the decisions, the chain and the books. Method: real sends on a chain of their own and deposits as a chain tells them.

let world: PayoutWorld;
let deposits: DepositWorld;
let service: ScreeningService;
let asking: DepositWorld['deps'];
let olga: OperatorId;
beforeAll(async () => {
  [world, deposits] = [await createPayoutWorld(), await openDepositWorld()];
  const secret = 'a secret of this test, long enough';
  service = await openScreeningStandIn(secret);
  const named = { screeningUrl: service.url, screeningTimeoutMs: 2_000 };
  asking = { ...deposits.deps, screening: openScreening(named, { secret, clock: systemClock }) };
  olga = await addOperator(world.db, { name: 'olga' });
});
afterAll(async () => {
  await service.close();
  await world.close();
  await deposits.database.drop();
});

async function timelineOf(db: Database, id: string): Promise<readonly TransactionStepView[]> {
  const deps = { db, explorerUrl: null, confirmations: 19 };
  return (await showTransaction(deps, { source: 'record', id })).timeline;
}
const wordsOf = (steps: readonly TransactionStepView[]): readonly string[] =>
  steps.map(({ event, state, code, operator }) =>
    [event, code, operator, state === 'done' ? null : `(${state})`].filter((part) => part !== null).join(' '),
  );

const sendAhead = ['approved (todo)', 'signed (todo)', 'broadcast (todo)', 'confirming (todo)', 'settled (todo)'];

test('a paid send has every step from its request to its receipt, with its block and its journals', async () => {
  const from = await world.person({ usdt: 20_000_000_000n });
  const { id, recordId } = await world.send(from, { to: randomAddress(), amount: '6000' });
  expect(wordsOf(await timelineOf(world.asConsole, recordId))).toEqual([
    'requested',
    'journal withdrawal-hold',
    'under-review (now)',
    ...sendAhead,
  ]);
  expect(await approve(world.asConsole, olga, id)).toBe('approved');
  await world.drain();
  const steps = await timelineOf(world.asConsole, recordId);
  expect(wordsOf(steps)).toEqual([
    'requested',
    'under-review',
    'journal withdrawal-hold',
    'approved',
    'decision withdrawal-approved olga',
    'order-made 1',
    'signed',
    'broadcast',
    'node-answered accepted',
    // Asked once more, the node knows it already.
    'node-answered unknown',
    'confirming',
    'settled',
    'receipt SUCCESS',
    'journal withdrawal-post',
    'journal network-cost',
  ]);
  const [{ tx_id: txId } = { tx_id: null }] = await world.attemptsOf(id);
  const { rows } = await sql<{ block: number }>`
    SELECT block_number::int AS block FROM records WHERE id = ${recordId}`.execute(world.db.kysely);
  expect(steps.find(({ event }) => event === 'receipt')).toMatchObject({ txId, block: rows[0]?.block });
  const times = steps.map(({ at }) => Date.parse(at ?? ''));
  expect(times).toEqual(times.toSorted((one, other) => one - other));
});

const held = ['screened listed', 'held legal-order'];

/** A send of 100 USDT to an address that is on a list. */
async function sendToListed(): Promise<SentPayout> {
  const to = randomAddress();
  await putOnList(world, { address: to, list: `List of ${to}` });
  return await world.send(await world.person({ usdt: 1_000_000_000n }), { to, amount: '100' });
}

test('a send that is held for its receiver says by which list, why and until when, and what its deadline did', async () => {
  const { id, recordId } = await sendToListed();
  const found = await timelineOf(world.asConsole, recordId);
  expect(wordsOf(found)).toEqual([
    'requested',
    'journal withdrawal-hold',
    ...held,
    'under-review (now)',
    'hold-ends (todo)',
    ...sendAhead,
  ]);
  expect(found.find(({ event }) => event === 'screened')?.text).toContain('https://lists.example.org, 2026-11-01');
  await sql`
    UPDATE screening_cases SET until = opened_at + interval '1 millisecond' WHERE withdrawal_id = ${id}`.execute(
    world.db.kysely,
  );
  expect(await returnOverdueCases({ db: world.asWorker, remembersAll: async () => true }, { limit: 5 })).toBe(1);
  expect(wordsOf(await timelineOf(world.asConsole, recordId))).toEqual([
    ...['requested', 'under-review', 'journal withdrawal-hold', ...held],
    ...['rejected (failed)', 'returned', 'deadline-passed returned', 'journal withdrawal-void'],
  ]);
});

test('a send that was released has who did it, and no deadline any more', async () => {
  const { id, recordId } = await sendToListed();
  expect(await approve(world.asConsole, olga, id)).toBe('approved');
  expect(wordsOf(await timelineOf(world.asConsole, recordId))).toEqual([
    ...['requested', 'under-review', 'journal withdrawal-hold', ...held],
    ...['approved', 'decision withdrawal-approved olga', 'signed (now)', ...sendAhead.slice(2)],
  ]);
});

const arrived = ['seen', 'arrived'];
const booked = ['journal deposit', 'journal deposit-hold'];

/** Somebody pays 20 USDT to a new wallet; with `asked` the outside service is to say whether it may be used. */
async function arrive(from: TronAddress, asked: boolean): Promise<{ recordId: RecordId; depositId: DepositId }> {
  const wallet = await deposits.newWallet();
  const log = { contract: usdtContract, from, to: wallet.address, amount: 20_000_000n };
  deposits.chain.mine(tokenCall({ caller: from, name: wallet.id, logs: [log] }));
  deposits.solidify();
  await deposits.catchUp(asked ? asking : undefined);
  const { rows } = await sql<{ recordId: RecordId; depositId: DepositId }>`
    SELECT record_id AS "recordId", id AS "depositId" FROM deposits WHERE wallet_id = ${wallet.id}`.execute(
    deposits.database.db.kysely,
  );
  const [found] = rows;
  assert(found !== undefined, 'the deposit was credited');
  return found;
}
const ofDeposit = async ({ recordId }: { readonly recordId: RecordId }) =>
  wordsOf(await timelineOf(deposits.database.asConsole, recordId));

test('a deposit that is held for its sender says by which list, and that its deadline let the person use it', async () => {
  const listed = addressOf('a listed sender');
  await putOnList(deposits.database, { address: listed });
  const deposit = await arrive(listed, false);
  expect(await ofDeposit(deposit)).toEqual([
    ...arrived,
    ...booked,
    ...held,
    'under-review (now)',
    'hold-ends (todo)',
    'credited (todo)',
  ]);
  await sql`
    UPDATE deposit_cases SET until = opened_at + interval '1 millisecond' WHERE deposit_id = ${deposit.depositId}`.execute(
    deposits.database.db.kysely,
  );
  expect(await releaseOverdueDeposits(deposits.database.asWorker, { limit: 5 })).toBe(1);
  expect(await ofDeposit(deposit)).toEqual([
    ...[...arrived, 'under-review', ...booked, ...held],
    ...['credited', 'deadline-passed usable', 'journal deposit-hold-void'],
  ]);
});

test('a deposit about which the service was asked says what it answered, and who released it', async () => {
  const reported = addressOf('a reported sender');
  service.hits.set(reported, { reason: 'suspected-fraud', detail: 'Reported twice', reference: 'case 7' });
  const [bad, good] = [await arrive(reported, true), await arrive(stranger, true)];
  expect(await ofDeposit(bad)).toEqual([
    ...[...arrived, 'journal deposit', 'held asked', 'journal deposit-hold', 'under-review (now)'],
    ...['hold-ends (todo)', 'credited (todo)'],
  ]);
  expect(await askAboutDeposits({ ...asking, db: deposits.database.asWorker }, { limit: 20 })).toBe(2);
  const ada = await addOperator(deposits.database.db, { name: 'ada' });
  const said = { depositId: bad.depositId, operatorId: ada, note: 'A mistake of the service' };
  expect(await releaseDeposit(deposits.database.asConsole, said)).toBe('released');
  expect(await ofDeposit(bad)).toEqual([
    ...[...arrived, 'under-review', 'journal deposit', 'held asked', 'journal deposit-hold'],
    ...[
      'screened hit',
      'held suspected-fraud',
      'credited',
      'decision deposit-released ada',
      'journal deposit-hold-void',
    ],
  ]);
  expect(await ofDeposit(good)).toEqual([
    ...[...arrived, 'under-review', 'journal deposit', 'held asked', 'journal deposit-hold'],
    ...['credited', 'screened nothing-found', 'journal deposit-hold-void'],
  ]);
});
