import { randomBytes, randomUUID } from 'node:crypto';
import type { OperatorId } from '@tern/base/ids';
import type { NewKeyQuestionView } from '@tern/contracts/routes/console-access';
import { insertCeremony, listCredentialIds } from './access-store.ts';
import type { ConsoleAccessDeps } from './console-settings.ts';
import { passkeyAlgorithms, relyingParty } from './passkey-answer.ts';

/** Asks a browser to have a passkey made for this operator, whose answer is taken for `forMs`; bytes as base64url. */
export async function newKeyQuestion(
  { db, clock, settings }: ConsoleAccessDeps,
  { operatorId, forMs }: { readonly operatorId: OperatorId; readonly forMs: number },
): Promise<NewKeyQuestionView> {
  const challenge = randomBytes(32);
  const ceremonyId = randomUUID();
  const expiresAt = new Date(clock.nowMs() + forMs);
  const ceremony = { id: ceremonyId, purpose: 'enrol', operatorId, statement: null } as const;
  await insertCeremony(db.kysely, { ...ceremony, challenge, expiresAt });
  const { id, name } = relyingParty(settings);
  return {
    ceremonyId,
    challenge: challenge.toString('base64url'),
    relyingParty: { id, name },
    userId: Buffer.from(operatorId.replaceAll('-', ''), 'hex').toString('base64url'),
    algorithms: [...passkeyAlgorithms],
    // None of them is made a second time.
    known: [...(await listCredentialIds(db.kysely, operatorId))],
    timeoutMs: settings.ceremonyMs,
  };
}
