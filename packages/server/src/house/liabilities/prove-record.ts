import type { PersonId, RecordId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { RecordProof } from '@tern/contracts/routes/check';
import type { DbReader } from '@tern/db/database';
import { readStatement } from '@tern/proofs/liabilities/read-statement';
import { findOwnRecord } from '../../people/records/public.ts';
import { proveEntries } from '../ledger-log/public.ts';
import { selectSnapshots } from './list-store.ts';

/**
 * The entries that a record has in the books, with their ways to the log that the newest statement names, and that statement.
 * Entries of days that it does not name yet are counted in `waiting`. Throws `NOT_FOUND` when the record is not this person's.
 */
export async function proveRecord(
  db: DbReader,
  { personId, recordId }: { readonly personId: PersonId; readonly recordId: RecordId },
): Promise<RecordProof> {
  const record = await findOwnRecord(db, personId, recordId);
  if (record === undefined) throw problem('NOT_FOUND');
  const [newest] = await selectSnapshots(db, { before: undefined, limit: 1 });
  const log = newest && readStatement(newest.statement).log;
  const { walletId, journalId } = record;
  const { entries, waiting } =
    journalId === null ? { entries: [], waiting: 0 } : await proveEntries(db, { walletId, journalId, log });
  const { number, statement, statementHash, anchor = null } = newest ?? {};
  return {
    recordId,
    entries: entries.map((each) => ({ ...each, path: [...each.path], logPath: [...each.logPath] })),
    waiting,
    statement:
      number === undefined || statement === undefined || statementHash === undefined || log === undefined
        ? null
        : { number, text: statement, hash: statementHash, anchor },
  };
}
