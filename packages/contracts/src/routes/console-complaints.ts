import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { complaintIdField, idField, listCursor, timeField } from '../fields.ts';

export const consoleComplaintView = z.object({
  id: idField,
  personId: idField,
  publicId: z.string(),
  subject: z.string(),
  text: z.string(),
  recordId: idField.nullable(),
  filedAt: timeField,
  dueAt: timeField,
  overdue: z.boolean(),
  answer: z.object({ text: z.string(), at: timeField, by: z.string() }).nullable(),
});
export type ConsoleComplaintView = z.infer<typeof consoleComplaintView>;

const answerInput = z.strictObject({ id: complaintIdField, text: z.string().trim().min(10).max(4_000) });

export const consoleComplaintRoutes = {
  listComplaints: oc
    .route({
      method: 'GET',
      path: '/complaints',
      summary: 'Complaints: what waits for an answer, the most urgent first, then the last 50 that were answered',
      tags: ['complaints'],
    })
    .input(z.object({ after: listCursor.optional() }))
    .output(z.object({ complaints: z.array(consoleComplaintView), next: z.string().nullable() }))
    .errors(declareProblems('ROLE_MISSING')),

  answer: oc
    .route({ method: 'POST', path: '/complaints/answer', summary: 'Answer a complaint, once', tags: ['complaints'] })
    .input(answerInput)
    .output(z.object({}))
    .errors(declareProblems('ROLE_MISSING', 'DECISION_REFUSED')),
};
