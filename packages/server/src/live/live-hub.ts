import type { PersonId } from '@tern/base/ids';
import type { LiveEvent } from '@tern/contracts/routes/live';
import { listen } from '@tern/db/listen';
import { z } from 'zod';
import { eventQueue, type EventQueue } from './event-queue.ts';

/** Passes what the database announces on to the open screens of one process. */
export type LiveHub = {
  /** Events of one person until `signal` aborts or the hub closes. Begins with `ready`: read everything anew. */
  readonly subscribe: (personId: PersonId, signal: AbortSignal) => AsyncIterable<LiveEvent>;
  readonly close: () => Promise<void>;
};

export type LiveHubOptions = {
  readonly url: string;
  readonly onError: (error: unknown) => void;
};

/** `live` is written by the function notify_person, `chain` with each new block. */
const channels = ['live', 'chain'] as const;

const streamsPerPersonMax = 20;

const announcement = z.object({
  personId: z.string(),
  topic: z.enum(['balances', 'records', 'messages', 'account', 'activities']),
  ref: z.string().nullable(),
});

/** Listens on one connection of its own for the whole process. */
export async function openLiveHub({ url, onError }: LiveHubOptions): Promise<LiveHub> {
  const queues = new Map<string, Set<EventQueue>>();
  let closed = false;
  const everyQueue = (): readonly EventQueue[] => [...queues.values()].flatMap((set) => [...set]);

  const onNotify = (channel: string, payload: string): void => {
    if (channel === 'chain') {
      for (const queue of everyQueue()) queue.push({ topic: 'chain', ref: payload === '' ? null : payload });
      return;
    }
    const read = announcement.safeParse(parseJson(payload));
    if (!read.success) {
      onError(new Error('an announcement that is not one of ours'));
      return;
    }
    const { personId, topic, ref } = read.data;
    for (const queue of queues.get(personId) ?? []) queue.push({ topic, ref });
  };
  // What was announced while the connection was down is lost: every screen reads anew.
  const onReconnect = (): void => everyQueue().forEach((queue) => queue.push({ topic: 'ready', ref: null }));
  const listener = await listen({ url, channels, onNotify, onReconnect, onError });

  const subscribe = (personId: PersonId, signal: AbortSignal): AsyncIterable<LiveEvent> => {
    const queue = eventQueue();
    const own = queues.get(personId) ?? new Set();
    queues.set(personId, own.add(queue));
    // The oldest gives way: it is the one most likely forgotten.
    const [oldest] = own;
    if (own.size > streamsPerPersonMax) oldest?.end();
    const leave = (): void => {
      queue.end();
      own.delete(queue);
      if (own.size === 0) queues.delete(personId);
    };
    if (signal.aborted || closed) leave();
    else signal.addEventListener('abort', leave, { once: true });
    queue.push({ topic: 'ready', ref: null });
    return queue;
  };

  return {
    subscribe,
    close: async () => {
      closed = true;
      everyQueue().forEach((queue) => queue.end());
      await listener.close();
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
