import { randomUUID } from 'node:crypto';
import type { DistributionView, PoolView } from '@tern/contracts/routes/pool';
import type { QuoteView, SwapView } from '@tern/contracts/routes/swaps';
import { letHoursPass } from '@tern/testkit/let-hours-pass';
import { mineUntil } from '@tern/testkit/system/chain-control';
import type { Person } from '@tern/testkit/system/person';
import { startSystem, type System } from '@tern/testkit/system/start-system';
import { until } from '@tern/testkit/system/until';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// Goal: whatever dies in the middle of a swap or of a distribution, a person swaps once or not at all, everybody is paid
// their share once, and every number is the ledger's. Method: the whole system; processes are killed with SIGKILL at the
// points s0 to s4 and r0 to r5 of the fault matrix and started again.
const usdt = 1_000_000n;
const token = 10n ** 18n;

let system: System;
let ana: Person;
let ben: Person;

beforeAll(async () => {
  system = await startSystem({ blocks: 'on-demand' });
  [ana, ben] = await Promise.all([system.register('email'), system.register('phone')]);
  await ana.setFactors();
  await system.chain.give(ana.wallet.address, 'usdt', 1_000n * usdt);
  await system.chain.give(ben.wallet.address, 'reward', 777n * token + 1n);
  await mineUntil(
    system.chain,
    'the top-ups',
    async () => (await ana.available('usdt')) > 0n && (await ben.available('reward')) > 0n,
  );
});
afterAll(() => system.stop());

const askForQuote = (amount: string): Promise<QuoteView> =>
  ana.api.post('/swaps/quotes', { walletId: ana.wallet.id, assetOut: 'usdt', assetIn: 'reward', amount });

const execute = (quote: { readonly id: string }, key: string) =>
  ana.api.send({
    method: 'POST',
    path: `/swaps/quotes/${quote.id}/execute`,
    headers: { 'idempotency-key': key },
    body: { tradePassword: ana.tradePassword },
  });

async function listSwaps(): Promise<readonly SwapView[]> {
  return (await ana.api.get<{ readonly swaps: readonly SwapView[] }>('/swaps?limit=100')).swaps;
}

/** Restarts take as long as the machine lets them; a quote of theirs lives on. */
async function keepQuotes(): Promise<void> {
  await sql`UPDATE swap_quotes SET expires_at = clock_timestamp() + interval '5 minutes' WHERE used_at IS NULL`.execute(
    system.db.kysely,
  );
}

/** The api dies at the point while it does `work`, and is started again. */
async function dieAt(point: string, work: () => Promise<unknown>): Promise<void> {
  await system.processes.kill('api');
  await system.processes.start('api', { TERN_CRASH_AT: point });
  const ended = system.processes.ended('api');
  await expect(work()).rejects.toThrow();
  expect(await ended).toBe('SIGKILL');
  await system.processes.start('api');
}

describe('a swap', () => {
  test('M10 M19 s0 a quote whose maker died does nothing, and is worth nothing once it has expired', async () => {
    const before = await ana.available('usdt');
    await dieAt('s0', () => askForQuote('11'));
    const { rows } = await sql<{ id: string }>`
      UPDATE swap_quotes SET expires_at = clock_timestamp() WHERE amount_out = 11000000 RETURNING id`.execute(
      system.db.kysely,
    );
    expect(rows).toHaveLength(1);
    const answer = await execute({ id: rows[0]?.id ?? '' }, randomUUID());
    expect([answer.status, answer.code]).toEqual([410, 'QUOTE_EXPIRED']);
    expect(await ana.available('usdt')).toBe(before);
    expect(await listSwaps()).toEqual([]);
  });

  test.each([
    ['s1', '12'],
    ['s2', '13'],
    ['s3', '14'],
  ])('M19 is made once when the api died at %s and the person pressed again', async (point, amount) => {
    const before = { usdt: await ana.available('usdt'), reward: await ana.available('reward') };
    const quote = await askForQuote(amount);
    await keepQuotes();
    const key = randomUUID();
    await dieAt(point, () => execute(quote, key));
    const [again, andAgain] = [await execute(quote, key), await execute(quote, key)];
    expect(again.status, again.text).toBe(200);
    expect(andAgain.body).toEqual(again.body);
    expect(again.body).toMatchObject({ amountOut: quote.amountOut, amountIn: quote.amountIn, status: 'distributing' });
    expect(await ana.available('usdt')).toBe(before.usdt - BigInt(quote.amountOut));
    expect(await ana.available('reward')).toBe(before.reward + BigInt(quote.amountIn));
    await expectShownOnce(again.body as SwapView);
  });

  test('M19 s4 is shown once when the api died right after its answer', async () => {
    const quote = await askForQuote('15');
    const answer = await execute(quote, randomUUID());
    await system.processes.kill('api');
    await system.processes.start('api');
    expect(answer.status, answer.text).toBe(200);
    await expectShownOnce(answer.body as SwapView);
  });

  async function expectShownOnce(swap: SwapView): Promise<void> {
    expect((await listSwaps()).filter(({ id }) => id === swap.id)).toEqual([swap]);
    const records = (await ana.records()).filter(({ type, amount }) => type === 'swap' && amount === swap.amountOut);
    expect(records.map(({ id }) => id)).toEqual([swap.recordId]);
  }
});

