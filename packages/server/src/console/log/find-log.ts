import type { LogFilter } from '@tern/contracts/routes/console-log';
import type { DbReader } from '@tern/db/database';
import { findFirstActionFrom, listActions, type ActionFilter } from '../../people/operators/public.ts';
import { dayAfter, findNamedPerson, readSearch, startOfDay, type SearchedAssets } from '../transactions/public.ts';
import { subjectsOfPerson } from './about-store.ts';

export type SearchedAs = 'person' | 'id' | 'words' | 'contact';
export type LogDeps = { readonly db: DbReader; readonly assets: SearchedAssets };
type Found = { readonly as: SearchedAs; readonly where: Pick<ActionFilter, 'subjects' | 'words'> };

const wordsMax = 8;

/** Rows of the log that a filter lets through; nothing that is typed is refused. */
export async function findLog(
  deps: LogDeps,
  { filter, limit }: { readonly filter: LogFilter; readonly limit: number },
): Promise<Awaited<ReturnType<typeof listActions>> & { readonly searchedAs: SearchedAs | null }> {
  const { search, operator, kind, subject, order } = filter;
  const found = search === undefined || search === '' ? undefined : await findSearched(deps, search);
  const bounds = await boundsOf(deps.db, filter);
  const searchedAs = found?.as ?? null;
  if (found?.where.subjects?.length === 0 || bounds === undefined) return { actions: [], next: undefined, searchedAs };
  const page = await listActions(deps.db, {
    ...{ operator, kind, subject, limit, oldestFirst: order === 'oldest' },
    ...found?.where,
    ...bounds,
  });
  return { ...page, searchedAs };
}

/** Between which numbers rows lie; undefined where no row is so late. Times rise with the numbers. */
async function boundsOf(
  db: DbReader,
  { from, until, before, after }: LogFilter,
): Promise<Pick<ActionFilter, 'above' | 'before'> | undefined> {
  const first = from === undefined ? 1 : await findFirstActionFrom(db, new Date(startOfDay(from).at));
  if (first === undefined) return undefined;
  const beyond =
    until === undefined ? undefined : await findFirstActionFrom(db, new Date(startOfDay(dayAfter(until)).at));
  const ends = [before, beyond].filter((end) => end !== undefined);
  return { above: Math.max(first - 1, after ?? 0), before: ends.length === 0 ? undefined : Math.min(...ends) };
}

async function findSearched({ db, assets }: LogDeps, typed: string): Promise<Found> {
  const search = readSearch(typed, assets);
  if (search.as === 'contact') return { as: 'contact', where: { subjects: [] } };
  const person = await findNamedPerson(db, { search, typed });
  if (person !== undefined) {
    const { rows } = await subjectsOfPerson(person.id).execute(db);
    return { as: 'person', where: { subjects: rows.map(({ id }) => id) } };
  }
  if (search.as === 'id') return { as: 'id', where: { subjects: [search.id] } };
  return search.as === 'username' || search.as === 'address'
    ? { as: 'person', where: { subjects: [] } }
    : ofWords(typed);
}

/** Only letters and digits get into the question to the database, each word as a beginning. */
function ofWords(search: string): Found {
  const words =
    search
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{Letter}\p{Mark}\p{Number}]+/gu) ?? [];
  return { as: 'words', where: words.length === 0 ? { subjects: [] } : { words: words.slice(0, wordsMax) } };
}
