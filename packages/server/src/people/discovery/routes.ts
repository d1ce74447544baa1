import { implement } from '@orpc/server';
import { contract } from '@tern/contracts/contract';
import { requireSession, type ApiContext } from '../../platform/api-context.ts';
import { getDiscovery } from './get-discovery.ts';
import { setDiscovery, type SetDiscoveryDeps } from './set-discovery.ts';

export function discoveryRouter(deps: SetDiscoveryDeps) {
  const os = implement(contract.discovery).$context<ApiContext>();
  return os.router({
    discovery: os.discovery
      .use(requireSession)
      .handler(({ context }) => getDiscovery(deps.db.kysely, context.session.personId)),
    setDiscovery: os.setDiscovery
      .use(requireSession)
      .handler(({ input, context }) => setDiscovery(deps, context.session, input)),
  });
}
