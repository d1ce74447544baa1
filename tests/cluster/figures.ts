import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { placeBetween } from '../../tools/documents/place-between.ts';
import { faults, type Fault } from './faults.ts';
import { readTally, type TallyLine } from './tally.ts';

/** Kept in the repository: machines that campaigns run on come and go. */
export const keptTally = join(import.meta.dirname, 'tally.jsonl');
const page = join(import.meta.dirname, '../../docs/operations/high-availability.md');

const marks = {
  start: '<!-- figures: written by npm run cluster from tests/cluster/tally.jsonl -->',
  end: '<!-- /figures -->',
};

/** Programs outside of the campaign that use more processors than this disturb what is measured. */
const quietBelow = 0.2;

/** The page with the figures of the kept tally in their place. */
export function describePage(): { readonly now: string; readonly due: string } {
  const now = readFileSync(page, 'utf8');
  return { now, due: placeBetween(now, marks, renderFigures(readTally(keptTally), faults)) };
}

/** Brings the page to what the tally says. */
export function writePage(): void {
  writeFileSync(page, describePage().due);
}

/** A table with a row for each fault, struck or not, and what was found wrong. */
export function renderFigures(lines: readonly TallyLine[], all: readonly Pick<Fault, 'name' | 'boundMs'>[]): string {
  const wrong = lines.flatMap(({ fault, seed, round, violations }) =>
    violations.map((text) => `| ${fault} | ${seed} | ${round} | ${text.split('\n')[0]} |`),
  );
  return [
    '| fault | times (quiet) | seeds | limit, s | RTO: wallet without writes, s | rows, s | cached reads, s | whole again, s | RPO: confirmed and lost | connections |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...all.map((fault) =>
      renderRow(
        fault,
        lines.filter((line) => line.fault === fault.name),
      ),
    ),
    '',
    ...renderPayouts(lines),
    ...(wrong.length === 0
      ? ['No round broke a rule of the campaign.']
      : [
          'These rounds broke a rule of the campaign:',
          '',
          '| fault | seed | round | what |',
          '|---|---|---|---|',
          ...wrong,
        ]),
  ].join('\n');
}

/** How long payouts waited where their signer was lost; nothing where it never was. */
function renderPayouts(lines: readonly TallyLine[]): readonly string[] {
  const all = lines.flatMap(({ payouts }) => payouts ?? []);
  if (all.length === 0) return [];
  return [
    '| the first signer is lost | times | payouts that waited | until the standby signs, s | until the next payout is signed, s |',
    '|---|---|---|---|---|',
    `| ${[
      'signer-lost',
      all.length,
      all.reduce((sum, { open }) => sum + open, 0),
      describeSpread(all.map(({ takenOverMs }) => takenOverMs)),
      describeSpread(all.map(({ goOnMs }) => goOnMs)),
    ].join(' | ')} |`,
    '',
  ];
}

/** Median, shortest and longest in seconds. */
function describeSpread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  if (sorted.length === 0) return notMeasured;
  return `${seconds(medianOf(sorted))} (${seconds(sorted[0] ?? 0)}–${seconds(sorted.at(-1) ?? 0)})`;
}

function renderRow({ name, boundMs }: Pick<Fault, 'name' | 'boundMs'>, own: readonly TallyLine[]): string {
  const limit = String(boundMs / 1_000);
  const measured = own.filter(({ isUnfinished }) => isUnfinished !== true);
  const quiet = own.filter(({ others }) => others < quietBelow).length;
  const times = own.length === 0 ? '0' : `${own.length} (${quiet})`;
  const seeds = [...new Set(own.map(({ seed }) => seed))].toSorted((a, b) => a - b).join(', ');
  if (measured.length === 0)
    return `| ${[name, times, seeds, limit, ...Array.from({ length: 6 }, () => notMeasured)].join(' | ')} |`;
  const spread = (of: (line: TallyLine) => number | undefined): string =>
    describeSpread(measured.map(of).filter((ms) => ms !== undefined));
  return `| ${[
    name,
    times,
    seeds,
    limit,
    spread(({ writesMs }) => writesMs),
    spread(({ rowsMs }) => rowsMs),
    spread(({ readsMs }) => readsMs),
    spread(({ wholeMs }) => wholeMs),
    measured.reduce((sum, { lostRows }) => sum + lostRows, 0),
    Math.max(...measured.map(({ connectionsMax }) => connectionsMax)),
  ].join(' | ')} |`;
}

const notMeasured = 'not measured yet';

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);

/** Of an even number, the upper of the two in the middle: never better than it was. */
function medianOf(sorted: readonly number[]): number {
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
