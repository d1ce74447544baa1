import type { DbReader } from '@tern/db/database';
import type { LogHead } from '@tern/proofs/log/consistency';
import type { EntryProof } from '@tern/proofs/log/follow-entry';
import { textOfDay, textOfEntry, type LoggedEntry } from '@tern/proofs/log/log-leaf';
import type { PathStep } from '@tern/proofs/merkle-path';
import { growTree, pathOf } from '@tern/proofs/merkle-tree';
import { pathInDay } from './day-tree.ts';
import { selectEntriesOfRecord } from './entry-store.ts';
import { findChunkOfLeaf, selectDays } from './ledger-log-store.ts';
import { joinHashes, leafOf, withNonce } from './ledger-log.ts';

/**
 * A wallet's entries of a journal, or of the one that ended what the journal had reserved, with their ways to a published log.
 * `waiting` counts the entries whose day that log does not have.
 */
export async function proveEntries(
  db: DbReader,
  {
    walletId,
    journalId,
    log,
  }: { readonly walletId: string; readonly journalId: string; readonly log: LogHead | undefined },
): Promise<{ readonly entries: readonly EntryProof[]; readonly waiting: number }> {
  const found = await selectEntriesOfRecord(db, { walletId, journalId });
  const days = log === undefined ? [] : await selectDays(db, { from: 0, limit: log.size });
  const tree = growTree(
    days.map(({ position, day, leaves, root }) =>
      leafOf(textOfDay({ position, day, leaves, root: root.toString('hex') })),
    ),
    joinHashes,
  );
  const entries: EntryProof[] = [];
  for (const each of found) {
    const day = days.find((one) => one.day === each.day);
    if (day === undefined) continue;
    const { position, leaves, root, seed } = day;
    const entry = withNonce(seed, each);
    const [path, logPath] = [await findPath(db, position, entry), pathOf(tree, position)];
    entries.push({ ...entry, path, position, leaves, root: root.toString('hex'), logPath });
  }
  return { entries, waiting: found.length - entries.length };
}

/** The way to the day's root; empty where the entry is not among the day's leaves, which the device then finds out. */
async function findPath(db: DbReader, position: number, entry: LoggedEntry): Promise<readonly PathStep[]> {
  const leaf = leafOf(textOfEntry(entry));
  const found = await findChunkOfLeaf(db, { position, leaf });
  return (found && pathInDay(leaf, found)) ?? [];
}
