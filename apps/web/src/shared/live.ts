import type { QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '@tern/contracts/routes/live';
import { api } from './api.ts';
import { accountQuery, installationQuery, queryTopics } from './queries.ts';
import { readProblem } from './read-problem.ts';

const topicsOfEvent = {
  ready: [],
  balances: [
    queryTopics.overview,
    queryTopics.transferOptions,
    queryTopics.dayChange,
    queryTopics.pool,
    queryTopics.activationPrompt,
  ],
  records: [
    queryTopics.records,
    queryTopics.record,
    queryTopics.recordInfo,
    queryTopics.swaps,
    queryTopics.swap,
    queryTopics.distributions,
  ],
  messages: [queryTopics.messages, queryTopics.unread],
  activities: [queryTopics.activities, queryTopics.activity],
  account: [
    queryTopics.account,
    queryTopics.sessions,
    queryTopics.wallets,
    queryTopics.preferences,
    queryTopics.addressBook,
    queryTopics.addressReport,
    // Whether somebody may take part follows from account and country.
    queryTopics.activities,
    queryTopics.activity,
  ],
} as const satisfies Record<Exclude<LiveEvent['topic'], 'chain'>, readonly string[]>;

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Whether what was read changes with every block, as a count of confirmations does. */
      followsBlocks?: (data: unknown) => boolean;
    };
  }
}

const firstPauseMs = 1000;
const longestPauseMs = 15_000;

/**
 * Listens to the server until `signal` aborts and marks as outdated what each event names. After every break it connects
 * again, waiting longer each time, and has everything read again: nothing that happened in between is missed.
 */
export async function followLiveEvents(queries: QueryClient, signal: AbortSignal): Promise<void> {
  let pauseMs = firstPauseMs;
  let isFirst = true;
  while (!signal.aborted) {
    try {
      const events = await api.live.live({}, { signal });
      if (!isFirst)
        void queries.invalidateQueries({ predicate: (query) => query.queryKey[0] !== installationQuery.queryKey[0] });
      isFirst = false;
      for await (const event of events) {
        pauseMs = firstPauseMs;
        markOutdated(queries, event);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (readProblem(error).code === 'LOGIN_EXPIRED') {
        // Asked as any page would ask: the answer leads to the login page.
        await queries.fetchQuery({ ...accountQuery, staleTime: 0 }).catch(() => undefined);
        return;
      }
      isFirst = false;
    }
    await waitUntilOnline(pauseMs, signal);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }
}

function markOutdated(queries: QueryClient, { topic }: LiveEvent) {
  if (topic === 'chain') {
    // Blocks may come faster than answers: a request under way is left to finish.
    void queries.invalidateQueries(
      { predicate: ({ meta, state }) => state.data !== undefined && meta?.followsBlocks?.(state.data) === true },
      { cancelRefetch: false },
    );
    return;
  }
  for (const named of topicsOfEvent[topic]) void queries.invalidateQueries({ queryKey: [named] });
}

/** Waits, but not longer than until the browser says it is online again. */
function waitUntilOnline(pauseMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const waiting = new AbortController();
    function finish() {
      clearTimeout(timer);
      waiting.abort();
      resolve();
    }
    const timer = setTimeout(finish, pauseMs);
    addEventListener('online', finish, { signal: waiting.signal });
    signal.addEventListener('abort', finish, { signal: waiting.signal });
  });
}
