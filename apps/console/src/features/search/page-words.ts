import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { OperatorRole } from '@tern/contracts/routes/console-access';
import { helpDocuments } from '../../shared/help-documents.ts';
import { mayOpen, pageNames, type PagePath } from '../../shared/pages.ts';

/** What else people call the pages, so that each finds one by their own word. */
const words: Readonly<Record<PagePath, MessageDescriptor>> = {
  '/reviews': msg`sends, payouts, approvals, reviews, transfers to approve`,
  '/screening': msg`refused addresses, sanctions, blacklist, lists, cases, holds, screening rule, service`,
  '/transactions': msg`deposits, transfers, swaps, payments, movements, hash, where is my deposit`,
  '/entries': msg`activity submissions, proofs, pictures, tasks`,
  '/stuck': msg`failed payouts, delayed, waiting, retry, worker`,
  '/quarantine': msg`suspense, unknown deposits, look-alike tokens, frozen token`,
  '/resolutions': msg`lost factors, factor resets, recovery, activation bonus`,
  '/complaints': msg`objections, support, answers`,
  '/people': msg`customers, users, accounts, clients, holds, freeze`,
  '/announcements': msg`news, messages to people, broadcast, maintenance`,
  '/activities': msg`tasks, campaigns, rewards, promotions`,
  '/first-steps': msg`setup, installation, getting started, fund the wallets`,
  '/treasury': msg`hot wallet, cold wallet, cold storage, reserves, sweeps, energy, stake, nodes`,
  '/books': msg`ledger, accounting, trial balance, balance sheet`,
  '/changes': msg`coins, assets, swap pairs, pool, bonus budget`,
  '/terms': msg`prices, rates, minimum, maximum, thresholds, settings`,
  '/switches': msg`flows, emergency stop, pause, turn off, maintenance`,
  '/operators': msg`team, staff, roles, rights, passkeys, invite, break-glass, custodians`,
  '/webhooks': msg`integrations, events, deliveries, endpoints, outside systems`,
  '/keys': msg`service API, API keys, tokens, scopes, other systems, calls`,
  '/notices': msg`notifications, alerts by mail, digest`,
  '/log': msg`history, actions of operators, who did what, hash chain`,
};

export type FindablePage = {
  readonly path: string;
  readonly name: MessageDescriptor;
  readonly words: MessageDescriptor;
};

const every = (): true => true;
const allButViewers = (role: OperatorRole): boolean => role !== 'viewer';
const takesFiles = (role: OperatorRole): boolean => role === 'treasurer' || role === 'administrator';

const others: readonly (FindablePage & { readonly may: (role: OperatorRole) => boolean })[] = [
  { path: '/', name: msg`Home`, words: msg`overview, dashboard, start, what waits, alarms`, may: every },
  { path: '/books/journals', name: msg`Journals`, words: msg`postings, bookings, entries of the ledger`, may: every },
  { path: '/books/days', name: msg`Daily close`, words: msg`closed days, root, end of day`, may: every },
  {
    path: '/books/reconciliations',
    name: msg`Reconciliation`,
    words: msg`books against chain, compare, difference`,
    may: every,
  },
  { path: '/books/fees', name: msg`Fees and costs`, words: msg`income, revenue, network cost, report`, may: every },
  { path: '/books/chart', name: msg`Chart of accounts`, words: msg`account codes, classes`, may: every },
  {
    path: '/books/statements',
    name: msg`Statements`,
    words: msg`account statement, PDF, CSV of a person`,
    may: allButViewers,
  },
  {
    path: '/books/export',
    name: msg`Export of the books`,
    words: msg`download journals, bookkeeping, CSV, JSON lines`,
    may: takesFiles,
  },
  ...Object.entries(helpDocuments).map(([document, name]) => ({
    path: `/help/${document}`,
    name,
    words: msg`manual, documentation, support`,
    may: every,
  })),
  { path: '/books/help', name: msg`Help: how the books work`, words: msg`manual, documentation`, may: every },
];

/** The pages that somebody of a role may open, in the order of the navigation. */
export function findablePages(role: OperatorRole): readonly FindablePage[] {
  const main = (Object.keys(pageNames) as PagePath[])
    .filter((path) => mayOpen(role, path))
    .map((path) => ({ path, name: pageNames[path], words: words[path] }));
  return [...main, ...others.filter(({ may }) => may(role))];
}
