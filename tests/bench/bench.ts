import { assert } from '@tern/base/assert';
import type { Database } from '@tern/db/database';
import { openDatabase } from '@tern/db/database';
import { checkInvariants } from '@tern/ledger/check-invariants';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import type { Pgbench } from './pgbench.ts';

/** How long and how large: a campaign, or a look whether everything still runs. */
export type Sizes = {
  readonly rounds: number;
  readonly secondsPerRound: number;
  /** People who send over HTTP. */
  readonly senders: number;
  /** People who send with their factors, and the time within which each does it once. */
  readonly wholeSenders: number;
  readonly thinkMs: number;
  readonly customers: number;
  readonly holders: number;
  /** Rows of the records page's two tables: the smaller and the larger. */
  readonly records: readonly [number, number];
  readonly recordsPerPerson: number;
  readonly pages: number;
  readonly blocks: number;
  readonly addresses: number;
  /** Deposits that are held in one transaction. */
  readonly held: number;
  /** Logins that unknown clients keep open, and the networks they come from. */
  readonly strangers: number;
  readonly networks: number;
};

export const campaign: Sizes = {
  rounds: 5,
  secondsPerRound: 4,
  senders: 2_000,
  wholeSenders: 500,
  thinkMs: 30_000,
  customers: 10_000,
  holders: 1_000_000,
  records: [1_000_000, 10_000_000],
  recordsPerPerson: 100,
  pages: 2_000,
  blocks: 200,
  addresses: 1_000_000,
  held: 3_000,
  strangers: 330,
  networks: 40,
};

export const quick: Sizes = {
  rounds: 1,
  secondsPerRound: 1,
  senders: 100,
  wholeSenders: 20,
  thinkMs: 1_500,
  customers: 500,
  holders: 5_000,
  records: [5_000, 50_000],
  recordsPerPerson: 100,
  pages: 20,
  blocks: 10,
  addresses: 2_000,
  held: 100,
  strangers: 60,
  networks: 12,
};

export type Bench = {
  readonly sizes: Sizes;
  /** Undefined where the machine has none and the run was asked to go on without ratios. */
  readonly pgbench: Pgbench | undefined;
  readonly log: (line: string) => void;
};

/** One round: what was measured and what it is compared with, in the same unit, one right after the other. */
export type Round = { readonly measured: number; readonly baseline: number | undefined };

export type CaseResult = {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  readonly baseline: string;
  readonly goal: number;
  readonly stretch: number;
  /** Whether a higher ratio is the better one. */
  readonly higherIsBetter: boolean;
  readonly rounds: readonly Round[];
  readonly note?: string;
};

/** Measures one or several rows of the table; throws when an invariant does not hold afterwards. */
export type Case = { readonly name: string; readonly run: (bench: Bench) => Promise<readonly CaseResult[]> };

export function median(values: readonly number[]): number {
  assert(values.length > 0, 'a median of something');
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  return ((low ?? 0) + (high ?? 0)) / 2;
}

export function ratioOf({ rounds }: Pick<CaseResult, 'rounds'>): number | undefined {
  const ratios = rounds.flatMap(({ measured, baseline }) => (baseline === undefined ? [] : [measured / baseline]));
  return ratios.length === 0 ? undefined : median(ratios);
}

/** Gives `work` a fresh database and throws when the books are wrong afterwards. */
export async function withBooks<Result>(work: (database: TestDatabase) => Promise<Result>): Promise<Result> {
  const database = await createTestDatabase();
  try {
    const result = await work(database);
    const breaches = await withPatience(database.url, (db) => checkInvariants(db.kysely));
    if (breaches.length > 0) throw new Error(`the books are wrong: ${JSON.stringify(breaches.slice(0, 5))}`);
    return result;
  } finally {
    await database.drop();
  }
}

/** A connection without the usual limit on how long a statement may run, for loading and for checking millions of rows. */
export async function withPatience<Result>(url: string, work: (db: Database) => Promise<Result>): Promise<Result> {
  const db = openDatabase({ url, applicationName: 'bench', statementTimeoutMs: 0, poolMax: 2 });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
