import type { PersonId } from '@tern/base/ids';
import type { ComplaintView } from '@tern/contracts/routes/complaints';
import type { DbReader } from '@tern/db/database';
import { selectOwnComplaints } from './complaint-store.ts';
import { renderComplaint } from './render-complaint.ts';

const ownMax = 100;

/** A person's complaints with their answers, newest first; at most 100. */
export async function listOwnComplaints(db: DbReader, personId: PersonId): Promise<ComplaintView[]> {
  return (await selectOwnComplaints(db, personId, ownMax)).map(renderComplaint);
}
