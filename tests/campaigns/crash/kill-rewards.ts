import { randomUUID } from 'node:crypto';
import type { QuoteView } from '@tern/contracts/routes/swaps';
import { letHoursPass } from '@tern/testkit/let-hours-pass';
import type { Person } from '@tern/testkit/system/person';
import { sql } from 'kysely';
import { compileCache, startIfDown, stop, type OutcomeCheck, type CrashWorld } from './crash-world.ts';
import { dieAt, raise } from './die-at.ts';
import type { Killing } from './kill-payouts.ts';

/** The api dies while it makes a quote, and three times while somebody swaps at one, who presses again with the same key. */
export const killWhileSwapping: Killing = async (world, { counts, draw, times }) => {
  const { system } = world;
  const checks: OutcomeCheck[] = [];
  // The worker says what things cost.
  await startIfDown(system, 'signer', 'worker', 'api');
  for (let time = 0; time < times; time += 1) {
    const person = world.nextPerson();
    const amount = String(5 + draw.below(20));
    await apiDiesAt(world, 's0', () => askForQuote(person, amount));
    raise(counts, 's0');
    await startIfDown(system, 'api');
    const quote = await askForQuote(person, amount);
    const key = randomUUID();
    for (const point of ['s1', 's2', 's3']) {
      await apiDiesAt(world, point, () => execute(person, quote, key));
      raise(counts, point);
    }
    await startIfDown(system, 'api');
    await keepQuotes(world);
    const again = await execute(person, quote, key);
    if (again.status !== 200) throw new Error(`swapped again: ${again.status} ${again.text}`);
    checks.push(expectSwapped(world, quote));
  }
  return checks;
};

/** A worker dies at every step of each distribution. */
export const killInDistributions: Killing = async (world, { counts, times }) => {
  const { system } = world;
  for (let time = 0; time < times; time += 1) {
    await stop(system, 'worker');
    await letHoursPass(system.db, 24);
    for (const point of ['r0', 'r1', 'r2', 'r3', 'r4', 'r5']) await dieAt(world, counts, 'worker', { point });
  }
  return [expectDistributed(world, times)];
};

async function apiDiesAt({ system }: CrashWorld, point: string, work: () => Promise<unknown>): Promise<void> {
  const { processes } = system;
  await stop(system, 'api');
  await processes.start('api', { ...compileCache(system), TERN_CRASH_AT: point });
  await keepQuotes({ system });
  const ended = processes.ended('api');
  const answered = await work().then(
    () => true,
    () => false,
  );
  if (answered || (await ended) !== 'SIGKILL') throw new Error(`the api did not die at ${point}`);
}

/** Restarts take as long as the machine lets them; quotes live on. */
async function keepQuotes({ system }: Pick<CrashWorld, 'system'>): Promise<void> {
  await sql`UPDATE swap_quotes SET expires_at = clock_timestamp() + interval '5 minutes' WHERE used_at IS NULL`.execute(
    system.db.kysely,
  );
}

const askForQuote = (person: Person, amount: string): Promise<QuoteView> =>
  person.api.post('/swaps/quotes', { walletId: person.wallet.id, assetOut: 'usdt', assetIn: 'reward', amount });

const execute = (person: Person, { id }: QuoteView, key: string) =>
  person.api.send({
    method: 'POST',
    path: `/swaps/quotes/${id}/execute`,
    headers: { 'idempotency-key': key },
    body: { tradePassword: person.tradePassword },
  });

const expectSwapped =
  ({ system }: CrashWorld, { id }: QuoteView): OutcomeCheck =>
  async () => {
    const { rows } = await sql<{ swaps: number; journals: number; records: number }>`
      SELECT count(*)::int AS swaps,
             (SELECT count(*)::int FROM ledger.journals j WHERE j.kind = 'swap' AND j.details ->> 'quoteId' = ${id}) AS journals,
             (SELECT count(*)::int FROM records r WHERE r.source_kind = 'swap' AND r.source_id IN (
               SELECT s.id::text FROM swaps s WHERE s.quote_id = ${id})) AS records
        FROM swaps WHERE quote_id = ${id}`.execute(system.db.kysely);
    const { swaps, journals, records } = rows[0] ?? { swaps: 0, journals: 0, records: 0 };
    return swaps === 1 && journals === 1 && records === 1
      ? []
      : [`quote ${id} has ${swaps} swaps, ${journals} journals and ${records} records`];
  };

/** The last distributions are closed, and each of their shares has one record with one message. */
const expectDistributed =
  ({ system }: CrashWorld, times: number): OutcomeCheck =>
  async () => {
    const { rows } = await sql<{ text: string }>`
      WITH last AS (SELECT * FROM distributions ORDER BY ends_at DESC LIMIT ${times})
      SELECT format('distribution %s is %s', id, state) AS text FROM last WHERE state <> 'closed'
      UNION ALL
      SELECT format('distribution %s has nobody in it', id) FROM last WHERE holders = 0
      UNION ALL
      SELECT format('share %s of %s has %s records and %s messages', s.number, s.distribution_id, told.records, told.messages)
        FROM last JOIN distribution_shares s ON s.distribution_id = last.id
        CROSS JOIN LATERAL (
          SELECT count(DISTINCT r.id) AS records, count(m.id) AS messages
            FROM records r LEFT JOIN messages m ON m.subject_id = r.id
           WHERE r.source_kind = 'distribution' AND r.source_id = s.distribution_id::text AND r.wallet_id = s.wallet_id
        ) told
       WHERE s.reward + s.swap_reward > 0 AND (told.records, told.messages) <> (1, 1)`.execute(system.db.kysely);
    return rows.map(({ text }) => text);
  };
