import type { QueryClient } from '@tanstack/react-query';
import { createBrowserRouter, redirect, type RouteObject } from 'react-router';
import { EnrolPage } from '../features/access/enrol-page.tsx';
import { SignInPage } from '../features/access/sign-in-page.tsx';
import { operatorQuery } from '../shared/operator.ts';
import { isLoginExpired } from '../shared/problem-texts.ts';
import { NotFoundPage } from '../shared/not-found-page.tsx';
import { booksRoutes } from './books-routes.ts';
import { PageFault } from './page-fault.tsx';
import { Shell } from './shell.tsx';

export function signInPathFor(path: string): string {
  return `/sign-in?to=${encodeURIComponent(path)}`;
}

/** The first page, and what the alarms on it mean. */
const homeRoutes: readonly RouteObject[] = [
  {
    path: '/',
    lazy: async () => ({ Component: (await import('../features/home/home-page.tsx')).HomePage }),
  },
  {
    path: '/alarms/:name',
    lazy: async () => ({ Component: (await import('../features/home/alarm-page.tsx')).AlarmPage }),
  },
];

/** Pages about money: everything that moved it, and what the house has. */
const moneyRoutes: readonly RouteObject[] = [
  {
    path: '/screening',
    lazy: async () => ({ Component: (await import('../features/screening/screening-page.tsx')).ScreeningPage }),
  },
  {
    path: '/screening/:id',
    lazy: async () => ({
      Component: (await import('../features/screening/deposit-case-page.tsx')).DepositCasePage,
    }),
  },
  {
    path: '/screening/lists/:list',
    lazy: async () => ({ Component: (await import('../features/screening/list-page.tsx')).ListPage }),
  },
  {
    path: '/transactions',
    lazy: async () => ({
      Component: (await import('../features/transactions/transactions-page.tsx')).TransactionsPage,
    }),
  },
  {
    path: '/transactions/:source/:id',
    lazy: async () => ({ Component: (await import('../features/transactions/transaction-page.tsx')).TransactionPage }),
  },
  {
    path: '/first-steps',
    lazy: async () => ({ Component: (await import('../features/work/first-steps-page.tsx')).FirstStepsPage }),
  },
  {
    path: '/treasury',
    lazy: async () => ({ Component: (await import('../features/work/treasury-page.tsx')).TreasuryPage }),
  },
  ...booksRoutes,
];

/** What leaves for other systems and for operators, and what other systems may read. */
const outsideRoutes: readonly RouteObject[] = [
  {
    path: '/webhooks',
    lazy: async () => ({ Component: (await import('../features/webhooks/webhooks-page.tsx')).WebhooksPage }),
  },
  {
    path: '/webhooks/:id',
    lazy: async () => ({ Component: (await import('../features/webhooks/delivery-page.tsx')).DeliveryPage }),
  },
  {
    path: '/keys',
    lazy: async () => ({ Component: (await import('../features/keys/keys-page.tsx')).KeysPage }),
  },
  {
    path: '/notices',
    lazy: async () => ({ Component: (await import('../features/notices/notices-page.tsx')).NoticesPage }),
  },
];

/** Operators, the log, the pages of operations, and every address that is no page. */
const otherRoutes: readonly RouteObject[] = [
  ...outsideRoutes,
  {
    path: '/operators',
    lazy: async () => ({
      Component: (await import('../features/operators/operators-page.tsx')).OperatorsPage,
    }),
  },
  {
    path: '/operators/:name',
    lazy: async () => ({ Component: (await import('../features/operators/operator-page.tsx')).OperatorPage }),
  },
  {
    path: '/log',
    lazy: async () => ({ Component: (await import('../features/log/log-page.tsx')).LogPage }),
  },
  {
    path: '/help/:name',
    lazy: async () => ({ Component: (await import('../features/help/help-page.tsx')).HelpPage }),
  },
  { path: '*', Component: NotFoundPage },
];

/** Every page of the console. Those inside the shell open only with a session. */
export function createRouter(queries: QueryClient) {
  return createBrowserRouter(
    [
      { path: '/sign-in', Component: SignInPage },
      { path: '/enrol', Component: EnrolPage },
      {
        Component: Shell,
        ErrorBoundary: PageFault,
        HydrateFallback: () => null,
        loader: async ({ request }) => {
          const { pathname, search } = new URL(request.url);
          try {
            return await queries.ensureQueryData(operatorQuery);
          } catch (error) {
            if (!isLoginExpired(error)) throw error;
            return redirect(signInPathFor(pathname.replace(/^\/console/, '') + search));
          }
        },
        children: [
          ...homeRoutes,
          {
            path: '/reviews/:id?',
            lazy: async () => ({ Component: (await import('../features/reviews/reviews-page.tsx')).ReviewsPage }),
          },
          {
            path: '/entries/:id?',
            lazy: async () => ({ Component: (await import('../features/entries/entries-page.tsx')).EntriesPage }),
          },
          {
            path: '/activities',
            lazy: async () => ({
              Component: (await import('../features/activities/activities-page.tsx')).ActivitiesPage,
            }),
          },
          {
            path: '/activities/:id',
            lazy: async () => ({ Component: (await import('../features/activities/activity-page.tsx')).ActivityPage }),
          },
          {
            path: '/changes',
            lazy: async () => ({ Component: (await import('../features/changes/changes-page.tsx')).ChangesPage }),
          },
          {
            path: '/terms',
            lazy: async () => ({ Component: (await import('../features/terms/terms-page.tsx')).TermsPage }),
          },
          {
            path: '/announcements',
            lazy: async () => ({
              Component: (await import('../features/announcements/announcements-page.tsx')).AnnouncementsPage,
            }),
          },
          {
            path: '/complaints',
            lazy: async () => ({
              Component: (await import('../features/complaints/complaints-page.tsx')).ComplaintsPage,
            }),
          },
          {
            path: '/resolutions',
            lazy: async () => ({
              Component: (await import('../features/resolutions/resolutions-page.tsx')).ResolutionsPage,
            }),
          },
          {
            path: '/stuck',
            lazy: async () => ({ Component: (await import('../features/work/stuck-page.tsx')).StuckPage }),
          },
          {
            path: '/quarantine',
            lazy: async () => ({ Component: (await import('../features/work/quarantine-page.tsx')).QuarantinePage }),
          },
          {
            path: '/people',
            lazy: async () => ({ Component: (await import('../features/people/people-page.tsx')).PeoplePage }),
          },
          {
            path: '/people/:id/:tab?',
            lazy: async () => ({ Component: (await import('../features/people/person-page.tsx')).PersonPage }),
          },
          ...moneyRoutes,
          {
            path: '/switches',
            lazy: async () => ({ Component: (await import('../features/flows/flows-page.tsx')).FlowsPage }),
          },
          ...otherRoutes,
        ],
      },
    ],
    { basename: '/console' },
  );
}
