import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files in which a test or a group of tests has this title, as it is written there. */
export type TestTitles = ReadonlyMap<string, readonly string[]>;

/** The first argument of a call that has more of them, as every test has. */
const literal = /\(\s*(?:'((?:[^'\\\n]|\\.)+)'|"((?:[^"\\\n]|\\.)+)"|`((?:[^`\\\n]|\\.)+)`)\s*,/g;

/** Every title in the test files below `root`, and in what several of them run (`*.spec.ts`), with the files that have it. */
export function findTestTitles(root: string): TestTitles {
  const titles = new Map<string, string[]>();
  const files = globSync('{apps,packages,services,tests,tools}/**/*.{test,spec,e2e}.ts', {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  });
  for (const file of files.toSorted()) {
    const found = [...readFileSync(join(root, file), 'utf8').matchAll(literal)].map(
      ([, single, double, template]) => single?.replaceAll("\\'", "'") ?? double ?? template ?? '',
    );
    for (const title of new Set(found)) titles.set(title, [...(titles.get(title) ?? []), file]);
  }
  return titles;
}
