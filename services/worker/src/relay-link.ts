import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '@tern/base/clock';
import type { Topic } from '@tern/wallet-connection/keys';
import { openRelay, type Relay } from '@tern/wallet-connection/open-relay';
import type { Publishing } from '@tern/wallet-connection/outgoing';
import { RelayFault } from '@tern/wallet-connection/relay-fault';
import type { Delivery } from '@tern/wallet-connection/relay-frames';
import { openTopicFollower } from './follow-topics.ts';

export type RelayLinkDeps = {
  readonly url: string;
  readonly projectId: string;
  readonly seed: Uint8Array;
  readonly clock: Clock;
  /** The mailboxes to listen to. */
  readonly listTopics: () => Promise<ReadonlySet<Topic>>;
  /** Sends what waits to be sent; returns how much. */
  readonly publish: (publish: (publishing: Publishing) => Promise<void>) => Promise<number>;
  /** Takes what comes in one of them. What makes this throw is brought again by the next connection. */
  readonly take: (delivery: Delivery) => Promise<unknown>;
  /** Told of each failure of the relay, which is no failure of the worker: it is tried again. */
  readonly onFault: (fault: RelayFault) => void;
  /** As those of the protocol's package. */
  readonly timeoutMs?: number;
  /** Milliseconds since any moment; never the time of day, which can be set. */
  readonly elapsedMs?: () => number;
};

export type RelayLink = {
  /**
   * Connects where nothing is connected, then listens to what is to be listened to and sends what is to be sent. After a failure
   * of the relay it does nothing for a while, twice as long each time.
   */
  readonly tick: () => Promise<number>;
  readonly isConnected: () => boolean;
  /** Ends the connection; what is being taken in is taken to its end. */
  readonly close: () => Promise<void>;
};

const restFirstMs = 500;
const restMaxMs = 60_000;

/** How long a relay is waited for that does not let go. */
const closeMs = 1_000;

/** The worker's one connection to the relay. It waits for nobody else, and nobody else for it. */
export function openRelayLink(deps: RelayLinkDeps): RelayLink {
  let relay: Relay | undefined;
  let subscribed = new Set<Topic>();
  let taking: Promise<unknown> = Promise.resolve();
  let [failures, restUntilMs] = [0, 0];
  const elapsedMs = deps.elapsedMs ?? (() => performance.now());
  const follow = openTopicFollower({ elapsedMs, onFault: deps.onFault });

  const leave = (left: Relay | undefined): void => {
    left?.close();
    if (relay === left) relay = undefined;
  };

  const connect = async (): Promise<Relay> => {
    const topics = new Set<Topic>();
    const onDelivery = async (delivery: Delivery): Promise<void> => {
      // A relay that brings what nobody asked for gets no further.
      if (!topics.has(delivery.topic)) return;
      try {
        taking = deps.take(delivery);
        await taking;
      } catch (error) {
        leave(opened);
        throw error;
      }
    };
    const opened: Relay = await openRelay({ ...deps, onDelivery });
    subscribed = topics;
    void opened.closed.then(() => leave(opened));
    return opened;
  };

  const work = async (): Promise<number> => {
    relay ??= await connect();
    const current = relay;
    try {
      const changed = await follow(current, { subscribed, wanted: await deps.listTopics() });
      return changed + (await deps.publish(current.publish));
    } catch (error) {
      leave(current);
      throw error;
    }
  };

  const tick = async (): Promise<number> => {
    if (elapsedMs() < restUntilMs) return 0;
    try {
      const done = await work();
      failures = 0;
      return done;
    } catch (error) {
      if (!(error instanceof RelayFault)) throw error;
      restUntilMs = elapsedMs() + Math.min(restMaxMs, restFirstMs * 2 ** failures);
      failures += 1;
      deps.onFault(error);
      return 0;
    }
  };

  return {
    tick,
    isConnected: () => relay !== undefined,
    close: async () => {
      const left = relay;
      leave(left);
      await taking.catch(() => undefined);
      if (left !== undefined) await closedOrLate(left);
    },
  };
}

async function closedOrLate({ closed }: Relay): Promise<void> {
  const timer = new AbortController();
  await Promise.race([closed, wait(closeMs, undefined, { signal: timer.signal }).catch(() => undefined)]);
  timer.abort();
}
