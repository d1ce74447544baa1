import { oc } from '@orpc/contract';
import { z } from 'zod';
import { assetField, timeField, unitsField } from '../fields.ts';
import { serviceRefusals } from './service-refusals.ts';

/** The number of an account, as people and webhooks name it. */
const numberField = z.string().regex(/^\d{8}$/);

export const servicePerson = z.object({
  number: z.string(),
  state: z.string(),
  /** Whether operators stopped payments out of it. */
  onHold: z.boolean(),
  since: timeField,
});
export type ServicePerson = z.infer<typeof servicePerson>;

/** Amounts are in base units. */
export const servicePersonDetail = z.object({
  ...servicePerson.shape,
  /** When its first sufficient deposit was credited. */
  activatedAt: timeField.nullable(),
  wallets: z.array(
    z.object({
      address: z.string(),
      balances: z.array(z.object({ asset: assetField, available: unitsField, held: unitsField })),
    }),
  ),
});
export type ServicePersonDetail = z.infer<typeof servicePersonDetail>;

export const servicePeopleRoutes = {
  list: oc
    .route({
      method: 'GET',
      path: '/people',
      summary: 'Accounts by their numbers, newest first, a page of 50 at a time',
      description: 'Scope `people:read`.',
      tags: ['people'],
    })
    .input(z.object({ after: numberField.optional() }))
    .output(z.object({ people: z.array(servicePerson), after: z.string().nullable() }))
    .errors(serviceRefusals),

  read: oc
    .route({
      method: 'GET',
      path: '/people/{number}',
      summary: 'One account with its addresses and balances',
      description: 'Scope `people:read`.',
      tags: ['people'],
    })
    .input(z.object({ number: numberField }))
    .output(servicePersonDetail)
    .errors(serviceRefusals),
};
