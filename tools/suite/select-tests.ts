import { existsSync, statSync } from 'node:fs';
import { join, matchesGlob, relative, resolve, sep } from 'node:path';
import { listFiles } from '../gates/gate.ts';
import type { ModuleGraph } from '../gates/module-graph.ts';
import { tiers, type Tier } from './tiers.ts';

/** The files of one tier that are to run, relative to the root, sorted. */
export type ChosenTests = { readonly tier: Tier; readonly files: readonly string[] };

/** All test files of the repository by tier. */
export function listTests(root: string): readonly ChosenTests[] {
  return tiers.map((tier) => ({
    tier,
    files: listFiles(root, tier.include).filter((file) => !tier.exclude.some((glob) => matchesGlob(file, glob))),
  }));
}

/** Keeps the wanted files, and of the tiers those that have any. */
export function keepTests(all: readonly ChosenTests[], isWanted: (file: string) => boolean): readonly ChosenTests[] {
  return all
    .map(({ tier, files }) => ({ tier, files: files.filter(isWanted) }))
    .filter(({ files }) => files.length > 0);
}

/** What a person named, as paths relative to the root, and apart what does not exist there. */
export function readPaths(
  root: string,
  given: readonly string[],
): { readonly paths: readonly string[]; readonly unknown: readonly string[] } {
  const inside = given.map((path) => ({ given: path, path: relative(root, resolve(root, path)) || '.' }));
  const isKnown = (path: string): boolean => !path.startsWith('..') && existsSync(join(root, path));
  return {
    paths: inside.filter(({ path }) => isKnown(path)).map(({ path }) => path.replaceAll(sep, '/')),
    unknown: inside.filter(({ path }) => !isKnown(path)).map((each) => each.given),
  };
}

/** Whether a file is one of `paths`, or lies in a folder that is one of them. */
export function isUnder(paths: readonly string[]): (file: string) => boolean {
  return (file) => paths.some((path) => path === '.' || file === path || file.startsWith(`${path}/`));
}

/** The paths that are files and no tests: sources, whose tests are those that import them. */
export function sourcesAmong(root: string, paths: readonly string[], tests: readonly ChosenTests[]): readonly string[] {
  const known = new Set(tests.flatMap(({ files }) => files));
  return paths.filter((path) => !known.has(path) && statSync(join(root, path)).isFile());
}

/** The files that import one of `targets` themselves. */
export function importersOf(graph: ModuleGraph, targets: readonly string[]): ReadonlySet<string> {
  const wanted = new Set(targets);
  return new Set(
    [...graph]
      .filter(([, imports]) => imports.some(({ file }) => file !== undefined && wanted.has(file)))
      .map(([file]) => file),
  );
}

/** `targets` and every file that reaches one of them, by whatever way round. */
export function dependentsOf(graph: ModuleGraph, targets: readonly string[]): ReadonlySet<string> {
  const found = new Set(targets);
  let edge: ReadonlySet<string> = found;
  while (edge.size > 0) {
    const next = [...importersOf(graph, [...edge])].filter((file) => !found.has(file));
    for (const file of next) found.add(file);
    edge = new Set(next);
  }
  return found;
}
