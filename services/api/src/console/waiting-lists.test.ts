import { consoleContract } from '@tern/contracts/console-contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { ConsoleRouteName } from './console-access.ts';
import { listsBeside, otherPagedRoutes, pagedLists, unpagedRoutes } from './testing/paged-lists.ts';
import { waitingLists } from './testing/waiting-lists.ts';

// Goal: no list of what waits ends in silence, and none that is added later. Method: the contract of every route of the console: a list
// is read to its end by a test, or it is said here why that need not be.

type Route = {
  readonly name: ConsoleRouteName;
  readonly input: readonly string[];
  readonly output: readonly string[];
  readonly lists: readonly string[];
};

const shapeOf = (schema: unknown): Readonly<Record<string, unknown>> =>
  schema instanceof z.ZodObject ? schema.shape : {};

const routes: readonly Route[] = Object.entries(consoleContract).flatMap(([area, ofArea]) =>
  Object.entries(ofArea as Readonly<Record<string, unknown>>).map(([route, described]) => {
    const { inputSchema, outputSchema } = (
      described as { '~orpc': { readonly inputSchema?: unknown; readonly outputSchema?: unknown } }
    )['~orpc'];
    const output = shapeOf(outputSchema);
    return {
      name: `${area}.${route}` as ConsoleRouteName,
      input: Object.keys(shapeOf(inputSchema)),
      output: Object.keys(output),
      lists: Object.keys(output).filter((field) => output[field] instanceof z.ZodArray),
    };
  }),
);
const routesWithLists = routes.filter(({ lists }) => lists.length > 0);
const isPaged = ({ input }: Route): boolean => ['after', 'before', 'cursor'].some((field) => input.includes(field));
const routesOfWork = new Set(pagedLists.map((list) => list.split('/')[0]));

test('every list that is given page by page is read to its end by a test, or is no work', () => {
  expect(routesWithLists.length).toBeGreaterThan(40);
  for (const { name } of routesWithLists.filter(isPaged))
    expect([routesOfWork.has(name), otherPagedRoutes[name] !== undefined], name).toContain(true);
});

test('every list without pages says what bounds it', () => {
  const unpaged = routesWithLists.filter((route) => !isPaged(route)).map(({ name }) => name);
  expect(unpaged.toSorted()).toEqual(Object.keys(unpagedRoutes).toSorted());
});

test('beside a paged list stand only other paged ones, and those that are bounded', () => {
  const lists = routesWithLists
    .filter(({ name }) => routesOfWork.has(name))
    .flatMap(({ name, lists: fields }) => fields.map((field) => `${name}/${field}`));
  expect(lists.toSorted()).toEqual([...pagedLists, ...Object.keys(listsBeside)].toSorted());
});

test.each(Object.entries(waitingLists))('the list of %s can be read to its end', (_kind, { routes: listing }) => {
  expect(listing.length).toBeGreaterThan(0);
  for (const name of listing) {
    const route = routes.find((each) => each.name === name);
    if (!routesOfWork.has(name)) expect(unpagedRoutes[name], name).toBeDefined();
    else expect(route && isPaged(route) && route.output.includes('next'), name).toBe(true);
  }
});
