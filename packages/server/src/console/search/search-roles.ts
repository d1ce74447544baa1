import { operatorRoles, type OperatorRole } from '@tern/contracts/routes/console-access';
import type { CaseKind, SearchTarget } from '@tern/contracts/routes/console-search';

/** What can be found; of cases, which. */
export type FoundKind = Exclude<SearchTarget['kind'], 'case'> | CaseKind;

/**
 * Who may open the page of what was found, which this slice cannot read from the console's routes; a test compares it with
 * these.
 */
export const searchRoles: Readonly<Record<FoundKind, readonly OperatorRole[]>> = {
  person: operatorRoles,
  transaction: operatorRoles,
  journal: operatorRoles,
  withdrawal: operatorRoles,
  'held-deposit': operatorRoles,
  'treasury-order': operatorRoles,
  change: operatorRoles,
  webhook: operatorRoles,
  'webhook-event': operatorRoles,
  'service-key': operatorRoles,
  entry: operatorRoles,
  activity: operatorRoles,
  announcement: operatorRoles,
  complaint: ['reviewer', 'administrator'],
  operator: operatorRoles,
  log: operatorRoles,
};

/** Whether somebody of this role sees what was found. */
export function mayFind(role: OperatorRole, target: SearchTarget): boolean {
  return searchRoles[target.kind === 'case' ? target.of : target.kind].includes(role);
}
