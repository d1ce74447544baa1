import { fork } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { PersonId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import type { AccountId } from '@tern/ledger/ids';
import { assetIds, type AssetId } from '@tern/money/asset';
import { takeSnapshot } from '@tern/server/house/liabilities/public';
import type { TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { getOwnLines } from '../../../packages/server/src/house/liabilities/get-own-lines.ts';
import { readCustomers, sumCustomers } from '../../../packages/server/src/house/liabilities/read-owed.ts';
import { bookBlock } from '../../../packages/server/src/house/liabilities/testing/tamper.ts';
import { withBooks, withPatience, type Bench, type Case, type CaseResult, type Round } from '../bench.ts';
import { fund, openWallets } from '../books.ts';
import type { Workload } from '../postings.ts';
import { tell } from '../tell.ts';

const inFlight = 128;
/** Longest that a person's own lines and their paths may take, in ms. */
const promisedMs = 50;

/** What everybody is owed, in base units: a thousand of each, the reward token with its 18 decimals. */
const owedEach: Readonly<Record<AssetId, bigint>> = { usdt: 10n ** 9n, trx: 10n ** 9n, reward: 10n ** 21n };

/** The day's count of everything that is owed, to people with all three assets: by itself, beside full traffic, and for one person. */
export const liabilities: Case = {
  name: 'liabilities',
  run: (bench) =>
    withBooks(async (database) => {
      const people = bench.sizes.holders;
      bench.log(`  ${people.toLocaleString('en-US')} people with ${assetIds.length} assets`);
      const accounts = await openOwed(database, people);
      const measured = await countInTurn(bench, database, accounts);
      return resultsOf(measured, people);
    }),
};

type Measured = {
  readonly whole: Round[];
  readonly reading: Round[];
  readonly hashing: Round[];
  readonly traffic: Round[];
  readonly paths: Round[];
  readonly longestPauseMs: number[];
};

/** Accounts with money in every asset, of people with a wallet; returns those with USDT. */
async function openOwed(database: TestDatabase, people: number): Promise<readonly AccountId[]> {
  await withPatience(database.url, ({ kysely }) => openWallets(kysely, people));
  let opened: readonly AccountId[] = [];
  for (const asset of assetIds) {
    const { rows } = await withPatience(database.url, ({ kysely }) =>
      sql<{ id: AccountId }>`
        INSERT INTO ledger.accounts (class, code, side, guarded, owner_id, wallet_id, asset)
        SELECT 'customer', 'customer', 'credit', true, person_id, id, ${asset} FROM wallets RETURNING id`.execute(
        kysely,
      ),
    );
    const ids = rows.map(({ id }) => id);
    await fund(database, ids, owedEach[asset], asset);
    if (asset === 'usdt') opened = ids;
  }
  await withPatience(database.url, ({ kysely }) => sql`VACUUM ANALYZE`.execute(kysely));
  return opened;
}

async function countInTurn(
  { sizes, log }: Bench,
  database: TestDatabase,
  accounts: readonly AccountId[],
): Promise<Measured> {
  const measured: Measured = { whole: [], reading: [], hashing: [], traffic: [], paths: [], longestPauseMs: [] };
  let day = 0;
  const count = async (): Promise<number> => {
    day += 1;
    await bookBlock(database.db, new Date(Date.UTC(2026, 0, day, 23, 59, 59)));
    return await secondsOf(async () => {
      if (!(await takeSnapshot({ db: database.asWorker }))) throw new Error('nothing was counted');
    });
  };
  for (let round = 0; round < sizes.rounds; round += 1) {
    log(`  round ${round + 1} of ${sizes.rounds}`);
    const bareRead = await secondsOf(() => readBare(database));
    const read = await secondsOf(() => readOwed(database));
    const watch = watchPauses();
    const whole = await count();
    measured.longestPauseMs.push(watch.end());
    const bareHash = hashBare(await countLines(database));
    measured.reading.push({ measured: read, baseline: bareRead });
    measured.hashing.push({ measured: whole - read, baseline: bareHash });
    measured.whole.push({ measured: whole, baseline: bareRead + bareHash });
    measured.traffic.push(await besideTraffic(database, accounts, { seconds: Math.max(1, whole), count, log }));
    measured.paths.push({ measured: await timePaths(database, sizes.pages / 10), baseline: promisedMs });
    for (const name of ['whole', 'reading', 'hashing', 'traffic', 'paths'] as const)
      log(describe(name, measured[name]));
  }
  return measured;
}

/** The newest round of a figure: a round of a million people takes minutes. */
function describe(name: string, rounds: readonly Round[]): string {
  const { measured, baseline = 0 } = rounds.at(-1) ?? { measured: 0 };
  return `    ${name}: ${measured.toFixed(1)} of ${baseline.toFixed(1)}`;
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return (performance.now() - startMs) / 1_000;
}

/** How long this process answers nothing else at a time. */
function watchPauses(): { readonly end: () => number } {
  let [longest, last] = [0, performance.now()];
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last - 10);
    last = now;
  }, 10);
  return {
    end: () => {
      clearInterval(timer);
      return Math.max(longest, performance.now() - last);
    },
  };
}

