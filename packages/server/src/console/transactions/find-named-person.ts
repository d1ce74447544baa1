import { usernameIn } from '@tern/contracts/username';
import type { DbReader } from '@tern/db/database';
import type { TypedSearch } from './read-search.ts';
import { selectPersonById, selectPersonByNumber, selectPersonByUsername, selectWalletOf } from './search-store.ts';
import type { Party } from './transaction.ts';

/**
 * The person that a text names: by a number, an id, an address of theirs, or a username with or without its @. Undefined where it
 * names nobody. No contact names anybody here: whose one is, is asked with a row in the log.
 */
export async function findNamedPerson(
  db: DbReader,
  { search, typed }: { readonly search: TypedSearch; readonly typed: string },
): Promise<Party | undefined> {
  switch (search.as) {
    case 'number':
      return selectPersonByNumber(db, search.publicId);
    case 'username':
      return selectPersonByUsername(db, search.username);
    case 'id':
      return selectPersonById(db, search.id);
    case 'address': {
      const owner = await selectWalletOf(db, search.address);
      return owner === undefined ? undefined : selectPersonById(db, owner.personId);
    }
    case 'nothing': {
      const username = usernameIn(typed);
      return username === undefined ? undefined : selectPersonByUsername(db, username);
    }
    case 'transaction':
    case 'record-number':
    case 'journal':
    case 'amount':
    case 'contact':
      return undefined;
  }
}
