import type { FoundView, SearchTarget, TypedAs } from '@tern/contracts/routes/console-search';
import { usernameIn } from '@tern/contracts/username';
import type { Database, DbReader } from '@tern/db/database';
import { findFreezes, getPerson } from '../../people/accounts/public.ts';
import { listOperators } from '../../people/operators/public.ts';
import type { ConsoleSession } from '../console-context.ts';
import {
  listTransactions,
  readSearch,
  selectPersonById,
  selectPersonByNumber,
  selectPersonByUsername,
  selectWalletOf,
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
  if (search.as === 'nothing') return operatorNameIn(typed) === undefined ? 'nothing' : 'word';
  return search.as;
}

function mayBeTransactions({ as }: TypedSearch): boolean {
  return as !== 'contact' && as !== 'nothing';
}

/** What is no movement of money. */
async function findOthers(db: Database, search: TypedSearch, typed: string): Promise<readonly SearchTarget[]> {
  const { kysely } = db;
  switch (search.as) {
    case 'number':
      return personTargets(kysely, await selectPersonByNumber(kysely, search.publicId));
    case 'username':
      return byUsername(kysely, search.username);
    case 'address': {
      const owner = await selectWalletOf(kysely, search.address);
      return personTargets(kysely, owner === undefined ? undefined : { id: owner.personId });
    }
    case 'id':
      return byId(kysely, search.id);
    case 'journal': {
      const { rows } = await journalById(search.journalId).execute(kysely);
      return rows.map(({ id, kind }) => ({ kind: 'journal', id, journalKind: kind }));
    }
    case 'nothing':
      return byWord(db, typed);
    case 'transaction':
    case 'amount':
    case 'contact':
      return [];
  }
}

async function byId(db: DbReader, id: string): Promise<readonly SearchTarget[]> {
  const [person, cases, log] = await Promise.all([
    selectPersonById(db, id),
    casesById(id).execute(db),
    isInLog(id).execute(db),
  ]);
  return [
    ...(await personTargets(db, person)),
    ...cases.rows.map((found): SearchTarget => ({ kind: 'case', ...found })),
    ...(log.rows[0]?.known === true ? [{ kind: 'log', subject: id } as const] : []),
  ];
}

async function byUsername(db: DbReader, username: string): Promise<readonly SearchTarget[]> {
  return personTargets(db, await selectPersonByUsername(db, username), username);
}

/** A word: the whole username of somebody, and every operator whose name has it in it. */
async function byWord(db: Database, typed: string): Promise<readonly SearchTarget[]> {
  const [name, username] = [operatorNameIn(typed), usernameIn(typed)];
  const operators = name === undefined ? [] : await listOperators(db);
  return [
    ...(username === undefined ? [] : await byUsername(db.kysely, username)),
    ...operators
      .filter((operator) => operator.name.includes(name ?? ''))
      .slice(0, shownOperators)
      .map((operator): SearchTarget => ({
        kind: 'operator',
        name: operator.name,
        role: operator.role,
        disabled: operator.disabledAt !== null,
      })),
  ];
}

/** What can be a part of an operator's name. */
function operatorNameIn(typed: string): string | undefined {
  const lower = typed.normalize('NFKC').trim().toLowerCase();
  return /^[a-z0-9._-]{2,32}$/.test(lower) ? lower : undefined;
}

async function personTargets(
  db: DbReader,
  found: { readonly id: Parameters<typeof getPerson>[1] } | undefined,
  username: string | null = null,
): Promise<readonly SearchTarget[]> {
  if (found === undefined) return [];
  const [{ id, publicId, state }, freezes] = await Promise.all([getPerson(db, found.id), findFreezes(db, [found.id])]);
  return [{ kind: 'person', id, publicId, state, onHold: freezes.has(id), username }];
}