/** All that a count reads: what customers are owed in all, and each account. */
async function readOwed({ asWorker }: TestDatabase): Promise<void> {
  await transact(
    asWorker,
    async (tx) => {
      await sumCustomers(tx);
      for await (const accounts of readCustomers(tx)) void accounts;
    },
    { isolation: 'repeatable read' },
  );
}

/**
 * The same balances alone, account by account in the order of the primary key, without whose they are. (Sorted by the table's id:
 * a text of the same name in the result would be sorted instead, and everything read again for each set.)
 */
async function readBare({ asWorker }: TestDatabase): Promise<void> {
  await transact(
    asWorker,
    async (tx) => {
      await sql`SET LOCAL max_parallel_workers_per_gather = 0`.execute(tx);
      for (let after = '0'; ;) {
        const { rows } = await sql<{ id: string; asset: string; posted: string }>`
          SELECT a.id::text AS id, a.asset, a.posted::text AS posted FROM ledger.accounts a
           WHERE a.class = 'customer' AND a.posted > 0 AND a.id > ${after}::bigint ORDER BY a.id LIMIT 5000`.execute(
          tx,
        );
        const last = rows.at(-1);
        if (last === undefined) break;
        after = last.id;
      }
    },
    { isolation: 'repeatable read' },
  );
}

async function countLines({ url }: TestDatabase): Promise<number> {
  const { rows } = await withPatience(url, ({ kysely }) =>
    sql<{ lines: string }>`
      SELECT sum(lines)::text AS lines FROM liability_lists
       WHERE snapshot_number = (SELECT max(number) FROM liability_snapshots)`.execute(kysely),
  );
  return Number(rows[0]?.lines);
}

/**
 * Seconds for the three hashes of each line of the lists: what it commits to, its leaf, and a node above. Given out as text, as
 * in the lists: as bytes Node takes three times as long.
 */
function hashBare(lines: number): number {
  const contents = [110, 49, 97].map((bytes) => Buffer.alloc(bytes));
  const startMs = performance.now();
  for (const content of contents) {
    for (let line = 0; line < lines; line += 1) {
      content.writeUInt32BE(line, 1);
      hash('sha256', content, 'binary');
    }
  }
  return (performance.now() - startMs) / 1_000;
}

/** Seconds of transfers at a time, until the count is over: how long that takes beside them is not known before. */
const secondsAtOnce = 4;

