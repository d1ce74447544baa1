import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';
import type { OpenRoute } from '../shared/page-route.ts';
import { paths } from '../shared/paths.ts';
import { passSignedIn } from './guard.ts';
import { createPageLoad } from './page-load.ts';
import { createPageRoute } from './page-route-object.tsx';

const routes = import.meta.glob<OpenRoute>('../features/*/*/open-route.ts', { eager: true, import: 'route' });

/** The pages that open to everybody, each with its own chunk. */
export function createOpenRoutes(queries: QueryClient, isOpen: () => boolean): RouteObject[] {
  return Object.entries(routes).flatMap(([file, route]) => {
    const addresses = [route.path, route.alias ?? []].flat();
    const load = createPageLoad(file, route, {
      paths: addresses,
      parts: route.withInsideTexts ? ['inside'] : [],
      isInside: false,
    });
    const guard = route.forVisitors ? passSignedIn(queries) : undefined;
    return addresses.map((path) => createPageRoute(path, { route, load, fallback: paths.login, isOpen, guard }));
  });
}