type Paid = { readonly person: string; readonly reward: string; readonly swap_reward: string };

/** What the last distribution gives to each person, and what has arrived of it. */
async function readLast() {
  const { rows: found } = await sql<{ id: string; state: string; distributed: string; remainder: string }>`
    SELECT id, state, distributed, remainder FROM distributions ORDER BY ends_at DESC LIMIT 1`.execute(
    system.db.kysely,
  );
  const [last] = found;
  if (last === undefined) throw new Error('there is no distribution');
  const { rows: shares } = await sql<Paid>`
    SELECT person_id AS person, reward, swap_reward FROM distribution_shares WHERE distribution_id = ${last.id}`.execute(
    system.db.kysely,
  );
  const { rows: told } = await sql<{ person: string; messages: number }>`
    SELECT r.person_id AS person, (SELECT count(*)::int FROM messages m WHERE m.subject_id = r.id) AS messages
      FROM records r WHERE r.source_kind = 'distribution' AND r.source_id = ${last.id}`.execute(system.db.kysely);
  return { ...last, shares, told };
}

const closedCount = async (): Promise<number> => {
  const { rows } = await sql<{ closed: number }>`
    SELECT count(*)::int AS closed FROM distributions WHERE state = 'closed'`.execute(system.db.kysely);
  return rows[0]?.closed ?? 0;
};

describe('a distribution', () => {
  test.each(['r0', 'r1', 'r2', 'r3', 'r4', 'r5'])(
    'M13 M19 pays everybody once after the worker died at %s',
    async (point) => {
      await system.processes.kill('worker');
      const quote = await askForQuote('20');
      await keepQuotes();
      expect((await execute(quote, randomUUID())).status).toBe(200);
      const before = new Map([
        [ana.account.personId, await ana.available('reward')],
        [ben.account.personId, await ben.available('reward')],
      ]);
      const closed = await closedCount();
      await letHoursPass(system.db, 24);
      const starting = system.processes.start('worker', { TERN_CRASH_AT: point }).catch(() => undefined);
      expect(await system.processes.ended('worker')).toBe('SIGKILL');
      await starting;
      await system.processes.start('worker');
      await until('the distribution is closed', async () => (await closedCount()) === closed + 1);

      const last = await readLast();
      expect(last.state).toBe('closed');
      const given = last.shares.reduce((sum, { reward }) => sum + BigInt(reward), 0n);
      expect(given + BigInt(last.remainder)).toBe(BigInt(last.distributed));
      expect(last.shares).toHaveLength(2);
      for (const person of [ana, ben]) {
        const share = last.shares.find((each) => each.person === person.account.personId);
        const paid = BigInt(share?.reward ?? '0') + BigInt(share?.swap_reward ?? '0');
        expect(paid).toBeGreaterThan(0n);
        expect(await person.available('reward')).toBe((before.get(person.account.personId) ?? 0n) + paid);
        expect(last.told.filter((each) => each.person === person.account.personId)).toEqual([
          { person: person.account.personId, messages: 1 },
        ]);
      }
      expect((await listSwaps()).map(({ status }) => status)).not.toContain('distributing');
    },
  );

  test('H10 I24 what the page shows is what ledger and schedule say at that moment', async () => {
    const page = await ana.api.get<PoolView>('/pool');
    const { rows } = await sql<{ pool: string; held: string; earned: string }>`
      SELECT (SELECT posted FROM ledger.accounts WHERE code = 'reward-pool') AS pool,
             (SELECT sum(posted) FROM ledger.accounts WHERE class = 'customer' AND asset = 'reward') AS held,
             (SELECT sum(e.amount) FROM ledger.entries e JOIN ledger.accounts a ON a.id = e.account_id
                JOIN ledger.transfers t ON t.id = e.transfer_id JOIN ledger.journals j ON j.id = t.journal_id
               WHERE a.owner_id = ${ana.account.personId} AND j.kind = 'distribution') AS earned`.execute(
      system.db.kysely,
    );
    expect(page).toMatchObject({
      total: rows[0]?.pool,
      heldByAll: rows[0]?.held,
      earned: rows[0]?.earned,
      held: String(await ana.available('reward')),
      underWay: null,
      excluded: null,
    });
    const nextMs = Date.parse(page.nextAt);
    expect(nextMs % 86_400_000).toBe(0);
    expect(nextMs - Date.parse(page.server)).toBeLessThanOrEqual(86_400_000);
    const { distributions } = await ana.api.get<{ readonly distributions: readonly DistributionView[] }>(
      '/pool/distributions',
    );
    const own = distributions.reduce((sum, { reward }) => sum + BigInt(reward), 0n);
    expect(String(own)).toBe(page.earned);
  });
});

test('afterwards nothing contradicts itself or the chain', async () => {
  expect(await system.findContradictions()).toEqual([]);
});
