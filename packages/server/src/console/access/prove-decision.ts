import { problem } from '@tern/contracts/problem';
import { attachSignature } from '../../people/operators/public.ts';
import type { ConsoleSession } from '../console-context.ts';
import { findPasskey, notePasskeyUse, takeCeremony } from './access-store.ts';
import { awaitMoney, isWithoutMoney } from './await-money.ts';
import type { ConsoleAccessDeps } from './console-settings.ts';
import { isAbout, statesFacts, type Decision } from './decision-statement.ts';
import { checkUsedPasskey, type UsedPasskey } from './passkey-answer.ts';

/**
 * Checks that a passkey of the signed-in operator has signed exactly this decision, once, and that its facts, which the
 * caller has read anew, are those that were signed. The signature goes into the log with the row of what is carried out
 * next. Throws `PASSKEY_REFUSED`, and `DECISION_REFUSED` where the facts have changed, and for an
 * operator or a key that decides about no money yet.
 */
export async function proveDecision(
  deps: ConsoleAccessDeps,
  input: {
    readonly session: ConsoleSession;
    readonly decision: Decision;
    readonly proof: { readonly ceremonyId: string; readonly passkey: UsedPasskey };
  },
): Promise<void> {
  const { db, clock, settings } = deps;
  const { operatorId, decidesMoneyFrom } = input.session;
  const isAboutMoney = !isWithoutMoney(input.decision);
  if (isAboutMoney) awaitMoney(deps, { decidesMoneyFrom, keyDecidesMoneyFrom: null });
  const { passkey: answer } = input.proof;
  const wanted = { id: input.proof.ceremonyId, purpose: 'decide', operatorId } as const;
  const taken = await takeCeremony(db.kysely, wanted, clock.now());
  const passkey = await findPasskey(db.kysely, Buffer.from(answer.credentialId, 'base64url'));
  const statement = taken?.statement ?? null;
  if (taken === undefined || statement === null || passkey?.operatorId !== operatorId) throw problem('PASSKEY_REFUSED');
  if (!isAbout(statement, input.decision)) throw problem('PASSKEY_REFUSED');
  const used = await checkUsedPasskey(answer, passkey, { settings, challenge: taken.challenge });
  const isFresh = await notePasskeyUse(db.kysely, { ...used, id: passkey.id, now: clock.now() });
  if (!isFresh) throw problem('PASSKEY_REFUSED');
  if (isAboutMoney) awaitMoney(deps, { decidesMoneyFrom, keyDecidesMoneyFrom: passkey.decidesMoneyFrom });
  if (!statesFacts(statement, input.decision)) throw problem('DECISION_REFUSED', { reason: 'facts-changed' });
  attachSignature({ action: input.decision.action, statement, assertion: { ...answer } });
}
