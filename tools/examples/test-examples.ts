/// <reference types="vite/types/importMeta.d.ts" />
import { posix } from 'node:path';
import { compileFunction } from 'node:vm';
import { expect, test } from 'vitest';
import { compileExample } from './compile-example.ts';
import { readExamples, type Example, type PackageExamples } from './read-examples.ts';

/** What an example may name besides the exports of its own package. */
export type World = Readonly<Record<string, unknown>>;

export type TestExamplesOptions = {
  /** Folder of the package. */
  readonly folder: string;
  /** Its modules, from `import.meta.glob` in a test that lies in `src`. */
  readonly modules: Readonly<Record<string, () => Promise<unknown>>>;
  /** Which examples are run here; all of them when absent. */
  readonly isHere?: (example: Example) => boolean;
  /** Makes the world of one example and hands it over; whatever the example changes there is gone for the next. */
  readonly inWorld: (run: (world: World) => Promise<void>, example: Example) => Promise<void>;
};

/** Declares a test for every example of a package, and one that every exported function has one. */
export async function testExamples({ folder, modules, isHere, inWorld }: TestExamplesOptions): Promise<void> {
  const found = await readExamples(folder);
  const load = (file: string): Promise<Record<string, unknown>> => {
    const key = `./${posix.relative('src', file)}`;
    const module = modules[key];
    if (module === undefined) throw new Error(`the test does not load ${key}`);
    return module() as Promise<Record<string, unknown>>;
  };
  const exportsOfAll = async (): Promise<World> =>
    Object.assign({}, ...(await Promise.all(found.entries.map(load)))) as World;

  test('every exported function has a docstring with an example that shows a result', async () => {
    expect(found.faults).toEqual([]);
    expect(found.functions.size).toBeGreaterThan(0);
    expect(await listOverlooked(found, load)).toEqual([]);
  });

  test.each(found.examples.filter((example) => isHere?.(example) ?? true))('$file:$line $name', async (example) => {
    const scope = await exportsOfAll();
    await inWorld((world) => runExample(example, { ...scope, ...world }), example);
  });
}

/** Functions that a module exports without a declaration that the reader recognises. */
async function listOverlooked(
  { entries, functions }: PackageExamples,
  load: (file: string) => Promise<Record<string, unknown>>,
): Promise<readonly string[]> {
  const lists = await Promise.all(
    entries.map(async (file) =>
      Object.entries(await load(file))
        .filter(([name, value]) => isPlainFunction(value) && !functions.has(name))
        .map(([name]) => `${file}: ${name}`),
    ),
  );
  return lists.flat();
}

function isPlainFunction(value: unknown): boolean {
  // The prototype of a class cannot be replaced, which tells it from a function.
  return typeof value === 'function' && Object.getOwnPropertyDescriptor(value, 'prototype')?.writable !== false;
}

/** Runs the statements of an example with these names in scope. Rejects where one of them is not what it says. */
export async function runExample(example: Example, scope: World): Promise<void> {
  const names = Object.keys(scope);
  const code = `'use strict'; return (async () => {\n${compileExample(example.text)}\n})()`;
  const run = compileFunction(code, ['expectValue', 'expectError', ...names], {
    filename: `${example.file}:${example.line}`,
  }) as (...values: readonly unknown[]) => Promise<void>;
  await run(expectValue, expectError, ...names.map((name) => scope[name]));
}

function expectValue(actual: unknown, stated: unknown, source: string): void {
  expect(actual, source).toEqual(stated);
}

async function expectError(run: () => Promise<unknown>, name: string, text: string, source: string): Promise<void> {
  const error: unknown = await run().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error, source).toBeInstanceOf(Error);
  expect((error as Error).name, source).toBe(name);
  expect((error as Error).message, source).toContain(text);
}
