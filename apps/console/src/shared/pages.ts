import { msg } from '@lingui/core/macro';
import type { OperatorRole } from '@tern/contracts/routes/console-access';
import type { WaitingKind } from '@tern/contracts/routes/console-home';

/** The name of each page where others lead to it. */
export const pageNames = {
  '/reviews': msg`Withdrawals`,
  '/screening': msg`Screening`,
  '/transactions': msg`Transactions`,
  '/entries': msg`Entries`,
  '/stuck': msg`Stuck items`,
  '/quarantine': msg`Quarantine`,
  '/resolutions': msg`Bonuses and resets`,
  '/complaints': msg`Complaints`,
  '/people': msg`People`,
  '/announcements': msg`Announcements`,
  '/activities': msg`Activities`,
  '/first-steps': msg`First steps`,
  '/treasury': msg`Treasury`,
  '/books': msg`Books`,
  '/changes': msg`Funds and pairs`,
  '/terms': msg`Fees and limits`,
  '/switches': msg`Switches`,
  '/operators': msg`Operators`,
  '/webhooks': msg`Webhooks`,
  '/keys': msg`Service keys`,
  '/notices': msg`Notices`,
  '/log': msg`Audit log`,
} as const;
export type PagePath = keyof typeof pageNames;

/** Whether somebody of this role may open a page; the server refuses them what it would show. */
export function mayOpen(role: OperatorRole, page: string): boolean {
  return page !== '/complaints' || role === 'reviewer' || role === 'administrator';
}

/** The list in which each kind of waiting work stands. */
export const listOf = {
  withdrawals: '/reviews',
  'held-deposits': '/screening',
  entries: '/entries',
  complaints: '/complaints',
  bonuses: '/resolutions',
  resets: '/resolutions',
  'stuck-payouts': '/stuck',
  'stuck-orders': '/stuck',
  suspense: '/quarantine',
  quarantine: '/quarantine',
  'cold-orders': '/treasury',
  reserves: '/treasury',
  funds: '/changes',
  terms: '/terms',
  announcements: '/announcements',
  activities: '/activities',
  operators: '/operators',
  webhooks: '/webhooks',
  screening: '/screening',
  keys: '/keys',
  levels: '/terms',
  'sign-outs': '/switches',
  'first-steps': '/first-steps',
} as const satisfies Record<WaitingKind, PagePath>;
