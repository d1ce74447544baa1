import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { idField, recordIdField, timeField } from '../fields.ts';

export const complaintInput = z.strictObject({
  /** Made before the first try and sent with each: the same complaint is filed once. */
  key: idField,
  subject: z.string().max(1_000),
  text: z.string().max(10_000),
  /** The person's record it is about. */
  recordId: recordIdField.nullable(),
});
export type ComplaintInput = z.infer<typeof complaintInput>;

export const complaintView = z.object({
  id: idField,
  subject: z.string(),
  text: z.string(),
  recordId: idField.nullable(),
  filedAt: timeField,
  /** By when an answer is promised. */
  dueAt: timeField,
  answer: z.object({ text: z.string(), at: timeField }).nullable(),
});
export type ComplaintView = z.infer<typeof complaintView>;

export const complaintRoutes = {
  listComplaints: oc
    .route({
      method: 'GET',
      path: '/complaints',
      summary: 'One’s own complaints with their answers, newest first; at most 100',
      tags: ['complaints'],
    })
    .output(z.object({ complaints: z.array(complaintView) }))
    .errors(declareProblems()),

  fileComplaint: oc
    .route({ method: 'POST', path: '/complaints', summary: 'File a complaint', tags: ['complaints'] })
    .input(complaintInput)
    .output(complaintView)
    .errors(declareProblems('COMPLAINT_INVALID', 'TOO_MANY_REQUESTS')),
};
