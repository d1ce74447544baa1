import { assert } from '@tern/base/assert';
import type { AccountId } from '@tern/ledger/ids';
import { distribute, openChunkPace } from '@tern/server/money/pool/public';
import type { TestDatabase } from '@tern/testkit/database';
import { letHoursPass } from '@tern/testkit/let-hours-pass';
import { sql } from 'kysely';
import { median, withBooks, withPatience, type Case, type Round } from '../bench.ts';
import { fund, openWallets } from '../books.ts';
import { fillPool, prepareBare, writeBare } from './distribution.ts';

const pool = 10n ** 24n;
const settings = { everyHours: 24, shareBasisPoints: 1_000n, closedCountries: ['GB'] };

/** The whole of a day's distribution: weights from entries, shares, proofs, postings, records and messages. */
export const rewardPool: Case = {
  name: 'reward-pool',
  run: ({ sizes, log }) =>
    withBooks(async (database) => {
      const holders = await openHolders(database, sizes.holders);
      await fund(database, holders, 10n ** 18n, 'reward');
      await fillPool(database, pool);
      await withPatience(database.url, (db) => prepareBare(db.kysely, sizes.holders));
      const rounds: Round[] = [];
      const chunks: number[] = [];
      const fixes: number[] = [];
      for (let round = 0; round < sizes.rounds; round += 1) {
        log(`  round ${round + 1} of ${sizes.rounds}: ${sizes.holders} holders`);
        const baseline = await withPatience(database.url, (db) => writeBare(db.kysely, sizes.holders));
        await letHoursPass(database.db, 24);
        const [, fixMs = 0, ...rest] = await distributeAll(database);
        fixes.push(fixMs);
        // The last step closes it.
        chunks.push(...rest.slice(0, -1));
        rounds.push({ measured: (fixMs + rest.reduce((sum, ms) => sum + ms, 0)) / 1_000, baseline });
      }
      await expectAllPaid(database, sizes);
      return [
        {
          id: 'reward-pool',
          title: `a day's distribution to ${sizes.holders.toLocaleString('en-US')} holders, records and messages included`,
          unit: 's',
          baseline: 'the ledger’s rows alone, written bare',
          goal: 6,
          stretch: 4,
          higherIsBetter: false,
          rounds,
          note: `weights, shares and proofs: ${(median(fixes) / 1_000).toFixed(1)} s; ${chunks.length} chunks: median ${median(chunks).toFixed(0)} ms, longest ${Math.max(...chunks).toFixed(0)} ms (goal ≤ 150 ms, ${chunks.filter((ms) => ms > 150).length} above it)`,
        },
      ];
    }),
};

/** People with an account and a wallet, a declared country and the record of how they got their tokens, written as the owner. */
async function openHolders({ url }: TestDatabase, count: number): Promise<readonly AccountId[]> {
  return await withPatience(url, async ({ kysely: db }) => {
    await openWallets(db, count);
    await sql`INSERT INTO declared_countries (person_id, country) SELECT person_id, 'DE' FROM wallets`.execute(db);
    await sql`
      WITH told AS (
        INSERT INTO records (id, person_id, wallet_id, type, direction, status, settlement, asset, amount, source_kind, source_id)
        SELECT gen_random_uuid(), person_id, id, 'incoming', 'in', 'success', 'chain', 'reward', 1, 'deposit', id::text FROM wallets
        RETURNING id, person_id
      ), stepped AS (INSERT INTO record_steps (record_id, step) SELECT id, 'credited' FROM told)
      INSERT INTO messages (id, person_id, kind, event, subject_id, asset, amount)
      SELECT gen_random_uuid(), person_id, 'transfers', 'received', id, 'reward', 1 FROM told`.execute(db);
    const { rows } = await sql<{ id: AccountId }>`
      INSERT INTO ledger.accounts (class, code, side, guarded, owner_id, wallet_id, asset)
      SELECT 'customer', 'customer', 'credit', true, person_id, id, 'reward' FROM wallets RETURNING id`.execute(db);
    // What an installation of this size has long had. Tables that are empty still are left without: a plan for nothing is a bad one.
    await sql`ANALYZE address_pool, people, wallets, declared_countries, records, record_steps, messages, ledger.accounts`.execute(
      db,
    );
    return rows.map(({ id }) => id);
  });
}

/** Milliseconds of every step, from the beginning to the closing. */
async function distributeAll({ asWorker }: TestDatabase): Promise<readonly number[]> {
  const steps: number[] = [];
  const pace = openChunkPace();
  for (;;) {
    const startedMs = performance.now();
    if ((await distribute({ db: asWorker, settings, pace })) === 0) return steps;
    steps.push(performance.now() - startedMs);
  }
}

async function expectAllPaid(
  { url }: TestDatabase,
  { rounds, holders }: { readonly rounds: number; readonly holders: number },
): Promise<void> {
  const { rows } = await withPatience(url, ({ kysely: db }) =>
    sql<{ closed: number; unpaid: number; records: number; messages: number }>`
      SELECT (SELECT count(*)::int FROM distributions WHERE state = 'closed' AND holders = ${holders}::int) AS closed,
             (SELECT count(*)::int FROM distribution_shares WHERE journal_id IS NULL) AS unpaid,
             (SELECT count(*)::int FROM records WHERE type = 'airdrop-reward') AS records,
             (SELECT count(*)::int FROM messages WHERE event = 'rewarded') AS messages`.execute(db),
  );
  const [found] = rows;
  const each = rounds * holders;
  assert(
    found?.closed === rounds && found.unpaid === 0 && found.records === each && found.messages === each,
    `not everybody was paid and told once: ${JSON.stringify(found)}`,
  );
}
