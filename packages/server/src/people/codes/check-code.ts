import { problem } from '@tern/contracts/problem';
import type { DbTx } from '@tern/db/database';
import { codePauses, failureKeys, forgiveTries, judgeTry } from '../../platform/limits/public.ts';
import { hashCode, hashTarget } from '../../platform/tokens.ts';
import type { Contact, IdentityDeps } from '../accounts/public.ts';
import { consumeChallenge, isChallengeOpen, judgeCode, type CodePurpose } from './challenge-store.ts';

/** A right code that is not spent yet. */
export type CheckedCode = { readonly challengeId: string; readonly failureKey: string };

/**
 * Looks at a code in its own committed statements: a wrong try counts whatever becomes of the caller's transaction. A right
 * one uses up no try, so that it stays good when what it was given for could not be done. Throws `CODE_WRONG`,
 * `CODE_EXHAUSTED` after the challenge's tries, `CODES_LOCKED` after fifty wrong ones in a row.
 */
export async function checkCode(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'settings' | 'keys' | 'alert'>,
  input: {
    readonly challengeId: string;
    readonly purpose: CodePurpose;
    readonly contact: Contact;
    readonly subject: string;
    readonly code: string;
  },
): Promise<CheckedCode> {
  const now = deps.clock.now();
  const db = deps.db.kysely;
  const targetHash = hashTarget(deps.keys.hashKey, input.contact);
  const challenge = { id: input.challengeId, purpose: input.purpose, targetHash, subject: input.subject };
  const codeHash = hashCode(deps.keys.hashKey, input.challengeId, input.code);
  const triesMax = deps.settings.codeTries;
  const failureKey = failureKeys.code(input.purpose, targetHash);

  const judged = await judgeTry(deps, { key: failureKey, pauses: codePauses }, async () => {
    const looked = await judgeCode(db, challenge, { codeHash, now, triesMax });
    // What is spent forgives the wrong ones before it; until then a right code changes nothing.
    return { verdict: looked?.isRight === false ? 'wrong' : 'neither', value: looked };
  });
  if (judged.outcome === 'paused') throw problem('CODES_LOCKED', { until: judged.pausedUntil.toISOString() });
  if (judged.value === undefined)
    throw problem((await isChallengeOpen(db, challenge, now)) ? 'CODE_EXHAUSTED' : 'CODE_WRONG');
  if (judged.outcome !== 'wrong') return { challengeId: input.challengeId, failureKey };
  if (judged.pausedUntil !== null) {
    deps.alert('codes-under-attack');
    throw problem('CODES_LOCKED', { until: judged.pausedUntil.toISOString() });
  }
  throw problem(judged.value.tries >= triesMax ? 'CODE_EXHAUSTED' : 'CODE_WRONG');
}

/** Spends a right code together with what it allows. Throws `CODE_WRONG` when somebody was faster. */
export async function spendCode(tx: DbTx, code: CheckedCode, now: Date): Promise<void> {
  if (!(await consumeChallenge(tx, code.challengeId, now))) throw problem('CODE_WRONG');
  await forgiveTries(tx, code.failureKey);
}
