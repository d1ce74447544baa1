import { randomUUID } from 'node:crypto';
import { assert } from '@tern/base/assert';
import { transact } from '@tern/db/transact';
import { LedgerError } from '@tern/ledger/error';
import type { AccountId } from '@tern/ledger/ids';
import { postJournals } from '@tern/ledger/post-journals';
import { postPayout } from '@tern/ledger/post-payout';
import { units, unitsToWire, type Units } from '@tern/money/units';
import type { TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { median, withBooks, withPatience, type Case, type Round } from '../bench.ts';
import { fundLiquidity, house, leg, openCustomers } from '../books.ts';

const holdersAtOnce = 500;
const pool = 10n ** 24n;

/** One distribution of the pool among all holders, weights 1 to 1000, in journals of some hundred legs. */
export const distribution: Case = {
  name: 'distribution',
  run: ({ sizes, log }) =>
    withBooks(async (database) => {
      const holders = await openCustomers(database, sizes.holders, 'reward');
      const source = await fillPool(database, pool * BigInt(sizes.rounds));
      await withPatience(database.url, (db) => prepareBare(db.kysely, sizes.holders));
      const rounds: Round[] = [];
      const chunks: number[] = [];
      for (let round = 0; round < sizes.rounds; round += 1) {
        log(`  round ${round + 1} of ${sizes.rounds}: ${sizes.holders} holders`);
        await settle(database);
        const baseline = await withPatience(database.url, (db) => writeBare(db.kysely, holders.length));
        await settle(database);
        const measured = await distribute(database, source, holders, chunks);
        rounds.push({ measured, baseline });
      }
      const slowest = Math.max(...chunks);
      return [
        {
          id: 'distribution',
          title: `distribution to ${sizes.holders.toLocaleString('en-US')} holders, exact`,
          unit: 's',
          baseline: 'the same rows written bare, by id',
          goal: 1.5,
          stretch: 1.2,
          higherIsBetter: false,
          rounds,
          note: `chunks of ${holdersAtOnce} holders: median ${median(chunks).toFixed(0)} ms, longest ${slowest.toFixed(0)} ms (goal ≤ 150 ms, ${chunks.filter((ms) => ms > 150).length} above it)`,
        },
      ];
    }),
};

/**
 * Writes to disk what is still to be written, lest one half pay for the other. The log's files are free to be used again then, as
 * on any cluster that has been running: a new one keeps whoever needs it waiting until its 16 MB are on disk.
 */
async function settle({ url }: TestDatabase): Promise<void> {
  await withPatience(url, (db) => sql`CHECKPOINT`.execute(db.kysely));
}

/** Tokens of the house in the reward pool's account; returns it. */
export async function fillPool(database: TestDatabase, amount: bigint): Promise<AccountId> {
  const db = database.asWorker;
  await fundLiquidity(database, 1n, 'reward');
  const [hot, capital, rewards] = [
    await house(db, 'custody:hot', 'reward'),
    await house(db, 'capital', 'reward'),
    await house(db, 'reward-pool', 'reward'),
  ];
  const replies = await transact(database.db, (tx) =>
    postJournals(tx, [
      { key: randomUUID(), kind: 'treasury-funding', legs: [leg([hot, capital], amount, 'funding', 'reward')] },
      { key: randomUUID(), kind: 'pool-funding', legs: [leg([capital, rewards], amount, 'funding', 'reward')] },
    ]),
  );
  assert(
    replies.every((reply) => !(reply instanceof LedgerError)),
    'the pool was filled',
  );
  return rewards;
}

/** Seconds for the whole of it. Each part is rounded down; parts and remainder are exactly the share. */
async function distribute(
  database: TestDatabase,
  source: AccountId,
  holders: readonly AccountId[],
  chunks: number[],
): Promise<number> {
  const { partOf } = sharesOf(holders.length);
  const start = performance.now();
  let paid = 0n;
  for (let from = 0; from < holders.length; from += holdersAtOnce) {
    const parts = holders.slice(from, from + holdersAtOnce).map((credit, offset) => {
      const amount = partOf(from + offset);
      paid += amount;
      return { credit, amount };
    });
    const before = performance.now();
    await transact(database.asWorker, (tx) =>
      postPayout(tx, {
        key: randomUUID(),
        kind: 'distribution',
        asset: 'reward',
        sources: [{ debit: source, code: 'distribution', parts }],
      }),
    );
    chunks.push(performance.now() - before);
  }
  assert(paid <= pool && pool - paid < BigInt(holders.length), 'parts and remainder are the share');
  return (performance.now() - start) / 1000;
}

type Books = Parameters<Parameters<typeof withPatience>[1]>[0]['kysely'];

/** Tables as the ledger's, indexes and checks included, beside it: what is written to them leaves the books alone. */
export async function prepareBare(db: Books, holders: number): Promise<void> {
  await sql`CREATE SCHEMA bare`.execute(db);
  for (const table of ['accounts', 'transfers', 'entries']) {
    await sql`CREATE TABLE ${sql.table(`bare.${table}`)} (LIKE ${sql.table(`ledger.${table}`)} INCLUDING ALL)`.execute(
      db,
    );
  }
  await sql`ALTER TABLE bare.accounts SET (fillfactor = 60)`.execute(db);
  await sql`
    INSERT INTO bare.accounts (id, class, code, side, guarded, owner_id, wallet_id, asset) OVERRIDING SYSTEM VALUE
    SELECT number, 'customer', 'customer', 'credit', true, gen_random_uuid(), gen_random_uuid(), 'reward'
    FROM generate_series(1, ${holders}::int) AS number`.execute(db);
  await sql`VACUUM ANALYZE bare.accounts`.execute(db);
}

/**
 * The rows a distribution writes, in the same chunks and with the same amounts, each account found by its id, without locks,
 * checks, hashes or parts. Seconds.
 */
export async function writeBare(db: Books, holders: number): Promise<number> {
  const { partOf } = sharesOf(holders);
  const start = performance.now();
  for (let from = 0; from < holders; from += holdersAtOnce) {
    const places = Array.from({ length: Math.min(holdersAtOnce, holders - from) }, (_, offset) => from + offset);
    await sql`
      WITH paid AS (
        UPDATE bare.accounts a SET posted = a.posted + given.part, version = a.version + 1, last_hash = sha256('')
        FROM unnest(${places.map((place) => place + 1)}::bigint[], ${places.map((place) => unitsToWire(partOf(place)))}::numeric[])
          AS given (id, part)
        WHERE a.id = given.id RETURNING a.id, a.posted, a.version, given.part
      ), moved AS (
        INSERT INTO bare.transfers (journal_id, leg, state, code, debit_account_id, credit_account_id, asset, amount)
        SELECT 1 + nextval('ledger.journals_id_seq'), 1, 'posted', 'distribution', ${holders + 1}::int, id, 'reward', part FROM paid
        RETURNING id, credit_account_id
      )
      INSERT INTO bare.entries (account_id, transfer_id, seq, amount, balance_after, hash)
      SELECT paid.id, moved.id, paid.version, paid.part, paid.posted, sha256('')
      FROM moved JOIN paid ON paid.id = moved.credit_account_id
      UNION ALL
      SELECT ${holders + 1}::int, nextval('ledger.transfers_id_seq'), ${from + 1}::int, -sum(part), 0, sha256('') FROM paid`.execute(
      db,
    );
  }
  return (performance.now() - start) / 1000;
}

/** What each place among the holders gets of the pool, by weights of 1 to 1000, rounded down. */
function sharesOf(holders: number): { readonly partOf: (place: number) => Units } {
  const weightOf = (place: number): bigint => BigInt((place % 1_000) + 1);
  let weights = 0n;
  for (let place = 0; place < holders; place += 1) weights += weightOf(place);
  return { partOf: (place) => units((pool * weightOf(place)) / weights) };
}
