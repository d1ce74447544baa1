import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeSensitiveActions } from './describe-sensitive-actions.ts';
import { routeAccess, type RouteName } from './route-access.ts';
import { sensitiveActions } from './sensitive-actions.ts';

const names = Object.entries(routeAccess) as [RouteName, string][];

test('every route that asks for more than a session says what, and asks for the login password where its access says so', () => {
  for (const [name, access] of names) {
    const demands = sensitiveActions[name]?.demands;
    if (access === 'session+code') expect(demands, name).toContain('login password');
    if (access === 'session+factors') expect(demands, name).toContain('trade password');
  }
});

test('the list of sensitive actions is current', () => {
  const page = readFileSync(new URL('../../../docs/security/sensitive-actions.md', import.meta.url), 'utf8');
  expect(page, 'run `npm run sensitive-actions`').toBe(describeSensitiveActions());
});
