import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { announcementIdField, idField, listCursor, timeField } from '../fields.ts';
import { proofField, questionView } from './console-access.ts';

const texts = z.record(
  z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$/),
  z.strictObject({ title: z.string().trim().min(1).max(80), body: z.string().trim().min(1).max(1_000) }),
);

const writing = z.strictObject({
  texts,
  /** Numbers people know themselves by; null for everybody. */
  publicIds: z
    .array(z.string().regex(/^\d{8}$/))
    .min(1)
    .max(100)
    .nullable(),
  sendAt: timeField,
});
export type AnnouncementInput = z.infer<typeof writing>;

const decision = z.strictObject({ id: announcementIdField, decision: z.enum(['release', 'withdraw']) });
export type AnnouncementDecision = z.infer<typeof decision>;

export const announcementView = z.object({
  id: idField,
  texts,
  /** Null for everybody. */
  people: z.number().int().nullable(),
  sendAt: timeField,
  state: z.enum(['draft', 'released', 'sent', 'withdrawn']),
  writtenBy: z.string(),
  releasedBy: z.string().nullable(),
  told: z.number().int(),
});
export type AnnouncementView = z.infer<typeof announcementView>;

export const consoleAnnouncementRoutes = {
  listAnnouncements: oc
    .route({ method: 'GET', path: '/announcements', summary: 'All of them, newest first', tags: ['announcements'] })
    .input(z.object({ after: listCursor.optional() }))
    .output(z.object({ announcements: z.array(announcementView), next: z.string().nullable() }))
    .errors(declareProblems('ROLE_MISSING')),

  write: oc
    .route({
      method: 'POST',
      path: '/announcements',
      summary: 'Write one, for another to release',
      tags: ['announcements'],
    })
    .input(writing)
    .output(z.object({ id: idField }))
    .errors(declareProblems('ROLE_MISSING', 'DECISION_REFUSED')),

  askAnnouncement: oc
    .route({
      method: 'POST',
      path: '/announcements/question',
      summary: 'The words to be signed',
      tags: ['announcements'],
    })
    .input(decision)
    .output(questionView)
    .errors(declareProblems('ROLE_MISSING')),

  decideAnnouncement: oc
    .route({
      method: 'POST',
      path: '/announcements/decision',
      summary: 'Release or withdraw, signed',
      tags: ['announcements'],
    })
    .input(z.strictObject({ said: decision, proof: proofField }))
    .output(z.object({}))
    .errors(declareProblems('ROLE_MISSING', 'DECISION_REFUSED', 'PASSKEY_REFUSED')),
};
