import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** One fault that was struck and looked at. */
export type TallyLine = {
  /** The day, in UTC. */
  readonly date: string;
  readonly fault: string;
  readonly seed: number;
  readonly round: number;
  /** Longest time without a confirmed write of the wallet, of the database through PgBouncer, and without a cached read. */
  readonly writesMs: number;
  readonly rowsMs: number;
  readonly readsMs: number;
  /** From the repair of the machine until the cluster had all its members again; lines before 30 November 2026 lack it. */
  readonly wholeMs?: number;
  /** Where the signer was lost: payouts that waited for it, and how long until its standby signed and until the next payout was signed. */
  readonly payouts?: { readonly open: number; readonly takenOverMs: number; readonly goOnMs: number };
  /** What people were answered, and how often. */
  readonly answers: Readonly<Record<string, number>>;
  readonly lostRows: number;
  readonly connectionsMax: number;
  /** Processors that programs outside of the campaign used meanwhile, on average. */
  readonly others: number;
  readonly postgresql: string;
  readonly patroni: string;
  readonly violations: readonly string[];
  /** The wallet did not come back, so there are no figures. */
  readonly isUnfinished?: true;
};

export type Tally = {
  readonly add: (line: TallyLine) => void;
  readonly countOf: (fault: string) => number;
  /** The first round of the seed that was not struck yet. */
  readonly nextRound: (seed: number) => number;
  /** What this run found wrong, as sentences. */
  readonly violations: () => readonly string[];
};

/** Faults counted now and in the file's earlier rounds: a campaign goes on where it ended. Without a file it begins anew. */
export function openTally(file: string | undefined): Tally {
  const before = file === undefined ? [] : readTally(file);
  const added: TallyLine[] = [];
  return {
    add: (line) => {
      added.push(line);
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`);
    },
    countOf: (fault) => [...before, ...added].filter((line) => line.fault === fault).length,
    nextRound: (seed) => 1 + Math.max(0, ...[...before, ...added].map((line) => (line.seed === seed ? line.round : 0))),
    violations: () =>
      added.flatMap(({ fault, seed, round, violations }) =>
        violations.map((text) => `${fault}, seed ${seed}, round ${round}: ${text}`),
      ),
  };
}

/** What is in the file; nothing where there is none. */
export function readTally(file: string): readonly TallyLine[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => JSON.parse(text) as TallyLine);
}
