import { implement } from '@orpc/server';
import { contract } from '@tern/contracts/contract';
import type { IdentityDeps } from '../../people/accounts/public.ts';
import { requireSession, type ApiContext } from '../../platform/api-context.ts';
import { cancelClosing } from './cancel-closing.ts';
import { getClosing } from './get-closing.ts';
import { prepareExport } from './prepare-export.ts';
import { requestClosing } from './request-closing.ts';

export function closingRouter(deps: IdentityDeps) {
  const db = deps.db.kysely;
  const os = implement(contract.closing).$context<ApiContext>();
  return os.router({
    closing: os.closing.use(requireSession).handler(({ context }) => getClosing(db, context.session.personId)),
    requestClosing: os.requestClosing.use(requireSession).handler(async ({ input, context }) => {
      await requestClosing(deps, { ...input, session: context.session, origin: context });
      return getClosing(db, context.session.personId);
    }),
    cancelClosing: os.cancelClosing.use(requireSession).handler(async ({ context }) => {
      const { session } = context;
      await cancelClosing(deps, { session, origin: context });
      return getClosing(db, session.personId);
    }),
    prepareExport: os.prepareExport
      .use(requireSession)
      .handler(({ input, context }) => prepareExport(deps, { ...input, session: context.session, origin: context })),
  });
}
