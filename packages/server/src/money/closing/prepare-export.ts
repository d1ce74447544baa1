import { toWire } from '@tern/base/to-wire';
import { recordSecurityEvent, type IdentityDeps } from '../../people/accounts/public.ts';
import { proveOwner, type OwnerProof } from '../../people/factors/public.ts';
import { makeStopLink } from '../../people/safeguards/public.ts';
import { changeAccount } from '../../people/sessions/public.ts';
import type { ApiSession } from '../../platform/api-context.ts';
import { type RequestOrigin } from '../../platform/limits/public.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
import { insertExport } from './closing-store.ts';

/** With what a copy of all one's data can be fetched once, within ten minutes. Throws the problems of the proof. */
export async function prepareExport(
  deps: IdentityDeps,
  { session, origin, ...proof }: OwnerProof & { readonly session: ApiSession; readonly origin: RequestOrigin },
): Promise<{ readonly path: string; readonly token: string; readonly expiresAt: string }> {
  const { personId } = session;
  const proven = await proveOwner(deps, { ...proof, session, purpose: 'export-data' });
  const token = newToken();
  const expiresAt = await changeAccount(deps.db, session, async (tx) => {
    const now = deps.clock.now();
    await proven.spend(tx, now);
    await recordSecurityEvent(tx, deps, {
      personId,
      kind: 'data-exported',
      origin,
      now,
      notice: {
        template: 'notice-data-exported',
        values: toWire({ at: now, link: await makeStopLink(tx, deps, { personId, now }) }),
      },
    });
    return insertExport(tx, personId, hashToken(token));
  });
  return toWire({ path: `/api/account/export/${token}`, token, expiresAt });
}
