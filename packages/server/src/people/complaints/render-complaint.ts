import { toWire } from '@tern/base/to-wire';
import type { ComplaintView } from '@tern/contracts/routes/complaints';
import type { Complaint } from './complaint-store.ts';

/** As whoever filed it sees it. */
export function renderComplaint(complaint: Complaint): ComplaintView {
  const { id, subject, text, recordId, filedAt, dueAt, answer, answeredAt } = complaint;
  return toWire({
    id,
    subject,
    text,
    recordId,
    filedAt,
    dueAt,
    answer: answer === null || answeredAt === null ? null : { text: answer, at: answeredAt },
  });
}
