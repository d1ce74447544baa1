import type { Node, VariableDeclaration } from 'typescript/unstable/ast';
import * as is from 'typescript/unstable/ast/is';
import type { Sources } from './sources.ts';

/** Where a piece of SQL stands in a query that Kysely builds. */
export type BuilderContext = {
  readonly tables: readonly string[];
  /** What it is compared with: `column operator`. */
  readonly before: string;
};

const naming = new Set(['selectFrom', 'updateTable', 'deleteFrom', 'insertInto', 'innerJoin', 'leftJoin']);

/** The queries that a piece of SQL stands in: by itself, by the name it was given, or by the function that returns it. */
export function builderContexts(sources: Sources, piece: Node): readonly BuilderContext[] {
  const contexts: BuilderContext[] = [];
  const seen = new Set<Node>();
  const climb = (from: Node): void => {
    if (seen.has(from)) return;
    seen.add(from);
    let before = '';
    const tables = new Set<string>();
    for (let node: Node | undefined = from; node?.parent !== undefined; node = node.parent) {
      const { parent }: Node = node;
      if (is.isCallExpression(parent) && parent.expression !== node) {
        const [left, operator, right] = parent.arguments;
        if (
          right === node &&
          left !== undefined &&
          is.isStringLiteral(left) &&
          operator !== undefined &&
          is.isStringLiteral(operator)
        )
          before = `${left.text} ${operator.text}`;
      }
      if (is.isCallExpression(parent)) for (const table of tablesOf(sources, parent)) tables.add(table);
      if (is.isVariableDeclaration(parent) && tables.size === 0) for (const use of usesOf(sources, parent)) climb(use);
      if (is.isFunctionDeclaration(parent) && tables.size === 0)
        for (const { call } of sources.checker.getSignatureUsage(parent)) {
          const found = call === undefined ? undefined : sources.nodeOf(call);
          if (found !== undefined) climb(found);
        }
    }
    if (tables.size > 0) contexts.push({ tables: [...tables], before });
  };
  climb(piece);
  return contexts;
}

/** The tables that a chain of calls names, through the variables it was kept in. */
function tablesOf(sources: Sources, chain: Node): readonly string[] {
  if (is.isCallExpression(chain) && is.isPropertyAccessExpression(chain.expression)) {
    const [first] = chain.arguments;
    const own =
      naming.has(chain.expression.name.text) && first !== undefined && is.isStringLiteral(first) ? [first.text] : [];
    return [...own, ...tablesOf(sources, chain.expression.expression)];
  }
  if (is.isCallExpression(chain) || is.isIdentifier(chain)) {
    const declaration = sources.declarationOf(is.isCallExpression(chain) ? chain.expression : chain);
    if (declaration === undefined) return [];
    if (is.isVariableDeclaration(declaration) && declaration.initializer !== undefined)
      return tablesOf(sources, declaration.initializer);
    if (is.isFunctionDeclaration(declaration) && declaration.body !== undefined) {
      const found: string[] = [];
      declaration.body.forEachChild((statement) => {
        if (is.isReturnStatement(statement) && statement.expression !== undefined)
          found.push(...tablesOf(sources, statement.expression));
        return undefined;
      });
      return found;
    }
  }
  return [];
}

/** Where a variable is named again in its file. */
function usesOf(sources: Sources, declaration: VariableDeclaration): readonly Node[] {
  if (!is.isIdentifier(declaration.name)) return [];
  const { text } = declaration.name;
  const found: Node[] = [];
  const visit = (node: Node): undefined => {
    if (is.isIdentifier(node) && node.text === text && node.parent !== declaration)
      if (sources.declarationOf(node) === declaration) found.push(node);
    node.forEachChild(visit);
    return undefined;
  };
  visit(declaration.getSourceFile());
  return found;
}
