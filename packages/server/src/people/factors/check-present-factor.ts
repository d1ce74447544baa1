import { assert } from '@tern/base/assert';
import type { PersonId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import type { PresentFactor } from '@tern/contracts/routes/identity';
import type { DbTx } from '@tern/db/database';
import { factorPauses, factorTriesLeft, failureKeys, judgeTry } from '../../platform/limits/public.ts';
import { hashRecoveryCode, normalizeRecoveryCode } from '../../platform/tokens.ts';
import { type IdentityDeps, recordSecurityEvent } from '../accounts/public.ts';
import { checkAuthenticatorCode } from './check-authenticator-code.ts';
import { findOpenRecoveryCode, findTradePasswordHash, spendRecoveryCode } from './factor-store.ts';
import { isTradePassword } from './is-trade-password.ts';

/** A right factor; spend it in the transaction of what it allows. */
export type ProvenFactor = { readonly spend: (tx: DbTx, now: Date) => Promise<void> };

type PresentFactorDeps = Pick<IdentityDeps, 'db' | 'clock' | 'hasher' | 'keys'>;

/**
 * Checks the factor a person has, or a recovery code, before they may change one. All three share their tries: five wrong
 * ones close changes for an hour, the next five for a day. Throws `FACTORS_LOCKED`, `TRADE_PASSWORD_NOT_SET`,
 * `TRADE_PASSWORD_WRONG`, `AUTHENTICATOR_NOT_BOUND`, `AUTHENTICATOR_CODE_WRONG`, `AUTHENTICATOR_CODE_USED` or
 * `RECOVERY_CODE_WRONG`.
 */
export async function checkPresentFactor(
  deps: PresentFactorDeps,
  { personId, factor }: { readonly personId: PersonId; readonly factor: PresentFactor },
): Promise<ProvenFactor> {
  const failureKey = failureKeys.presentFactor(personId);
  if (factor.kind === 'authenticator') {
    await checkAuthenticatorCode(deps, { personId, code: factor.code, failureKey });
    return { spend: () => Promise.resolve() };
  }
  const judged = await judgeTry(deps, { key: failureKey, pauses: factorPauses }, async () => {
    const proven =
      factor.kind === 'recovery-code'
        ? await proveRecoveryCode(deps, personId, factor.code)
        : await proveTradePassword(deps, personId, factor.tradePassword);
    return { verdict: proven === undefined ? 'wrong' : 'right', value: proven };
  });
  if (judged.outcome === 'paused') throw problem('FACTORS_LOCKED', toWire({ until: judged.pausedUntil }));
  if (judged.value !== undefined) return judged.value;
  assert(judged.outcome === 'wrong', 'a factor that is not proven is wrong');
  if (judged.pausedUntil !== null) throw problem('FACTORS_LOCKED', toWire({ until: judged.pausedUntil }));
  throw problem(factor.kind === 'recovery-code' ? 'RECOVERY_CODE_WRONG' : 'TRADE_PASSWORD_WRONG', {
    triesLeft: factorTriesLeft(judged.failures),
  });
}

async function proveTradePassword(
  deps: PresentFactorDeps,
  personId: PersonId,
  tradePassword: string,
): Promise<ProvenFactor | undefined> {
  const hash = await findTradePasswordHash(deps.db.kysely, personId);
  if (hash === undefined) throw problem('TRADE_PASSWORD_NOT_SET');
  return (await isTradePassword(deps, personId, { hash, tradePassword }))
    ? { spend: () => Promise.resolve() }
    : undefined;
}

async function proveRecoveryCode(
  deps: PresentFactorDeps,
  personId: PersonId,
  typed: string,
): Promise<ProvenFactor | undefined> {
  const code = normalizeRecoveryCode(typed);
  if (code === undefined) return undefined;
  const { hashKey, olderHashKeys } = deps.keys;
  const hashes = [hashKey, ...olderHashKeys].map((key) => hashRecoveryCode(key, personId, code));
  const hash = await findOpenRecoveryCode(deps.db.kysely, personId, hashes);
  if (hash === undefined) return undefined;
  return {
    spend: async (tx, now) => {
      if (!(await spendRecoveryCode(tx, personId, hash, now))) throw problem('RECOVERY_CODE_WRONG', { triesLeft: 0 });
      await recordSecurityEvent(tx, deps, { personId, kind: 'recovery-code-used', now });
    },
  };
}
