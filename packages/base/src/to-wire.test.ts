import { expect, expectTypeOf, test } from 'vitest';
import { AssertionFault } from './assert.ts';
import { newId, type PersonId } from './ids.ts';
import { toWire, type Wire } from './to-wire.ts';

const at = new Date('2026-11-30T09:05:07.040Z');

test('moments become ISO 8601 in UTC with milliseconds, in every depth', () => {
  expect(toWire({ at, steps: [{ at }], last: { page: { at: new Date(0) } } })).toEqual({
    at: '2026-11-30T09:05:07.040Z',
    steps: [{ at: '2026-11-30T09:05:07.040Z' }],
    last: { page: { at: '1970-01-01T00:00:00.000Z' } },
  });
});

test('whole numbers of any size become their decimal digits, with the sign', () => {
  expect(toWire([0n, -5n, 2n ** 256n - 1n])).toEqual([
    '0',
    '-5',
    '115792089237316195423570985008687907853269984665640564039457584007913129639935',
  ]);
});

test('a single moment and a single amount are turned as well', () => {
  expect([toWire(at), toWire(7n)]).toEqual(['2026-11-30T09:05:07.040Z', '7']);
});

test('text, numbers, truth, null and what is undefined stay as they are', () => {
  const value = { text: '2026', number: 1.5, yes: true, none: null, left: undefined, list: [null, 'a', -0] };
  const sent = toWire(value);
  expect(sent).toBe(value);
  expect(Object.keys(sent)).toEqual(Object.keys(value));
});

test('what is given is not changed, and its fields keep their order', () => {
  const row = Object.freeze({ id: 'a', at, amount: 5n, note: null });
  expect(JSON.stringify(toWire(row))).toBe('{"id":"a","at":"2026-11-30T09:05:07.040Z","amount":"5","note":null}');
  expect(row.at).toBe(at);
});

test('what has been turned once is not changed by a second time', () => {
  const once = toWire({ at, amounts: [1n] });
  expect(toWire(once)).toBe(once);
});

test('rows without a prototype are plain, and a field that is called __proto__ is a field', () => {
  const row: { at?: Date } = Object.create(null) as object;
  row.at = at;
  expect(toWire(row)).toEqual({ at: '2026-11-30T09:05:07.040Z' });
  const said = JSON.parse('{"__proto__":{"seq":1}}') as { readonly [key: string]: { readonly seq: number } };
  const sent = toWire({ said, at });
  expect(JSON.stringify(sent)).toBe('{"said":{"__proto__":{"seq":1}},"at":"2026-11-30T09:05:07.040Z"}');
  const spoken = JSON.parse('{"__proto__":null}') as { ['__proto__']: bigint };
  Object.defineProperty(spoken, '__proto__', { value: 3n });
  expect(JSON.stringify(toWire(spoken))).toBe('{"__proto__":"3"}');
});

class Wallet {
  readonly name = 'Main';
}

test.each([
  ['a Map', new Map(), 'an instance of Map'],
  ['a Set', new Set(), 'an instance of Set'],
  ['bytes', Buffer.from('ab'), 'an instance of Buffer'],
  ['an error', new Error('no'), 'an instance of Error'],
  ['an instance of a class', new Wallet(), 'an instance of Wallet'],
  ['a promise', Promise.resolve(1), 'an instance of Promise'],
  ['a function', () => 1, 'a function'],
  ['a symbol', Symbol('x'), 'a symbol'],
  ['no number', Number.NaN, 'NaN'],
  ['an infinity', -Infinity, '-Infinity'],
  ['no moment', new Date(Number.NaN), 'Invalid Date'],
])('%s is refused, with the name of its field', (_name, value, said) => {
  const answer = { rows: [{ kept: value }] } as unknown as { readonly rows: string[] };
  expect(() => toWire(answer)).toThrow(new AssertionFault(`${said} has no form on the wire (kept)`));
  expect(() => toWire(value as unknown as string)).toThrow(new AssertionFault(`${said} has no form on the wire`));
});

test('types: moments and bigints are text, ids stay ids, readonly stays readonly, literals stay literals', () => {
  type Row = {
    readonly id: PersonId;
    readonly at: Date;
    endedAt: Date | null;
    amount?: bigint;
    readonly steps: readonly { readonly at: Date; state: 'open' | 'done' }[];
    pair: [Date, number];
  };
  expectTypeOf<Wire<Row>>().toEqualTypeOf<{
    readonly id: PersonId;
    readonly at: string;
    endedAt: string | null;
    amount?: string;
    readonly steps: readonly { readonly at: string; state: 'open' | 'done' }[];
    pair: [string, number];
  }>();
  const sent = toWire({ id: newId<PersonId>(), at, state: 'open', kinds: ['a', 'b'] });
  expectTypeOf(sent).toEqualTypeOf<{
    readonly id: PersonId;
    readonly at: string;
    readonly state: 'open';
    readonly kinds: ['a', 'b'];
  }>();
});

test('types: what has no form on the wire is no argument', () => {
  type Argument = Parameters<typeof toWire>[0];
  expectTypeOf<Map<string, string>>().not.toExtend<Argument>();
  expectTypeOf<Set<string>>().not.toExtend<Argument>();
  expectTypeOf<Buffer>().not.toExtend<Argument>();
  expectTypeOf<Error>().not.toExtend<Argument>();
  expectTypeOf<Promise<string>>().not.toExtend<Argument>();
  expectTypeOf<() => string>().not.toExtend<Argument>();
  expectTypeOf<symbol>().not.toExtend<Argument>();
  expectTypeOf<unknown>().not.toExtend<Argument>();
  expectTypeOf<{ readonly at: Date; readonly seal: Buffer }>().not.toExtend<Argument>();
  expectTypeOf<{ readonly at: Date; readonly amounts: readonly bigint[] }>().toExtend<Argument>();
});
