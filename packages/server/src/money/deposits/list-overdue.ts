import type { Database } from '@tern/db/database';
import type { QuarantineReason } from '@tern/tron/list-inflows';
import { selectOverdue, type OverdueRow } from './quarantine-store.ts';
import { urgencyOf, type Urgency } from './quarantine.ts';

/** What has waited longer than it may, and how soon somebody has to act. */
export type Overdue = OverdueRow & { readonly urgency: Exclude<Urgency, 'noise'> };

const atOnce = Object.entries(urgencyOf)
  .filter(([, urgency]) => urgency === 'at-once')
  .map(([reason]) => reason as QuarantineReason);

/** What has waited for an operator longer than it may, by kind, with the oldest's time. Empty when nothing has. */
export async function listOverdue({ kysely }: Database): Promise<readonly Overdue[]> {
  const rows = await selectOverdue(kysely, atOnce);
  return rows.map((row) => ({ ...row, urgency: atOnce.some((reason) => reason === row.what) ? 'at-once' : 'soon' }));
}
