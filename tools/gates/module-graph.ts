import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { parse } from '@swc/core';

export type Import = {
  /** As written. */
  readonly specifier: string;
  /** File it leads to, relative to the root; `undefined` for packages of others and for what cannot be resolved. */
  readonly file: string | undefined;
  readonly resolved: boolean;
  /** Fetched when the code around it runs, not before. */
  readonly lazy: boolean;
};

/** Every source file of ours with what it imports: statically, dynamically, for types, by pattern and by re-export. */
export type ModuleGraph = ReadonlyMap<string, readonly Import[]>;

type Target = Omit<Import, 'lazy'>;
type Node = { readonly type?: unknown; readonly [key: string]: unknown };

/** Reads the imports of `files` (relative to `root`) with a real parser. Rejects when one of them cannot be parsed. */
export async function readModuleGraph(root: string, files: readonly string[]): Promise<ModuleGraph> {
  const graph = new Map<string, readonly Import[]>();
  for (const file of files) {
    const tree = await parse(readFileSync(join(root, file), 'utf8'), {
      syntax: 'typescript',
      tsx: file.endsWith('x'),
      target: 'esnext',
    });
    const specifiers = new Map<string, boolean>();
    collect(tree, specifiers);
    graph.set(
      file,
      [...specifiers].flatMap(([specifier, lazy]) =>
        (specifier.includes('*') ? expand(root, file, specifier) : [resolve(root, file, specifier)]).map((found) => ({
          ...found,
          lazy,
        })),
      ),
    );
  }
  return graph;
}

// The tree is walked whole, without a list of statements: a new kind of syntax cannot hide an import.
function collect(value: unknown, found: Map<string, boolean>): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, found);
  } else if (typeof value === 'object' && value !== null) {
    const specifier = specifierOf(value as Node);
    const lazy = (value as Node).type === 'CallExpression' || (value as Node).type === 'NewExpression';
    if (specifier !== undefined) found.set(specifier, lazy && found.get(specifier) !== false);
    for (const child of Object.values(value)) collect(child, found);
  }
}

function specifierOf(node: Node): string | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
      return textOf(node['source']);
    case 'TsImportType':
      return textOf(node['argument']);
    case 'TsExternalModuleReference':
      return textOf(node['expression']);
    case 'CallExpression':
      return isImport(node['callee'] as Node) ? firstArgument(node) : undefined;
    case 'NewExpression':
      return isImportMetaUrl(node) ? firstArgument(node) : undefined;
    default:
      return undefined;
  }
}

/** `import('…')`, and Vite's `import.meta.glob('…')`. */
function isImport({ type, object, property }: Node): boolean {
  if (type === 'Import') return true;
  return (object as Node | undefined)?.type === 'MetaProperty' && (property as Node)['value'] === 'glob';
}

function firstArgument(node: Node): string | undefined {
  const [first] = (node['arguments'] ?? []) as readonly Node[];
  return textOf(first?.['expression']);
}

/** `new URL('./worker.ts', import.meta.url)` loads a module too. Folders and files of other kinds are no modules. */
function isImportMetaUrl(node: Node): boolean {
  const callee = node['callee'] as Node;
  const specifier = firstArgument(node);
  return callee['value'] === 'URL' && specifier !== undefined && /^\.{1,2}\/.*\.(?:ts|tsx|mts)$/.test(specifier);
}

function textOf(value: unknown): string | undefined {
  const literal = value as Node | null | undefined;
  return literal?.type === 'StringLiteral' ? (literal['value'] as string) : undefined;
}

/** The modules that match a pattern; files of other kinds are no modules. */
function expand(root: string, from: string, pattern: string): readonly Target[] {
  return globSync(posix.join(dirname(from), pattern), { cwd: root })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => ({ specifier: pattern, file, resolved: true }));
}

function resolve(root: string, from: string, specifier: string): Target {
  const path = specifier.replace(/\?.*$/, '');
  if (path.startsWith('.')) {
    const file = posix.join(dirname(from), path);
    return { specifier, file, resolved: isFile(join(root, file)) };
  }
  const own = /^@tern\/([^/]+)(\/.*)?$/.exec(path);
  if (own !== null) {
    const file = resolveOwn(root, own[1] ?? '', `.${own[2] ?? ''}`);
    return { specifier, file, resolved: file !== undefined && isFile(join(root, file)) };
  }
  // Bundlers answer for virtual modules; packages of others are the business of the unused gate.
  return {
    specifier,
    file: undefined,
    resolved: isBuiltin(path) || path.startsWith('virtual:') || isInstalled(root, path),
  };
}

function resolveOwn(root: string, name: string, subpath: string): string | undefined {
  const manifest = join(root, 'packages', name, 'package.json');
  if (!existsSync(manifest)) return undefined;
  const { exports = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as { exports?: Record<string, string> };
  for (const [key, target] of Object.entries(exports)) {
    const [head = '', tail] = key.split('*');
    if (key === subpath) return posix.join('packages', name, target);
    if (tail === undefined || !subpath.startsWith(head) || !subpath.endsWith(tail)) continue;
    return posix.join(
      'packages',
      name,
      target.replaceAll('*', subpath.slice(head.length, subpath.length - tail.length)),
    );
  }
  return undefined;
}

function isInstalled(root: string, specifier: string): boolean {
  const parts = specifier.split('/');
  const name = parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
  // Types of a package may be all there is of it at build time.
  return [name, `@types/${name}`].some((each) => existsSync(join(root, 'node_modules', each)));
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** Groups of files that reach each other: every one is a cycle. */
export function findCycles(graph: ModuleGraph): readonly (readonly string[])[] {
  const indexes = new Map<string, number>();
  const lows = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string): number => {
    const index = indexes.size;
    indexes.set(file, index);
    lows.set(file, index);
    open.push(file);
    for (const { file: next } of graph.get(file) ?? []) {
      if (next === undefined || !graph.has(next)) continue;
      const seen = indexes.get(next);
      if (seen === undefined) lows.set(file, Math.min(lows.get(file) ?? index, visit(next)));
      else if (open.includes(next)) lows.set(file, Math.min(lows.get(file) ?? index, seen));
    }
    const low = lows.get(file) ?? index;
    if (low === index) {
      const group = open.splice(open.indexOf(file));
      if (group.length > 1 || (graph.get(file) ?? []).some((next) => next.file === file)) cycles.push(group.toSorted());
    }
    return low;
  };
  for (const file of graph.keys()) if (!indexes.has(file)) visit(file);
  return cycles;
}

/** The shortest way from `start` to a file that `isTarget`, both ends included; `undefined` when there is none. */
export function findWay(
  graph: ModuleGraph,
  start: string,
  isTarget: (file: string) => boolean,
): readonly string[] | undefined {
  const seen = new Set([start]);
  let ways: (readonly string[])[] = [[start]];
  while (ways.length > 0) {
    const longer: (readonly string[])[] = [];
    for (const way of ways) {
      for (const { file } of graph.get(way.at(-1) ?? '') ?? []) {
        if (file === undefined || seen.has(file)) continue;
        if (isTarget(file)) return [...way, file];
        seen.add(file);
        longer.push([...way, file]);
      }
    }
    ways = longer;
  }
  return undefined;
}
