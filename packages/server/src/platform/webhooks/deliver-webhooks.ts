import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '@tern/base/clock';
import { crashPoint } from '@tern/base/crash-point';
import { toWire } from '@tern/base/to-wire';
import type { Database } from '@tern/db/database';
import type { SecretBox } from '../secret-box.ts';
import { signWebhook } from './sign-webhook.ts';
import { claimDue, markDelivered, markFailed, restBlocked, type DueDelivery } from './webhook-store.ts';
import type { WebhookTransport } from './webhook-transport.ts';
import { restAfter, type WebhookBody } from './webhook.ts';

export type WebhookDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly box: SecretBox;
  readonly send: WebhookTransport;
  /** 0 to 1. */
  readonly random: () => number;
  /** Told of each failed try, without what was sent. */
  readonly onFailure: (failure: { readonly webhookId: string; readonly eventId: string; readonly why: string }) => void;
};

const perWebhook = 8;
// So long a receiver may keep the events of others from being looked for.
const longestTickMs = 500;

/**
 * Sends what is due. Any number of workers may run it: each event is one worker's for a while, by database time. A worker that
 * dies between sending and noting it has the event sent once more, before anything later of its subject. What a slow receiver
 * has in hand keeps no other waiting: `tick` goes on as soon as one webhook is done, at the latest after half a second, and
 * `settle` waits for all.
 */
export function openWebhookDelivery(deps: WebhookDeps): {
  readonly tick: () => Promise<number>;
  readonly settle: () => Promise<void>;
} {
  const busy = new Map<string, Promise<void>>();
  const faults: unknown[] = [];
  return {
    tick: async () => {
      // Of what was still in hand when the last tick ended.
      if (faults.length > 0) throw faults.shift();
      await restBlocked(deps.db.kysely);
      const due = await claimDue(deps.db.kysely, { busy: [...busy.keys()], perWebhook });
      for (const [webhookId, batch] of Map.groupBy(due, (delivery) => delivery.webhookId)) {
        const work = Promise.all(batch.map((delivery) => deliver(deps, delivery)))
          .then(
            () => undefined,
            (error: unknown) => void faults.push(error),
          )
          .finally(() => busy.delete(webhookId));
        busy.set(webhookId, work);
      }
      if (due.length > 0) await Promise.race([...busy.values(), wait(longestTickMs, undefined, { ref: false })]);
      return due.length;
    },
    settle: async () => {
      await Promise.all(busy.values());
    },
  };
}

async function deliver(deps: WebhookDeps, delivery: DueDelivery): Promise<void> {
  const startedMs = deps.clock.nowMs();
  crashPoint('h0');
  const outcome = await post(deps, delivery);
  crashPoint('h1');
  const attempt = { ...outcome, tookMs: Math.max(0, Math.round(deps.clock.nowMs() - startedMs)) };
  if (outcome.status !== null && outcome.status >= 200 && outcome.status < 300) {
    await markDelivered(deps.db.kysely, delivery, attempt);
    crashPoint('h2');
    return;
  }
  const { webhookId, eventId, tries } = delivery;
  deps.onFailure({ webhookId, eventId, why: outcome.error ?? `answered ${outcome.status}` });
  await markFailed(deps.db.kysely, delivery, { attempt, restSeconds: restAfter(tries, deps.random()) });
}

type Outcome = { readonly status: number; readonly error: null } | { readonly status: null; readonly error: string };

async function post({ box, clock, send }: WebhookDeps, delivery: DueDelivery): Promise<Outcome> {
  try {
    const { webhookId, eventId: id, secretSealed, formerSealed, url } = delivery;
    const body = JSON.stringify(bodyOf(delivery));
    const former = formerSealed === null ? undefined : openFormer(box, formerSealed, webhookId);
    const secrets = [box.open(secretSealed, webhookId), ...(former === undefined ? [] : [former])];
    const signed = signWebhook({ id, body, now: clock.now() }, secrets);
    const headers = { 'content-type': 'application/json', 'user-agent': 'wallet-webhooks/1', ...signed };
    return { status: await send({ url, headers, body }), error: null };
  } catch (error) {
    return { status: null, error: nameOf(error).slice(0, 300) };
  }
}

/** Undefined where it was sealed with a key that is gone: the new secret signs alone then. */
function openFormer(box: SecretBox, sealed: Buffer, webhookId: string): string | undefined {
  try {
    return box.open(sealed, webhookId);
  } catch {
    return undefined;
  }
}

function bodyOf({ eventId, type, at, sequence, subject, isReplay, data }: DueDelivery): WebhookBody {
  return { ...toWire({ id: eventId, type, at, sequence: Number(sequence), subject, replay: isReplay }), data };
}

/** Codes are the same on every machine, texts are not. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
