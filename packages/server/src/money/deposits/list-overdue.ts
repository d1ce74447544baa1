import type { Database } from '@tern/db/database';
import type { QuarantineReason } from '@tern/tron/list-inflows';
import { selectOverdue, type Overdue } from './quarantine-store.ts';
import { urgencyOf } from './quarantine.ts';

const atOnce = Object.entries(urgencyOf)
  .filter(([, urgency]) => urgency === 'at-once')
  .map(([reason]) => reason as QuarantineReason);

/** What has waited for an operator longer than it may, by kind, with the oldest's time. Empty when nothing has. */
export function listOverdue({ kysely }: Database): Promise<readonly Overdue[]> {
  return selectOverdue(kysely, atOnce);
}
