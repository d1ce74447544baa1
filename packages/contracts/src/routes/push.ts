import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';

const base64url = z
  .string()
  .max(200)
  .regex(/^[\w-]+$/);

export const pushRoutes = {
  pushKey: oc
    .route({ method: 'GET', path: '/push/key', summary: 'The key browsers subscribe with', tags: ['messages'] })
    .output(z.object({ publicKey: base64url }))
    .errors(declareProblems()),

  subscribe: oc
    .route({
      method: 'POST',
      path: '/push/subscription',
      summary: 'Tell this device of messages while the app is closed',
      tags: ['messages'],
    })
    .input(
      z.strictObject({
        /** Address at the browser's push service. */
        endpoint: z.string().max(1000),
        p256dh: base64url,
        auth: base64url,
        /** Balances are hidden on this device: its lock screen shows no amounts. */
        hideAmounts: z.boolean(),
      }),
    )
    .output(z.object({}))
    .errors(declareProblems()),

  unsubscribe: oc
    .route({
      method: 'POST',
      path: '/push/subscription/end',
      summary: 'Do not tell this device any more while the app is closed',
      tags: ['messages'],
    })
    .input(z.strictObject({}))
    .output(z.object({}))
    .errors(declareProblems()),
};
