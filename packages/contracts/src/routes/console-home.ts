import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { assetField, timeField, unitsField } from '../fields.ts';
import { operatorRole } from './console-access.ts';
import { flowField } from './console-flows.ts';

const signedUnits = z.string().regex(/^-?(0|[1-9]\d{0,77})$/);
const count = z.number().int().nonnegative();

/** What operators decide or look after, in the order of the rooms. */
export const waitingKind = z.enum([
  'withdrawals',
  'held-deposits',
  'entries',
  'complaints',
  'bonuses',
  'resets',
  'stuck-payouts',
  'stuck-orders',
  'suspense',
  'quarantine',
  'cold-orders',
  'reserves',
  'funds',
  'terms',
  'announcements',
  'activities',
  'operators',
  'webhooks',
  'screening',
  'keys',
  'levels',
  'sign-outs',
  'first-steps',
]);
export type WaitingKind = z.infer<typeof waitingKind>;

export const waitingView = z.object({
  kinds: z.array(
    z.object({
      kind: waitingKind,
      items: count,
      /** How many of them the operator who asks may decide now. */
      mine: count,
      /** Who can decide them at all. */
      roles: z.array(operatorRole),
      /** When the oldest began to wait, and the first time by which one is due. */
      oldest: timeField.nullable(),
      /** When the one that is due first began to wait. */
      began: timeField.nullable(),
      due: timeField.nullable(),
      /** What happens then: people were told so, an alarm fires, it lapses, or it should start. */
      dueIs: z.enum(['promise', 'alarm', 'lapse', 'start']).nullable(),
      /** The one that is due first, where it has a page of its own. */
      first: z.string().nullable(),
    }),
  ),
  /** By the database's clock. */
  now: timeField,
});
export type WaitingView = z.infer<typeof waitingView>;

export const activityKind = z.enum(['deposits', 'sends', 'transfers', 'swaps', 'sign-ups']);
export type ActivityKind = z.infer<typeof activityKind>;

export const overviewView = z.object({
  now: timeField,
  alarms: z.array(
    z.object({
      /** As the alarms are called, for example `HotWalletLow`. */
      alarm: z.string(),
      /** What it is about: an asset, a flow, a node and so on. */
      about: z.array(z.string()),
    }),
  ),
  /** Those that live, those that fell silent within the hour, and of a kind of which none lives the last one. */
  processes: z.array(
    z.object({
      process: z.enum(['api', 'worker', 'console']),
      /** Its machine and the port of its health page. */
      place: z.string(),
      /** `silent`: it has not reported for a minute, and did not say that it ends. */
      state: z.enum(['live', 'silent', 'stopped']),
      startedAt: timeField,
      /** When it last reported. */
      beatAt: timeField,
      /** When Prometheus last read its metrics; null where nobody ever did. */
      metricsReadAt: timeField.nullable(),
    }),
  ),
  flows: z.array(
    z.object({
      flow: flowField,
      /** Since when operators have stopped it. */
      stoppedAt: timeField.nullable(),
      /** Stopped because the books contradict themselves. */
      closed: z.boolean(),
    }),
  ),
  assets: z.array(
    z.object({
      assetId: assetField,
      /** What lies on the chain by the books, for what is owed; hundredths of a percent. Null where nothing is owed. */
      reserveBasisPoints: z.number().int().nullable(),
      held: signedUnits,
      owed: signedUnits,
      missing: unitsField,
      /** When the place that was compared with the chain longest ago was. Null before the first time. */
      comparedAt: timeField.nullable(),
      hot: z.object({
        available: signedUnits,
        floor: unitsField,
        ceiling: unitsField,
        verdict: z.enum(['within', 'below', 'above']),
      }),
    }),
  ),
  activity: z.array(
    z.object({
      kind: activityKind,
      /** Days in UTC, the oldest first; the last is today until now. */
      days: z.array(z.object({ day: z.iso.date(), items: count })),
      /** Yesterday until this time of day. */
      yesterdayUntilNow: count,
      /** Of today, per asset; empty where no money moves. */
      today: z.array(z.object({ assetId: assetField, amount: unitsField })),
    }),
  ),
});
export type OverviewView = z.infer<typeof overviewView>;

export const consoleHomeRoutes = {
  listWaiting: oc
    .route({ method: 'GET', path: '/home/waiting', summary: 'What waits for operators, by kind', tags: ['home'] })
    .output(waitingView)
    .errors(declareProblems('ROLE_MISSING')),

  showOverview: oc
    .route({
      method: 'GET',
      path: '/home/overview',
      summary: 'Alarms, flows, reserves and the last days',
      tags: ['home'],
    })
    .output(overviewView)
    .errors(declareProblems('ROLE_MISSING')),
};
