import type { PersonId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import type { ClosingView } from '@tern/contracts/routes/closing';
import type { DbReader } from '@tern/db/database';
import { findClosing } from './closing-store.ts';
import { closingWaitDays } from './closing.ts';
import { isAccountEmpty } from './is-account-empty.ts';

export async function getClosing(db: DbReader, personId: PersonId): Promise<ClosingView> {
  const [closing, empty] = await Promise.all([findClosing(db, personId), isAccountEmpty(db, personId)]);
  return toWire({
    closing:
      closing === undefined
        ? null
        : {
            requestedAt: closing.requestedAt,
            // What it still waits for is told to nobody: a hold may have a reason that warns whoever is looked into.
            dueAt: closing.due ? null : closing.dueAt,
          },
    empty,
    waitDays: closingWaitDays,
  });
}
