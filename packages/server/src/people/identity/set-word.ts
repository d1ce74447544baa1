import { toWire } from '@tern/base/to-wire';
import type { PresentFactor } from '@tern/contracts/routes/identity';
import type { ApiSession } from '../../platform/api-context.ts';
import type { RequestOrigin } from '../../platform/limits/public.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import { type IdentityDeps, recordSecurityEvent, normalizeWord, putWord } from '../accounts/public.ts';
import { spendCode } from '../codes/public.ts';
import { proveAgain, type Again, proveBoundAuthenticator } from '../factors/public.ts';
import { makeStopLink } from '../safeguards/public.ts';
import { changeAccount } from '../sessions/public.ts';

/**
 * Chooses the word that every message to this person begins with from then on; null takes it away. It guards nothing by
 * itself, so it brings no hold; the notice of it still begins with the former one. Throws the contract's problems.
 */
export async function setWord(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'settings' | 'hasher' | 'keys' | 'alert'>,
  input: Again & {
    readonly session: ApiSession;
    readonly word: string | null;
    readonly factor?: PresentFactor | undefined;
    readonly origin: RequestOrigin;
  },
): Promise<void> {
  const { personId } = input.session;
  const { productName, productToken } = deps.settings;
  const word = input.word === null ? null : normalizeWord(input.word, { words: [productName, productToken] });
  const code = await proveAgain(deps, { ...input, purpose: 'set-word' });
  const factor = await proveBoundAuthenticator(deps, { personId, factor: input.factor });

  await changeAccount(deps.db, input.session, async (tx) => {
    const now = deps.clock.now();
    await spendCode(tx, code, now);
    await factor.spend(tx, now);
    await recordSecurityEvent(tx, deps, {
      personId,
      kind: 'word-set',
      origin: input.origin,
      now,
      notice: {
        template: 'notice-word-set',
        values: toWire({ at: now, link: await makeStopLink(tx, deps, { personId, now }) }),
      },
    });
    await putWord(tx, deps.keys, { personId, word, now });
    await notifyPeople(tx, [{ personId, topic: 'account' }]);
  });
}
