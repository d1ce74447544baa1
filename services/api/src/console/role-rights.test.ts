import { consoleContract } from '@tern/contracts/console-contract';
import { operatorRoles } from '@tern/contracts/routes/console-access';
import { expect, test } from 'vitest';
import { consoleAccess, type ConsoleRouteName } from './console-access.ts';
import { roleRights } from './role-rights.ts';

// Goal: what the operators' page says about a role is what the server holds to. Method: areas of which the rights are known
// from the documentation, each of another kind.

const of = (area: string) => roleRights().find((each) => each.area === area)?.of;

type Described = { readonly '~orpc': { readonly route: { readonly method?: string } } };

/** What every operator may do whatever their role, in the areas of which the page tells the rights. */
function everybodysActions(): readonly string[] {
  const areas = consoleContract as unknown as Record<string, Record<string, Described>>;
  return roleRights().flatMap(({ area }) =>
    Object.entries(areas[area] ?? {})
      .filter(([, described]) => described['~orpc'].route.method !== 'GET')
      .map(([name]) => `${area}.${name}` as ConsoleRouteName)
      .filter((route) => operatorRoles.every((role) => consoleAccess[route].includes(role))),
  );
}

test('an area is acted in, read or closed, by the matrix of roles and routes', () => {
  expect(of('reviews')).toEqual({ viewer: 'reads', reviewer: 'acts', treasurer: 'acts', administrator: 'reads' });
  expect(of('flows')).toEqual({ viewer: 'reads', reviewer: 'reads', treasurer: 'reads', administrator: 'acts' });
  expect(of('complaints')).toEqual({ viewer: 'none', reviewer: 'acts', treasurer: 'none', administrator: 'acts' });
  expect(of('terms')).toEqual({ viewer: 'reads', reviewer: 'reads', treasurer: 'reads', administrator: 'reads' });
});

test('a viewer acts nowhere; what everybody may do beside their role is what the page says below the table', () => {
  expect(roleRights().filter(({ of: rights }) => rights.viewer === 'acts')).toEqual([]);
  expect(of('operators')).toEqual({ viewer: 'reads', reviewer: 'reads', treasurer: 'reads', administrator: 'acts' });
  expect(of('transactions')).toEqual({ viewer: 'reads', reviewer: 'reads', treasurer: 'acts', administrator: 'acts' });
  expect(everybodysActions()).toEqual([
    'transactions.findByContact',
    ...['beginKey', 'askKey', 'addKey', 'askRemoval', 'removeKey', 'askCancel', 'cancelBreakGlass'].map(
      (name) => `operators.${name}`,
    ),
    'people.declareOwn',
  ]);
});

test('signing in, the first page and one’s own notices are no rights of a role', () => {
  const areas = roleRights().map(({ area }) => area);
  expect(areas).toContain('operators');
  for (const own of ['access', 'home', 'notices']) expect(areas).not.toContain(own);
});
