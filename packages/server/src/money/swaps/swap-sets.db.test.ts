import { randomUUID } from 'node:crypto';
import { systemClock } from '@tern/base/clock';
import type { QuoteId } from '@tern/base/ids';
import { DomainError } from '@tern/contracts/problem';
import type { QuoteView, SwapView } from '@tern/contracts/routes/swaps';
import { transact } from '@tern/db/transact';
import { houseAccount } from '@tern/ledger/account';
import { postJournal } from '@tern/ledger/post-journal';
import type { AssetId } from '@tern/money/asset';
import { units } from '@tern/money/units';
import { addOperator } from '@tern/testkit/operators';
import { untilLocksAwaited } from '@tern/testkit/until-locks-awaited';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freezePerson } from '../../people/accounts/public.ts';
import { recordOperatorAction } from '../../people/operators/public.ts';
import { endTestSessions } from '../../people/sessions/testing/open-test-session.ts';
import { forgetQuotes } from './forget-quotes.ts';
import { openSwapLanes, type SwapLanes } from './swap-lanes.ts';
import { createSwapWorld, whole, type SwapWorld, type Swapper } from './testing/swap-world.ts';

// Goal: what is swapped together is swapped as if each were alone. Method: many people at one moment through the lanes of
// one process and of several, some of them refused, over houses with much and with little.
let world: SwapWorld;
beforeEach(async () => {
  world = await createSwapWorld();
});
afterEach(async () => {
  await world.checkBooks();
  await world.drop();
});

type Asked = { readonly person: Swapper; readonly quote: Pick<QuoteView, 'id'> };
const toReward = { assetOut: 'usdt', assetIn: 'reward', amount: '100' } as const;
const toTrx = { assetOut: 'usdt', assetIn: 'trx', amount: '100' } as const;

/** Those that come in one turn of the event loop are one set. */
async function swapTogether({ swap }: SwapLanes, asked: readonly Asked[]): Promise<readonly (SwapView | string)[]> {
  const settled = await Promise.allSettled(
    asked.map(({ person: { personId, sessionId }, quote: { id: quoteId } }) => {
      const request = { personId, key: randomUUID(), request: { route: 'execute-swap', quoteId } };
      return swap({ personId, sessionId, quoteId: quoteId as QuoteId, request });
    }),
  );
  return settled.map((each) => {
    if (each.status === 'fulfilled') return each.value;
    return each.reason instanceof DomainError ? asText(each.reason) : String(each.reason);
  });
}

const codeOf = (outcome: SwapView | string): string => (typeof outcome === 'string' ? outcome : 'done');
const asText = ({ code, data }: DomainError): string => [code, ...Object.values(data ?? {})].join(' ');

async function someone(input: Parameters<SwapWorld['quote']>[1] = toReward, country = 'DE'): Promise<Asked> {
  const person = await world.person({ usdt: 150n * whole.usdt, trx: 1_000n * whole.trx }, country);
  return { person, quote: await world.quote(person, input) };
}

/** How much is written for a person's swaps: rows of each table, quotes that are used, journals, steps, messages. */
async function traces({ personId }: Swapper): Promise<string> {
  const { rows } = await sql<{ traces: string }>`
    WITH own AS (SELECT id FROM records WHERE person_id = ${personId} AND type = 'swap')
    SELECT concat_ws(' ', (SELECT count(*) FROM swaps WHERE person_id = ${personId}), (SELECT count(*) FROM own),
      (SELECT count(*) FROM idempotent_replies WHERE person_id = ${personId}),
      (SELECT count(*) FROM swap_quotes WHERE person_id = ${personId} AND used_at IS NOT NULL),
      (SELECT count(*) FROM ledger.journals j JOIN swap_quotes q ON j.idempotency_key IN ('swap:' || q.id, 'swap-reward:' || q.id)
        WHERE q.person_id = ${personId}),
      (SELECT count(*) FROM record_steps WHERE record_id IN (TABLE own) AND step = 'settled'),
      (SELECT count(*) FROM messages WHERE person_id = ${personId})) AS traces`.execute(world.db.kysely);
  return rows[0]?.traces ?? '';
}
const nothing = '0 0 0 0 0 0 0';
const wholeSwap = '1 1 1 1 2 1 0';

