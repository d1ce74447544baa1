import { implement } from '@orpc/server';
import { contract } from '@tern/contracts/contract';
import { requireSession, type ApiContext } from '../../platform/api-context.ts';
import { agreeToSign } from './agree-to-sign.ts';
import { approveConnection, type ApproveConnectionDeps } from './approve-connection.ts';
import type { OpeningDeps, RequestDeps } from './deps.ts';
import { endConnection } from './end-connection.ts';
import { listConnections } from './list-connections.ts';
import { listRequests } from './list-requests.ts';
import { openConnection } from './open-connection.ts';
import { rejectConnection } from './reject-connection.ts';
import { rejectRequest } from './reject-request.ts';
import { showConnection } from './show-connection.ts';
import { showRequest } from './show-request.ts';

export function walletConnectionsRouter(deps: OpeningDeps & ApproveConnectionDeps & RequestDeps) {
  const os = implement(contract.walletConnections).$context<ApiContext>();
  return os.router({
    openConnection: os.openConnection
      .use(requireSession)
      .handler(async ({ input, context }) => ({ id: await openConnection(deps, context.session, input) })),
    listConnections: os.listConnections
      .use(requireSession)
      .handler(async ({ context }) => ({ connections: await listConnections(deps, context.session.personId) })),
    connection: os.connection
      .use(requireSession)
      .handler(({ input, context }) => showConnection(deps, context.session.personId, input.id)),
    approveConnection: os.approveConnection.use(requireSession).handler(async ({ input, context }) => {
      await approveConnection(deps, { ...input, session: context.session, origin: context });
      return {};
    }),
    rejectConnection: os.rejectConnection.use(requireSession).handler(async ({ input, context }) => {
      await rejectConnection(deps, context.session, input.id);
      return {};
    }),
    endConnection: os.endConnection.use(requireSession).handler(async ({ input, context }) => {
      await endConnection(deps, { session: context.session, id: input.id, origin: context });
      return {};
    }),
    listRequests: os.listRequests
      .use(requireSession)
      .handler(async ({ context }) => ({ requests: await listRequests(deps, context.session.personId) })),
    request: os.request
      .use(requireSession)
      .handler(({ input, context }) => showRequest(deps, context.session.personId, input.id)),
    signMessage: os.signMessage.use(requireSession).handler(async ({ input, context }) => {
      await agreeToSign(deps, { ...input, session: context.session });
      return {};
    }),
    rejectRequest: os.rejectRequest.use(requireSession).handler(async ({ input, context }) => {
      const { id, pays = false } = input;
      await rejectRequest(deps, context.session, { id, pays });
      return {};
    }),
  });
}
