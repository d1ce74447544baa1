import type { PersonId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import { hashToken, newToken } from '../../platform/tokens.ts';
import type { IdentitySettings } from '../accounts/public.ts';
import { insertStop } from './stop-store.ts';

export type StopLinkSettings = Pick<IdentitySettings, 'stopLinkMs' | 'publicUrl'>;

/**
 * A link for the notice of a change: with it, whoever it was not can stop it for as long as the link is good. The token is in
 * the query, because pages of 2.1.0, which a device may still have, read it nowhere else. From the next release on it belongs
 * behind the #, which browsers send to nobody; pages of this release read both.
 */
export async function makeStopLink(
  tx: DbTx,
  { settings }: { readonly settings: StopLinkSettings },
  { personId, now }: { readonly personId: PersonId; readonly now: Date },
): Promise<string> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + settings.stopLinkMs);
  await insertStop(tx, { tokenHash: hashToken(token), personId, now, expiresAt });
  return `${settings.publicUrl}/pages/login/stop?token=${token}`;
}
