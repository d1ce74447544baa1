import type { InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '@tern/contracts/routes/live';
import { api } from './api.ts';
import { readFirstAnswerAt } from './first-answer.ts';
import { accountQuery, queryTopics } from './queries.ts';
import { readProblem } from './read-problem.ts';
import { whatIsOutdated } from './what-is-outdated.ts';

const topicsOfEvent = {
  balances: [
    queryTopics.overview,
    queryTopics.transferOptions,
    queryTopics.worth,
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
  messages: [queryTopics.messages, queryTopics.unread, queryTopics.priceAlerts],
  activities: [queryTopics.activities, queryTopics.activity],
  account: [
    queryTopics.account,
    queryTopics.agreements,
    queryTopics.sessions,
    queryTopics.wallets,
    // What wallets are called and whether their addresses still hold.
    queryTopics.overview,
    queryTopics.receive,
    queryTopics.preferences,
    queryTopics.addressBook,
    queryTopics.priceAlerts,
    queryTopics.addressReport,
    // Whether somebody may take part follows from account and country.
    queryTopics.activities,
    queryTopics.activity,
    queryTopics.sites,
  ],
} as const satisfies Record<Exclude<LiveEvent['topic'], 'ready' | 'chain'>, readonly string[]>;

/** Everything that some event names. */
const liveTopics: ReadonlySet<unknown> = new Set(Object.values(topicsOfEvent).flat());

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
 * Listens to the server until `signal` aborts and has read again what each event names. Where something was announced between
 * the page's first answer and its listening, everything is read again; after every break it connects again, waiting longer each
 * time, and has everything read again: nothing that happened in between is missed.
 */
export async function followLiveEvents(queries: QueryClient, signal: AbortSignal): Promise<void> {
  let pauseMs = firstPauseMs;
  let broken = false;
  while (!signal.aborted) {
    try {
      for await (const event of await api.live.live(broken ? {} : { since: readFirstAnswerAt() }, { signal })) {
        pauseMs = firstPauseMs;
        if (event.topic !== 'ready') {
          markOutdated(queries, event.topic);
          continue;
        }
        readAgain(queries, {
          predicate: whatIsOutdated(broken ? 'anything' : event.ref === 'unchanged' ? 'nothing' : 'news', liveTopics),
        });
        broken = false;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (readProblem(error).code === 'LOGIN_EXPIRED') {
        // Asked as any page would ask: the answer leads to the login page.
        await queries.fetchQuery({ ...accountQuery, staleTime: 0 }).catch(() => undefined);
        return;
      }
    }
    broken = true;
    await waitUntilOnline(pauseMs, signal);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }
}

function markOutdated(queries: QueryClient, topic: Exclude<LiveEvent['topic'], 'ready'>) {
  if (topic === 'chain') {
    // Blocks may come faster than answers: a request under way is left to finish.
    void queries.invalidateQueries(
      { predicate: ({ meta, state }) => state.data !== undefined && meta?.followsBlocks?.(state.data) === true },
      { cancelRefetch: false },
    );
    return;
  }
  for (const named of topicsOfEvent[topic]) readAgain(queries, { queryKey: [named] });
}

/**
 * Has these read again, as their answers are older than the news. A first answer still under way may be so as well: it is
 * waited for, as a page waits for it too, and asked for once more.
 */
function readAgain(queries: QueryClient, which: InvalidateQueryFilters) {
  const firstAnswers = queries
    .getQueryCache()
    .findAll(which)
    .filter(({ state }) => state.data === undefined);
  void queries.invalidateQueries(which);
  for (const { promise, queryKey } of firstAnswers)
    promise?.then(
      () => queries.invalidateQueries({ queryKey, exact: true }),
      () => undefined,
    );
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
