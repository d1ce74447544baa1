import { toWire } from '@tern/base/to-wire';
import type { DeliveryView, WebhooksView } from '@tern/contracts/routes/console-webhooks';
import type { Database } from '@tern/db/database';
import { listWebhooks } from '../../platform/webhooks/public.ts';
import { countDeliveries, findDelivery, selectAttempts, type DeliveryRow } from './webhooks-store.ts';

/** Every webhook, and how many events are on their way to it. */
export async function showWebhooks({
  db,
  hosts,
}: {
  readonly db: Database;
  readonly hosts: readonly string[];
}): Promise<WebhooksView> {
  const [webhooks, counts] = await Promise.all([listWebhooks(db.kysely), countDeliveries(db.kysely)]);
  return toWire({
    webhooks: webhooks.map(({ id, name, url, kinds, state, openedAt, formerUntil }) => {
      const found = counts.find(({ webhookId }) => webhookId === id);
      return {
        id,
        name,
        url,
        kinds: [...kinds],
        state,
        openedAt,
        formerUntil,
        waiting: found?.waiting ?? 0,
        parked: found?.parked ?? 0,
        delivered: found?.delivered ?? 0,
        oldestWaiting: found?.oldestWaiting ?? null,
        lastDelivered: found?.lastDelivered ?? null,
      };
    }),
    hosts: [...hosts],
  });
}

/** A delivery as its list shows it. Pure. */
export function deliveryRowView({ id, at, nextTryAt, settledAt, ...row }: DeliveryRow) {
  const { webhookId, eventId, type, subject, isReplay, state, tries, answer } = row;
  return toWire({
    id: Number(id),
    webhookId,
    eventId,
    type,
    subject,
    isReplay,
    state,
    tries,
    answer,
    at,
    nextTryAt,
    settledAt,
  });
}

const attemptsMax = 100;

/** One event on its way to one webhook: what it says, and the last hundred tries. Undefined where there is none. */
export async function showDelivery(db: Database, id: number): Promise<DeliveryView | undefined> {
  const row = await findDelivery(db.kysely, id);
  if (row === undefined) return undefined;
  const attempts = await selectAttempts(db.kysely, id, attemptsMax);
  return {
    ...deliveryRowView(row),
    sequence: Number(row.sequence),
    data: row.data as DeliveryView['data'],
    attempts: toWire([...attempts]),
  };
}
