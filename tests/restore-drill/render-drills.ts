import type { DrillLine } from './drill.ts';

/** The table of docs/operations/database-backup.md. */
export function renderDrills(lines: readonly DrillLine[]): string {
  const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(0);
  const rows = lines.map((line) =>
    [
      line.disaster,
      line.way,
      `${megabytes(line.databaseBytes)} / ${megabytes(line.baseBytes)} / ${megabytes(line.logBytes)}`,
      line.backUpSeconds.toFixed(0),
      line.leaderSeconds.toFixed(0),
      line.wholeSeconds.toFixed(0),
      line.servedSeconds.toFixed(0),
      `${line.kept} / ${line.lost}`,
      line.bookedAgain,
      line.lostSeconds.toFixed(0),
      line.violations.length,
    ].join(' | '),
  );
  return [
    '| disaster | way | database / copy / log, MB | back up, s | leader, s | whole, s | served, s | answers kept / lost | booked again | of the last s | wrong |',
    '|---|---|---|---|---|---|---|---|---|---|---|',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n');
}
