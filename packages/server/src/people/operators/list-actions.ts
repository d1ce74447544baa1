import type { DbReader } from '@tern/db/database';
import { selectActions, type ActionFilter } from './action-store.ts';
import type { OperatorAction } from './operator-action.ts';

/** A page of the log, newest first; `next` is the number to go on before, undefined at the end. */
export async function listActions(
  db: DbReader,
  filter: ActionFilter,
): Promise<{ readonly actions: readonly OperatorAction[]; readonly next: number | undefined }> {
  const found = await selectActions(db, { ...filter, limit: filter.limit + 1 });
  const actions = found.slice(0, filter.limit);
  return { actions, next: found.length > filter.limit ? actions.at(-1)?.seq : undefined };
}
