import { toWire } from '@tern/base/to-wire';
import type { TargetInput } from '@tern/contracts/fields';
import { problem } from '@tern/contracts/problem';
import type { PresentFactor } from '@tern/contracts/routes/identity';
import type { ApiSession } from '../../platform/api-context.ts';
import type { RequestOrigin } from '../../platform/limits/public.ts';
import {
  insertContactChange,
  isContactReserved,
  replaceContact,
  maskContact,
  normalizeContact,
  findLoginSubject,
  type IdentityDeps,
  insertContact,
  recordSecurityEvent,
} from '../accounts/public.ts';
import { checkCode, spendCode } from '../codes/public.ts';
import { proveAgain, type Again, proveBoundAuthenticator } from '../factors/public.ts';
import { makeStopLink, protectAfterChange } from '../safeguards/public.ts';
import { changeAccount } from '../sessions/public.ts';
import { findPresentContact } from './present-contact.ts';

/**
 * Gives an account another phone or e-mail, or a first one of its kind, by codes from both the old and the new contact.
 * Both are told, and the link in either takes it back for a week. Throws the contract's problems.
 */
export async function changeContact(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'settings' | 'hasher' | 'keys' | 'alert'>,
  input: Again & {
    readonly session: ApiSession;
    readonly target: TargetInput;
    readonly newChallengeId: string;
    readonly newCode: string;
    readonly factor?: PresentFactor | undefined;
    readonly origin: RequestOrigin;
  },
): Promise<void> {
  const { personId } = input.session;
  const contact = normalizeContact(input.target);
  const { present, former } = await findPresentContact(deps.db.kysely, personId, contact.kind);
  if (former?.value === contact.value) throw problem('CONTACT_UNCHANGED');
  const code = await proveAgain(deps, { ...input, purpose: 'change-contact', contact: present });
  const newCode = await checkCode(deps, {
    challengeId: input.newChallengeId,
    purpose: 'new-contact',
    contact,
    subject: personId,
    code: input.newCode,
    asker: { kind: 'person', personId },
  });
  const factor = await proveBoundAuthenticator(deps, { personId, factor: input.factor });

  await changeAccount(deps.db, input.session, async (tx) => {
    const now = deps.clock.now();
    const still = await findPresentContact(tx, personId, contact.kind);
    // Of two changes at the same moment the second has proven a contact that is the account's no longer.
    if (still.former?.value !== former?.value) throw problem('CODE_WRONG');
    await spendCode(tx, code, now);
    await spendCode(tx, newCode, now);
    await factor.spend(tx, now);
    const isTaken =
      (await findLoginSubject(tx, contact)) !== undefined || (await isContactReserved(tx, { contact, personId, now }));
    if (isTaken) throw problem('ACCOUNT_TAKEN');
    if (former === undefined) await insertContact(tx, personId, contact, now);
    else await replaceContact(tx, personId, contact, now);
    const undoUntil = new Date(now.getTime() + deps.settings.stopLinkMs);
    await insertContactChange(tx, { personId, kind: contact.kind, former: former?.value ?? null, now, undoUntil });
    await protectAfterChange(tx, deps, { session: input.session, now });
    await recordSecurityEvent(tx, deps, {
      personId,
      kind: former === undefined ? 'contact-added' : 'contact-changed',
      origin: input.origin,
      now,
      formerContact: former,
      notice: {
        template: 'notice-contact-changed',
        values: toWire({
          at: now,
          to: maskContact(contact),
          link: await makeStopLink(tx, deps, { personId, now }),
        }),
      },
    });
  });
}
