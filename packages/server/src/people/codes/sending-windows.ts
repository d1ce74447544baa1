import { limitKey, type RateWindow } from '../../platform/limits/public.ts';
import type { IdentitySettings } from '../accounts/public.ts';
import type { CodePurpose } from './challenge-store.ts';
import type { CodeAsker } from './code-asker.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const weekMs = 7 * dayMs;

/** Who can ask for a code of this purpose; `somebody-else`: not the one who has the contact. */
export const askedBy: Readonly<
  Record<CodePurpose, 'anybody' | 'somebody-else' | 'who-has-the-password' | 'who-is-signed-in'>
> = {
  register: 'anybody',
  recover: 'anybody',
  'reset-factors': 'anybody',
  'new-contact': 'somebody-else',
  login: 'who-has-the-password',
  'set-trade-password': 'who-is-signed-in',
  'bind-authenticator': 'who-is-signed-in',
  'change-login-password': 'who-is-signed-in',
  'change-trade-password': 'who-is-signed-in',
  'unbind-authenticator': 'who-is-signed-in',
  'renew-recovery-codes': 'who-is-signed-in',
  'add-passkey': 'who-is-signed-in',
  'remove-passkey': 'who-is-signed-in',
  'set-word': 'who-is-signed-in',
  'change-contact': 'who-is-signed-in',
  'close-account': 'who-is-signed-in',
  'export-data': 'who-is-signed-in',
};

type Sending = { readonly purpose: CodePurpose; readonly targetHash: Buffer; readonly asker: CodeAsker };

/** Two codes of one purpose to one target have this between them; a remembered device waits for no stranger's. */
export function resendWindow(settings: IdentitySettings, { purpose, targetHash, asker }: Sending): RateWindow {
  const name = `code-resend:${purpose}` as const;
  const key =
    asker.kind === 'device' ? limitKey(name, targetHash, { deviceId: asker.deviceId }) : limitKey(name, targetHash);
  return { key, limit: 1, windowMs: settings.codeResendMs };
}

/**
 * What may be sent, by who asks. One network's strangers get three of the four an hour to a target, and four of twelve a
 * day, so that they leave some for a person on a new device; the figures are those of docs/decisions/0196.
 */
export function sendingWindows(settings: IdentitySettings, sending: Sending): readonly RateWindow[] {
  const { asker, purpose, targetHash } = sending;
  const perHour = settings.codesPerTargetHour;
  const hourly = (key: RateWindow['key'], limit: number): RateWindow => ({ key, limit, windowMs: hourMs });
  if (asker.kind === 'device')
    return [hourly(limitKey('code-target:device', targetHash, { deviceId: asker.deviceId }), perHour)];
  const target = limitKey(`code-target:${askedBy[purpose]}` as const, targetHash);
  if (asker.kind === 'person')
    return [hourly(target, perHour), hourly(limitKey('code-person', asker.personId), settings.codesPerIpHour)];
  const { line, network } = asker;
  return [
    hourly(target, perHour),
    { key: limitKey('code-target-day', targetHash), limit: 3 * perHour, windowMs: dayMs },
    hourly(limitKey('code-target-network', targetHash, network), Math.max(1, Math.floor((3 * perHour) / 4))),
    { key: limitKey('code-target-network-day', targetHash, network), limit: perHour, windowMs: dayMs },
    { key: limitKey('code-target-network-week', targetHash, network), limit: 2 * perHour, windowMs: weekMs },
    hourly(limitKey('code-ip', line), settings.codesPerIpHour),
    hourly(limitKey('code-network', network), settings.codesPerNetworkHour),
  ];
}
