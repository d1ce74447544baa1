import { expect, test } from 'vitest';
import { plantedCopy } from './planted-copy.ts';
import { findSlow, judgeRegExp, regexpsGate } from './regexps.ts';

// Goal: no regular expression of ours hangs a process, however hostile the text. Method: what is known to take exponential time
// is planted, and is what the engine is slow at; what only looks like it is let through.
const { findings } = plantedCopy();

const slow = [
  /^(a+)+$/,
  /^(\w+\s?)*$/,
  /^(?:[a-z]+)*\d$/,
  /^(a|a)*$/,
  /^(?:\d|\w)+$/,
  /^(?:a|ab|b)*c$/,
  /^(?:\p{L}|é)*$/u,
  /^((?:ab)+)+$/,
  /^(?:(?:a|a)b)*$/,
  /^(x(?:\d|\w))*$/,
  /^(?:-?(?:ab)*)*$/,
];
test.each(slow)('W16 %s is refused', (regexp) => {
  expect(judgeRegExp({ pattern: regexp.source, flags: regexp.flags })).not.toEqual([]);
});

test('W16 what is refused is what the engine is slow at: each character more doubles the time', () => {
  const once = (length: number): number => {
    const began = performance.now();
    expect(/^(a|a)*$/.test(`${'a'.repeat(length)}!`)).toBe(false);
    return performance.now() - began;
  };
  // The least of several: whatever else runs on the machine only adds to it.
  const msFor = (length: number): number => Math.min(...Array.from({ length: 5 }, () => once(length)));
  expect(msFor(20)).toBeGreaterThan(20 * msFor(12));
});

test.each([
  /^(?:[^"\\]|\\.)*$/,
  /^[a-z]+(?:-[a-z]+)*$/,
  /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]$/,
  /(?:a|ab){2}/,
  /^(?:-(?:ab)+)*$/,
  /[\p{L}--[a-z]]+(?:x|y)*/v,
])('%s is let through', (regexp) => {
  expect(judgeRegExp({ pattern: regexp.source, flags: regexp.flags })).toEqual([]);
});

test('W16 the gate names a slow expression with its place, in a source and in a screen, and there is none of ours', async () => {
  const planted = await findings(regexpsGate, {
    'packages/base/src/planted.ts': 'const a = 1;\nexport const b = /^(a+)+$/;\n',
    'packages/signer/page/planted.js': 'const a = /^((?:ab)+)+$/;\n',
    'apps/web/src/planted.tsx': 'export const C = () => <p>{/^(?:x|\\w)*$/.test("x") ? 1 : 2}</p>;\n',
  });
  expect(planted.split('\n')).toEqual([
    'apps/web/src/planted.tsx:1: /^(?:x|\\w)*$/: two alternatives of the repeated group (?:x|\\w) begin with the same character',
    'packages/base/src/planted.ts:2: /^(a+)+$/: a repetition within a repetition can share a text in exponentially many ways',
    'packages/signer/page/planted.js:1: /^((?:ab)+)+$/: the repeated group (?:ab)+ in a repetition is followed by what it begins with',
  ]);
  expect(findSlow('a.ts', 'const a = (b: number): number => b * 2;')).toEqual([]);
});
