import { problem } from '@tern/contracts/problem';
import type { Database } from '@tern/db/database';
import type { ApiSession } from '../../platform/api-context.ts';
import { changeAccount } from '../sessions/public.ts';
import { updatePasskeyName } from './passkey-store.ts';
import { cleanPasskeyName } from './passkey.ts';

/** Gives a passkey of this person another name. Throws `NOT_FOUND`. */
export async function renamePasskey(
  db: Database,
  { session, ...input }: { readonly session: ApiSession; readonly passkeyId: string; readonly name: string },
): Promise<void> {
  const name = cleanPasskeyName(input.name, 'Passkey');
  await changeAccount(db, session, async (tx) => {
    if (!(await updatePasskeyName(tx, { personId: session.personId, id: input.passkeyId, name })))
      throw problem('NOT_FOUND');
  });
}
