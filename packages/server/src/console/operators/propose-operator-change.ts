import { randomUUID } from 'node:crypto';
import { problem } from '@tern/contracts/problem';
import type { OperatorChangeInput } from '@tern/contracts/routes/console-operators';
import { transact } from '@tern/db/transact';
import { hashInvitationCode, newInvitationCode, proveDecision, type ConsoleAccessDeps } from '../access/public.ts';
import type { ConsoleSession } from '../console-context.ts';
import { describeProposal } from './describe-operator-decision.ts';
import { insertChange } from './operators-store.ts';

type Proof = Parameters<typeof proveDecision>[1]['proof'];

/**
 * Keeps what an administrator wants changed about another operator; nothing changes by it. `code` is the half of an invitation
 * that the proposer gives to the invited person; null for other changes. Throws `DECISION_REFUSED` and `PASSKEY_REFUSED`.
 */
export async function proposeOperatorChange(
  deps: ConsoleAccessDeps,
  {
    said,
    proof,
    session,
  }: { readonly said: OperatorChangeInput; readonly proof: Proof; readonly session: ConsoleSession },
): Promise<{ readonly id: string; readonly code: string | null }> {
  const id = randomUUID();
  await proveDecision(deps, { session, decision: describeProposal(said, session), proof });
  const code = said.kind === 'invite' ? newInvitationCode() : null;
  const codeHash = code === null ? null : hashInvitationCode(code);
  const change = { id, by: session.operatorId, content: said, codeHash };
  const outcome = await transact(deps.db, (tx) => insertChange(tx, change));
  if (outcome !== 'proposed') throw problem('DECISION_REFUSED', { reason: outcome });
  return { id, code };
}
