import { createHash } from 'node:crypto';
import type { ConnectionRequestId, PersonId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import type { DbReader } from '@tern/db/database';
import type { ApiSession } from '../../platform/api-context.ts';
import { limitKey, limitRate } from '../../platform/limits/public.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import { requireActing } from '../accounts/public.ts';
import { findHold } from '../safeguards/public.ts';
import { changeAccount } from '../sessions/public.ts';
import type { AgreeingDeps, ConnectionDeps } from './deps.ts';
import { selectRequest, selectRequests, updateAgreed } from './request-store.ts';

/**
 * Texts that one person may have signed within an hour and within a day. The signer counts on its own, by address and for
 * everybody: nobody may use up what all have together with one address after the other.
 */
const [textsPerHour, textsPerDay] = [30, 40];

/**
 * The person agrees to have a text signed, with both factors over exactly this text: `hash` is SHA-256 of what they were
 * shown, in hexadecimal. The worker then asks the signer, because the API has no way to it. Throws `NOT_FOUND`,
 * `CONNECTION_NOT_WAITING`, `ACCOUNT_FROZEN`, `SIGNING_HELD`, `TOO_MANY_REQUESTS` and what wrong factors throw.
 */
export async function agreeToSign(
  deps: AgreeingDeps,
  {
    session,
    id,
    hash,
    tradePassword,
    authenticatorCode,
  }: {
    readonly session: ApiSession;
    readonly id: ConnectionRequestId;
    readonly hash: string;
    readonly tradePassword: string;
    readonly authenticatorCode: string;
  },
): Promise<void> {
  const { personId } = session;
  const now = deps.clock.now();
  const hour = { key: limitKey('connection-texts', personId), limit: textsPerHour, windowMs: 3_600_000 };
  const day = { key: limitKey('connection-texts-of-day', personId), limit: textsPerDay, windowMs: 86_400_000 };
  for (const window of [hour, day]) await limitRate(deps.db.kysely, window, now);
  // Looked at again behind the lock; factors are not asked for in vain.
  await requireText(deps, deps.db.kysely, { personId, id, hash });
  await requireNoHold(deps.db.kysely, personId);
  const action = `text for a site:${id}:${hash}`;
  await deps.authorize({ personId, tradePassword, authenticatorCode, action });

  await changeAccount(deps.db, session, async (tx, person) => {
    requireActing(person);
    await requireNoHold(tx, personId);
    await requireText(deps, tx, { personId, id, hash });
    if (!(await updateAgreed(tx, { id, hash: Buffer.from(hash, 'hex') }))) throw problem('CONNECTION_NOT_WAITING');
    await notifyPeople(tx, [{ personId, topic: 'account', ref: id }]);
  });
}

/** A change of a factor ends every connection, so whatever asks during its hold is as new as an address never used before. */
async function requireNoHold(db: DbReader, personId: PersonId): Promise<void> {
  const hold = await findHold(db, personId);
  if (hold !== undefined) throw problem('SIGNING_HELD', toWire({ until: hold.until }));
}

async function requireText(
  { box, clock }: ConnectionDeps,
  db: DbReader,
  { personId, id, hash }: { readonly personId: PersonId; readonly id: ConnectionRequestId; readonly hash: string },
): Promise<void> {
  if ((await selectRequest(db, box, { personId, id })) === undefined) throw problem('NOT_FOUND');
  // Neither it nor its connection has come to its end.
  const [open] = await selectRequests(db, box, { personId, id, now: clock.now() });
  if (open?.state !== 'waiting' || open.asks.kind !== 'message' || hashText(open.asks.text) !== hash)
    throw problem('CONNECTION_NOT_WAITING');
}

/** SHA-256 of a text in UTF-8, in hexadecimal. */
export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