async function transactionsOf(swaps: readonly (SwapView | string)[]): Promise<number> {
  const ids = swaps.flatMap((swap) => (typeof swap === 'string' ? [] : [swap.id]));
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT xmin::text)::int AS count FROM swaps WHERE id = ANY (${ids}::uuid[])`.execute(
    world.db.kysely,
  );
  return rows[0]?.count ?? 0;
}

test('M10 in a set each is judged for itself: refusals keep their reason, write nothing and stop nobody', async () => {
  const owner = await someone();
  const thief = { ...(await someone()), quote: owner.quote };
  const poor = await someone();
  await world.swap(poor.person, await world.quote(poor.person, toTrx));
  const late = await someone();
  await sql`UPDATE swap_quotes SET expires_at = clock_timestamp() WHERE id = ${late.quote.id}`.execute(world.db.kysely);
  const used = await someone();
  await world.swap(used.person, used.quote);
  const gone = await someone();
  await sql`UPDATE people SET state = 'disabled' WHERE id = ${gone.person.personId}`.execute(world.db.kysely);
  const putOut = await someone();
  await endTestSessions(world.db, putOut.person.personId);
  const frozen = await someone();
  const operatorId = await addOperator(world.db, { name: 'olga' });
  await transact(world.asConsole, async (tx) => {
    const { personId } = frozen.person;
    await freezePerson(tx, { personId, reason: 'suspected-fraud', days: 7, operatorId, now: systemClock.now() });
    await recordOperatorAction(tx, { operatorId, kind: 'person-frozen', subject: personId });
  });
  const expensive = await someone({ assetOut: 'trx', assetIn: 'usdt', amount: '100' });
  await world.say('operator', { trx: '0.298', reward: '0.1' });
  await world.say('chain', { trx: '0.298' });
  const last = await someone(toTrx);
  const asked = [thief, owner, poor, late, used, gone, putOut, frozen, expensive, last];
  const tracesOf = () => Promise.all(asked.map(({ person }) => traces(person)));
  const before = await tracesOf();

  const outcomes = await swapTogether(openSwapLanes(world.deps), asked);
  expect(outcomes.map(codeOf)).toEqual([
    'NOT_FOUND',
    'done',
    'INSUFFICIENT_BALANCE usdt 50000000',
    'QUOTE_EXPIRED',
    'QUOTE_USED',
    'LOGIN_EXPIRED',
    'LOGIN_EXPIRED',
    expect.stringMatching(/^ACCOUNT_FROZEN .*security/),
    'PRICE_CHANGED',
    'done',
  ]);
  const after = await tracesOf();
  for (const [at, outcome] of outcomes.entries()) {
    expect(after[at]).toBe(typeof outcome === 'string' ? before[at] : wholeSwap);
  }
  expect(await transactionsOf(outcomes)).toBe(1);
});

test('a set books and answers what the same swaps book and answer one after the other', async () => {
  const inputs = [toReward, toTrx, { assetOut: 'trx', assetIn: 'reward', amount: '300' }, toReward, toTrx] as const;
  const ask = async () => {
    const asked: Asked[] = [];
    for (const [at, input] of inputs.entries()) asked.push(await someone(input, at === 3 ? 'GB' : 'DE'));
    return asked;
  };
  const alone = await ask();
  const together = await ask();
  const singly: (SwapView | string)[] = [];
  for (const each of alone) singly.push(...(await swapTogether(openSwapLanes(world.deps), [each])));
  const atOnce = await swapTogether(openSwapLanes(world.deps), together);

  expect(singly.map(codeOf)).toEqual(inputs.map(() => 'done'));
  expect([await transactionsOf(singly), await transactionsOf(atOnce)]).toEqual([inputs.length, 1]);
  const own = { id: '', walletId: '', recordId: '', ledgerReference: '', createdAt: '' };
  const sameButOwn = (swaps: readonly (SwapView | string)[]) =>
    swaps.map((swap) => ({ ...(swap as SwapView), ...own }));
  expect(sameButOwn(atOnce)).toEqual(sameButOwn(singly));
  const [booked, bookedAlone] = [await Promise.all(together.map(legsOf)), await Promise.all(alone.map(legsOf))];
  expect(booked).toEqual(bookedAlone);
  expect(booked.map((legs) => legs.length)).toEqual([7, 7, 7, 5, 7]);
  const [shown, shownAlone] = [await Promise.all(together.map(shownOf)), await Promise.all(alone.map(shownOf))];
  expect(shown).toEqual(shownAlone);
  expect(shown[0]).toMatchObject([
    { status: 'success', counter_asset: 'reward', own_addresses: true, steps: 'settled' },
  ]);
});

/** The legs of a swap, without what is its own. */
async function legsOf({ quote }: Asked): Promise<readonly object[]> {
  const { rows } = await sql<object>`
    SELECT j.kind, t.code, t.asset, t.amount, debit.code AS debit, credit.code AS credit
      FROM ledger.journals j JOIN ledger.transfers t ON t.journal_id = j.id
      JOIN ledger.accounts debit ON debit.id = t.debit_account_id JOIN ledger.accounts credit ON credit.id = t.credit_account_id
     WHERE j.idempotency_key LIKE 'swap%:' || ${quote.id} ORDER BY t.id`.execute(world.db.kysely);
  return rows;
}

/** What the person is shown of their swap, without what is their own. */
async function shownOf({ person: { personId } }: Asked): Promise<readonly object[]> {
  const { rows } = await sql<object>`
    SELECT r.type, r.direction, r.status, r.settlement, r.asset, r.amount, r.counter_asset, r.counter_amount, r.source_kind,
           r.source_id = s.id::text AND r.journal_id = s.journal_id AND r.wallet_id = s.wallet_id AS of_swap,
           r.pay_address = w.address AND r.receive_address = w.address AS own_addresses,
           (SELECT string_agg(step, ' ' ORDER BY step) FROM record_steps WHERE record_id = r.id) AS steps,
           (SELECT count(*) FROM messages WHERE person_id = r.person_id) AS messages
      FROM swaps s JOIN records r ON r.id = s.record_id JOIN wallets w ON w.id = s.wallet_id
     WHERE s.person_id = ${personId}`.execute(world.db.kysely);
  return rows;
}

test('everybody’s open screens are told of their own swap', async () => {
  const asked = [await someone(), await someone(toTrx)];
  const client = await world.db.pool.connect();
  const told: string[] = [];
  client.on('notification', ({ payload }) => told.push(payload ?? ''));
  await client.query('LISTEN live');
  const swaps = await swapTogether(openSwapLanes(world.deps), asked);
  await client.query('SELECT 1');
  client.release(true);
  const expected = asked.flatMap(({ person: { personId, walletId } }, at) => [
    { personId, topic: 'balances', ref: walletId },
    { personId, topic: 'records', ref: (swaps[at] as SwapView).recordId },
  ]);
  const heard = told.map((payload) => JSON.parse(payload) as object);
  expect(heard).toHaveLength(expected.length);
  expect(heard).toEqual(expect.arrayContaining(expected));
});

async function leaveLiquidity(assetId: AssetId, amount: bigint): Promise<void> {
  const left = await world.house('liquidity', assetId);
  await transact(world.asConsole, async (tx) => {
    const [debit, credit] = [await houseAccount(tx, 'liquidity', assetId), await houseAccount(tx, 'capital', assetId)];
    const leg = { debit, credit, asset: assetId, amount: units(left - amount), code: 'correction' } as const;
    const details = { operators: ['one', 'two'], reason: 'test' };
    await postJournal(tx, { key: `test:${randomUUID()}`, kind: 'correction', legs: [leg], details });
  });
}

test.each([
  // Enough for two swaps and for the pool's part of a third one, not for its swapper's.
  ['for the swapper’s reward', 'reward', ({ pool, swapper }: Parts) => 2n * (pool + swapper) + pool],
  // Enough for two swaps; the rewards of a third one are there.
  ['for the swap itself', 'trx', ({ taken }: Parts) => 3n * taken - 1n],
] as const)('M10 in a set a house that runs out of money %s swaps wholly or not at all', async (_, asset, left) => {
  const asked: Asked[] = [];
  while (asked.length < 6) asked.push(await someone(toTrx));
  const { rows } = await sql<{ pool: string; swapper: string; taken: string }>`
    SELECT pool_reward AS pool, swapper_reward AS swapper, amount_in AS taken FROM swap_quotes
     WHERE id = ${asked[0]?.quote.id ?? ''}`.execute(world.db.kysely);
  const [row = { pool: '0', swapper: '0', taken: '0' }] = rows;
  const parts = { pool: BigInt(row.pool), swapper: BigInt(row.swapper), taken: BigInt(row.taken) };
  // Pairs close when there is little left of what they take: terms that give all there is show what the ledger says.
  const { getVersion } = world.deps.terms;
  const terms: typeof world.deps.terms = {
    ...world.deps.terms,
    getVersion: async (db, version) => {
      const found = await getVersion(db, version);
      return { ...found, swaps: { ...found.swaps, minimumUsdt: units(1n) } };
    },
  };
  await leaveLiquidity(asset, left(parts));

  const outcomes = await swapTogether(openSwapLanes({ ...world.deps, terms }), asked);
  const codes = outcomes.map(codeOf);
  expect(codes).toEqual(['done', 'done', ...Array.from({ length: 4 }, () => 'SWAP_CLOSED inventory')]);
  expect(await Promise.all(asked.map(({ person }) => traces(person)))).toEqual(
    codes.map((code) => (code === 'done' ? wholeSwap : nothing)),
  );
  for (const [at, { person }] of asked.entries()) {
    expect(await world.available(person, 'usdt')).toBe((at < 2 ? 50n : 150n) * whole.usdt);
  }
});

type Parts = { readonly pool: bigint; readonly swapper: bigint; readonly taken: bigint };

test('a swap that breaks its set takes nobody with it', async () => {
  const [ana, ben] = [await someone(), await someone()];
  const lane = openSwapLanes({
    ...world.deps,
    factors: {
      ...world.deps.factors,
      lockPeople: async (tx, ids) => {
        if (ids.includes(ben.person.personId)) throw new Error('cannot be read');
        return world.deps.factors.lockPeople(tx, ids);
      },
    },
  });
  expect((await swapTogether(lane, [ana, ben])).map(codeOf)).toEqual(['done', 'Error: cannot be read']);
  expect([await traces(ana.person), await traces(ben.person)]).toEqual([wholeSwap, nothing]);
});

test('M01 M10 sets of three processes in every direction swap each quote once and never more than a person has', async () => {
  const directions = world.deps.pairs.flatMap(([one, other]) => [
    { assetOut: one, assetIn: other },
    { assetOut: other, assetIn: one },
  ]);
  const lanes = [0, 1, 2].map(() => openSwapLanes(world.deps));
  const funds = { usdt: 100n * whole.usdt, trx: 300n * whole.trx, reward: 1_000n * whole.reward };
  const people = await Promise.all(Array.from({ length: 18 }, () => world.person(funds, 'DE')));
  const amounts = { usdt: '60', trx: '180', reward: '600' };
  const asked: Asked[] = [];
  for (const [at, person] of people.entries()) {
    // Two of one token, of which there is enough for one; and one of another token.
    const direction = directions[at % directions.length] as (typeof directions)[number];
    const other = directions.find(({ assetOut }) => assetOut !== direction.assetOut) as typeof direction;
    for (const way of [direction, direction, other]) {
      asked.push({ person, quote: await world.quote(person, { ...way, amount: amounts[way.assetOut] }) });
    }
  }
  // Each quote twice, under two keys, in two processes.
  const outcomes = await Promise.all(
    [0, 1].flatMap((shift) =>
      lanes.map((lane, process) =>
        swapTogether(
          lane,
          asked.filter((_each, at) => (at + shift) % lanes.length === process),
        ),
      ),
    ),
  );
  const codes = outcomes.flat().map((outcome) => codeOf(outcome).split(' ')[0]);
  expect(new Set(codes)).toEqual(new Set(['done', 'QUOTE_USED', 'INSUFFICIENT_BALANCE']));
  const done = codes.filter((code) => code === 'done').length;
  // Of everybody the one of the other token, and one of the two of which there is enough for one.
  expect(done).toBeGreaterThanOrEqual(2 * people.length);
  const { rows } = await sql<{ swaps: number; journals: number }>`
    SELECT count(*)::int AS swaps, (SELECT count(*)::int FROM ledger.journals WHERE kind = 'swap') AS journals
      FROM swaps`.execute(world.db.kysely);
  expect(rows).toEqual([{ swaps: done, journals: done }]);
  expect(await transactionsOf(outcomes.flat())).toBeLessThan(done / 2);
});

test('quotes of days ago are forgotten while others of them are asked for, and both are done in the end', async () => {
  const asked = (await Promise.all([someone(), someone(), someone()])).toSorted((one, other) =>
    one.quote.id < other.quote.id ? -1 : 1,
  );
  const [first, between, last] = asked as [Asked, Asked, Asked];
  // Forgotten in the order they lie in the table, where a set locks them in the order of their ids.
  for (const { quote } of [last, first, between]) {
    await sql`UPDATE swap_quotes SET expires_at = now() - interval '25 hours' WHERE id = ${quote.id}`.execute(
      world.db.kysely,
    );
  }
  const work = await transact(world.db, async (tx) => {
    await sql`SELECT FROM swap_quotes WHERE id = ${between.quote.id} FOR UPDATE`.execute(tx);
    const outcomes = swapTogether(openSwapLanes(world.deps), asked);
    await untilLocksAwaited(world.db, 1);
    const forgotten = forgetQuotes({ db: world.asWorker }, { limit: 5 });
    await untilLocksAwaited(world.db, 2);
    return { forgotten, outcomes };
  });
  for (const outcome of await work.outcomes) expect(outcome).toMatch(/^(QUOTE_EXPIRED|NOT_FOUND)$/);
  expect(await work.forgotten).toBe(3);
});
