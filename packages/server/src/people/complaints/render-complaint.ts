import type { ComplaintView } from '@tern/contracts/routes/complaints';
import type { Complaint } from './complaint-store.ts';

/** As whoever filed it sees it. */
export function renderComplaint(complaint: Complaint): ComplaintView {
  const { id, subject, text, recordId, filedAt, dueAt, answer, answeredAt } = complaint;
  return {
    id,
    subject,
    text,
    recordId,
    filedAt: filedAt.toISOString(),
    dueAt: dueAt.toISOString(),
    answer: answer === null || answeredAt === null ? null : { text: answer, at: answeredAt.toISOString() },
  };
}
