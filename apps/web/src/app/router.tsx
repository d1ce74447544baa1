import type { QueryClient } from '@tanstack/react-query';
import { createBrowserRouter } from 'react-router';
import { LaunchSplash } from '../features/entry/launch/launch-splash.tsx';
import { loadTexts } from '../shared/i18n.ts';
import { paths } from '../shared/paths.ts';
import { preferencesQuery } from '../shared/preference-queries.ts';
import { accountQuery } from '../shared/queries.ts';
import { hasSignedInBefore } from '../shared/session-owner.ts';
import { overviewQuery } from '../shared/overview-query.ts';
import { createOpenRoutes } from './open-routes.ts';
import { PageFault } from './page-fault.tsx';
import { Root } from './root.tsx';

const root = 'root';

/** Every page with its own chunk. Those that open only with a session are known once somebody goes to one. */
export function createRouter(queries: QueryClient) {
  let insideIsKnown = false;
  // Asked while the router is being made too: it goes to the first page at once.
  const made: { router?: ReturnType<typeof createBrowserRouter> } = {};
  const isOpen = () => made.router?.state.initialized === true;
  made.router = createBrowserRouter(
    [
      {
        id: root,
        Component: Root,
        HydrateFallback: LaunchSplash,
        ErrorBoundary: PageFault,
        children: createOpenRoutes(queries, isOpen),
      },
    ],
    {
      patchRoutesOnNavigation: async ({ path, patch }) => {
        if (insideIsKnown) return;
        askForInside(queries, path);
        const { createInsideRoutes } = await loadInsideRoutes();
        patch(root, createInsideRoutes(queries, isOpen));
        insideIsKnown = true;
      },
    },
  );
  return made.router;
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
const loadShell = () => import('./inside/signed-in-shell.tsx');

/** Fetches what somebody who signed in here before goes to, while the rest of the start is under way. */
export function expectInside(): void {
  // A failure shows where the page is opened.
  if (hasSignedInBefore()) Promise.all([loadInsideRoutes(), loadShell()]).catch(() => undefined);
}
