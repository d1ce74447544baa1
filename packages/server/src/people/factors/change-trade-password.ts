import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import type { PresentFactor } from '@tern/contracts/routes/identity';
import type { ApiSession } from '../../platform/api-context.ts';
import { failureKeys, forgiveTries, type RequestOrigin } from '../../platform/limits/public.ts';
import { type IdentityDeps, listContacts, recordSecurityEvent, tradePasswordCost } from '../accounts/public.ts';
import { spendCode } from '../codes/public.ts';
import { makeStopLink, protectAfterChange } from '../safeguards/public.ts';
import { changeAccount } from '../sessions/public.ts';
import { checkPresentFactor, type ProvenFactor } from './check-present-factor.ts';
import { findAuthenticator, findTradePasswordHash, replaceTradePassword } from './factor-store.ts';
import { proveAgain, type Again } from './prove-again.ts';
import { checkTradePassword } from './trade-password-rules.ts';

type ChangeInput = Again & {
  readonly session: ApiSession;
  readonly tradePassword: string;
  /** The present trade password, or for a forgotten one the authenticator or a recovery code. */
  readonly factor?: PresentFactor | undefined;
  readonly origin: RequestOrigin;
};

type ChangeDeps = Pick<IdentityDeps, 'db' | 'clock' | 'settings' | 'hasher' | 'keys' | 'alert'>;

/**
 * Replaces the trade password of the signed-in person. One who has forgotten it and has no authenticator gives the login
 * password and a code alone, as for a first one: until an authenticator is bound nothing can leave the account anyway.
 * Throws the contract's problems.
 */
export async function changeTradePassword(deps: ChangeDeps, input: ChangeInput): Promise<void> {
  const { personId } = input.session;
  const db = deps.db.kysely;
  if ((await findTradePasswordHash(db, personId)) === undefined) throw problem('TRADE_PASSWORD_NOT_SET');
  const phones = (await listContacts(db, personId)).filter(({ kind }) => kind === 'phone').map(({ value }) => value);
  checkTradePassword(input.tradePassword, phones);
  const code = await proveAgain(deps, { ...input, purpose: 'change-trade-password' });
  const factor = await proveFactor(deps, input);
  const hash = await deps.hasher.hash(input.tradePassword, input.session.personId, tradePasswordCost);

  await changeAccount(deps.db, input.session, async (tx) => {
    const now = deps.clock.now();
    await spendCode(tx, code, now);
    await factor.spend(tx, now);
    await replaceTradePassword(tx, personId, hash, now);
    // Wrong tries at the one that is gone lock transfers no longer.
    await forgiveTries(tx, failureKeys.transfer(personId));
    await protectAfterChange(tx, deps, { session: input.session, now });
    await recordSecurityEvent(tx, deps, {
      personId,
      kind: 'trade-password-changed',
      origin: input.origin,
      now,
      notice: {
        template: 'notice-trade-password-changed',
        values: toWire({ at: now, link: await makeStopLink(tx, deps, { personId, now }) }),
      },
    });
  });
}

async function proveFactor(deps: ChangeDeps, { session, factor }: ChangeInput): Promise<ProvenFactor> {
  const { personId } = session;
  if (factor !== undefined) return checkPresentFactor(deps, { personId, factor });
  if ((await findAuthenticator(deps.db.kysely, personId)) !== undefined) throw problem('PRESENT_FACTOR_REQUIRED');
  return { spend: () => Promise.resolve() };
}
