import { randomBytes } from 'node:crypto';
import { assert } from '@tern/base/assert';
import type { Database, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import type { HeadedDay } from '@tern/proofs/log/check-days';
import { openLog } from '@tern/proofs/log/open-log';
import { requireSoundLog } from './check-log.ts';
import { growDay, type DayTree } from './day-tree.ts';
import { claimLog, findClosedDay, insertDay } from './ledger-log-store.ts';
import { joinHashes } from './ledger-log.ts';
import { readLeaves } from './read-leaves.ts';

/** A day that the log does not have yet: the leaves of its entries as one transaction saw them, and what makes them secret. */
type NextDay = {
  readonly day: string;
  readonly seed: Buffer;
  readonly leaves: readonly Buffer[];
  readonly position: number;
};

/**
 * Adds the first closed day that the log does not have yet. Throws where the log is not what it was: nothing is added to a log
 * whose past was changed, and no day that has more or fewer entries than when it was closed. Any number of workers may call it. No
 * transaction is open while the tree grows. It returns how many days it added, 0 or 1.
 */
export async function addDay({ db }: { readonly db: Database }): Promise<number> {
  const next = await transact(db, readNext, { isolation: 'repeatable read' });
  if (next === undefined) return 0;
  const tree = await growDay(next);
  return await transact(db, (tx) => insertNext(tx, next, tree), { isolation: 'repeatable read' });
}

async function readNext(tx: DbTx): Promise<NextDay | undefined> {
  if (!(await claimLog(tx))) return undefined;
  const days = await requireSoundLog(tx);
  const closed = await findClosedDay(tx, days.at(-1)?.day);
  if (closed === undefined) return undefined;
  const seed = randomBytes(32);
  const { leaves, entries } = await readLeaves(tx, { ...closed, seed });
  assert(entries === closed.entries, `${closed.day} had ${closed.entries} entries when it was closed, now ${entries}`);
  return { day: closed.day, seed, leaves, position: days.length };
}

async function insertNext(tx: DbTx, { day, seed, position }: NextDay, tree: DayTree): Promise<number> {
  if (!(await claimLog(tx))) return 0;
  const days = await requireSoundLog(tx);
  // Another worker was faster.
  if (days.length !== position) return 0;
  const head = Buffer.from(headWith(days, { position, day, tree }), 'hex');
  await insertDay(tx, { day: { position, day, seed, head }, tree });
  return 1;
}

function headWith(
  days: readonly HeadedDay[],
  { position, day, tree }: { readonly position: number; readonly day: string; readonly tree: DayTree },
): string {
  const log = openLog(joinHashes);
  for (const each of days) log.add(each);
  return log.add({ position, day, leaves: tree.leaves, root: tree.root.toString('hex') });
}
