import type { ConnectionRequestId } from '@tern/base/ids';
import type { ApiSession } from '../../platform/api-context.ts';
import { changeAccount } from '../sessions/public.ts';
import type { ConnectionDeps } from './deps.ts';
import { settleRequest } from './settle-request.ts';

/** The person turns down what a site asks for; the site is told. Throws `NOT_FOUND` and `CONNECTION_NOT_WAITING`. */
export async function rejectRequest(deps: ConnectionDeps, session: ApiSession, id: ConnectionRequestId): Promise<void> {
  const { personId } = session;
  await changeAccount(deps.db, session, async (tx) => {
    await settleRequest(tx, deps, { personId, id, answer: { rejected: 'User rejected.' } });
  });
}
