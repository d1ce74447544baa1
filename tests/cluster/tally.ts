import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** One fault that was struck and looked at. */
export type TallyLine = {
  readonly seed: number;
  readonly round: number;
  readonly fault: string;
  /** Longest time without a confirmed write of the wallet, of the database through PgBouncer, and without a cached read. */
  readonly writesMs: number;
  readonly rowsMs: number;
  readonly readsMs: number;
  /** What people were answered instead of a yes, and how often. */
  readonly answers: Readonly<Record<string, number>>;
  readonly lostRows: number;
  readonly connectionsMax: number;
  readonly violations: readonly string[];
};

export type Tally = {
  readonly add: (line: TallyLine) => void;
  readonly lines: readonly TallyLine[];
  readonly countOf: (fault: string) => number;
  readonly violations: () => readonly string[];
};

/** Faults counted now and in the file's earlier rounds: a campaign goes on where it ended. */
export function openTally(file: string | undefined): Tally {
  const lines: TallyLine[] = [];
  if (file !== undefined && existsSync(file)) {
    const texts = readFileSync(file, 'utf8')
      .split('\n')
      .filter((text) => text !== '');
    lines.push(...texts.map((text) => JSON.parse(text) as TallyLine));
  }
  return {
    lines,
    add: (line) => {
      lines.push(line);
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`);
    },
    countOf: (fault) => lines.filter((line) => line.fault === fault).length,
    violations: () =>
      lines.flatMap(({ seed, round, fault, violations }) =>
        violations.map((text) => `seed ${seed}, round ${round}, ${fault}: ${text}`),
      ),
  };
}

/** The figures of each fault, as docs/operations/high-availability.md shows them. */
export function renderTable(lines: readonly TallyLine[]): string {
  const names = [...new Set(lines.map(({ fault }) => fault))];
  const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
  const rows = names.map((name) => {
    const own = lines.filter(({ fault }) => fault === name);
    const longest = (of: (line: TallyLine) => number): string => seconds(Math.max(...own.map(of)));
    const median = (of: (line: TallyLine) => number): string =>
      seconds(own.map(of).toSorted((a, b) => a - b)[Math.floor((own.length - 1) / 2)] ?? 0);
    const lost = own.reduce((sum, { lostRows }) => sum + lostRows, 0);
    const figures = [
      `${median(({ writesMs }) => writesMs)} / ${longest(({ writesMs }) => writesMs)}`,
      `${median(({ rowsMs }) => rowsMs)} / ${longest(({ rowsMs }) => rowsMs)}`,
      longest(({ readsMs }) => readsMs),
      lost,
      Math.max(...own.map(({ connectionsMax }) => connectionsMax)),
    ];
    return `| ${name} | ${own.length} | ${figures.join(' | ')} |`;
  });
  return [
    '| fault | times | wallet without writes, s (median / longest) | rows, s (median / longest) | cached reads, s | confirmed and lost | connections |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}
