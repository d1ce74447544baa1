import { describe, expect, test } from 'vitest';
import { consoleContract } from './console-contract.ts';
import { contract } from './contract.ts';
import { idempotencyHeaders, idField, personIdField, walletIdField } from './fields.ts';
import { serviceContract } from './service-contract.ts';

test('M02 an id is one however it is written: upper case names the same draft, quote and request', () => {
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
  for (const field of [idField, personIdField]) {
    expect(field.parse(id.toUpperCase())).toBe(id);
    expect(field.safeParse(`${id}0`).success).toBe(false);
  }
  expect(idempotencyHeaders.parse({ 'idempotency-key': id.toUpperCase() })).toEqual({ 'idempotency-key': id });
});

test('kinds of ids are types alone: the browser has one check for all of them', () => {
  expect(walletIdField).toBe(personIdField);
});

/** As much of a schema of zod as leads to what is in it. */
type Schema = {
  readonly def: {
    readonly shape?: Readonly<Record<string, Schema>>;
    readonly options?: readonly Schema[];
    readonly element?: Schema;
    readonly valueType?: Schema;
    readonly innerType?: Schema;
    readonly in?: Schema;
  };
};
type Areas = Readonly<
  Record<string, Readonly<Record<string, { readonly '~orpc': { readonly inputSchema?: unknown } }>>>
>;

/** The names of the fields in a schema that take an id of no kind. */
function plainIds(schema: Schema | undefined, name = ''): readonly string[] {
  if (schema === undefined) return [];
  if (schema === (idField as unknown)) return [name];
  const { shape, options = [], element, valueType, innerType, in: input } = schema.def;
  return [
    ...Object.entries(shape ?? {}).flatMap(([key, field]) => plainIds(field, key)),
    ...[...options, element, valueType, innerType, input].flatMap((inside) => plainIds(inside, name)),
  ];
}

/** What names no row of a kind: keys that a page makes, and steps that are under way for minutes. */
const ofNoKind: ReadonlySet<string> = new Set([
  ...['idempotency-key', 'ceremonyId', 'challengeId', 'newChallengeId', 'loginId', 'bindingId'],
  'complaints.fileComplaint key',
  // The place in a list.
  'identity.securityEvents cursor',
]);

describe.each([
  ['the wallet', contract],
  ['the console', consoleContract],
  ['other systems', serviceContract],
])('the contract of %s', (_whose, whole) => {
  test('names the kind of every id that it takes', () => {
    const found = Object.entries(whole as unknown as Areas).flatMap(([area, routes]) =>
      Object.entries(routes).flatMap(([route, described]) =>
        plainIds(described['~orpc'].inputSchema as Schema | undefined)
          .map((name) => `${area}.${route} ${name}`)
          .filter((field) => !ofNoKind.has(field) && !ofNoKind.has(field.split(' ')[1] ?? '')),
      ),
    );
    expect(found).toEqual([]);
  });
});
