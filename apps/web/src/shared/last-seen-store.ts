import type { SeenAnswer } from './choose-seen.ts';

const databaseName = 'last-seen';
// 2: one entry for each answer; before, all were one entry.
const version = 2;
const storeName = 'answers';

/** Everything that is stored, of whomever and whatever shape. Rejects where this browser stores nothing. */
export function readStored(): Promise<readonly unknown[]> {
  return inStore('readonly', (store) => store.getAll());
}

/** Stores these answers in place of earlier ones to the same questions, and deletes all that `choose` leaves out. */
export async function store(
  answers: ReadonlyMap<string, SeenAnswer>,
  choose: (stored: readonly unknown[]) => readonly SeenAnswer[],
): Promise<void> {
  await inStore('readwrite', (answersIn) => {
    for (const [key, answer] of answers) answersIn.put(answer, key);
    const keys = answersIn.getAllKeys();
    const stored = answersIn.getAll();
    stored.addEventListener('success', () => {
      const chosen = new Set<unknown>(choose(stored.result));
      keys.result.forEach((key, index) => {
        if (!chosen.has(stored.result[index])) answersIn.delete(key);
      });
    });
    return stored;
  });
}

/** Deletes everything. A database of another shape goes as a whole. */
export async function deleteStored(): Promise<void> {
  await inStore('readwrite', (answers) => answers.clear()).catch(
    () =>
      new Promise<void>((resolve) => {
        const request = indexedDB.deleteDatabase(databaseName);
        for (const end of ['success', 'error', 'blocked']) request.addEventListener(end, () => resolve());
      }),
  );
}

function inStore<Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(databaseName, version);
    const fail = () => reject(opening.error ?? new Error('nothing can be stored here'));
    opening.addEventListener('upgradeneeded', () => {
      const { result } = opening;
      for (const name of result.objectStoreNames) result.deleteObjectStore(name);
      result.createObjectStore(storeName);
    });
    opening.addEventListener('error', fail);
    opening.addEventListener('blocked', fail);
    opening.addEventListener('success', () => {
      const database = opening.result;
      try {
        const transaction = database.transaction(storeName, mode);
        const request = act(transaction.objectStore(storeName));
        transaction.addEventListener('complete', () => resolve(request.result));
        transaction.addEventListener('abort', () =>
          reject(transaction.error ?? new Error('nothing can be stored here')),
        );
      } catch (error) {
        // It has no such store, or what was to be stored cannot be.
        reject(error instanceof Error ? error : new Error('nothing can be stored here'));
      } finally {
        // Closed once the transaction has ended.
        database.close();
      }
    });
  });
}
