import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { assetField, idField, timeField, unitsField } from '../fields.ts';
import { flowField } from './console-flows.ts';

/** How a part of the service is: `limited` for some coins only, `delayed` for what waits and is done later. */
export const serviceState = z.enum(['running', 'limited', 'delayed', 'stopped']);
export type ServiceState = z.infer<typeof serviceState>;

/** What can be wrong, as the server finds it by itself. */
export const incidentKind = z.enum([
  'flow-stopped',
  'reserve-gap',
  'chain-stalled',
  'deposits-late',
  'payouts-late',
  'sending-paused',
  'books-broken',
  'processing-stopped',
  'database-down',
]);
export type IncidentKind = z.infer<typeof incidentKind>;

export const incidentView = z.object({
  kind: incidentKind,
  /** What an operator has stopped. */
  flow: flowField.nullable(),
  /** The coin it is about, where it is about one. */
  assetId: assetField.nullable(),
  /** Of a gap between reserves and what is owed: what is missing; once it is over, the most that was. */
  missing: unitsField.nullable(),
  since: timeField,
  /** Null while it lasts. */
  until: timeField.nullable(),
});
export type IncidentView = z.infer<typeof incidentView>;

export const serviceView = z.object({
  service: flowField,
  state: serviceState,
  /** Since when it is as it is; null while it runs. */
  since: timeField.nullable(),
});
export type ServiceView = z.infer<typeof serviceView>;

export const publicAnnouncementView = z.object({
  id: idField,
  /** In the language asked for, or in English. */
  title: z.string(),
  body: z.string(),
  language: z.string(),
  sentAt: timeField,
});
export type PublicAnnouncementView = z.infer<typeof publicAnnouncementView>;

export const statusView = z.object({
  checkedAt: timeField,
  services: z.array(serviceView),
  /** What lasts now, the longest first. */
  incidents: z.array(incidentView),
  /** What ended within the last 90 days, newest first; at most 50. */
  history: z.array(incidentView),
  /** To everybody, newest first; at most 20. */
  announcements: z.array(publicAnnouncementView),
});
export type StatusView = z.infer<typeof statusView>;

export const statusRoutes = {
  status: oc
    .route({
      method: 'GET',
      path: '/status',
      summary: 'Which parts of the service run, incidents and announcements',
      tags: ['installation'],
    })
    .input(z.object({ language: z.string().max(20).optional() }))
    .output(statusView)
    .errors(declareProblems('TOO_MANY_REQUESTS')),
};
