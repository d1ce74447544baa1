import type { ProvenEntry } from '@tern/contracts/routes/check';
import type { DbReader } from '@tern/db/database';
import type { LogHead } from '@tern/proofs/log/consistency';
import type { Inclusion } from '@tern/proofs/log/inclusion';
import { textOfEntry } from '@tern/proofs/log/log-leaf';
import { placeInDay } from './day-tree.ts';
import { selectEntriesOfRecord, type BookedEntry } from './entry-store.ts';
import type { LogInMemory, LogKeeper } from './keep-log.ts';
import { findChunkOfLeaf } from './ledger-log-store.ts';
import { leafOf, withNonce, type KeptDay } from './ledger-log.ts';

/** A wallet's entries of a journal, as a statement's log shows them. */
export type ProveInput = {
  readonly walletId: string;
  readonly journalId: string;
  /** What the statement names; undefined where none does. */
  readonly named: LogHead | undefined;
  readonly keeper: LogKeeper;
};

/**
 * A wallet's entries of a journal, or of the one that ended what the journal had reserved: each with its ways to a published
 * log, or with what it lacks. `waiting`: the log does not have its day yet. `missing`: the log has to have it, and has not.
 */
export async function proveEntries(
  db: DbReader,
  { walletId, journalId, named, keeper }: ProveInput,
): Promise<readonly ProvenEntry[]> {
  const found = await selectEntriesOfRecord(db, { walletId, journalId });
  if (named === undefined) return found.map((entry) => ({ state: 'waiting', ...entry }));
  const kept = await keeper.read(db);
  return await Promise.all(found.map((entry) => proveEntry(db, { entry, named, kept })));
}

async function proveEntry(
  db: DbReader,
  { entry, named, kept }: { readonly entry: BookedEntry; readonly named: LogHead; readonly kept: LogInMemory },
): Promise<ProvenEntry> {
  const { days, log } = kept;
  if (log.size() < named.size) return { state: 'missing', ...entry };
  const day = days.get(entry.day);
  if (day === undefined || day.position >= named.size) return { state: 'waiting', ...entry };
  const opened = withNonce(day.seed, entry);
  const inDay = await findPlace(db, day, textOfEntry(opened));
  if (inDay === undefined) return { state: 'missing', ...entry };
  const root = day.root.toString('hex');
  return { state: 'logged', ...opened, root, inDay, inLog: log.inclusion(day.position, named.size) };
}

/** The place of a leaf in its day and the way from there to the day's root; undefined where the day does not have it. */
async function findPlace(db: DbReader, { position, leaves }: KeptDay, text: string): Promise<Inclusion | undefined> {
  const leaf = leafOf(text);
  const chunk = await findChunkOfLeaf(db, { position, leaf });
  const place = chunk && placeInDay(leaf, chunk);
  return place && { ...place, size: leaves };
}
