import { problem } from '@tern/contracts/problem';
import { isReserveContent, type ChangeContent } from '@tern/contracts/routes/console-changes';
import type { Database } from '@tern/db/database';
import type { ConsoleSession } from '../console-context.ts';
import { selectChangesAmong } from './change-store.ts';

type Who = Pick<ConsoleSession, 'role'>;

/** Administrators decide about nobody's money, and what is in suspense may be somebody's. Throws `ROLE_MISSING`. */
export function requireTreasurer({ role }: Who, content: ChangeContent): void {
  if (isReserveContent(content) && role !== 'treasurer') throw problem('ROLE_MISSING', { role, needed: ['treasurer'] });
}

/** The same for a change by its id. Throws `ROLE_MISSING`. */
export async function requireTreasurerFor({ db }: { readonly db: Database }, session: Who, id: string): Promise<void> {
  const [change] = await selectChangesAmong(db.kysely, [id]);
  if (change !== undefined) requireTreasurer(session, change.content);
}
