import type { PersonId } from '@tern/base/ids';
import type { NumberedRecord } from '@tern/contracts/record-number';
import type { FoundView, SearchTarget, TypedAs } from '@tern/contracts/routes/console-search';
import { usernameIn } from '@tern/contracts/username';
import type { Database, DbReader } from '@tern/db/database';
import { findFreezes, getPerson } from '../../people/accounts/public.ts';
import { listOperators } from '../../people/operators/public.ts';
import type { ConsoleSession } from '../console-context.ts';
import {
  findNamedPerson,
  listTransactions,
  readSearch,
  recordsByNumber,
  type SearchedAssets,
  type TypedSearch,
} from '../transactions/public.ts';
import { mayFind } from './search-roles.ts';
import { casesById, isInLog, journalById } from './targets-store.ts';

const shownTransactions = 5;
const shownOperators = 5;

export type SearchDeps = { readonly db: Database; readonly assets: SearchedAssets };

/**
 * Everything with a page that a text names, as far as the operator's role may see it. Each kind is looked up by its key and no
 * text is looked into, so that nobody pages through people. A contact finds nothing: it leaves a row in the log elsewhere.
 */
export async function findTargets(
  { db, assets }: SearchDeps,
  { typed, session }: { readonly typed: string; readonly session: Pick<ConsoleSession, 'role'> },
): Promise<FoundView> {
  const search = readSearch(typed, assets);
  const [others, transactions] = await Promise.all([
    findOthers(db, search, typed),
    mayBeTransactions(search) ? listTransactions({ db, assets }, { search: typed, noise: 'shown' }) : { rows: [] },
  ]);
  const found = transactions.rows
    .slice(0, shownTransactions)
    .map((row): SearchTarget => ({ kind: 'transaction', row }));
  return {
    typedAs: typedAsOf(search, typed, others),
    targets: [...others, ...found].filter((target) => mayFind(session.role, target)),
    moreTransactions: transactions.rows.length > shownTransactions,
  };
}

/** What is said to be recognised; eight digits are a number where somebody has it, and else an amount. */
function typedAsOf(search: TypedSearch, typed: string, found: readonly SearchTarget[]): TypedAs {
  if (search.as === 'username') return 'person';
  if (search.as === 'number') return found.length > 0 ? 'person' : 'amount';
  if (search.as === 'record-number') return 'id';
  if (search.as === 'nothing') return operatorNameIn(typed) === undefined ? 'nothing' : 'word';
  return search.as;
}

function mayBeTransactions({ as }: TypedSearch): boolean {
  return as !== 'contact' && as !== 'nothing';
}

/** What is no movement of money. */
async function findOthers(db: Database, search: TypedSearch, typed: string): Promise<readonly SearchTarget[]> {
  const { kysely } = db;
  const person = await findNamedPerson(kysely, { search, typed });
  return [
    ...(person === undefined ? [] : [await toTarget(kysely, person.id, usernameOf(search, typed))]),
    ...(search.as === 'id' ? await byId(kysely, search.id) : []),
    ...(search.as === 'record-number' ? await byRecordNumber(kysely, search.record) : []),
    ...(search.as === 'journal' ? await byJournal(kysely, search.journalId) : []),
    ...(search.as === 'nothing' ? await operatorsNamed(db, typed) : []),
  ];
}

/** The username that was looked for, if one was. */
function usernameOf(search: TypedSearch, typed: string): string | null {
  if (search.as === 'username') return search.username;
  return search.as === 'nothing' ? (usernameIn(typed) ?? null) : null;
}

async function byId(db: DbReader, id: string): Promise<readonly SearchTarget[]> {
  const [cases, log] = await Promise.all([casesById(id).execute(db), isInLog(id).execute(db)]);
  return [
    ...cases.rows.map(({ code, ...found }): SearchTarget => ({
      kind: 'case',
      ...found,
      ...(code === null ? {} : { code }),
    })),
    ...(log.rows[0]?.known === true ? [{ kind: 'log', subject: id } as const] : []),
  ];
}

async function byRecordNumber(db: DbReader, record: NumberedRecord): Promise<readonly SearchTarget[]> {
  const { rows } = await recordsByNumber(record).execute(db);
  return (await Promise.all(rows.map(({ id }) => byId(db, id)))).flat();
}

async function byJournal(db: DbReader, journalId: string): Promise<readonly SearchTarget[]> {
  const { rows } = await journalById(journalId).execute(db);
  return rows.map(({ id, kind }) => ({ kind: 'journal', id, journalKind: kind }));
}

/** Every operator whose name has what was typed in it; an installation has a handful. */
async function operatorsNamed(db: Database, typed: string): Promise<readonly SearchTarget[]> {
  const wanted = operatorNameIn(typed);
  if (wanted === undefined) return [];
  return (await listOperators(db))
    .filter(({ name }) => name.includes(wanted))
    .slice(0, shownOperators)
    .map(({ name, role, disabledAt }) => ({ kind: 'operator', name, role, disabled: disabledAt !== null }));
}

/** What can be a part of an operator's name. */
function operatorNameIn(typed: string): string | undefined {
  const lower = typed.normalize('NFKC').trim().toLowerCase();
  return /^[a-z0-9._-]{2,32}$/.test(lower) ? lower : undefined;
}

async function toTarget(db: DbReader, personId: PersonId, username: string | null): Promise<SearchTarget> {
  const [{ id, publicId, state }, freezes] = await Promise.all([getPerson(db, personId), findFreezes(db, [personId])]);
  return { kind: 'person', id, publicId, state, onHold: freezes.has(id), username };
}
