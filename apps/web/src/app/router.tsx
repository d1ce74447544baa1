import type { QueryClient } from '@tanstack/react-query';
import { createBrowserRouter } from 'react-router';
import { LaunchSplash } from '../features/launch/launch-splash.tsx';
import { loadTexts } from '../shared/i18n.ts';
import { paths } from '../shared/paths.ts';
import { preferencesQuery } from '../shared/preference-queries.ts';
import { accountQuery } from '../shared/queries.ts';
import { hasSignedInBefore } from '../shared/session.ts';
import { overviewQuery } from '../shared/wallet-queries.ts';
import { pageTitles } from './page-titles.ts';
import { passSignedIn } from './guard.ts';
import { PageFault } from './page-fault.tsx';
import { Root } from './root.tsx';
import { withTexts } from './with-texts.ts';

const login = async () => ({ Component: (await import('../features/login/login-page.tsx')).LoginPage });

const root = 'root';

/** Every page with its own chunk. Those that open only with a session are known once somebody goes to one. */
export function createRouter(queries: QueryClient) {
  let insideIsKnown = false;
  return createBrowserRouter(
    [
      {
        id: root,
        Component: Root,
        HydrateFallback: LaunchSplash,
        ErrorBoundary: PageFault,
        children: [
          { path: paths.login, handle: pageTitles.login, loader: passSignedIn(queries), lazy: login },
          { path: paths.loginAlias, handle: pageTitles.login, loader: passSignedIn(queries), lazy: login },
          {
            path: paths.register,
            handle: pageTitles.register,
            loader: async (request) => (await Promise.all([passSignedIn(queries)(request), loadTexts('register')]))[0],
            lazy: async () => ({ Component: (await import('../features/register/register-page.tsx')).RegisterPage }),
          },
          {
            path: paths.recover,
            handle: pageTitles.recover,
            loader: withTexts('inside', 'safety'),
            lazy: async () => ({ Component: (await import('../features/recover/recover-page.tsx')).RecoverPage }),
          },
          {
            path: paths.stopChange,
            handle: pageTitles.stopChange,
            loader: withTexts('inside', 'safety'),
            lazy: async () => ({
              Component: (await import('../features/recover/stop-change-page.tsx')).StopChangePage,
            }),
          },
          {
            path: paths.factorsLost,
            handle: pageTitles.factorsLost,
            loader: withTexts('inside', 'safety'),
            lazy: async () => ({
              Component: (await import('../features/recover/factors-lost-page.tsx')).FactorsLostPage,
            }),
          },
          {
            path: paths.launch,
            handle: pageTitles.launch,
            loader: passSignedIn(queries),
            lazy: async () => ({ Component: (await import('../features/launch/launch-page.tsx')).LaunchPage }),
          },
          {
            path: paths.language,
            handle: pageTitles.language,
            loader: withTexts('inside', 'settings'),
            lazy: async () => ({ Component: (await import('../features/language/language-page.tsx')).LanguagePage }),
          },
          {
            path: paths.selfCheck,
            handle: pageTitles.selfCheck,
            loader: withTexts('inside', 'settings'),
            lazy: async () => ({
              Component: (await import('../features/self-check/self-check-page.tsx')).SelfCheckPage,
            }),
          },
          {
            path: paths.support,
            handle: pageTitles.support,
            loader: withTexts('inside', 'settings'),
            lazy: async () => ({ Component: (await import('../features/support/support-page.tsx')).SupportPage }),
          },
          {
            path: paths.status,
            handle: pageTitles.status,
            loader: withTexts('settings'),
            lazy: async () => ({ Component: (await import('../features/status/status-page.tsx')).StatusPage }),
          },
          {
            path: paths.protocol,
            handle: pageTitles.protocol,
            loader: withTexts('documents'),
            lazy: async () => ({ Component: (await import('../features/protocol/protocol-page.tsx')).ProtocolPage }),
          },
          {
            path: '*',
            handle: pageTitles.notFound,
            lazy: async () => ({ Component: (await import('../features/not-found/not-found-page.tsx')).NotFoundPage }),
          },
        ],
      },
    ],
    {
      patchRoutesOnNavigation: async ({ path, patch }) => {
        if (insideIsKnown) return;
        askForInside(queries, path);
        const { createInsideRoutes } = await loadInsideRoutes();
        patch(root, createInsideRoutes(queries));
        insideIsKnown = true;
      },
    },
  );
}

/** Asks for what these pages wait for, and home shows first, while the scripts that need it are still on their way. */
function askForInside(queries: QueryClient, path: string) {
  // Failures show where the page is opened.
  loadTexts('inside').catch(() => undefined);
  void queries.prefetchQuery(preferencesQuery);
  const account = queries.ensureQueryData(accountQuery);
  const overview = account.then(({ defaultWalletId }) =>
    path === paths.home ? queries.prefetchQuery(overviewQuery(defaultWalletId)) : undefined,
  );
  overview.catch(() => undefined);
}

const loadInsideRoutes = () => import('./inside/inside-routes.ts');

/** Fetches what somebody who signed in here before goes to, while the rest of the start is under way. */
export function expectInside(): void {
  // A failure shows where the page is opened.
  if (hasSignedInBefore()) loadInsideRoutes().catch(() => undefined);
}
