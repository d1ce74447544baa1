import type { TargetInput } from '@tern/contracts/fields';
import { problem } from '@tern/contracts/problem';
import { transact } from '@tern/db/transact';
import type { ApiSession } from '../../platform/api-context.ts';
import { normalizeContact, type IdentityDeps, getPerson } from '../accounts/public.ts';
import { sendCode, type SentCode } from '../codes/public.ts';
import { findPresentContact } from './present-contact.ts';

/**
 * Sends one code to the contact a person has and one to the one they want. Whether somebody has that one is told only to
 * who has proven it. Throws `CONTACT_UNCHANGED` or the problems of a contact and of sending.
 */
export async function sendContactCodes(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'settings' | 'keys' | 'alert'>,
  { session, target }: { readonly session: ApiSession; readonly target: TargetInput },
): Promise<{ readonly present: SentCode; readonly fresh: SentCode }> {
  const { personId } = session;
  const contact = normalizeContact(target);
  return transact(deps.db, async (tx) => {
    const { language } = await getPerson(tx, personId);
    const { present, former } = await findPresentContact(tx, personId, contact.kind);
    if (former?.value === contact.value) throw problem('CONTACT_UNCHANGED');
    const common = { subject: personId, language, asker: { kind: 'person', personId } } as const;
    return {
      present: await sendCode(tx, deps, { ...common, purpose: 'change-contact', contact: present, wordOf: personId }),
      fresh: await sendCode(tx, deps, { ...common, purpose: 'new-contact', contact, wordOf: null }),
    };
  });
}
