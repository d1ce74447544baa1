import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { dayField, idField, serviceKeyIdField, timeField } from '../fields.ts';
import { serviceScope } from '../service-key.ts';

const count = z.number().int().nonnegative();

export const keysView = z.object({
  keys: z.array(
    z.object({
      id: idField,
      name: z.string(),
      scopes: z.array(serviceScope),
      /** Ranges in CIDR notation from which alone it may be used. */
      addresses: z.array(z.string()),
      state: z.enum(['active', 'expired', 'revoked']),
      openedAt: timeField,
      expiresAt: timeField,
      revokedAt: timeField.nullable(),
      /** When it was last answered, and where that call came from; null where it never was. */
      lastUsed: z.object({ at: timeField, address: z.string() }).nullable(),
      /** Calls of today and yesterday (UTC). */
      answered: count,
      refused: count,
    }),
  ),
});
export type KeysView = z.infer<typeof keysView>;

const callView = z.object({
  keyId: idField,
  /** UTC. */
  day: dayField,
  route: z.string(),
  /** `answered`, or the code of the problem. */
  outcome: z.string(),
  calls: count,
  firstAt: timeField,
  lastAt: timeField,
  lastAddress: z.string(),
});
export type ServiceCallView = z.infer<typeof callView>;

export const consoleKeyRoutes = {
  showKeys: oc
    .route({ method: 'GET', path: '/keys', summary: 'Keys of other systems, and their use', tags: ['keys'] })
    .output(keysView)
    .errors(declareProblems('ROLE_MISSING')),

  listCalls: oc
    .route({ method: 'GET', path: '/keys/calls', summary: 'Calls of one key by day', tags: ['keys'] })
    .input(z.object({ keyId: serviceKeyIdField, before: dayField.optional() }))
    .output(z.object({ calls: z.array(callView), next: dayField.nullable() }))
    .errors(declareProblems('ROLE_MISSING')),
};
