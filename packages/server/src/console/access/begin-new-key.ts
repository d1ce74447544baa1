import { randomBytes, randomUUID } from 'node:crypto';
import { problem } from '@tern/contracts/problem';
import type { NewKeyQuestionView } from '@tern/contracts/routes/console-access';
import type { ConsoleSession } from '../console-context.ts';
import { insertCeremony, listCredentialIds } from './access-store.ts';
import type { ConsoleAccessDeps } from './console-settings.ts';
import { newKeyQuestion } from './new-key-question.ts';

/** How young a session has to be that adds a key; `add_operator_key` in the database keeps to it. */
const freshMs = 10 * 60_000;

/** Starts making a further key for a signed-in operator. Throws `DECISION_REFUSED` in a session that was not just opened. */
export async function beginNewKey(deps: ConsoleAccessDeps, session: ConsoleSession): Promise<NewKeyQuestionView> {
  const { db, clock, settings } = deps;
  const now = clock.now();
  if (now.getTime() - session.signedInAt.getTime() >= freshMs)
    throw problem('DECISION_REFUSED', { reason: 'session-not-fresh' });
  const challenge = randomBytes(32);
  const ceremonyId = randomUUID();
  const { operatorId } = session;
  // As long as a decision: the words about the new key are read and signed before its answer is taken.
  const expiresAt = new Date(now.getTime() + settings.decisionMs);
  await insertCeremony(db.kysely, {
    id: ceremonyId,
    purpose: 'enrol',
    operatorId,
    statement: null,
    challenge,
    expiresAt,
  });
  const known = await listCredentialIds(db.kysely);
  return newKeyQuestion(settings, { ceremonyId, challenge, operatorId, known });
}
