import type { QueryClient } from '@tanstack/react-query';
import type { LoaderFunctionArgs, RouteObject } from 'react-router';
import { loadTexts } from '../shared/i18n.ts';
import type { OpenRoute } from '../shared/page-route.ts';
import { passSignedIn } from './guard.ts';
import { loadStreetTexts } from './load-street-texts.ts';

const routes = import.meta.glob<OpenRoute>('../features/*/*/open-route.ts', { eager: true, import: 'route' });

/** The pages that open to everybody, each with its own chunk. */
export function createOpenRoutes(queries: QueryClient): RouteObject[] {
  return Object.entries(routes).flatMap(([file, route]) => {
    const loader = async (request: LoaderFunctionArgs) => {
      const [onward] = await Promise.all([
        route.forVisitors && passSignedIn(queries)(request),
        loadStreetTexts(file),
        route.withInsideTexts && loadTexts('inside'),
      ]);
      return onward ?? null;
    };
    return [route.path, route.alias ?? []].flat().map((path) => ({ path, handle: route, loader, lazy: route.page }));
  });
}
