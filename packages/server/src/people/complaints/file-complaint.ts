import { randomUUID } from 'node:crypto';
import { assert } from '@tern/base/assert';
import type { PersonId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { ComplaintInput } from '@tern/contracts/routes/complaints';
import type { Database } from '@tern/db/database';
import type { ApiSession } from '../../platform/api-context.ts';
import { isVisibleText, readLine } from '../../platform/visible-text.ts';
import { findOwnRecord } from '../records/public.ts';
import { changeAccount } from '../sessions/public.ts';
import { insertComplaint, selectComplaintByKey, type Complaint } from './complaint-store.ts';

const subjectLength = { min: 3, max: 120 };
const textLength = { min: 10, max: 4_000 };

export type FileComplaintDeps = {
  readonly db: Database;
  /** Calendar days within which we promise an answer. */
  readonly answerDays: number;
  /** Throws `TOO_MANY_REQUESTS` where somebody complains more often than they can be answered. */
  readonly limitComplaints: (personId: PersonId) => Promise<void>;
};

/**
 * Files a complaint, once for each key. An account on hold may complain like any other. Throws `COMPLAINT_INVALID`,
 * `NOT_FOUND` for a record that is not the person's, and `TOO_MANY_REQUESTS`.
 */
export async function fileComplaint(
  { db, answerDays, limitComplaints }: FileComplaintDeps,
  { session, input }: { readonly session: ApiSession; readonly input: ComplaintInput },
): Promise<Complaint> {
  const { personId } = session;
  const subject = readLine(input.subject);
  const text = input.text.normalize('NFC').replaceAll('\r\n', '\n').trim();
  if (!fits([subject], subjectLength)) throw problem('COMPLAINT_INVALID', { field: 'subject' });
  if (!fits(text.split('\n'), textLength)) throw problem('COMPLAINT_INVALID', { field: 'text' });
  const known = await selectComplaintByKey(db.kysely, personId, input.key);
  if (known !== undefined) return known;
  const { key, recordId } = input;
  if (recordId !== null && (await findOwnRecord(db.kysely, personId, recordId)) === undefined)
    throw problem('NOT_FOUND');
  await limitComplaints(personId);
  return await changeAccount(db, session, async (tx) => {
    await insertComplaint(tx, { id: randomUUID(), personId, key, subject, text, recordId, answerDays });
    const filed = await selectComplaintByKey(tx, personId, key);
    assert(filed !== undefined, 'what was just filed is there');
    return filed;
  });
}

/** Lengths as the database counts them, in characters. */
function fits(lines: readonly string[], { min, max }: { readonly min: number; readonly max: number }): boolean {
  const length = [...lines.join('\n')].length;
  return length >= min && length <= max && lines.every((line) => isVisibleText(line));
}
