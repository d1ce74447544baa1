import { problem } from '@tern/contracts/problem';
import type { DbTx } from '@tern/db/database';
import { consumeChallenge, isChallengeOpen, takeChallengeTry, type CodePurpose } from './challenge-store.ts';
import type { Contact } from './contact.ts';
import type { IdentityDeps } from './deps.ts';
import { codePauses, failureKeys } from './failure-counter.ts';
import { forgiveTries, reserveTry } from './failure-counter-store.ts';
import { hashCode, hashTarget, isEqual } from './tokens.ts';

/** A right code that is not spent yet. */
export type CheckedCode = { readonly challengeId: string; readonly failureKey: string };

/**
 * Looks at a code in its own committed statements: a wrong try counts whatever becomes of the caller's transaction.
 * Throws `CODE_WRONG`, `CODE_EXHAUSTED` after the challenge's tries, `CODES_LOCKED` after fifty wrong ones in a row.
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
  const triesMax = deps.settings.codeTries;

  const taken = await takeChallengeTry(db, challenge, { now, triesMax });
  if (taken === undefined) throw problem((await isChallengeOpen(db, challenge, now)) ? 'CODE_EXHAUSTED' : 'CODE_WRONG');
  const failureKey = failureKeys.code(input.purpose, targetHash);
  const reserved = await reserveTry(db, failureKey, codePauses, now);
  if (!reserved.allowed) throw problem('CODES_LOCKED', { until: reserved.pausedUntil.toISOString() });

  if (isEqual(hashCode(deps.keys.hashKey, input.challengeId, input.code), taken.codeHash)) {
    return { challengeId: input.challengeId, failureKey };
  }
  if (reserved.pausedUntil !== null) {
    deps.alert('codes-under-attack');
    throw problem('CODES_LOCKED', { until: reserved.pausedUntil.toISOString() });
  }
  throw problem(taken.tries >= triesMax ? 'CODE_EXHAUSTED' : 'CODE_WRONG');
}

/** Spends a right code together with what it allows. Throws `CODE_WRONG` when somebody was faster. */
export async function spendCode(tx: DbTx, code: CheckedCode, now: Date): Promise<void> {
  if (!(await consumeChallenge(tx, code.challengeId, now))) throw problem('CODE_WRONG');
  await forgiveTries(tx, code.failureKey);
}
