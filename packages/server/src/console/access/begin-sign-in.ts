import { randomBytes, randomUUID } from 'node:crypto';
import { ipBlocks, limitKey, limitRate } from '../../platform/limits/public.ts';
import { deleteCeremonies, insertCeremony } from './access-store.ts';
import type { ConsoleAccessDeps } from './console-settings.ts';
import { relyingParty } from './passkey-answer.ts';

const hourMs = 3_600_000;

/** Starts signing in. Names no operator: the browser offers what it has. Throws `TOO_MANY_REQUESTS`. */
export async function beginSignIn(
  { db, clock, settings }: ConsoleAccessDeps,
  { ip }: { readonly ip: string },
): Promise<{ ceremonyId: string; challenge: string; relyingPartyId: string; timeoutMs: number }> {
  const now = clock.now();
  const window = { key: limitKey('console-ip', ipBlocks(ip).line), limit: settings.signInsPerIpHour, windowMs: hourMs };
  await limitRate(db.kysely, window, now);
  await deleteCeremonies(db.kysely, new Date(now.getTime() - hourMs));
  const challenge = randomBytes(32);
  const ceremonyId = randomUUID();
  const expiresAt = new Date(now.getTime() + settings.ceremonyMs);
  const ceremony = { id: ceremonyId, purpose: 'sign-in', operatorId: null, statement: null } as const;
  await insertCeremony(db.kysely, { ...ceremony, challenge, expiresAt });
  return {
    ceremonyId,
    challenge: challenge.toString('base64url'),
    relyingPartyId: relyingParty(settings).id,
    timeoutMs: settings.ceremonyMs,
  };
}
