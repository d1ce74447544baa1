import { randomBytes } from 'node:crypto';
import { assert } from '@tern/base/assert';
import type { Database, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { openLog } from '@tern/proofs/log/open-log';
import { requireSoundLog } from './check-log.ts';
import { growDay, type DayTree } from './day-tree.ts';
import { readEntriesOf } from './entry-store.ts';
import { claimLog, findClosedDay, insertDay } from './ledger-log-store.ts';
import { joinHashes, leafOfBooks, leafOfEntry, leavesOfNothing } from './ledger-log.ts';

/**
 * Adds the first closed day that the log does not have yet. Throws where the log is not what it was: nothing is added to a log
 * whose past was changed, and no day that has other entries than when it was closed. Any number of workers may call it. It returns how many days it added, 0 or 1.
 */
export async function addDay({ db }: { readonly db: Database }): Promise<number> {
  return await transact(db, addNext, { isolation: 'repeatable read' });
}

async function addNext(tx: DbTx): Promise<number> {
  if (!(await claimLog(tx))) return 0;
  const days = await requireSoundLog(tx);
  const closed = await findClosedDay(tx, days.at(-1)?.day);
  if (closed === undefined) return 0;
  const seed = randomBytes(32);
  const { tree, entries } = await treeOf(tx, { ...closed, seed });
  assert(entries === closed.entries, `${closed.day} had ${closed.entries} entries when it was closed, now ${entries}`);
  const added = { position: days.length, day: closed.day, leaves: tree.leaves, root: tree.root.toString('hex') };
  const log = openLog(joinHashes);
  for (const day of days) log.add(day);
  const head = Buffer.from(log.add(added), 'hex');
  await insertDay(tx, { day: { position: added.position, day: added.day, seed, head }, tree });
  return 1;
}

/** The tree over a day's entries as the books have them now, with as many leaves for nothing as make their number up. */
export async function treeOf(
  tx: DbTx,
  { day, dailyRoot, seed }: { readonly day: string; readonly dailyRoot: string; readonly seed: Buffer },
): Promise<{ readonly tree: DayTree; readonly entries: number }> {
  const leaves = [leafOfBooks(seed, { day, dailyRoot })];
  for await (const entries of readEntriesOf(tx, day))
    for (const entry of entries) leaves.push(leafOfEntry(seed, entry));
  const entries = leaves.length - 1;
  for (const leaf of leavesOfNothing(seed, { day, after: leaves.length })) leaves.push(leaf);
  return { tree: growDay(leaves), entries };
}
