import type { PersonId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import { ipBlocks, type Line, type NetworkBlock } from '../../platform/limits/public.ts';
import { findDevice, nobody } from '../accounts/public.ts';

/**
 * Who asks for a code, or gives one: a person by their session or right password, a device that is remembered for the person
 * whose phone or e-mail it is, or a stranger. What one of them uses up is none of the others'.
 */
export type CodeAsker =
  | { readonly kind: 'person'; readonly personId: PersonId }
  | { readonly kind: 'device'; readonly deviceId: string }
  | { readonly kind: 'stranger'; readonly line: Line; readonly network: NetworkBlock };

/** What a request without a session shows of itself. */
export type AskedFrom = { readonly ip: string; readonly deviceToken?: string | null };

export function strangerAt(ip: string): CodeAsker {
  return { kind: 'stranger', ...ipBlocks(ip) };
}

/** Who asks without a session. The same is looked for where nobody has the contact: the same work tells nothing. */
export async function findAsker(
  db: DbReader,
  { ip, deviceToken = null, owner, now }: AskedFrom & { readonly owner: PersonId | undefined; readonly now: Date },
): Promise<CodeAsker> {
  if (deviceToken === null) return strangerAt(ip);
  const device = await findDevice(db, { personId: owner ?? nobody, token: deviceToken, now });
  return device === undefined ? strangerAt(ip) : { kind: 'device', deviceId: device.id };
}
