import { assert } from '@tern/base/assert';
import type { PersonId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import { type Contact, listContacts } from '../accounts/public.ts';

/** The contact that a new one of this kind would take the place of, if there is one, and the one that has to agree. */
export async function findPresentContact(
  db: DbReader,
  personId: PersonId,
  kind: Contact['kind'],
): Promise<{ readonly present: Contact; readonly former: Contact | undefined }> {
  const contacts = await listContacts(db, personId);
  const [main] = contacts;
  assert(main !== undefined, 'every person has a contact');
  const former = contacts.find((contact) => contact.kind === kind);
  return { present: former ?? main, former };
}
