import { randomUUID } from 'node:crypto';
import type { PersonId } from '@tern/base/ids';
import { parseJson } from '@tern/base/parse-json';
import type { LiveEvent } from '@tern/contracts/routes/live';
import type { Database } from '@tern/db/database';
import { listen } from '@tern/db/listen';
import { z } from 'zod';
import { eventQueue, type EventQueue } from './event-queue.ts';
import { topics } from './notify-people.ts';
import { openRecentChanges, type RecentChanges } from './recent-changes.ts';
import { closeStream, closeStreamsOf, forgetGoneStreams, moveStreams, openStream } from './stream-store.ts';

/** Passes what the database announces on to the open screens of one process. */
export type LiveHub = {
  /**
   * Events of one person until `signal` aborts or the hub closes. Begins with `ready`: read everything anew, unless it says
   * `unchanged`, because nothing was announced to this person since `since`, the moment of the first answer they have. A person
   * has twenty streams at most, in all processes together: the oldest ends for the twenty-first.
   */
  readonly subscribe: (personId: PersonId, signal: AbortSignal, since?: Date) => Promise<AsyncIterable<LiveEvent>>;
  readonly close: () => Promise<void>;
};

type Stream = {
  readonly id: string;
  readonly personId: PersonId;
  readonly queue: EventQueue;
  /** Whether the database has it among those of its person. */
  counted: boolean;
};

export type LiveHubOptions = {
  /** Where the open streams stand, of every process. */
  readonly db: Database;
  readonly url: string;
  readonly onError: (error: unknown) => void;
};

/** `live` is written by `notifyPeople`, `chain` with each new block, `live-end` names a stream that ends. */
const channels = ['live', 'chain', 'live-end'] as const;

const streamsPerPersonMax = 20;

/** An answer is up to 20 s older than the time it carries, and the clocks of two machines may differ by as much again. */
const uncertainMs = 60_000;

const announcement = z.object({
  personId: z.string(),
  topic: z.enum(topics),
  ref: z.string().nullable(),
});

/** Listens on one connection of its own for the whole process. */
export async function openLiveHub({ db, url, onError }: LiveHubOptions): Promise<LiveHub> {
  const streams = new Map<string, Stream>();
  const byPerson = new Map<string, Set<Stream>>();
  const recent = openRecentChanges();
  let closed = false;

  const end = (stream: Stream): void => {
    stream.queue.end();
    if (!streams.delete(stream.id)) return;
    const own = byPerson.get(stream.personId);
    own?.delete(stream);
    if (own?.size === 0) byPerson.delete(stream.personId);
  };
  const onNotify = (channel: string, payload: string): void => {
    if (channel === 'chain') {
      for (const { queue } of streams.values()) queue.push({ topic: 'chain', ref: payload === '' ? null : payload });
      return;
    }
    if (channel === 'live-end') {
      const ended = streams.get(payload);
      if (ended !== undefined) end(ended);
      return;
    }
    const read = announcement.safeParse(parseJson(payload));
    if (!read.success) return onError(new Error('an announcement that is not one of ours'));
    const { personId, topic, ref } = read.data;
    recent.note(personId);
    for (const { queue } of byPerson.get(personId) ?? []) queue.push({ topic, ref });
  };
  const onReconnect = (): void => {
    // What was announced while the connection was down is lost: every screen reads anew.
    recent.forget();
    for (const { queue } of streams.values()) queue.push({ topic: 'ready', ref: null });
    holder = listener.connectionName();
    moved = moved.then(takeAlong);
  };
  /** Names the present connection as the holder of every stream here, and ends those that nobody counts any more. */
  const takeAlong = async (): Promise<void> => {
    const known = [...streams.values()].filter(({ counted }) => counted);
    try {
      const left = await moveStreams(db.kysely, { ids: known.map(({ id }) => id), to: holder });
      for (const stream of known) if (!left.has(stream.id)) end(stream);
    } catch (error) {
      onError(error);
      // A stream that nobody counts must not go on: its screen opens another one.
      for (const stream of known) end(stream);
    }
  };
  const listener = await listen({ url, channels, onNotify, onReconnect, onError });
  let holder = listener.connectionName();
  // One after the other: connections may follow each other quicker than the rows.
  let moved = Promise.resolve();
  await forgetGoneStreams(db.kysely);

  const subscribe: LiveHub['subscribe'] = async (personId, signal, since) => {
    const stream: Stream = { id: randomUUID(), personId, queue: eventQueue(), counted: false };
    streams.set(stream.id, stream);
    const own = byPerson.get(personId) ?? new Set();
    byPerson.set(personId, own.add(stream));
    const leave = (): void => {
      end(stream);
      // One that stays is taken for an open one until its person opens others.
      closeStream(db.kysely, stream.id).catch(onError);
    };
    try {
      const openedBy = holder;
      await openStream(db.kysely, { id: stream.id, personId, holder: openedBy, streamsMax: streamsPerPersonMax });
      stream.counted = true;
      // The process connected again meanwhile: the row names a connection that is gone.
      if (holder !== openedBy) moved = moved.then(takeAlong);
    } catch (error) {
      end(stream);
      throw error;
    }
    if (signal.aborted || closed) leave();
    else signal.addEventListener('abort', leave, { once: true });
    stream.queue.push(beginning(recent, personId, since));
    return stream.queue;
  };

  return {
    subscribe,
    close: async () => {
      closed = true;
      for (const stream of streams.values()) end(stream);
      await closeStreamsOf(db.kysely, holder).catch(onError);
      await listener.close();
    },
  };
}

/** What a stream begins with. */
function beginning(recent: RecentChanges, personId: PersonId, since: Date | undefined): LiveEvent {
  const isUnchanged = since !== undefined && !recent.mayHaveChanged(personId, since.getTime() - uncertainMs);
  return { topic: 'ready', ref: isUnchanged ? 'unchanged' : null };
}
