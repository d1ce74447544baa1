import type { DbReader } from '@tern/db/database';
import { openLog, type OpenLog } from '@tern/proofs/log/open-log';
import { selectDays } from './ledger-log-store.ts';
import { allDays, joinHashes, type KeptDay } from './ledger-log.ts';

/** The log as it is in the database, with the tree over its days. */
export type LogInMemory = {
  /** By the day in UTC. */
  readonly days: ReadonlyMap<string, KeptDay>;
  readonly log: OpenLog;
};

/** Keeps the tree over all days between requests, which read nothing but the days that were added since. */
export type LogKeeper = { readonly read: (db: DbReader) => Promise<LogInMemory> };

type Grown = { readonly days: Map<string, KeptDay>; readonly log: OpenLog; last: KeptDay | undefined };

/** For one process: the log of one database. */
export function keepLog(): LogKeeper {
  let grown = emptyLog();
  const read = async (db: DbReader): Promise<LogInMemory> => {
    const known = grown;
    const rows = await selectDays(db, { from: known.last?.position ?? 0, limit: allDays });
    // Where the last known day is not there as it was, the database is another one: restored, or changed.
    const isKnown = known.last === undefined || rows[0]?.head.equals(known.last.head) === true;
    if (isKnown) {
      growBy(known, rows);
      return known;
    }
    grown = emptyLog();
    return read(db);
  };
  return { read };
}

function emptyLog(): Grown {
  return { days: new Map(), log: openLog(joinHashes), last: undefined };
}

/** Adds the days that follow on. Another request may have added some of them in the meantime. */
function growBy(grown: Grown, rows: readonly KeptDay[]): void {
  for (const day of rows) {
    if (day.position !== grown.log.size()) continue;
    grown.log.add({ position: day.position, day: day.day, leaves: day.leaves, root: day.root.toString('hex') });
    grown.days.set(day.day, day);
    grown.last = day;
  }
}
