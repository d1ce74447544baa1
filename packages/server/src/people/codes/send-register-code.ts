import type { TargetInput } from '@tern/contracts/fields';
import { transact } from '@tern/db/transact';
import { normalizeContact, type IdentityDeps } from '../accounts/public.ts';
import { strangerAt } from './code-asker.ts';
import { sendCode, type SentCode } from './send-code.ts';

/**
 * Sends a registration code. Known and unknown contacts get the same: who owns one already is told only after
 * proving it with the code.
 */
export async function sendRegisterCode(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'settings' | 'keys' | 'alert'>,
  input: { readonly target: TargetInput; readonly language: string | null; readonly ip: string },
): Promise<SentCode> {
  const contact = normalizeContact(input.target);
  return transact(deps.db, (tx) =>
    sendCode(tx, deps, {
      purpose: 'register',
      contact,
      subject: '',
      language: input.language,
      asker: strangerAt(input.ip),
      wordOf: null,
    }),
  );
}
