import { consoleUrl } from '@tern/config/addresses';
import { feeAccountSettings } from '@tern/config/fee-account-settings';
import { hotSettings } from '@tern/config/hot-settings';
import { priceRules } from '@tern/config/price-rules';
import type { KeyRing } from '@tern/config/secrets';
import { forgetSuggestions } from '@tern/server/console/changes/public';
import { waitingRoles } from '@tern/server/console/home/public';
import { sendDigests, tellAddresses, tellKeys } from '@tern/server/console/notices/public';
import { tellAlarms, tellWaiting } from '@tern/server/console/webhooks/public';
import { outboxBox } from '@tern/server/platform/messaging/public';
import {
  forgetWebhooks,
  openWebhookDelivery,
  webhookBox,
  webhookTransport,
} from '@tern/server/platform/webhooks/public';
import { workerMetricsDeps } from './worker-metrics.ts';
import type { WorkerStep } from './worker-step.ts';
import type { WorkerWorld } from './worker-world.ts';

/** Steps that tell other systems what happened, and operators what waits for them. */
export function webhookSteps(
  world: Pick<WorkerWorld, 'clock' | 'config' | 'db' | 'log'>,
  { webhookKey, sessionKeys }: { readonly webhookKey: Uint8Array; readonly sessionKeys: KeyRing },
): {
  readonly steps: readonly WorkerStep[];
  /** Waits for what is being sent, up to fifteen seconds: else it would be sent a second time after the next start. */
  readonly settle: () => Promise<void>;
} {
  const { clock, config, db, log } = world;
  const delivery = openWebhookDelivery({
    db,
    clock,
    box: webhookBox(webhookKey),
    send: webhookTransport({ hosts: config.webhookHosts }),
    random: Math.random,
    onFailure: (failure) => log.warn(failure, 'an event was not delivered; it is tried again'),
  });
  const metrics = workerMetricsDeps(config, world);
  const waiting = {
    db,
    rolesOf: waitingRoles,
    hot: hotSettings(config),
    fee: feeAccountSettings(config),
    prices: priceRules(config),
    bonus: config.bonusAmount,
  };
  const digests = { ...waiting, outboxBox: outboxBox(sessionKeys), consoleUrl: consoleUrl(config) };
  const steps = [
    { name: 'deliver-webhooks', tick: delivery.tick, idleMs: 500 },
    { name: 'tell-alarms', tick: () => tellAlarms(metrics), idleMs: 15_000 },
    { name: 'tell-waiting', tick: () => tellWaiting(waiting), idleMs: 15_000 },
    { name: 'send-digests', tick: () => sendDigests(digests), idleMs: 60_000 },
    { name: 'tell-keys', tick: () => tellKeys(digests), idleMs: 15_000 },
    { name: 'tell-addresses', tick: () => tellAddresses(digests), idleMs: 15_000 },
    { name: 'forget-suggestions', tick: () => forgetSuggestions({ db }, { limit: 500 }), idleMs: 600_000 },
    { name: 'forget-webhooks', tick: () => forgetWebhooks({ db }, { limit: 500 }), idleMs: 600_000 },
  ];
  return { steps, settle: delivery.settle };
}
