import type { LogFilter } from '@tern/contracts/routes/console-log';
import { usernameIn } from '@tern/contracts/username';
import type { DbReader } from '@tern/db/database';
import { findFirstActionFrom, listActions, type ActionFilter } from '../../people/operators/public.ts';
import type { Party } from '../transactions/public.ts';
import {
  dayAfter,
  readSearch,
  selectPersonById,
  selectPersonByNumber,
  selectPersonByUsername,
  selectWalletOf,
  startOfDay,
  type SearchedAssets,
} from '../transactions/public.ts';
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
  const { search, from, until, order, ...narrowed } = filter;
  const found = search === undefined || search === '' ? undefined : await findSearched(deps, search);
  const bounds = await boundsOf(deps.db, filter);
  const searchedAs = found?.as ?? null;
  if (found?.where.subjects?.length === 0 || bounds === undefined) return { actions: [], next: undefined, searchedAs };
  const { operator, kind, subject } = narrowed;
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

async function findSearched(deps: LogDeps, search: string): Promise<Found> {
  const { db } = deps;
  const typed = readSearch(search, deps.assets);
  switch (typed.as) {
    case 'contact':
      return { as: 'contact', where: { subjects: [] } };
    case 'number':
      return (await ofPerson(db, await selectPersonByNumber(db, typed.publicId))) ?? ofWords(search);
    case 'username':
      return (await ofPerson(db, await selectPersonByUsername(db, typed.username))) ?? nobody;
    case 'address': {
      const owner = await selectWalletOf(db, typed.address);
      return (await ofPerson(db, owner && { id: owner.personId })) ?? nobody;
    }
    case 'id':
      return (
        (await ofPerson(db, await selectPersonById(db, typed.id))) ?? { as: 'id', where: { subjects: [typed.id] } }
      );
    case 'transaction':
    case 'journal':
    case 'amount':
    case 'nothing': {
      const username = usernameIn(search);
      const person = username === undefined ? undefined : await selectPersonByUsername(db, username);
      return (await ofPerson(db, person)) ?? ofWords(search);
    }
  }
}

const nobody: Found = { as: 'person', where: { subjects: [] } };

async function ofPerson(db: DbReader, person: Pick<Party, 'id'> | undefined): Promise<Found | undefined> {
  if (person === undefined) return undefined;
  const { rows } = await subjectsOfPerson(person.id).execute(db);
  return { as: 'person', where: { subjects: rows.map(({ id }) => id) } };
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
