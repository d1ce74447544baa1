import { problem } from '@tern/contracts/problem';
import {
  isKeyContent,
  isReserveContent,
  isWebhookContent,
  type ChangeContent,
} from '@tern/contracts/routes/console-changes';
import type { Database } from '@tern/db/database';
import type { ConsoleSession } from '../console-context.ts';
import { selectChangesAmong } from './change-store.ts';

type Who = Pick<ConsoleSession, 'role'>;

/**
 * Administrators decide about nobody's money, and what is in suspense may be somebody's; treasurers not about what leaves this
 * installation. Throws `ROLE_MISSING`.
 */
export function requireDecider({ role }: Who, content: ChangeContent): void {
  const isOutside = isWebhookContent(content) || isKeyContent(content);
  const needed = isReserveContent(content) ? 'treasurer' : isOutside ? 'administrator' : role;
  if (role !== needed) throw problem('ROLE_MISSING', { role, needed: [needed] });
}

/** The same for a change by its id. Throws `ROLE_MISSING`. */
export async function requireDeciderOf({ db }: { readonly db: Database }, session: Who, id: string): Promise<void> {
  const [change] = await selectChangesAmong(db.kysely, [id]);
  if (change !== undefined) requireDecider(session, change.content);
}
