import { expect, test } from 'vitest';
import { roleRights } from './role-rights.ts';

// Goal: what the operators' page says about a role is what the server holds to. Method: areas of which the rights are known
// from the documentation, each of another kind.

const of = (area: string) => roleRights().find((each) => each.area === area)?.of;

test('an area is acted in, read or closed, by the matrix of roles and routes', () => {
  expect(of('reviews')).toEqual({ viewer: 'reads', reviewer: 'acts', treasurer: 'acts', administrator: 'reads' });
  expect(of('flows')).toEqual({ viewer: 'reads', reviewer: 'reads', treasurer: 'reads', administrator: 'acts' });
  expect(of('complaints')).toEqual({ viewer: 'none', reviewer: 'acts', treasurer: 'none', administrator: 'acts' });
  expect(of('terms')).toEqual({ viewer: 'reads', reviewer: 'reads', treasurer: 'reads', administrator: 'reads' });
});

test('signing in, the first page and one’s own notices are no rights of a role', () => {
  const areas = roleRights().map(({ area }) => area);
  expect(areas).toContain('operators');
  for (const own of ['access', 'home', 'notices']) expect(areas).not.toContain(own);
});
