import { implement } from '@orpc/server';
import type { Clock } from '@tern/base/clock';
import { contract } from '@tern/contracts/contract';
import type { Database } from '@tern/db/database';
import { requireSession, type ApiContext } from '../../platform/api-context.ts';
import { acceptAgreements } from './accept-agreements.ts';
import { showAgreements } from './show-agreements.ts';

export function agreementsRouter(deps: { readonly db: Database; readonly clock: Clock }) {
  const db = deps.db.kysely;
  const os = implement(contract.agreements).$context<ApiContext>();
  return os.router({
    agreements: os.agreements
      .use(requireSession)
      .handler(({ context }) => showAgreements(db, context.session.personId)),
    accept: os.accept.use(requireSession).handler(async ({ input, context }) => {
      const { session } = context;
      await acceptAgreements(deps, session, input);
      return showAgreements(db, session.personId);
    }),
  });
}
