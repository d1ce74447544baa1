import type { PersonId } from '@tern/base/ids';
import type { SearchedAs } from '@tern/contracts/routes/console-transactions';
import type { DbReader } from '@tern/db/database';
import { readSearch, type SearchedAmount, type SearchedAssets } from './read-search.ts';
import {
  recordsByNumber,
  selectById,
  selectByTransaction,
  selectPersonById,
  selectPersonByNumber,
  selectPersonByUsername,
  type Found,
} from './search-store.ts';
import type { Party } from './transaction.ts';

/** What a search comes to, once the database was asked what there is. */
export type Search = {
  readonly as: SearchedAs;
  /** Only these rows. */
  readonly found?: readonly Found[];
  readonly personId?: PersonId;
  readonly address?: string;
  readonly amounts?: readonly SearchedAmount[];
};

/** Who is nobody: their rows are none. */
const nobody: Search = { as: 'person', found: [] };

/** Takes what an operator typed for the one thing it can be. Nothing that is typed is refused. */
export async function findSearch(db: DbReader, typed: string, assets: SearchedAssets): Promise<Search> {
  const search = readSearch(typed, assets);
  switch (search.as) {
    case 'transaction':
      return { as: 'transaction', found: await selectByTransaction(db, search.txId) };
    case 'address':
      return search;
    case 'amount':
      return search;
    case 'username':
      return ofPerson(await selectPersonByUsername(db, search.username));
    case 'number': {
      const person = await selectPersonByNumber(db, search.publicId);
      return person === undefined ? { as: 'amount', amounts: search.amounts } : ofPerson(person);
    }
    case 'id': {
      const found = await selectById(db, search.id);
      const person = found.length > 0 ? undefined : await selectPersonById(db, search.id);
      return person === undefined ? { as: 'id', found } : ofPerson(person);
    }
    case 'record-number':
      return { as: 'id', found: (await recordsByNumber(search.record).execute(db)).rows };
    case 'journal':
      // Of journals only those that correct something are transactions by themselves.
      return { as: 'id', found: [{ source: 'journal', id: search.journalId }] };
    case 'contact':
    case 'nothing':
      return { as: search.as, found: [] };
  }
}

function ofPerson(person: Party | undefined): Search {
  return person === undefined ? nobody : { as: 'person', personId: person.id };
}
