import { transact } from '@tern/db/transact';
import { findOperatorById, recordOperatorAction } from '../../people/operators/public.ts';
import { type RequestOrigin } from '../../platform/limits/public.ts';
import { hashToken } from '../../platform/tokens.ts';
import type { ConsoleSession } from '../console-context.ts';
import { endSession, findOpenSession, touchSession, type SessionRow } from './access-store.ts';
import type { ConsoleAccessDeps } from './console-settings.ts';
import { hashUserAgent } from './open-console-session.ts';

/** Noting every request would write as often as operators read. */
const noteEveryMs = 30_000;

/**
 * The operator behind a cookie, with the role they have at this moment; null for anything that is no session any more. A
 * cookie that turns up at another address or in another browser ends the session, and the log says so.
 */
export async function readConsoleSession(
  deps: ConsoleAccessDeps,
  token: string,
  origin: RequestOrigin,
): Promise<ConsoleSession | null> {
  const { db, clock, settings } = deps;
  const session = await findOpenSession(db.kysely, hashToken(token));
  const nowMs = clock.nowMs();
  if (session === undefined) return null;
  if (nowMs - session.createdAt.getTime() >= settings.absoluteMs) return null;
  if (nowMs - session.seenAt.getTime() >= settings.idleMs) return null;
  if (session.ip !== origin.ip || !session.userAgentHash.equals(hashUserAgent(origin.userAgent))) {
    await endMoved(deps, session, origin);
    return null;
  }
  const operator = await findOperatorById(db.kysely, session.operatorId);
  if (operator === undefined || operator.disabledAt !== null) return null;
  if (nowMs - session.seenAt.getTime() >= noteEveryMs) await touchSession(db.kysely, session.id, clock.now());
  const { id: operatorId, name, role, decidesMoneyFrom } = operator;
  const { id: sessionId, keyDecidesMoneyFrom, createdAt: signedInAt } = session;
  return { sessionId, operatorId, name, role, decidesMoneyFrom, keyDecidesMoneyFrom, signedInAt };
}

async function endMoved({ db, clock }: ConsoleAccessDeps, session: SessionRow, { ip }: RequestOrigin): Promise<void> {
  const { id, operatorId } = session;
  await transact(db, async (tx) => {
    if (!(await endSession(tx, { id, reason: 'moved', now: clock.now() }))) return;
    const details = { from: session.ip, to: ip };
    await recordOperatorAction(tx, { operatorId, kind: 'operator-session-moved', subject: id, details });
  });
}
