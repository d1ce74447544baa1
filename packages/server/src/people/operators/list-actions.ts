import type { DbReader } from '@tern/db/database';
import { readPage } from '../../platform/read-page.ts';
import { selectActions, type ActionFilter } from './action-store.ts';
import type { OperatorAction } from './operator-action.ts';

/** A page of the log; `next` is the number of its last row, beyond which the next page goes on, undefined at the end. */
export async function listActions(
  db: DbReader,
  filter: ActionFilter,
): Promise<{ readonly actions: readonly OperatorAction[]; readonly next: number | undefined }> {
  const { page, last } = await readPage(filter.limit, (limit) => selectActions(db, { ...filter, limit }));
  return { actions: page, next: last?.seq };
}
