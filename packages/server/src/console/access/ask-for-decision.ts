import { randomUUID } from 'node:crypto';
import type { ConsoleSession } from '../console-context.ts';
import { insertCeremony } from './access-store.ts';
import type { ConsoleAccessDeps } from './console-settings.ts';
import { challengeOf, writeStatement, type Decision } from './decision-statement.ts';
import { relyingParty } from './passkey-answer.ts';

/** Puts a decision with all its facts into words for the operator's passkey to sign. */
export async function askForDecision(
  { db, clock, settings }: ConsoleAccessDeps,
  { session, decision }: { readonly session: ConsoleSession; readonly decision: Decision },
): Promise<{ ceremonyId: string; statement: string; challenge: string; relyingPartyId: string; timeoutMs: number }> {
  const at = clock.now();
  const statement = writeStatement(decision, { operator: session.name, at });
  const challenge = challengeOf(statement);
  const ceremonyId = randomUUID();
  const expiresAt = new Date(at.getTime() + settings.decisionMs);
  const ceremony = { id: ceremonyId, purpose: 'decide', operatorId: session.operatorId, statement } as const;
  await insertCeremony(db.kysely, { ...ceremony, challenge, expiresAt });
  return {
    ceremonyId,
    statement,
    challenge: challenge.toString('base64url'),
    relyingPartyId: relyingParty(settings).id,
    timeoutMs: settings.ceremonyMs,
  };
}
