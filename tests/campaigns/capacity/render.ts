import type { Usage } from './meter.ts';

/** One kind of work, all items together. */
export type Measured = Pick<Usage, 'seconds' | 'cpu' | 'wal' | 'tables'> & {
  readonly name: string;
  readonly item: string;
  readonly items: number;
};

/** Tables whose rows are deleted again: after a time, or once they have done their part. */
const cleared = new Set([
  'rate_windows',
  'pending_tries',
  'failure_counters',
  'outbox',
  'push_outbox',
  'logins',
  'challenges',
  'authenticator_bindings',
  'pending_deposits',
  'head_blocks',
  'pair_observations',
  'live_streams',
  'ledger.open_holds',
]);

const kilobytes = (bytes: number, items: number): string => (bytes / items / 1_000).toFixed(2);
const milliseconds = (seconds: number, items: number): string => ((seconds / items) * 1_000).toFixed(2);

/** The table of docs/capacity.md, and below it where the bytes of each kind are. */
export function renderCapacity(measured: readonly Measured[], idle: Usage): string {
  const rows = measured.map(({ name, items, cpu, wal, tables }) => {
    const kept = sum(Object.entries(tables).filter(([table]) => !cleared.has(table)));
    const figures = [
      ...[cpu.server, cpu.api, cpu.worker].map((seconds) => milliseconds(seconds, items)),
      kilobytes(wal.bytes, items),
      kilobytes(wal.images, items),
      kilobytes(kept, items),
      kilobytes(sum(Object.entries(tables)) - kept, items),
    ];
    return `| ${name} | ${items} | ${figures.join(' | ')} |`;
  });
  const parts = measured.map(({ name, items, tables }) => {
    const largest = Object.entries(tables)
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, 8)
      .map(([table, bytes]) => `${table} ${kilobytes(bytes, items)}`);
    return `${name}: ${largest.join(', ')}`;
  });
  return [
    '| work | items | server, ms | api, ms | worker and signer, ms | log, kB | page images, kB | kept, kB | cleared later, kB |',
    '|---|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
    `idle, per second: server ${milliseconds(idle.cpu.server, idle.seconds)} ms, api ${milliseconds(idle.cpu.api, idle.seconds)} ms, worker and signer ${milliseconds(idle.cpu.worker, idle.seconds)} ms, log ${kilobytes(idle.wal.bytes, idle.seconds)} kB`,
    ...parts,
  ].join('\n');
}

function sum(entries: readonly (readonly [string, number])[]): number {
  return entries.reduce((total, [, bytes]) => total + bytes, 0);
}
