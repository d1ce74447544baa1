import { randomUUID } from 'node:crypto';
import type { IdentityDeps } from './deps.ts';
import { limitRate } from './limit-rate.ts';
import { insertCeremony } from './passkey-store.ts';
import { newChallenge, relyingParty } from './passkey.ts';
import { ipBlocks } from './request-origin.ts';

const hourMs = 3_600_000;

/** Starts signing in by a passkey. Names no account: the browser offers what it has. Throws `TOO_MANY_REQUESTS`. */
export async function beginPasskeyLogin(
  { db, clock, settings }: Pick<IdentityDeps, 'db' | 'clock' | 'settings'>,
  { ip }: { readonly ip: string },
): Promise<{ ceremonyId: string; challenge: string; relyingPartyId: string; timeoutMs: number }> {
  const now = clock.now();
  const window = { key: `passkey-ip:${ipBlocks(ip).line}`, limit: settings.passkeysPerIpHour, windowMs: hourMs };
  await limitRate(db.kysely, window, now);
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
