import type { PersonId, RecordId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { RecordProofView } from '@tern/contracts/routes/check';
import type { DbReader } from '@tern/db/database';
import { textOfEntry, type LoggedEntry } from '@tern/proofs/log/log-leaf';
import { hashDay } from '@tern/proofs/log/open-log';
import { growTree, pathOf } from '@tern/proofs/merkle-tree';
import { findOwnRecord } from '../../people/records/public.ts';
import { selectSnapshots } from '../liabilities/list-store.ts';
import { headed } from './check-log.ts';
import { pathInDay } from './day-tree.ts';
import { selectEntriesOfRecord } from './entry-store.ts';
import { leafOf, withNonce, type KeptDay } from './ledger-log.ts';
import { findChunkOfLeaf, selectDays } from './ledger-log-store.ts';
import { readLogLine } from './log-line.ts';

/**
 * The entries that a record has in the books, with their ways to the log that the newest statement names. Entries of days that
 * no statement names yet are counted in `waiting`. Throws `NOT_FOUND` when the record is not this person's.
 */
export async function proveRecord(
  db: DbReader,
  { personId, recordId }: { readonly personId: PersonId; readonly recordId: RecordId },
): Promise<RecordProofView> {
  const record = await findOwnRecord(db, personId, recordId);
  if (record === undefined) throw problem('NOT_FOUND');
  const [newest] = await selectSnapshots(db, { before: undefined, limit: 1 });
  const log = newest && readLogLine(newest.statement);
  const { walletId, journalId } = record;
  const entries = journalId === null ? [] : await selectEntriesOfRecord(db, { walletId, journalId });
  const days = log === undefined ? [] : await selectDays(db, { from: 0, limit: log.size });
  const tree = growTree(days.map((day) => hashDay(headed(day))));
  const proofs: RecordProofView['entries'][number][] = [];
  for (const entry of entries) {
    const day = days.find((each) => each.day === entry.day);
    if (day === undefined) continue;
    const known = withNonce(day.seed, entry);
    proofs.push({
      ...known,
      path: [...(await findPath(db, day, known))],
      position: day.position,
      root: day.root.toString('hex'),
      logPath: [...pathOf(tree, day.position)],
    });
  }
  return {
    recordId,
    entries: proofs,
    waiting: entries.length - proofs.length,
    statement:
      newest === undefined || log === undefined
        ? null
        : { number: newest.number, text: newest.statement, hash: newest.statementHash, anchor: newest.anchor ?? null },
  };
}

/** The way to the day's root; empty where the entry is not among the day's leaves, which the device then finds. */
async function findPath(db: DbReader, { position }: KeptDay, entry: LoggedEntry): Promise<readonly { hash: string; side: 'left' | 'right' }[]> {
  const leaf = leafOf(textOfEntry(entry));
  const found = await findChunkOfLeaf(db, { position, leaf });
  return (found && pathInDay(leaf, found)) ?? [];
}