/** Transfers a second of another process from the beginning to the end of a count, beside the same without, before and after. */
async function besideTraffic(
  database: TestDatabase,
  accounts: readonly AccountId[],
  { seconds, count, log }: { readonly seconds: number; readonly count: () => Promise<number> } & Pick<Bench, 'log'>,
): Promise<Round> {
  const file = fileURLToPath(new URL('../poster.ts', import.meta.url));
  const poster = fork(file, { env: { ...process.env, POSTER_DATABASE_URL: database.apiUrl } });
  try {
    await tell(poster, { shape: 'transfer', accounts: accounts.slice(0, 10_000) } satisfies Workload);
    const order = { inFlight, seconds };
    await tell(poster, { inFlight, seconds: 1 });
    const before = Number(await tell(poster, order));
    let isOver = false;
    const counting = count().finally(() => (isOver = true));
    const beside: number[] = [];
    while (!isOver) beside.push(Number(await tell(poster, { inFlight, seconds: secondsAtOnce })));
    await counting;
    // The count ended in the midst of the last.
    const during = beside.length > 1 ? beside.slice(0, -1) : beside;
    // The tables grow and checkpoints come, so what is possible alone is measured on both sides of the count.
    const after = Number(await tell(poster, order));
    const rates = [before, ...during, after].map((rate) => rate.toFixed(0));
    log(`    transfers a second before, every ${secondsAtOnce} s beside, and after: ${rates.join(', ')}`);
    return { measured: during.reduce((sum, rate) => sum + rate, 0) / during.length, baseline: (before + after) / 2 };
  } finally {
    const ended = once(poster, 'exit');
    poster.disconnect();
    await ended;
  }
}

/** Milliseconds in which 95 of 100 random people have their own lines with the paths. */
async function timePaths({ asApi, url }: TestDatabase, asked: number): Promise<number> {
  const { rows } = await withPatience(url, ({ kysely }) =>
    sql<{ person: PersonId; number: number }>`
      SELECT person_id AS person, (SELECT max(number) FROM liability_snapshots) AS number
        FROM wallets ORDER BY random() LIMIT ${Math.ceil(asked)}`.execute(kysely),
  );
  const times: number[] = [];
  for (const { person, number } of rows) {
    const startMs = performance.now();
    await getOwnLines(asApi.kysely, { personId: person, number });
    times.push(performance.now() - startMs);
  }
  times.sort((one, other) => one - other);
  return times[Math.floor(times.length * 0.95)] ?? 0;
}

function resultsOf(measured: Measured, people: number): readonly CaseResult[] {
  const whose = `${people.toLocaleString('en-US')} people, ${assetIds.length} assets`;
  const pause = `the process answers nothing else for ${Math.max(...measured.longestPauseMs).toFixed(0)} ms at most`;
  const seconds = { unit: 's', goal: 2, stretch: 1.5, higherIsBetter: false };
  return [
    {
      ...seconds,
      id: 'liabilities',
      title: `a day's count, ${whose}: all of it`,
      baseline: 'the bare reading and the bare hashing together',
      rounds: measured.whole,
      note: pause,
    },
    {
      ...seconds,
      id: 'liabilities reading',
      title: `a day's count, ${whose}: the reading`,
      baseline: 'the balances read without whose they are',
      rounds: measured.reading,
    },
    {
      ...seconds,
      id: 'liabilities hashing',
      title: `a day's count, ${whose}: all but the reading`,
      baseline: 'three hashes of each line, given out as text',
      rounds: measured.hashing,
    },
    {
      id: 'liabilities traffic',
      title: `transfers beside a day's count, ${inFlight} in flight`,
      unit: 'journals/s',
      baseline: 'without the count, before and after it',
      goal: 0.8,
      stretch: 0.9,
      higherIsBetter: true,
      rounds: measured.traffic,
    },
    {
      id: 'liabilities paths',
      title: `a person's own lines with their paths, p95, ${whose}`,
      unit: 'ms',
      baseline: `${promisedMs} ms`,
      goal: 1,
      stretch: 0.5,
      higherIsBetter: false,
      rounds: measured.paths,
    },
  ];
}
