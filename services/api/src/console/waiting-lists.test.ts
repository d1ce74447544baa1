import { consoleContract } from '@tern/contracts/console-contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { ConsoleRouteName } from './console-access.ts';
import { waitingLists } from './testing/waiting-lists.ts';

// Goal: no list of what waits ends in silence. Method: each kind that the first page counts, and the contract of the routes that list it:
// either one can ask for the next page, or the list is given whole.

/** Lists that are given whole, with what bounds them. */
const givenWhole: Readonly<Partial<Record<ConsoleRouteName, string>>> = {
  'operators.showOperators': 'one proposal about an operator at a time, and every one of them',
  'work.showFirstSteps': 'the steps that there are',
};

const namesOf = (schema: unknown): readonly string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];

function schemasOf(name: ConsoleRouteName): { input: readonly string[]; output: readonly string[] } {
  const [area = '', route = ''] = name.split('.');
  const areas: Readonly<Record<string, Readonly<Record<string, unknown>>>> = consoleContract;
  const found = areas[area]?.[route] as { '~orpc': { inputSchema?: unknown; outputSchema?: unknown } } | undefined;
  return { input: namesOf(found?.['~orpc'].inputSchema), output: namesOf(found?.['~orpc'].outputSchema) };
}

test.each(Object.entries(waitingLists))('the list of %s can be read to its end', (_kind, { routes }) => {
  expect(routes.length).toBeGreaterThan(0);
  for (const route of routes) {
    const { input, output } = schemasOf(route);
    const isPaged = output.includes('next') && (input.includes('after') || input.includes('cursor'));
    expect(isPaged, route).toBe(givenWhole[route] === undefined);
  }
});
