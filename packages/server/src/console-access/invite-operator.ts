import { transact } from '@tern/db/transact';
import { hashToken, newToken } from '../identity/public.ts';
import { ensureOperator, recordOperatorAction, type OperatorRole } from '../operators/public.ts';
import { hasEnrolled, insertInvitation } from './access-store.ts';
import type { ConsoleAccessDeps } from './console-settings.ts';

/**
 * A link that lets one operator enrol a passkey, once. Whoever may run commands on the machine may make one; nobody can in
 * the console, so that no operator makes themselves a second one there. Throws `OperatorRefusal`.
 */
export async function inviteOperator(
  { db, clock, settings }: ConsoleAccessDeps,
  input: { readonly name: string; readonly role: OperatorRole },
): Promise<{ readonly link: string; readonly expiresAt: Date }> {
  const token = newToken();
  const expiresAt = new Date(clock.nowMs() + settings.invitationMs);
  await transact(db, async (tx) => {
    const operatorId = await ensureOperator(tx, input);
    await insertInvitation(tx, { tokenHash: hashToken(token), operatorId, expiresAt });
    await recordOperatorAction(tx, { operatorId, kind: 'operator-invited', subject: operatorId });
  });
  // After the hash, so that no server, log or proxy ever sees it.
  return { link: `${settings.consoleUrl}/console/enrol#${token}`, expiresAt };
}

/** The link for the first operator, an administrator; undefined where somebody is enrolled. */
export async function inviteFirstOperator(deps: ConsoleAccessDeps): Promise<string | undefined> {
  if (await hasEnrolled(deps.db.kysely)) return undefined;
  return (await inviteOperator(deps, { name: 'first', role: 'administrator' })).link;
}
