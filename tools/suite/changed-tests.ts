import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { listFiles } from '../gates/gate.ts';
import { readModuleGraph, type ModuleGraph } from '../gates/module-graph.ts';
import { dependentsOf, importersOf, keepTests, listTests, type ChosenTests } from './select-tests.ts';
import type { Tier } from './tiers.ts';

const modules = ['{packages,services,apps}/*/**/*.{ts,tsx,mts,mjs}', '{tests,tools}/**/*.{ts,mts,mjs}', '*.ts'];

/** The imports of all of our modules, tests included. */
export async function readImports(root: string): Promise<ModuleGraph> {
  return await readModuleGraph(
    root,
    listFiles(root, modules).filter((file) => !file.startsWith('tools/runtime/')),
  );
}

/** What git says has changed since the last commit, new files included; paths relative to the root. Throws without git. */
export function listChanged(root: string): readonly string[] {
  const run = spawnSync('git', ['status', '--porcelain=v1', '-z', '--no-renames', '--untracked-files=all'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(`git could not list the changes: ${run.stderr || run.error?.message}`);
  return run.stdout
    .split('\0')
    .filter((line) => line !== '')
    .map((line) => line.slice('XY '.length));
}

/**
 * The tests that a change can break: those that reach a changed module through their imports; for any other file those of its
 * package and those that name it; for a migration all that run on a database. Flows and browser tests start whole processes
 * and import none of them, so of these only the changed ones are here.
 */
export async function testsOf(root: string, changed: readonly string[]): Promise<readonly ChosenTests[]> {
  return testsReached(root, await readImports(root), changed);
}

/**
 * The tests that run out of turn after a change: of units and of the database all that it can break; of flows and browser tests,
 * each of which takes a minute, those that changed and those that import a changed file of the tests themselves.
 */
export async function touchedBy(root: string, changed: readonly string[]): Promise<ReadonlySet<string>> {
  const graph = await readImports(root);
  const reached = testsReached(root, graph, changed).flatMap(({ tier, files }) => (startsProcesses(tier) ? [] : files));
  const ofTests = changed.filter((file) => file.startsWith('tests/'));
  return new Set([...reached, ...ofTests, ...importersOf(graph, ofTests)]);
}

function testsReached(root: string, graph: ModuleGraph, changed: readonly string[]): readonly ChosenTests[] {
  const reached = dependentsOf(graph, changed);
  const others = changed.filter((file) => !graph.has(file));
  const packages = new Set(others.filter((file) => !file.endsWith('.md')).flatMap(packageOf));
  const names = others.map((file) => basename(file));
  const hasMigration = changed.some((file) => /^packages\/db\/migrations\/.*\.sql$/.test(file));
  return listTests(root).flatMap((tests) =>
    keepTests([tests], (file) => {
      if (reached.has(file)) return true;
      if (startsProcesses(tests.tier)) return false;
      if (hasMigration && tests.tier.name === 'database') return true;
      return (
        packageOf(file).some((own) => packages.has(own)) || isNamedIn(readFileSync(join(root, file), 'utf8'), names)
      );
    }),
  );
}

function startsProcesses({ name }: Tier): boolean {
  return name === 'flow' || name === 'browser';
}

/** The package, service, app or tool a file belongs to; none for files of the root and for documents. */
function packageOf(file: string): readonly string[] {
  const [, found] = /^((?:packages|services|apps|tools|tests)\/[^/]+)\//.exec(file) ?? [];
  return found === undefined ? [] : [found];
}

function isNamedIn(text: string, names: readonly string[]): boolean {
  return names.some((name) => text.includes(name));
}
