import { hashKey, type Query, type QueryClient } from '@tanstack/react-query';
import { chooseSeen, isKept, trimSeen, type SeenAnswer } from './choose-seen.ts';
import { restoredTimesMs } from './connection.ts';
import { dropAddresses, listDropped, type Said } from './drop-addresses.ts';
import { deleteStored, readStored, store } from './last-seen-store.ts';
import { accountQuery } from './queries.ts';
import { readSessionOwner } from './session-owner.ts';

const saveAfterMs = 2000;

/**
 * Until `signal` aborts, writes down what the server answers this person, a moment after it came. An address that the server
 * has dropped goes out of everything that was read before.
 */
export function keepLastSeen(queries: QueryClient, signal: AbortSignal) {
  const owner = queries.getQueryData(accountQuery.queryKey)?.personId;
  if (owner === undefined) return;
  const answered = new Set<readonly unknown[]>(
    queries
      .getQueryCache()
      .getAll()
      .flatMap(({ queryKey, state }) => (state.data === undefined ? [] : [queryKey])),
  );
  let timer = setTimeout(save, saveAfterMs);
  function save() {
    const keys = [...answered].filter(isKept);
    answered.clear();
    void keep(queries, owner ?? '', keys);
  }
  const stop = queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    answered.add(event.query.queryKey);
    forgetAddresses(queries, event.query);
    clearTimeout(timer);
    timer = setTimeout(save, saveAfterMs);
  });
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    stop();
  });
}

function forgetAddresses(queries: QueryClient, newest: Query): void {
  const dropped = listDropped([readSaid(newest)]);
  if (dropped.size === 0) return;
  for (const query of queries.getQueryCache().getAll()) {
    const said = readSaid(query);
    const data = dropAddresses(said, dropped);
    if (data !== said.data) queries.setQueryData(query.queryKey, data, { updatedAt: said.readAtMs });
  }
}

function readSaid({ queryKey, state }: Query): Said {
  return { queryKey, data: state.data, readAtMs: state.dataUpdatedAt };
}

/**
 * Puts what this person saw last on this device into the cache, of the answers that are wanted, with the times they were read
 * at. False where there is nothing of use.
 */
export async function showLastSeen(queries: QueryClient, isWanted = isKept): Promise<boolean> {
  const owner = readSessionOwner();
  const seen = owner === null ? [] : choose(await readStored().catch(() => []), owner);
  if (seen.length === 0) await forgetLastSeen();
  const dropped = listDropped([...seen, ...queries.getQueryCache().getAll().map(readSaid)]);
  for (const answer of seen) {
    const { queryKey, readAtMs } = answer;
    if (!isWanted(queryKey) || (queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0) >= readAtMs) continue;
    const updatedAt = Math.min(readAtMs, Date.now());
    restoredTimesMs.add(updatedAt);
    queries.setQueryData(queryKey, dropAddresses(answer, dropped), { updatedAt });
  }
  // Of whatever age, it is old: each page tries to read it anew, and says how old it is until then.
  void queries.invalidateQueries({ predicate: ({ queryKey }) => isWanted(queryKey), refetchType: 'none' });
  return queries.getQueryData(accountQuery.queryKey)?.personId === owner;
}

/** Wipes it from this device. */
export async function forgetLastSeen(): Promise<void> {
  await deleteStored().catch(() => undefined);
}

async function keep(queries: QueryClient, owner: string, keys: readonly (readonly unknown[])[]): Promise<void> {
  // Somebody logged out or in, here or in another tab: what this tab has read is not for this device any more.
  const isOwn = () => readSessionOwner() === owner;
  if (!isOwn() || queries.getQueryData(accountQuery.queryKey)?.personId !== owner) return;
  const answers = new Map<string, SeenAnswer>();
  for (const queryKey of keys) {
    const { data, dataUpdatedAt: readAtMs = 0 } = queries.getQueryState(queryKey) ?? {};
    if (data === undefined) continue;
    answers.set(hashKey(queryKey), { owner, build: readBuild(), queryKey, readAtMs, data: trimSeen(queryKey, data) });
  }
  // Without a place to store, the app only needs a network to show something.
  await store(answers, (stored) => choose(stored, owner)).catch(() => undefined);
  if (!isOwn()) await forgetLastSeen();
}

function choose(stored: readonly unknown[], owner: string): readonly SeenAnswer[] {
  return chooseSeen(stored, { owner, build: readBuild(), nowMs: Date.now() });
}

/** The name of the app's first file, which every change of the app changes. */
function readBuild(): string {
  return document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? '';
}
