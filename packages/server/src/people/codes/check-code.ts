import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import type { DbTx } from '@tern/db/database';
import { codePauses, failureKeys, forgiveTries, judgeTry, limitKey, takeHit } from '../../platform/limits/public.ts';
import { hashCode, hashTarget } from '../../platform/tokens.ts';
import type { Contact, IdentityDeps } from '../accounts/public.ts';
import { consumeChallenge, isChallengeOpen, judgeCode, type CodePurpose } from './challenge-store.ts';
import type { CodeAsker } from './code-asker.ts';

// Wrong codes of strangers for one phone or e-mail within a day; whoever mistypes gives a few.
const wrongPerDay = 20;

/** A right code that is not spent yet. */
export type CheckedCode = { readonly challengeId: string; readonly failureKey: string };

/**
 * Looks at a code in its own committed statements: a wrong try counts whatever becomes of the caller's transaction. A right
 * one uses up no try, so that it stays good when what it was given for could not be done. Throws `CODE_WRONG`,
 * `CODE_EXHAUSTED` after the challenge's tries, `CODES_LOCKED` after fifty wrong ones in a row of who gives it: of one network,
 * one remembered device or the person; what others get wrong never refuses a right one.
 */
export async function checkCode(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'settings' | 'keys' | 'alert'>,
  input: {
    readonly challengeId: string;
    readonly purpose: CodePurpose;
    readonly contact: Contact;
    readonly subject: string;
    readonly code: string;
    readonly asker: CodeAsker;
  },
): Promise<CheckedCode> {
  const now = deps.clock.now();
  const db = deps.db.kysely;
  const targetHash = hashTarget(deps.keys.hashKey, input.contact);
  const challenge = { id: input.challengeId, purpose: input.purpose, targetHash, subject: input.subject };
  const codeHash = hashCode(deps.keys.hashKey, input.challengeId, input.code);
  const triesMax = deps.settings.codeTries;
  const failureKey = failureKeys.code(input.purpose, targetHash, counterOf(input.asker));

  const judged = await judgeTry(deps, { key: failureKey, pauses: codePauses }, async () => {
    const looked = await judgeCode(db, challenge, { codeHash, now, triesMax });
    // What is spent forgives the wrong ones before it; until then a right code changes nothing.
    return { verdict: looked?.isRight === false ? 'wrong' : 'neither', value: looked };
  });
  if (judged.outcome === 'paused') throw problem('CODES_LOCKED', toWire({ until: judged.pausedUntil }));
  if (judged.value === undefined)
    throw problem((await isChallengeOpen(db, challenge, now)) ? 'CODE_EXHAUSTED' : 'CODE_WRONG');
  if (judged.outcome !== 'wrong') return { challengeId: input.challengeId, failureKey };
  if (judged.pausedUntil !== null) {
    deps.alert('codes-under-attack');
    throw problem('CODES_LOCKED', toWire({ until: judged.pausedUntil }));
  }
  await noteAttack(deps, input.asker, targetHash);
  throw problem(judged.value.tries >= triesMax ? 'CODE_EXHAUSTED' : 'CODE_WRONG');
}

/** Under whose name wrong codes are counted; null where only the person themselves gets as far. */
function counterOf(asker: CodeAsker): string | null {
  if (asker.kind === 'person') return null;
  return asker.kind === 'device' ? asker.deviceId : asker.network;
}

/** Many networks together stay below what each of them may get wrong: that is told, as nobody is refused for it. */
async function noteAttack(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'alert'>,
  asker: CodeAsker,
  targetHash: Buffer,
): Promise<void> {
  if (asker.kind !== 'stranger') return;
  const window = { key: limitKey('code-wrong', targetHash), limit: wrongPerDay, windowMs: 86_400_000 };
  if ((await takeHit(deps.db.kysely, window, deps.clock.now())) !== undefined) deps.alert('codes-under-attack');
}

/** Spends a right code together with what it allows. Throws `CODE_WRONG` when somebody was faster. */
export async function spendCode(tx: DbTx, code: CheckedCode, now: Date): Promise<void> {
  if (!(await consumeChallenge(tx, code.challengeId, now))) throw problem('CODE_WRONG');
  await forgiveTries(tx, code.failureKey);
}
