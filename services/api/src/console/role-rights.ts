import { consoleContract } from '@tern/contracts/console-contract';
import { operatorRoles, type OperatorRole } from '@tern/contracts/routes/console-access';
import type { OperatorsView } from '@tern/contracts/routes/console-operators';
import { consoleAccess, type ConsoleRouteName } from './console-access.ts';

type Described = { readonly '~orpc': { readonly route: { readonly method?: string } } };
type Right = OperatorsView['rights'][number]['of'][OperatorRole];

// Signing in, the first page, the search and one's own notices are everybody's.
const ownAreas = new Set(['access', 'home', 'search', 'notices']);

/** What each role may do in each area, as the matrix of roles and routes says it; the operators' page shows it. */
export function roleRights(): OperatorsView['rights'] {
  const areas = Object.entries(consoleContract as unknown as Record<string, Record<string, Described>>);
  return areas
    .filter(([area]) => !ownAreas.has(area))
    .map(([area, routes]) => ({
      area,
      of: Object.fromEntries(operatorRoles.map((role) => [role, rightOf(area, routes, role)])) as Record<
        OperatorRole,
        Right
      >,
    }));
}

function changes(described: Described): boolean {
  return described['~orpc'].route.method !== 'GET';
}

/** What every operator may do is no right of a role: the page says it in a sentence of its own. */
function isEverybodys(area: string, name: string): boolean {
  const roles = consoleAccess[`${area}.${name}` as ConsoleRouteName];
  return operatorRoles.every((role) => roles.includes(role));
}

function rightOf(area: string, routes: Readonly<Record<string, Described>>, role: OperatorRole): Right {
  const open = Object.entries(routes).filter(([name]) => {
    const roles = consoleAccess[`${area}.${name}` as ConsoleRouteName];
    return roles === 'public' || roles.includes(role);
  });
  if (open.length === 0) return 'none';
  return open.some(([name, described]) => changes(described) && !isEverybodys(area, name)) ? 'acts' : 'reads';
}
