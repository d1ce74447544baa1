import type { RouteObject } from 'react-router';

/** The room of books. */
export const booksRoutes: readonly RouteObject[] = [
  {
    path: '/books',
    lazy: async () => ({ Component: (await import('../features/books/trial-balance-page.tsx')).TrialBalancePage }),
  },
  {
    path: '/books/chart',
    lazy: async () => ({ Component: (await import('../features/books/chart-page.tsx')).ChartPage }),
  },
  {
    path: '/books/journals',
    lazy: async () => ({ Component: (await import('../features/books/journals-page.tsx')).JournalsPage }),
  },
  {
    path: '/books/journals/:id',
    lazy: async () => ({ Component: (await import('../features/books/journal-page.tsx')).JournalPage }),
  },
  {
    path: '/books/days',
    lazy: async () => ({ Component: (await import('../features/books/days-page.tsx')).DaysPage }),
  },
  {
    path: '/books/reconciliations',
    lazy: async () => ({ Component: (await import('../features/books/reconciliations-page.tsx')).ReconciliationsPage }),
  },
  {
    path: '/books/fees',
    lazy: async () => ({ Component: (await import('../features/books/fees-page.tsx')).FeesPage }),
  },
  {
    path: '/books/statements',
    lazy: async () => ({ Component: (await import('../features/books/statements-page.tsx')).StatementsPage }),
  },
  {
    path: '/books/export',
    lazy: async () => ({ Component: (await import('../features/books/export-page.tsx')).ExportPage }),
  },
  {
    path: '/books/help',
    lazy: async () => ({ Component: (await import('../features/books/help-page.tsx')).BooksHelpPage }),
  },
];
