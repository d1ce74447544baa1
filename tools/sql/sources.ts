import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Node, SourceFile, TaggedTemplateExpression } from 'typescript/unstable/ast';
import { isIdentifier, isTaggedTemplateExpression } from 'typescript/unstable/ast/is';
import { API, SymbolFlags, type Checker, type NodeHandle } from 'typescript/unstable/sync';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A template tagged with `sql` in a source file. */
export type Template = { readonly node: TaggedTemplateExpression; readonly place: string };

/** The sources with their types, as the compiler sees them. */
export type Sources = {
  readonly checker: Checker;
  readonly templates: readonly Template[];
  readonly placeOf: (node: Node) => string;
  /** What an identifier stands for: a declaration, in another file too. */
  readonly declarationOf: (node: Node) => Node | undefined;
  readonly nodeOf: (handle: NodeHandle) => Node | undefined;
  readonly close: () => void;
};

/** Reads what `patterns` name, all files of the project with them. */
export function openSources(patterns: readonly string[], without: RegExp): Sources {
  const api = new API({ cwd: root });
  const project = api.updateSnapshot({ openProjects: [join(root, 'tsconfig.json')] }).getProjects()[0];
  if (project === undefined) throw new Error('tsconfig.json is no project');
  const { checker, program } = project;
  const placeOf = (node: Node): string => {
    const file = node.getSourceFile();
    const line = file.text.slice(0, node.getStart(file)).split('\n').length;
    return `${file.fileName.slice(root.length)}:${line}`;
  };
  const declarationOf = (node: Node): Node | undefined => {
    let symbol = checker.getShorthandAssignmentValueSymbol(node) ?? checker.getSymbolAtLocation(node);
    if (symbol !== undefined && (symbol.flags & SymbolFlags.Alias) !== 0) symbol = checker.getAliasedSymbol(symbol);
    return (symbol?.valueDeclaration ?? symbol?.declarations[0])?.resolve(project);
  };
  const files = globSync(patterns, { cwd: root }).filter((file) => !without.test(file));
  const templates = files.flatMap((file) => {
    const source = program.getSourceFile(join(root, file));
    if (source === undefined) throw new Error(`The compiler does not know ${file}`);
    return templatesOf(source).map((node) => ({ node, place: placeOf(node) }));
  });
  return {
    checker,
    templates,
    placeOf,
    declarationOf,
    nodeOf: (handle) => handle.resolve(project),
    close: () => api.close(),
  };
}

export function isSqlTemplate(node: Node): node is TaggedTemplateExpression {
  return isTaggedTemplateExpression(node) && isIdentifier(node.tag) && node.tag.text === 'sql';
}

function templatesOf(source: SourceFile): readonly TaggedTemplateExpression[] {
  const found: TaggedTemplateExpression[] = [];
  const visit = (node: Node): undefined => {
    if (isSqlTemplate(node)) found.push(node);
    node.forEachChild(visit);
    return undefined;
  };
  visit(source);
  return found;
}
