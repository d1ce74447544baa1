import { implement } from '@orpc/server';
import { contract } from '@tern/contracts/contract';
import type { Database } from '@tern/db/database';
import { requireSession, type ApiContext } from '../../platform/api-context.ts';
import { deleteSubscription } from './push-store.ts';
import { subscribe } from './subscribe.ts';

export type PushRouterDeps = {
  readonly db: Database;
  /** What browsers subscribe with. */
  readonly publicKey: string;
  readonly services: readonly string[];
};

/** The push part of the contract. */
export function pushRouter(deps: PushRouterDeps) {
  const os = implement(contract.push).$context<ApiContext>();
  return os.router({
    pushKey: os.pushKey.use(requireSession).handler(() => ({ publicKey: deps.publicKey })),
    subscribe: os.subscribe.use(requireSession).handler(async ({ input, context }) => {
      await subscribe(deps, context.session, input);
      return {};
    }),
    unsubscribe: os.unsubscribe.use(requireSession).handler(async ({ context }) => {
      await deleteSubscription(deps.db.kysely, context.session.sessionId);
      return {};
    }),
  });
}
