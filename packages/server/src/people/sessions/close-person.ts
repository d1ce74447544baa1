import type { PersonId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import { endConnections } from '../accounts/public.ts';
import { endSessions } from './session-store.ts';

// Contacts that were changed hold the former phone or e-mail; half-done set-ups hold a key.
const erased = [
  'contacts',
  'contact_changes',
  'credentials',
  'trade_passwords',
  'authenticators',
  'authenticator_bindings',
  'recovery_codes',
  'passkeys',
  'passkey_ceremonies',
  'message_words',
  'live_streams',
] as const;

/**
 * Ends an account for good: nobody signs in to it again, its phone and e-mail are free for another one, and what it was
 * protected by is deleted. Who it was stays on record.
 */
export async function closePerson(tx: DbTx, personId: PersonId, now: Date): Promise<void> {
  await tx.updateTable('people').set({ state: 'closed' }).where('id', '=', personId).execute();
  await endConnections(tx, { personId, why: 'closed', now });
  await endSessions(tx, personId, { except: null, now });
  for (const table of erased) await tx.deleteFrom(table).where('person_id', '=', personId).execute();
}
