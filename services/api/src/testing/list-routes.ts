import { contract } from '@tern/contracts/contract';
import { routeAccess, type RouteAccess, type RouteName } from '../route-access.ts';

type Described = {
  readonly '~orpc': {
    readonly route: { readonly method?: string; readonly path?: string; readonly inputStructure?: string };
    readonly inputSchema?: unknown;
  };
};

export type ListedRoute = {
  readonly name: RouteName;
  readonly access: RouteAccess;
  readonly method: string;
  /** As the contract writes it, placeholders included. */
  readonly path: string;
  /** To call it with an id that belongs to nobody. */
  readonly url: string;
};

const slices = contract as unknown as Record<string, Record<string, Described>>;

/** What a route takes as its body: a zod schema, or nothing. */
export function inputOf(name: RouteName): unknown {
  const [slice = '', route = ''] = name.split('.');
  const { inputSchema, route: how } = slices[slice]?.[route]?.['~orpc'] ?? { route: {} };
  if (how.inputStructure !== 'detailed') return inputSchema;
  return (inputSchema as { readonly shape?: { readonly body?: unknown } } | undefined)?.shape?.body;
}

/** Every route of the contract, for tests that try them all. */
export function listRoutes(): readonly ListedRoute[] {
  return (Object.entries(routeAccess) as [RouteName, RouteAccess][]).map(([name, access]) => {
    const [slice = '', route = ''] = name.split('.');
    const { method = '', path = '' } = slices[slice]?.[route]?.['~orpc'].route ?? {};
    return {
      name,
      access,
      method,
      path,
      url: `/api${path.replace(/\{[^}]+\}/g, '00000000-0000-4000-8000-000000000000')}`,
    };
  });
}
