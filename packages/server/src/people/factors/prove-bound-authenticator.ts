import type { PersonId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { PresentFactor } from '@tern/contracts/routes/identity';
import type { IdentityDeps } from '../accounts/public.ts';
import { checkPresentFactor, type ProvenFactor } from './check-present-factor.ts';
import { findAuthenticator } from './factor-store.ts';

/**
 * Where an authenticator is bound, asks for its code or a recovery code; where none is, asks for nothing. Throws
 * `PRESENT_FACTOR_REQUIRED` or the problems of `checkPresentFactor`.
 */
export async function proveBoundAuthenticator(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'hasher' | 'keys'>,
  { personId, factor }: { readonly personId: PersonId; readonly factor?: PresentFactor | undefined },
): Promise<ProvenFactor> {
  if ((await findAuthenticator(deps.db.kysely, personId)) === undefined) return { spend: () => Promise.resolve() };
  if (factor === undefined || factor.kind === 'trade-password') throw problem('PRESENT_FACTOR_REQUIRED');
  return checkPresentFactor(deps, { personId, factor });
}
