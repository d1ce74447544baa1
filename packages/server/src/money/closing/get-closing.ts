import type { PersonId } from '@tern/base/ids';
import type { ClosingView } from '@tern/contracts/routes/closing';
import type { DbReader } from '@tern/db/database';
import { findClosing } from './closing-store.ts';
import { closingWaitDays } from './closing.ts';
import { isAccountEmpty } from './is-account-empty.ts';

export async function getClosing(db: DbReader, personId: PersonId): Promise<ClosingView> {
  const [closing, empty] = await Promise.all([findClosing(db, personId), isAccountEmpty(db, personId)]);
  return {
    closing:
      closing === undefined
        ? null
        : { requestedAt: closing.requestedAt.toISOString(), dueAt: closing.dueAt.toISOString() },
    empty,
    waitDays: closingWaitDays,
  };
}
