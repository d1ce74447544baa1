import { problem } from '@tern/contracts/problem';
import type { RequestOrigin } from '../../platform/limits/public.ts';
import { findLoginSubject, type Contact, type IdentityDeps, type LoginSubject } from '../accounts/public.ts';
import { checkCode, findAsker, type CheckedCode } from '../codes/public.ts';

/**
 * Whose way back this is, once their code is right. A remembered device of theirs has tries of its own and waits for nobody;
 * everybody else is a stranger until then. A contact nobody has fails like a wrong code. Throws the problems of a code, or
 * `TOO_MANY_REQUESTS`.
 */
export async function checkWayBackCode(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'settings' | 'strangers' | 'keys' | 'alert'>,
  {
    purpose,
    contact,
    ...input
  }: {
    readonly purpose: 'recover' | 'reset-factors';
    readonly contact: Contact;
    readonly challengeId: string;
    readonly code: string;
    readonly origin: RequestOrigin;
    readonly deviceToken?: string | null;
  },
): Promise<{ readonly code: CheckedCode; readonly subject: LoginSubject }> {
  const { code: given, challengeId, origin, deviceToken = null } = input;
  const db = deps.db.kysely;
  const owner = deviceToken === null ? undefined : await findLoginSubject(db, contact);
  const asker = await findAsker(db, { ip: origin.ip, deviceToken, owner: owner?.personId, now: deps.clock.now() });
  const check = () => checkCode(deps, { challengeId, purpose, contact, subject: '', code: given, asker });
  const code = await (asker.kind === 'stranger' ? deps.strangers.run(asker.network, check) : check());
  const subject = await findLoginSubject(db, contact);
  if (subject === undefined || !subject.isActive) throw problem('CODE_WRONG');
  return { code, subject };
}
