import type { Database, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { findLogFault } from './check-log.ts';
import { growDay } from './day-tree.ts';
import { findDailyRoot, selectDays, storeFault } from './ledger-log-store.ts';
import { allDays, type KeptDay } from './ledger-log.ts';
import { readLeaves } from './read-leaves.ts';

const namesOfDays = ['day-missing', 'head', 'published'] as const;

export type LogWatch = {
  /** Step: looks whether the log is what it was, and recomputes one of its days from the books. Returns 0. */
  readonly tick: () => Promise<number>;
};

/** Every tick takes the next day in turn, the newest first, and begins again after the first day. */
export function openLogWatch({
  db,
  onFault,
}: {
  readonly db: Database;
  readonly onFault: (fault: { readonly name: string; readonly finding: string }) => void;
}): LogWatch {
  let next = Infinity;
  /** Days whose entries were found changed; each is looked at again in its turn. */
  const changed = new Map<string, string>();
  return {
    tick: async () => {
      const looked = await transact(
        db,
        async (tx) => {
          const fault = await findLogFault(tx);
          const days = await selectDays(tx, { from: 0, limit: allDays });
          const day = days[Math.min(next, days.length - 1)];
          return { fault, day, booked: day && (await readBooked(tx, day)) };
        },
        { isolation: 'repeatable read' },
      );
      const { fault, day, booked } = looked;
      const finding = day && (await compare(day, booked));
      if (day !== undefined) {
        next = day.position === 0 ? Infinity : day.position - 1;
        if (finding === undefined) changed.delete(day.day);
        else changed.set(day.day, finding);
      }
      await transact(db, async (tx) => {
        for (const name of namesOfDays)
          await storeFault(tx, { name, finding: fault?.name === name ? fault.finding : undefined });
        await storeFault(tx, { name: 'entries', finding: changed.values().next().value });
      });
      if (fault !== undefined) onFault(fault);
      if (finding !== undefined) onFault({ name: 'entries', finding });
      return 0;
    },
  };
}

/** The leaves of a day's entries as the books have them now; undefined where they do not have the day any more. */
async function readBooked(tx: DbTx, { day, seed }: KeptDay): Promise<readonly Buffer[] | undefined> {
  const dailyRoot = await findDailyRoot(tx, day);
  return dailyRoot === undefined ? undefined : (await readLeaves(tx, { day, dailyRoot, seed })).leaves;
}

/** What differs between a day of the log and the books; undefined where nothing does. No transaction is open meanwhile. */
async function compare(
  { day, seed, root }: KeptDay,
  leaves: readonly Buffer[] | undefined,
): Promise<string | undefined> {
  if (leaves === undefined) return `${day} has no root in the books any more`;
  const tree = await growDay({ day, seed, leaves });
  return tree.root.equals(root) ? undefined : `the entries of ${day} are not those that the log commits to`;
}
