import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parse } from '@swc/core';

/** One `@example` of a docstring. */
export type Example = {
  /** The function it stands above. */
  readonly name: string;
  /** Relative to the package. */
  readonly file: string;
  /** Line of the tag. */
  readonly line: number;
  readonly text: string;
};

export type PackageExamples = {
  readonly examples: readonly Example[];
  /** The modules that `exports` names, without those for tests, relative to the package. */
  readonly entries: readonly string[];
  /** Names of the exported functions. */
  readonly functions: ReadonlySet<string>;
  /** Exported functions and classes without a docstring, and functions without an example that shows what comes of it. */
  readonly faults: readonly string[];
};

type Node = { readonly type: string; readonly [member: string]: unknown };
type Exported = { readonly file: string; readonly name: string; readonly kind: 'function' | 'class' };

/** Reads what stands above every function and class that can be reached through `exports` of the package.json in `folder`. */
export async function readExamples(folder: string): Promise<PackageExamples> {
  const { exports = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly exports?: Readonly<Record<string, string>>;
  };
  const entries = Object.values(exports)
    .map((entry) => posix.normalize(entry))
    // What other packages' tests use is explained by those tests.
    .filter((entry) => !posix.basename(entry).startsWith('test-'));
  const found = new Map<string, Exported>();
  for (const entry of entries) {
    for (const exported of await listExported(folder, entry)) {
      found.set(`${exported.file} ${exported.name}`, exported);
    }
  }
  const examples: Example[] = [];
  const faults: string[] = [];
  for (const exported of found.values()) {
    const docs = readDocstring(readFileSync(join(folder, exported.file), 'utf8'), exported.name);
    const own = readTags(exported, docs);
    examples.push(...own);
    faults.push(...faultsOf(exported, docs !== undefined, own));
  }
  const functions = [...found.values()].filter(({ kind }) => kind === 'function').map(({ name }) => name);
  return { examples, entries, functions: new Set(functions), faults };
}

function faultsOf({ file, name, kind }: Exported, isDocumented: boolean, own: readonly Example[]): readonly string[] {
  if (!isDocumented) return [`${file}: ${name} has no docstring`];
  if (kind === 'class') return [];
  if (own.length === 0) return [`${file}: ${name} has no @example`];
  return own
    .filter(({ text }) => !/^.*\/\/ (?:→|throws) /m.test(text))
    .map(({ line }) => `${file}:${line}: the example of ${name} shows no result: end a line with // → value`);
}

/** The functions and classes of a module, and of those it passes on. */
async function listExported(folder: string, file: string): Promise<readonly Exported[]> {
  const module = await parse(readFileSync(join(folder, file), 'utf8'), { syntax: 'typescript', target: 'esnext' });
  const body = module.body as unknown as readonly Node[];
  const declared = new Map(body.flatMap((node) => listDeclared((node['declaration'] as Node | undefined) ?? node)));
  const lists = await Promise.all(
    body.map(async (node): Promise<readonly Exported[]> => {
      switch (node.type) {
        case 'ExportDeclaration':
          return listDeclared(node['declaration'] as Node).map(([name, kind]) => ({ file, name, kind }));
        case 'ExportAllDeclaration':
          return await listExported(folder, resolveFrom(file, node));
        case 'ExportNamedDeclaration': {
          const names = (node['specifiers'] as readonly Node[]).map(({ orig }) => (orig as { value: string }).value);
          if (node['source'] !== null && node['source'] !== undefined) {
            const passed = await listExported(folder, resolveFrom(file, node));
            return passed.filter(({ name }) => names.includes(name));
          }
          return names.flatMap((name) => {
            const kind = declared.get(name);
            return kind === undefined ? [] : [{ file, name, kind }];
          });
        }
        default:
          return [];
      }
    }),
  );
  return lists.flat();
}

function resolveFrom(file: string, node: Node): string {
  return posix.join(posix.dirname(file), (node['source'] as { value: string }).value);
}

function listDeclared(node: Node): readonly (readonly [name: string, kind: Exported['kind']])[] {
  const nameOf = (value: unknown): string => (value as { value: string }).value;
  switch (node.type) {
    case 'FunctionDeclaration':
      return [[nameOf(node['identifier']), 'function']];
    case 'ClassDeclaration':
      return [[nameOf(node['identifier']), 'class']];
    case 'VariableDeclaration':
      return (node['declarations'] as readonly Node[])
        .filter(({ init }) => /^(?:ArrowFunction|Function)Expression$/.test((init as Node | null)?.type ?? ''))
        .map(({ id }) => [nameOf(id), 'function']);
    default:
      return [];
  }
}

/** The lines of the docstring right above a declaration, without their stars, and the line the first one is on. */
type Docstring = { readonly lines: readonly string[]; readonly line: number };

function readDocstring(source: string, name: string): Docstring | undefined {
  const declaration = new RegExp(`^(?:export )?(?:async )?(?:function\\*? |class |const )${name}\\b`, 'm').exec(source);
  const above = source.slice(0, declaration?.index ?? 0);
  const start = above.lastIndexOf('/**');
  if (start === -1 || !above.endsWith('*/\n') || above.indexOf('*/', start) !== above.length - 3) return undefined;
  const lines = above
    .slice(start + 3, -3)
    .split('\n')
    .map((line) => line.replace(/^ ?\*? ?/, '').trimEnd());
  if (lines.every((line) => line.trim() === '')) return undefined;
  return { lines, line: above.slice(0, start).split('\n').length };
}

function readTags({ file, name }: Exported, docs: Docstring | undefined): readonly Example[] {
  if (docs === undefined) return [];
  const { lines } = docs;
  return lines.flatMap((line, at) => {
    if (line !== '@example') return [];
    const next = lines.findIndex((other, place) => place > at && /^@[a-z]/i.test(other));
    const text = lines.slice(at + 1, next === -1 ? undefined : next).join('\n');
    return [{ name, file, line: docs.line + at, text }];
  });
}
