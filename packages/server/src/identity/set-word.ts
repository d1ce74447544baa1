import type { PresentFactor } from '@tern/contracts/routes/identity';
import { sql } from 'kysely';
import type { ApiSession } from '../api-context.ts';
import { changeAccount } from './change-account.ts';
import { spendCode } from './check-code.ts';
import type { IdentityDeps } from './deps.ts';
import { makeStopLink } from './make-stop-link.ts';
import { proveAgain, type Again } from './prove-again.ts';
import { proveBoundAuthenticator } from './prove-bound-authenticator.ts';
import { recordSecurityEvent } from './record-security-event.ts';
import type { RequestOrigin } from './request-origin.ts';
import { normalizeWord } from './word.ts';
import { putWord } from './word-store.ts';

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
        values: { at: now.toISOString(), link: await makeStopLink(tx, deps, { personId, now }) },
      },
    });
    await putWord(tx, deps.keys, { personId, word, now });
    await sql`SELECT notify_person(${personId}, 'account', null)`.execute(tx);
  });
}
