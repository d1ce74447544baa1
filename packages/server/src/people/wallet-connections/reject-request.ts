import type { ConnectionRequestId } from '@tern/base/ids';
import type { ApiSession } from '../../platform/api-context.ts';
import { changeAccount } from '../sessions/public.ts';
import type { ConnectionDeps } from './deps.ts';
import { updateRejected } from './request-store.ts';
import { settleRequest } from './settle-request.ts';

const reasons = {
  no: 'User rejected.',
  // The protocol has no answer for a payment by other means than a signed transaction.
  pays: 'User rejected. The wallet signs no transactions; the user may pay by an ordinary transfer.',
};

/**
 * The person turns down what a site asks for; the site is told, and where they pay by a transfer of their own, how. Of a text
 * that was agreed to nothing changes. Throws `NOT_FOUND` and `CONNECTION_NOT_WAITING`.
 */
export async function rejectRequest(
  deps: ConnectionDeps,
  session: ApiSession,
  { id, pays = false }: { readonly id: ConnectionRequestId; readonly pays?: boolean },
): Promise<void> {
  const { personId } = session;
  const answer = { rejected: pays ? reasons.pays : reasons.no };
  await changeAccount(deps.db, session, async (tx) => {
    await settleRequest(tx, deps, { personId, id, answer, store: (now) => updateRejected(tx, { id, now }) });
  });
}
