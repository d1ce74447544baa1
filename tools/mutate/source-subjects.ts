import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { mutate, type Unnumbered } from './mutant.ts';
import { holeCharacter } from './sql-tokens.ts';

/** The statements of the product: raw SQL in stores and in the packages that have nothing else. */
const patterns = ['packages/server/src/**/*-store.ts', 'packages/ledger/src/**/*.ts'];
const ofTests = /\.test\.ts$|\/testing\/|\/test-[\w-]+\.ts$/;

export type AstNode = { readonly type: string; readonly start: number; readonly end: number };
type SqlTemplate = { readonly symbol: string; readonly start: number; readonly text: string };

/** All mutants of the statements in the sources of `root`. */
export function listSourceMutants(root: string): readonly Unnumbered[] {
  return globSync(patterns, { cwd: root })
    .filter((file) => !ofTests.test(file))
    .toSorted()
    .flatMap((file) => listStatements(file, readFileSync(join(root, file), 'utf8')));
}

/** The mutants of the templates tagged with `sql` in one source; each belongs to the function or constant it is in. */
export function listStatements(file: string, source: string): readonly Unnumbered[] {
  return findTemplates(source).flatMap(({ symbol, start, text }) =>
    mutate({ file, symbol, text }, (_changed, edit) => ({
      kind: 'source',
      file,
      edit: { ...edit, start: start + edit.start, end: start + edit.end },
    })),
  );
}

/** The templates tagged with `sql` in one source; `start` is the place of the text in it. */
export function findTemplates(source: string): readonly SqlTemplate[] {
  const found: SqlTemplate[] = [];
  const visit = (node: AstNode, symbol: string): void => {
    if (isSqlTemplate(node)) found.push({ symbol, ...readTemplate(source, node) });
    // Only what stands at the top of a file has a name that others can know.
    const own = symbol === '' ? (nameOf(node) ?? symbol) : symbol;
    for (const child of childrenOf(node)) visit(child, own);
  };
  visit(parseAst(source, { lang: 'ts' }), '');
  return found;
}

/** The text between the backticks, with each expression in it blotted out. */
function readTemplate(source: string, node: AstNode): Omit<SqlTemplate, 'symbol'> {
  const { quasi } = node as AstNode & { readonly quasi: AstNode & { readonly expressions: readonly AstNode[] } };
  const start = quasi.start + 1;
  let text = source.slice(start, quasi.end - 1);
  for (const expression of quasi.expressions) {
    const from = source.lastIndexOf('${', expression.start) - start;
    const to = source.indexOf('}', expression.end) + 1 - start;
    text = text.slice(0, from) + holeCharacter.repeat(to - from) + text.slice(to);
  }
  return { start, text };
}

function isSqlTemplate(node: AstNode): boolean {
  const { tag } = node as AstNode & { readonly tag?: AstNode & { readonly name?: string } };
  return node.type === 'TaggedTemplateExpression' && tag?.type === 'Identifier' && tag.name === 'sql';
}

function nameOf(node: AstNode): string | undefined {
  if (!['FunctionDeclaration', 'VariableDeclarator', 'ClassDeclaration'].includes(node.type)) return undefined;
  return (node as AstNode & { readonly id?: { readonly name?: string } }).id?.name;
}

/** The nodes within a node, in no certain order. */
export function childrenOf(node: AstNode): readonly AstNode[] {
  return Object.values(node)
    .flatMap((value: unknown) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter(isNode);
}

function isNode(value: unknown): value is AstNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
