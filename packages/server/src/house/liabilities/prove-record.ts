import type { PersonId, RecordId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { RecordProof } from '@tern/contracts/routes/check';
import type { DbReader } from '@tern/db/database';
import { readStatement } from '@tern/proofs/liabilities/read-statement';
import { findOwnRecord } from '../../people/records/public.ts';
import { proveEntries, type LogKeeper } from '../ledger-log/public.ts';
import { selectSnapshots, type Snapshot } from './list-store.ts';

/**
 * The entries that a record has in the books, each with its ways to the log that the newest statement names or with what it
 * lacks, and that statement. Throws `NOT_FOUND` when the record is not this person's.
 */
export async function proveRecord(
  db: DbReader,
  {
    personId,
    recordId,
    keeper,
  }: { readonly personId: PersonId; readonly recordId: RecordId; readonly keeper: LogKeeper },
): Promise<RecordProof> {
  const record = await findOwnRecord(db, personId, recordId);
  if (record === undefined) throw problem('NOT_FOUND');
  const [newest] = await selectSnapshots(db, { before: undefined, limit: 1 });
  const named = newest && readStatement(newest.statement).log;
  const { walletId, journalId } = record;
  const entries = journalId === null ? [] : await proveEntries(db, { walletId, journalId, named, keeper });
  return {
    recordId,
    entries: [...entries],
    statement: newest === undefined || named === undefined ? null : tellStatement(newest),
  };
}

function tellStatement({ number, statement, statementHash, anchor }: Snapshot): RecordProof['statement'] {
  return { number, text: statement, hash: statementHash, anchor: anchor ?? null };
}
