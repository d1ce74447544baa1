import { dehydrate, hydrate, type DehydratedState, type QueryClient } from '@tanstack/react-query';
import { accountQuery, queryTopics } from './queries.ts';

const databaseName = 'last-seen';
const storeName = 'pages';
const stateKey = 'state';
const keptForMs = 7 * 24 * 60 * 60 * 1000;
const saveAfterMs = 2000;

/** What may be looked at again without a network. Never limits, drafts, devices or anything one could act on. */
const kept: readonly unknown[] = [
  queryTopics.installation,
  queryTopics.account,
  queryTopics.preferences,
  queryTopics.wallets,
  queryTopics.overview,
  queryTopics.receive,
  queryTopics.records,
  queryTopics.record,
  queryTopics.recordInfo,
  queryTopics.messages,
  queryTopics.message,
  queryTopics.unread,
];

const untried = {
  error: null,
  errorUpdateCount: 0,
  errorUpdatedAt: 0,
  fetchFailureCount: 0,
  fetchFailureReason: null,
  fetchMeta: null,
  fetchStatus: 'idle',
  isInvalidated: false,
  status: 'success',
} as const;

/** Until `signal` aborts, writes down what the pages show, a moment after it changes. */
export function keepLastSeen(queries: QueryClient, signal: AbortSignal) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = queries.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || !kept.includes(query.queryKey[0])) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      // After a logout there is nothing to keep any more.
      if (queries.getQueryData(accountQuery.queryKey) !== undefined) void save(queries);
    }, saveAfterMs);
  });
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    stop();
  });
}

/** Puts what this device saw last into the cache, with the times it was read at. False where there is nothing of use. */
export async function showLastSeen(queries: QueryClient): Promise<boolean> {
  const state = await inStore<unknown>('readonly', (store) => store.get(stateKey)).catch(() => undefined);
  if (!isState(state)) return false;
  const oldestMs = Date.now() - keptForMs;
  hydrate(queries, { ...state, queries: state.queries.filter((query) => query.state.dataUpdatedAt > oldestMs) });
  // Of whatever age, it is old: each page tries to read it anew, and says how old it is when that fails.
  void queries.invalidateQueries({ predicate: ({ queryKey }) => kept.includes(queryKey[0]), refetchType: 'none' });
  return queries.getQueryData(accountQuery.queryKey) !== undefined;
}

/** Wipes it from this device. */
export async function forgetLastSeen(): Promise<void> {
  await inStore('readwrite', (store) => store.clear()).catch(() => undefined);
}

async function save(queries: QueryClient): Promise<void> {
  const state = dehydrate(queries, {
    shouldDehydrateMutation: () => false,
    shouldDehydrateQuery: ({ queryKey, state: { data } }) => data !== undefined && kept.includes(queryKey[0]),
  });
  // What was read is kept, not how the last try to read it again went.
  const read = state.queries.map(({ queryKey, queryHash, state: { data, dataUpdatedAt, dataUpdateCount } }) => ({
    queryKey,
    queryHash,
    state: { ...untried, data, dataUpdatedAt, dataUpdateCount },
  }));
  // Without a place to store, the app only needs a network to show something.
  await inStore('readwrite', (store) => store.put({ mutations: [], queries: read }, stateKey)).catch(() => undefined);
}

function isState(value: unknown): value is DehydratedState {
  return typeof value === 'object' && value !== null && 'queries' in value && Array.isArray(value.queries);
}

function inStore<Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(databaseName, 1);
    const fail = () => reject(opening.error ?? new Error('nothing can be stored here'));
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(storeName));
    opening.addEventListener('error', fail);
    opening.addEventListener('blocked', fail);
    opening.addEventListener('success', () => {
      const database = opening.result;
      const transaction = database.transaction(storeName, mode);
      const request = act(transaction.objectStore(storeName));
      transaction.addEventListener('complete', () => {
        database.close();
        resolve(request.result);
      });
      transaction.addEventListener('abort', () => {
        database.close();
        reject(transaction.error ?? new Error('nothing can be stored here'));
      });
    });
  });
}
