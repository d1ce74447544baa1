import { forgetWebhooks, openWebhookDelivery, webhookBox, webhookTransport } from '@tern/server/platform/webhooks/public';
import type { WorkerStep } from './worker-step.ts';
import type { WorkerWorld } from './worker-world.ts';

/** Steps that tell other systems what happened. */
export function webhookSteps(
  { clock, config, db, log }: WorkerWorld,
  { webhookKey }: { readonly webhookKey: Uint8Array },
): readonly WorkerStep[] {
  const delivery = openWebhookDelivery({
    db,
    clock,
    box: webhookBox(webhookKey),
    send: webhookTransport({ hosts: config.webhookHosts }),
    random: Math.random,
    onFailure: (failure) => log.warn(failure, 'an event was not delivered; it is tried again'),
  });
  return [
    { name: 'deliver-webhooks', tick: delivery.tick, idleMs: 500 },
    { name: 'forget-webhooks', tick: () => forgetWebhooks({ db }, { limit: 500 }), idleMs: 600_000 },
  ];
}
