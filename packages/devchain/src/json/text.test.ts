import { expect, test } from 'vitest';
import { parse, stringify } from './text.ts';

test('integers of 64 bits survive, also beyond what a number holds', () => {
  expect(parse('{"a":9223372036854775807,"b":5,"c":1.5}')).toEqual({ a: 9223372036854775807n, b: 5, c: 1.5 });
  expect(stringify({ a: 9223372036854775807n })).toBe('{"a":9223372036854775807}');
});

test('nothing in a request replaces how it becomes a text or a number', () => {
  const read = parse('[{"toString":false,"valueOf":{"toString":1}}]');
  expect(String(read)).toBe('[object Object]');
  expect(Number(read)).toBeNaN();
});
