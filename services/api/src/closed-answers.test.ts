import { oc } from '@orpc/contract';
import { call, implement } from '@orpc/server';
import { consoleContract } from '@tern/contracts/console-contract';
import { contract } from '@tern/contracts/contract';
import { serviceContract } from '@tern/contracts/service-contract';
import { expect, test } from 'vitest';
import { z } from 'zod';

// Goal: what the contract does not name never leaves, whatever a view took out of its row by accident. Method: every object in
// every answer of the three contracts drops the fields that it does not have, and nothing in an answer may be just anything.

type SchemaNode = {
  readonly def?: {
    readonly type: string;
    readonly shape?: Readonly<Record<string, SchemaNode>>;
    readonly catchall?: SchemaNode;
    readonly [part: string]: unknown;
  };
};

/** Where in a schema fields could leave that nobody named. */
function findOpen(schema: SchemaNode, path: string, seen: ReadonlySet<SchemaNode> = new Set()): readonly string[] {
  const { def } = schema;
  if (def === undefined || seen.has(schema)) return [];
  const within = new Set([...seen, schema]);
  if (def.type === 'unknown' || def.type === 'any') return [path];
  if (def.type === 'object') {
    const own = def.catchall === undefined || def.catchall.def?.type === 'never' ? [] : [`${path}.*`];
    const fields = Object.entries(def.shape ?? {});
    return [...own, ...fields.flatMap(([name, field]) => findOpen(field, `${path}.${name}`, within))];
  }
  if (def.type === 'lazy') return findOpen((def['getter'] as () => SchemaNode)(), path, within);
  const parts = ['element', 'innerType', 'in', 'out', 'left', 'right', 'keyType', 'valueType', 'options', 'items'];
  return parts.flatMap((part) => def[part] ?? []).flatMap((part) => findOpen(part as SchemaNode, `${path}[]`, within));
}

const routesOf = (whole: object): readonly (readonly [string, SchemaNode | undefined])[] =>
  Object.entries(whole as Record<string, Record<string, { '~orpc': { outputSchema?: SchemaNode } }>>).flatMap(
    ([slice, routes]) =>
      Object.entries(routes).map(([name, each]) => [`${slice}.${name}`, each['~orpc'].outputSchema] as const),
  );

test.each([
  ['wallet', contract, 100],
  ['console', consoleContract, 100],
  ['service', serviceContract, 5],
])('no answer of the contract of the %s has room for what it does not name', (_, whole, fewest) => {
  const routes = routesOf(whole);
  expect(routes.length).toBeGreaterThan(fewest);
  expect(routes.filter(([, output]) => output === undefined).map(([name]) => name)).toEqual([]);
  expect(routes.flatMap(([name, output]) => (output === undefined ? [] : findOpen(output, name)))).toEqual([]);
});

test('what stands open in an answer is found, at any depth', () => {
  const open = z.object({
    items: z.array(z.object({ note: z.unknown().nullable() })),
    either: z.union([z.string(), z.looseObject({ amount: z.string() })]),
    closed: z.strictObject({ amount: z.string() }),
  });
  expect(findOpen(open as unknown as SchemaNode, 'route')).toEqual(['route.items[].note[]', 'route.either[].*']);
});

test('a field that the contract does not have is not in the answer', async () => {
  const route = oc.output(z.object({ entries: z.array(z.object({ amount: z.string() })) }));
  const rows = { entries: [{ amount: '1', decidedBy: 'somebody' }], sealed: 'bytes' };
  expect(
    await call(
      implement(route).handler(() => rows),
      undefined,
    ),
  ).toEqual({ entries: [{ amount: '1' }] });
});
