import type { PersonId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { Database } from '@tern/db/database';
import { ipBlocks, limitKey, limitRate } from '../../platform/limits/public.ts';
import { selectFound, type FoundPerson, type Search } from './discovery-store.ts';

export type FindPersonDeps = { readonly db: Database; readonly clock: { readonly now: () => Date } };

const hourMs = 3_600_000;
/** A person looks up a few contacts; a list of numbers takes years at this pace. Hits count like misses. */
const searchesAnHour = 30;
const searchesADay = 100;
const searchesALineAndHour = 90;

/**
 * Whom a contact finds. Throws `TOO_MANY_REQUESTS`, and the same `RECEIVER_NOT_FOUND` whether nobody has the contact, its
 * owner does not allow it, is on hold, has closed the account or is the searcher.
 */
export async function findPerson(
  { db, clock }: FindPersonDeps,
  { ip, ...search }: Search & { readonly ip: string },
): Promise<FoundPerson> {
  await limitSearches({ db, clock }, search.searcherId, ip);
  const [found] = await selectFound(db.kysely, [search]);
  if (found === undefined) throw problem('RECEIVER_NOT_FOUND');
  return found;
}

async function limitSearches({ db, clock }: FindPersonDeps, personId: PersonId, ip: string): Promise<void> {
  const now = clock.now();
  const windows = [
    { key: limitKey('searches', personId), limit: searchesAnHour, windowMs: hourMs },
    { key: limitKey('searches-day', personId), limit: searchesADay, windowMs: 24 * hourMs },
    { key: limitKey('searches-line', ipBlocks(ip).line), limit: searchesALineAndHour, windowMs: hourMs },
  ];
  for (const window of windows) await limitRate(db.kysely, window, now);
}
