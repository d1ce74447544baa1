import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { camel } from '../packages/config/src/judge-settings.ts';
import type { ProcessName } from '../packages/config/src/process-names.ts';
import { settings } from '../packages/config/src/settings.ts';
import { listFiles } from './gates/gate.ts';
import { readModuleGraph, type ModuleGraph } from './gates/module-graph.ts';

const root = new URL('..', import.meta.url).pathname;

const starts: Readonly<Record<ProcessName, string>> = {
  api: 'services/api/src/start.ts',
  console: 'services/api/src/start-console.ts',
  worker: 'services/worker/src/start.ts',
  signer: 'services/signer/src/start.ts',
  devchain: 'services/devchain/src/start.ts',
  inbox: 'services/inbox/src/start.ts',
  relay: 'services/relay/src/start.ts',
  launch: 'tools/launch/start.ts',
  migrate: 'tools/launch/migrate.ts',
};

const all = Object.entries<{ readonly readBy: readonly ProcessName[] }>(settings);
const ofConfig = 'packages/config/src/';
/** Reads every setting in every process, to check it. */
const checks = `${ofConfig}find-contradictions.ts`;
/** Says for each process where it connects to, by settings that the process reads itself. */
const egress = 'egressOf';

const files = listFiles(root, ['{packages,services}/*/src/**/*.ts', 'tools/launch/*.ts']);
const graph = await readModuleGraph(root, files);
const texts = new Map(files.map((file) => [file, withoutComments(readFileSync(join(root, file), 'utf8'))] as const));

// By the sources alone: what a module takes from the configuration under another type escapes, and a module counts for
// every process that imports it.
test.each(Object.entries(starts) as [ProcessName, string][])(
  'the settings that %s reads name it as a reader, and no others do',
  (process, start) => {
    const reached = reachedFrom(start, graph);
    const certain = namesIn(reached.filter(takesConfig).map(textOf).join('\n') + usedOfConfig(reached));
    const possible = namesIn(reached.map(textOf).join('\n') + usedOfConfig(reached) + checksAgain(reached));
    const named = all.filter(([, { readBy }]) => readBy.includes(process)).map(([name]) => name);
    expect(
      [...certain].filter((name) => !named.includes(name)),
      'read, and not named',
    ).toEqual([]);
    expect(
      named.filter((name) => !possible.has(name)),
      'named, and never read',
    ).toEqual([]);
  },
);

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

function textOf(file: string): string {
  return texts.get(file) ?? '';
}

/** The modules a process consists of, but for those that read its settings from the environment. */
function reachedFrom(start: string, modules: ModuleGraph): readonly string[] {
  const found = new Set<string>();
  const open = [start];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file) || !modules.has(file)) continue;
    found.add(file);
    open.push(...(modules.get(file) ?? []).flatMap((each) => each.file ?? []));
  }
  return [...found].filter((file) => !file.startsWith(ofConfig));
}

function takesConfig(file: string): boolean {
  return /\b[Cc]onfig\b/.test(textOf(file).replaceAll('@tern/config', ''));
}

/** The functions of packages/config that these modules import, and those which these call in turn. */
function usedOfConfig(reached: readonly string[]): string {
  const functions = files
    .filter((file) => file.startsWith(ofConfig) && file !== checks)
    .flatMap((file) => textOf(file).split(/^(?=export function )/m))
    .map((text) => ({ text, name: /^export function (\w+)/.exec(text)?.[1] ?? '' }))
    .filter(({ name }) => name !== '' && name !== egress);
  const imported = reached.flatMap((file) =>
    [...textOf(file).matchAll(/^import \{([^}]*)\} from '@tern\/config\//gm)].flatMap(([, names = '']) =>
      names.split(/\W+/),
    ),
  );
  const used = new Set(functions.filter(({ name }) => imported.includes(name)));
  // A set also walks what is added to it on the way.
  for (const { text } of used) {
    for (const each of functions) if (new RegExp(`\\b${each.name}\\(`).test(text)) used.add(each);
  }
  return [...used].map(({ text }) => text).join('\n');
}

/** The checks, for a process that makes them again for what operators change. */
function checksAgain(reached: readonly string[]): string {
  return reached.some((file) => textOf(file).includes('findContradictions')) ? textOf(checks) : '';
}

function namesIn(text: string): ReadonlySet<string> {
  const words = new Set(text.match(/\b[a-z]\w+\b/g));
  return new Set(all.map(([name]) => name).filter((name) => words.has(camel(name))));
}
