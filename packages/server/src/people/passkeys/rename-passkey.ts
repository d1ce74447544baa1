import type { PersonId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { DbReader } from '@tern/db/database';
import { updatePasskeyName } from './passkey-store.ts';
import { cleanPasskeyName } from './passkey.ts';

/** Gives a passkey of this person another name. Throws `NOT_FOUND`. */
export async function renamePasskey(
  db: DbReader,
  input: { readonly personId: PersonId; readonly passkeyId: string; readonly name: string },
): Promise<void> {
  const name = cleanPasskeyName(input.name, 'Passkey');
  if (!(await updatePasskeyName(db, { personId: input.personId, id: input.passkeyId, name })))
    throw problem('NOT_FOUND');
}
