import type { FactorPurpose } from '@tern/contracts/routes/identity';
import { transact } from '@tern/db/transact';
import type { ApiSession } from '../../platform/api-context.ts';
import { type IdentityDeps, getMainContact, getPerson } from '../accounts/public.ts';
import { sendCode, type SentCode } from './send-code.ts';

/** Sends a code for setting up or changing a factor to the signed-in person's own contact. */
export async function sendFactorCode(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'settings' | 'keys' | 'alert'>,
  { session, purpose }: { readonly session: ApiSession; readonly purpose: FactorPurpose },
): Promise<SentCode> {
  return transact(deps.db, async (tx) => {
    const { language } = await getPerson(tx, session.personId);
    const contact = await getMainContact(tx, session.personId);
    return sendCode(tx, deps, {
      purpose,
      contact,
      subject: session.personId,
      language,
      asker: { kind: 'person', personId: session.personId },
      wordOf: session.personId,
    });
  });
}
