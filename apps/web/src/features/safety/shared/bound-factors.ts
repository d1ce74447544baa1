import type { AccountView } from '@tern/contracts/routes/identity';
import type { PresentFactorKind } from './present-factor.ts';

/** What a person with a bound authenticator proves a change by; nothing where none is bound. */
export function boundFactors(account: AccountView): readonly PresentFactorKind[] {
  if (!account.factors.authenticator) return [];
  return account.factors.recoveryCodesLeft > 0 ? ['authenticator', 'recovery-code'] : ['authenticator'];
}
