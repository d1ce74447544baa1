import { createHash, randomUUID } from 'node:crypto';
import type { DbTx } from '@tern/db/database';
import { recordOperatorAction } from '../../people/operators/public.ts';
import { type RequestOrigin } from '../../platform/limits/public.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
import { replaceSession, type OperatorPasskey } from './access-store.ts';
import type { ConsoleAccessDeps } from './console-settings.ts';

/** Opens the one session of a passkey's operator and returns its secret for the cookie. */
export async function openConsoleSession(
  tx: DbTx,
  { clock }: Pick<ConsoleAccessDeps, 'clock'>,
  { passkey, origin }: { readonly passkey: Pick<OperatorPasskey, 'id' | 'operatorId'>; readonly origin: RequestOrigin },
): Promise<string> {
  const token = newToken();
  const { operatorId } = passkey;
  const id = randomUUID();
  await replaceSession(tx, {
    id,
    operatorId,
    tokenHash: hashToken(token),
    passkeyId: passkey.id,
    ip: origin.ip,
    userAgentHash: hashUserAgent(origin.userAgent),
    createdAt: clock.now(),
  });
  const details = { ip: origin.ip };
  await recordOperatorAction(tx, { operatorId, kind: 'operator-signed-in', subject: id, details });
  return token;
}

export function hashUserAgent(userAgent: string): Buffer {
  return createHash('sha256').update(userAgent).digest();
}
