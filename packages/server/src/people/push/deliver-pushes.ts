import type { Clock } from '@tern/base/clock';
import type { Database } from '@tern/db/database';
import type { Asset, AssetId } from '@tern/money/asset';
import { encryptPush } from './encrypt-push.ts';
import { claimDuePushes, deleteGoneSubscription, markPushFailed, markPushSent, type DuePush } from './push-store.ts';
import { SubscriptionGone, type PushTransport } from './push-transport.ts';
import { renderPush, siteRequestKind } from './push.ts';
import { vapidHeader, type VapidKeys } from './vapid.ts';

export type PushDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly keys: VapidKeys;
  /** `mailto:` or `https:` address of this installation, for operators of push services. */
  readonly contact: string;
  readonly assets: Readonly<Record<AssetId, Asset>>;
  readonly send: PushTransport;
  /** Told of each failed try, without what it says and where it goes. */
  readonly onFailure: (failure: {
    readonly messageId: string;
    readonly tries: number;
    readonly error: unknown;
  }) => void;
};

const keptSeconds = 24 * 60 * 60;
/** Sites mostly wait for five minutes, and nobody is told of what is over. */
const requestKeptSeconds = 5 * 60;

/**
 * Sends due pushes. Any number of workers may run it: each row is one worker's for a while, by database time. A worker
 * that dies between sending and noting it sends once more, under the same topic: the device shows one.
 */
export async function deliverPushes(deps: PushDeps, { limit }: { readonly limit: number }): Promise<number> {
  const due = await claimDuePushes(deps.db.kysely, limit);
  await Promise.all(due.map((push) => deliver(deps, push)));
  return due.length;
}

async function deliver(deps: PushDeps, push: DuePush): Promise<void> {
  if (push.ended) {
    await deleteGoneSubscription(deps.db.kysely, push.subscriptionId);
    return;
  }
  const ttl = secondsLeft(push, deps.clock.nowMs());
  if (ttl <= 0) {
    await markPushSent(deps.db.kysely, push);
    return;
  }
  try {
    await deps.send({
      endpoint: push.endpoint,
      headers: {
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        ttl: String(ttl),
        urgency: push.kind === siteRequestKind ? 'high' : 'normal',
        // 32 characters at most: a second one under the same topic takes the place of the first.
        topic: push.messageId.replaceAll('-', ''),
        authorization: vapidHeader(deps.keys, {
          origin: new URL(push.endpoint).origin,
          contact: deps.contact,
          now: deps.clock.now(),
        }),
      },
      body: encryptPush(JSON.stringify(renderPush(push, deps.assets)), push),
    });
  } catch (error) {
    if (error instanceof SubscriptionGone) {
      await deleteGoneSubscription(deps.db.kysely, push.subscriptionId);
      return;
    }
    deps.onFailure({ messageId: push.messageId, tries: push.tries, error });
    await markPushFailed(deps.db.kysely, push);
    return;
  }
  await markPushSent(deps.db.kysely, push);
}

/** How long the push service keeps it for a device that is off. */
function secondsLeft({ kind, at }: DuePush, nowMs: number): number {
  if (kind !== siteRequestKind) return keptSeconds;
  return requestKeptSeconds - Math.max(0, Math.floor((nowMs - at.getTime()) / 1_000));
}
