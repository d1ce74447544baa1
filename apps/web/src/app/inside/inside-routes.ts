import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';
import type { InsideRoute } from '../../shared/page-route.ts';
import { paths } from '../../shared/paths.ts';
import { requireSession } from '../guard.ts';
import { PageFault } from '../page-fault.tsx';
import { createPageLoad } from '../page-load.ts';
import { createPageRoute } from '../page-route-object.tsx';
import { ListShape } from './list-shape.tsx';
import { createTabBar } from './create-tab-bar.tsx';
import { expectWide } from './wide-parts.ts';

const routes = import.meta.glob<InsideRoute>('../../features/*/*/inside-route.ts', { eager: true, import: 'route' });
/** The pages that open only with a session, each with its own chunk, under the signed-in shell. */
export function createInsideRoutes(queries: QueryClient, isOpen: () => boolean): RouteObject[] {
  return [
    {
      lazy: async () => {
        const [{ SignedInShell }] = await Promise.all([import('./signed-in-shell.tsx'), expectWide()]);
        return { Component: SignedInShell };
      },
      ErrorBoundary: PageFault,
      loader: requireSession(queries),
      // The answer is in the query cache; asking again on every change of the query string would only cost time.
      shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
      children: Object.entries(routes).map(([file, route]) =>
        createPageRoute(route.path, {
          route: { Shape: ListShape, ...route },
          load: createPageLoad(file, route, { paths: [route.path], isInside: true }),
          fallback: paths.home,
          Bar: route.tab && createTabBar(route.tab),
          isOpen,
        }),
      ),
    },
  ];
}
