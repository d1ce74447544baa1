import type { PartyView } from '@tern/contracts/routes/console-transactions';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { readTypedContact, type TypedContact } from '../../people/discovery/public.ts';
import { recordOperatorAction } from '../../people/operators/public.ts';
import type { ConsoleSession } from '../console-context.ts';
import { selectPersonByContact } from './search-store.ts';

/**
 * Whose phone or e-mail this is, exactly; null where it is nobody's or no contact at all. The log says who looked for whom by
 * what kind of contact, found or not, and never the contact.
 */
export function findByContact(
  db: Database,
  { session, contact }: { readonly session: ConsoleSession; readonly contact: string },
): Promise<PartyView | null> {
  return transact(db, async (tx) => {
    const typed = readContact(contact);
    const person = typed === undefined ? undefined : await selectPersonByContact(tx, typed);
    await recordOperatorAction(tx, {
      operatorId: session.operatorId,
      kind: 'person-sought',
      subject: person?.id ?? 'nobody',
      details: { by: typed?.kind ?? 'nothing' },
    });
    return person ?? null;
  });
}

/** Undefined for what nobody can have as a contact. */
function readContact(typed: string): TypedContact | undefined {
  try {
    return readTypedContact(typed);
  } catch {
    return undefined;
  }
}
