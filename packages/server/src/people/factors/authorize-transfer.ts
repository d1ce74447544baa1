import type { PersonId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import { transact } from '@tern/db/transact';
import { factorPauses, factorTriesLeft, failureKeys, judgeTry, type Verdict } from '../../platform/limits/public.ts';
import { type IdentityDeps, recordSecurityEvent } from '../accounts/public.ts';
import { useAuthenticatorCode } from './check-authenticator-code.ts';
import { findAuthenticator, findTradePasswordHash } from './factor-store.ts';
import { isTradePassword } from './is-trade-password.ts';

/** What the factor checks need; other slices hand it on. */
export type FactorDeps = Pick<IdentityDeps, 'db' | 'clock' | 'hasher' | 'keys'>;

export type Authorization = {
  readonly personId: PersonId;
  readonly tradePassword: string;
  /** Null for what the trade password alone allows: moves between own wallets. */
  readonly authenticatorCode: string | null;
  /** What the factors are given for, such as the hash of a draft; kept as evidence. */
  readonly action: string;
};

/**
 * Returns when the given factors are right. Never call it inside a database transaction: wrong tries and
 * the used authenticator step count whatever becomes of the action. Five wrong ones lock for an hour, the next five
 * for a day. Throws `TRADE_PASSWORD_NOT_SET`, `AUTHENTICATOR_NOT_BOUND`, `FACTORS_LOCKED`, `TRADE_PASSWORD_WRONG`,
 * `AUTHENTICATOR_CODE_WRONG` or `AUTHENTICATOR_CODE_USED`, in this order.
 */
export async function authorizeTransfer(deps: FactorDeps, input: Authorization): Promise<void> {
  const db = deps.db.kysely;
  const { personId, authenticatorCode } = input;
  const hash = await findTradePasswordHash(db, personId);
  if (hash === undefined) throw problem('TRADE_PASSWORD_NOT_SET');
  const isBound = (await findAuthenticator(db, personId)) !== undefined;
  if (authenticatorCode !== null && !isBound) throw problem('AUTHENTICATOR_NOT_BOUND');

  const judged = await judgeTry(deps, { key: failureKeys.transfer(personId), pauses: factorPauses }, () =>
    judgeFactors(deps, input, { hash, isBound }),
  );
  if (judged.outcome === 'paused') throw problem('FACTORS_LOCKED', { until: judged.pausedUntil.toISOString() });
  if (judged.outcome === 'wrong') throw await refusal(deps, personId, judged);
  if (judged.value === 'AUTHENTICATOR_CODE_USED') throw problem('AUTHENTICATOR_CODE_USED');
  await transact(deps.db, (tx) =>
    recordSecurityEvent(tx, deps, {
      personId,
      kind: 'transfer-authorized',
      detail: input.action,
      now: deps.clock.now(),
    }),
  );
}

type Finding = 'right' | 'TRADE_PASSWORD_WRONG' | 'AUTHENTICATOR_CODE_WRONG' | 'AUTHENTICATOR_CODE_USED';

async function judgeFactors(
  deps: FactorDeps,
  { personId, tradePassword, authenticatorCode }: Authorization,
  { hash, isBound }: { readonly hash: string; readonly isBound: boolean },
): Promise<Verdict<Finding>> {
  if (!(await isTradePassword(deps, personId, { hash, tradePassword })))
    return { verdict: 'wrong', value: 'TRADE_PASSWORD_WRONG' };
  // The trade password alone forgives no wrong codes: else it would buy their guesser new tries for ever.
  if (authenticatorCode === null) return { verdict: isBound ? 'neither' : 'right', value: 'right' };
  const use = await useAuthenticatorCode(deps, { personId, code: authenticatorCode });
  if (use === 'wrong') return { verdict: 'wrong', value: 'AUTHENTICATOR_CODE_WRONG' };
  return use === 'used'
    ? { verdict: 'neither', value: 'AUTHENTICATOR_CODE_USED' }
    : { verdict: 'right', value: 'right' };
}

async function refusal(
  deps: FactorDeps,
  personId: PersonId,
  { value, failures, pausedUntil }: { value: Finding; failures: number; pausedUntil: Date | null },
) {
  if (pausedUntil === null) {
    const code = value === 'TRADE_PASSWORD_WRONG' ? value : 'AUTHENTICATOR_CODE_WRONG';
    return problem(code, { triesLeft: factorTriesLeft(failures) });
  }
  const now = deps.clock.now();
  const until = pausedUntil.toISOString();
  await transact(deps.db, (tx) =>
    recordSecurityEvent(tx, deps, {
      personId,
      kind: 'factors-locked',
      now,
      notice: { template: 'notice-factors-locked', values: { at: now.toISOString(), until } },
    }),
  );
  return problem('FACTORS_LOCKED', { until });
}
