import { randomUUID } from 'node:crypto';
import { problem } from '@tern/contracts/problem';
import type { OperatorChangeInput } from '@tern/contracts/routes/console-operators';
import { transact } from '@tern/db/transact';
import { hashInvitationCode, newInvitationCode, type ConsoleAccessDeps } from '../access/public.ts';
import type { ConsoleSession } from '../console-context.ts';
import { insertChange } from './operators-store.ts';

/**
 * Keeps what an administrator wants changed about another operator; nothing changes by it. `code` is the half of an invitation
 * that the proposer gives to the invited person; null for other changes. Throws `DECISION_REFUSED`.
 */
export async function proposeOperatorChange(
  { db }: ConsoleAccessDeps,
  said: OperatorChangeInput,
  { operatorId }: ConsoleSession,
): Promise<{ readonly id: string; readonly code: string | null }> {
  const id = randomUUID();
  const code = said.kind === 'invite' ? newInvitationCode() : null;
  const codeHash = code === null ? null : hashInvitationCode(code);
  const change = { id, by: operatorId, content: said, codeHash };
  const outcome = await transact(db, (tx) => insertChange(tx, change));
  if (outcome !== 'proposed') throw problem('DECISION_REFUSED', { reason: outcome });
  return { id, code };
}
