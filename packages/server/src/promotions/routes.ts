import { implement } from '@orpc/server';
import { contract } from '@tern/contracts/contract';
import type { Database } from '@tern/db/database';
import { requireSession, type ApiContext } from '../api-context.ts';
import { closeActivationPrompt, findActivationPrompt } from './activation-prompt.ts';

export function promotionsRouter({ db }: { readonly db: Database }) {
  const os = implement(contract.promotions).$context<ApiContext>();
  return os.router({
    activationPrompt: os.activationPrompt
      .use(requireSession)
      .handler(({ context }) => findActivationPrompt(db.kysely, context.session.personId)),
    closeActivationPrompt: os.closeActivationPrompt
      .use(requireSession)
      .handler(({ context }) => closeActivationPrompt(db, context.session.personId)),
  });
}
