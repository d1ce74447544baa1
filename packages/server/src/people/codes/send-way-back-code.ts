import type { TargetInput } from '@tern/contracts/fields';
import { transact } from '@tern/db/transact';
import { normalizeContact, findLoginSubject, type IdentityDeps, nobody } from '../accounts/public.ts';
import { findAsker, type AskedFrom } from './code-asker.ts';
import { sendCode, type SentCode } from './send-code.ts';

/**
 * Sends a code to whoever says they are locked out: `recover` for a new login password, `reset-factors` where every factor is
 * lost. A contact nobody has gets the same answer for the same work, and no message. Throws as `sendCode`.
 */
export async function sendWayBackCode(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'settings' | 'keys' | 'alert'>,
  input: AskedFrom & {
    readonly purpose: 'recover' | 'reset-factors';
    readonly target: TargetInput;
    readonly language: string | null;
  },
): Promise<SentCode> {
  const contact = normalizeContact(input.target);
  return transact(deps.db, async (tx) => {
    const subject = await findLoginSubject(tx, contact);
    const asker = await findAsker(tx, { ...input, owner: subject?.personId, now: deps.clock.now() });
    return sendCode(tx, deps, {
      purpose: input.purpose,
      contact,
      subject: '',
      language: subject?.language ?? input.language,
      asker,
      // Looked for where there is nobody too: the same work tells nothing.
      wordOf: subject?.personId ?? nobody,
      toNobody: subject?.isActive !== true,
    });
  });
}
