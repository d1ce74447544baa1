import { randomUUID } from 'node:crypto';
import { limitKey, limitRate, ipBlocks } from '../../platform/limits/public.ts';
import { type IdentityDeps, findRememberedDevice } from '../accounts/public.ts';
import { insertCeremony, newChallenge, relyingParty } from '../passkeys/public.ts';

const hourMs = 3_600_000;

/**
 * Starts signing in by a passkey. Names no account: the browser offers what it has. A remembered device counts for itself:
 * strangers of the same address use up nothing of what it may ask for. Throws `TOO_MANY_REQUESTS`.
 */
export async function beginPasskeyLogin(
  { db, clock, settings }: Pick<IdentityDeps, 'db' | 'clock' | 'settings'>,
  { ip, deviceToken = null }: { readonly ip: string; readonly deviceToken?: string | null },
): Promise<{ ceremonyId: string; challenge: string; relyingPartyId: string; timeoutMs: number }> {
  const now = clock.now();
  const device = deviceToken === null ? undefined : await findRememberedDevice(db.kysely, { token: deviceToken, now });
  const key =
    device === undefined
      ? limitKey('passkey-ip', ipBlocks(ip).line)
      : limitKey('passkey-device', { deviceId: device.id });
  await limitRate(db.kysely, { key, limit: settings.passkeysPerIpHour, windowMs: hourMs }, now);
  const challenge = newChallenge();
  const ceremonyId = randomUUID();
  const expiresAt = new Date(now.getTime() + settings.passkeyMs);
  await insertCeremony(db.kysely, { id: ceremonyId, personId: null, challenge, now, expiresAt });
  return {
    ceremonyId,
    challenge: challenge.toString('base64url'),
    relyingPartyId: relyingParty(settings).id,
    timeoutMs: settings.passkeyMs,
  };
}
