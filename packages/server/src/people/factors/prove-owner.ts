import type { FactorPurpose, PresentFactor } from '@tern/contracts/routes/identity';
import type { ApiSession } from '../../platform/api-context.ts';
import type { IdentityDeps } from '../accounts/public.ts';
import { spendCode } from '../codes/public.ts';
import type { ProvenFactor } from './check-present-factor.ts';
import { proveAgain, type Again } from './prove-again.ts';
import { proveBoundAuthenticator } from './prove-bound-authenticator.ts';

export type OwnerProof = Again & { readonly factor?: PresentFactor | undefined };

/**
 * What the gravest steps ask of somebody who is signed in: the login password, a fresh code, and the authenticator or a
 * recovery code where one is bound. Spend it in the transaction of the step. Throws the problems of these.
 */
export async function proveOwner(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'settings' | 'hasher' | 'keys' | 'alert'>,
  input: OwnerProof & { readonly session: ApiSession; readonly purpose: FactorPurpose },
): Promise<ProvenFactor> {
  const code = await proveAgain(deps, input);
  const factor = await proveBoundAuthenticator(deps, { personId: input.session.personId, factor: input.factor });
  return {
    spend: async (tx, now) => {
      await spendCode(tx, code, now);
      await factor.spend(tx, now);
    },
  };
}
