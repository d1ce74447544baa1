import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { compileExample } from './compile-example.ts';
import { readExamples } from './read-examples.ts';
import { runExample } from './test-examples.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A package of these modules, with `./a.ts` as its only entry. */
function plant(modules: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'examples-'));
  folders.push(folder);
  const files = { 'package.json': JSON.stringify({ exports: { './a': './src/a.ts' } }), ...modules };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

const run = (text: string, scope: Readonly<Record<string, unknown>> = {}): Promise<void> =>
  runExample({ name: 'planted', file: 'src/a.ts', line: 1, text }, scope);

test('every way an exported function can lack its example is named', async () => {
  const folder = plant({
    'src/a.ts': `
export { passedOn, type Kind } from './b.ts';
export * from './c.ts';
export function bare(): void {}
/** Does something. */
export async function withoutExample(): Promise<void> {}
/**
 * Does something.
 *
 * @example
 * showsNothing();
 */
export const showsNothing = (): void => {};
/** Of another declaration. */
const other = 1;
export function belowAnother(): number {
  return other;
}
export class Bare extends Error {}
/**
 * Is right.
 *
 * @example
 * right(); // → 1
 *
 * @throws nothing
 */
export function right(): number {
  return 1;
}
function hidden(): void {}
function shown(): void {
  hidden();
}
export { shown };
export const value = 1;
`,
    'src/b.ts': 'export type Kind = string;\nexport function passedOn(): void {}\nexport function kept(): void {}\n',
    'src/c.ts': 'export function all(): void {}\n',
  });
  const { examples, faults } = await readExamples(folder);
  expect(faults).toEqual([
    'src/b.ts: passedOn has no docstring',
    'src/c.ts: all has no docstring',
    'src/a.ts: bare has no docstring',
    'src/a.ts: withoutExample has no @example',
    'src/a.ts:10: the example of showsNothing shows no result: end a line with // → value',
    'src/a.ts: belowAnother has no docstring',
    'src/a.ts: Bare has no docstring',
    'src/a.ts: shown has no docstring',
  ]);
  expect(examples).toContainEqual({ name: 'right', file: 'src/a.ts', line: 23, text: 'right(); // → 1\n' });
});

test('an example that says something else than what happens fails', async () => {
  const scope = { add: (a: bigint, b: bigint) => a + b };
  await run('add(1n, 2n); // → 3n', scope);
  await expect(run('add(1n, 2n); // → 4n', scope)).rejects.toThrow();
  await expect(run('add(1n, 2n); // → 3', scope)).rejects.toThrow();
  await expect(run("add(1n, 2n); // throws Error('no')", scope)).rejects.toThrow();
});

test('an error is compared by its name and a part of its message', async () => {
  const scope = {
    refuse: () => Promise.reject(new RangeError('one is too large')),
    fail: () => {
      throw new TypeError('not a number');
    },
  };
  await run("await refuse(); // throws RangeError('too large')\nfail(); // throws TypeError('not a')", scope);
  await expect(run("await refuse(); // throws RangeError('too small')", scope)).rejects.toThrow();
  await expect(run("await refuse(); // throws Error('too large')", scope)).rejects.toThrow();
});

test('statements and claims may go over several lines', async () => {
  await run(`
// Anything may be said in between.
const numbers = [
  1,
  2,
]; // → [1, 2]
const doubled = numbers
  .map((number) => number * 2);
doubled; // → [2, 4]
numbers.map((number) => ({ number }));
// → [
//     { number: 1 },
//     { number: 2 },
//   ]
const later = await Promise.resolve('there');
later; // → 'there'
`);
});

test('a claim without a statement, and one that is no error, are refused', () => {
  expect(() => compileExample('// → 1')).toThrow('nothing in front of');
  expect(() => compileExample('f(); // → 1\n// → 2')).toThrow('nothing in front of');
  expect(() => compileExample('f(); // throws something')).toThrow('not an error');
});
