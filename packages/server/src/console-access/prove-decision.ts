import { problem } from '@tern/contracts/problem';
import { transact } from '@tern/db/transact';
import type { ConsoleSession } from '../console-context.ts';
import { recordOperatorAction } from '../operators/public.ts';
import { findPasskey, notePasskeyUse, takeCeremony } from './access-store.ts';
import { awaitMoney, isWithoutMoney } from './await-money.ts';
import type { ConsoleAccessDeps } from './console-settings.ts';
import { isAbout, type Decision } from './decision-statement.ts';
import { checkUsedPasskey, type UsedPasskey } from './passkey-answer.ts';

/**
 * Checks that a passkey of the signed-in operator has signed exactly this decision, once, and writes the signature down
 * where anybody can check it later. Call before carrying it out. Throws `PASSKEY_REFUSED`, and `DECISION_REFUSED` for an
 * operator who decides about no money yet.
 */
export async function proveDecision(
  deps: ConsoleAccessDeps,
  input: {
    readonly session: ConsoleSession;
    readonly decision: Pick<Decision, 'action' | 'content'>;
    readonly subject: string;
    readonly proof: { readonly ceremonyId: string; readonly passkey: UsedPasskey };
  },
): Promise<void> {
  const { db, clock, settings } = deps;
  const { operatorId } = input.session;
  if (!isWithoutMoney(input.decision)) awaitMoney(deps, input.session);
  const { passkey: answer } = input.proof;
  const wanted = { id: input.proof.ceremonyId, purpose: 'decide', operatorId } as const;
  const taken = await takeCeremony(db.kysely, wanted, clock.now());
  const passkey = await findPasskey(db.kysely, Buffer.from(answer.credentialId, 'base64url'));
  const statement = taken?.statement ?? null;
  if (taken === undefined || statement === null || passkey?.operatorId !== operatorId) throw problem('PASSKEY_REFUSED');
  if (!isAbout(statement, input.decision)) throw problem('PASSKEY_REFUSED');
  const signCount = await checkUsedPasskey(answer, passkey, { settings, challenge: taken.challenge });
  await transact(db, async (tx) => {
    if (!(await notePasskeyUse(tx, { id: passkey.id, signCount, now: clock.now() }))) throw problem('PASSKEY_REFUSED');
    await recordOperatorAction(tx, {
      operatorId,
      kind: 'decision-signed',
      subject: input.subject,
      details: { action: input.decision.action, statement, assertion: { ...answer } },
    });
  });
}
