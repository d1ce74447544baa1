import { problem } from '@tern/contracts/problem';
import type { NewKeyQuestionView } from '@tern/contracts/routes/console-access';
import type { ConsoleSession } from '../console-context.ts';
import type { ConsoleAccessDeps } from './console-settings.ts';
import { newKeyQuestion } from './new-key-question.ts';

/** How young a session has to be that adds a key; `add_operator_key` in the database keeps to it. */
const freshMs = 10 * 60_000;

/** Starts making a further key for a signed-in operator. Throws `DECISION_REFUSED` in a session that was not just opened. */
export async function beginNewKey(
  deps: ConsoleAccessDeps,
  { operatorId, signedInAt }: ConsoleSession,
): Promise<NewKeyQuestionView> {
  if (deps.clock.nowMs() - signedInAt.getTime() >= freshMs)
    throw problem('DECISION_REFUSED', { reason: 'session-not-fresh' });
  // As long as a decision: the words about the new key are read and signed before its answer is taken.
  return newKeyQuestion(deps, { operatorId, forMs: deps.settings.decisionMs });
}
