import { implement } from '@orpc/server';
import { contract } from '@tern/contracts/contract';
import type { Database } from '@tern/db/database';
import { requireSession, type ApiContext } from '../../platform/api-context.ts';
import { closeActivationPrompt, findActivationPrompt, type PromptSettings } from './activation-prompt.ts';

export function promotionsRouter({ db, ...settings }: PromptSettings & { readonly db: Database }) {
  const os = implement(contract.promotions).$context<ApiContext>();
  return os.router({
    activationPrompt: os.activationPrompt
      .use(requireSession)
      .handler(({ context }) => findActivationPrompt(db.kysely, settings, context.session.personId)),
    closeActivationPrompt: os.closeActivationPrompt
      .use(requireSession)
      .handler(({ context }) => closeActivationPrompt(db, settings, context.session)),
  });
}
