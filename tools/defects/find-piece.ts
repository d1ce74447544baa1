import { parseAst } from 'vite';
import { childrenOf, type AstNode } from '../mutate/source-subjects.ts';
import type { PieceKind } from './fault.ts';

export type SomeNode = AstNode & Readonly<Record<string, unknown>>;

const comparisons = new Set(['==', '===', '!=', '!==', '<', '<=', '>', '>=', 'in', 'instanceof']);

/** The one piece of this kind in a symbol of a source that mentions all names. Throws where there is none, or several. */
export function findPiece(
  source: string,
  {
    symbol,
    kind,
    mentions,
  }: { readonly symbol: string; readonly kind: PieceKind; readonly mentions: readonly string[] },
): SomeNode {
  const body = findSymbol(source, symbol);
  const found = piecesOf(body, kind).filter((piece) => {
    const names = namesIn(piece);
    return mentions.every((name) => names.has(name));
  });
  const smallest = found.filter((piece) => !found.some((other) => other !== piece && isWithin(other, piece)));
  const exact = smallest.filter((piece) => namesIn(piece).size === new Set(mentions).size);
  const [piece, second] = exact.length > 0 ? exact : smallest;
  const what = `${kind} in ${symbol} that mentions ${mentions.join(', ')}`;
  if (piece === undefined) throw new Error(`there is no ${what}`);
  if (second !== undefined) throw new Error(`there is more than one ${what}`);
  return piece;
}

/** Throws where no function or constant at the top of the source has the name. */
function findSymbol(source: string, symbol: string): SomeNode {
  const { body } = parseAst(source, { lang: 'ts' }) as unknown as { readonly body: readonly SomeNode[] };
  const declared = body.flatMap((statement) => {
    const own = (statement['declaration'] ?? statement) as SomeNode;
    return (own['declarations'] as SomeNode[] | undefined) ?? [own];
  });
  const found = declared.find((node) => (node['id'] as { readonly name?: string } | null | undefined)?.name === symbol);
  if (found === undefined) throw new Error(`there is no ${symbol}`);
  return found;
}

function piecesOf(root: SomeNode, kind: PieceKind): readonly SomeNode[] {
  const found: SomeNode[] = [];
  const visit = (node: SomeNode): void => {
    found.push(...partsOf(node, kind));
    for (const child of childrenOf(node)) visit(child);
  };
  visit(root);
  return [...new Set(found)];
}

/** What is of the kind: the node itself, or a part that its place makes so. */
function partsOf(node: SomeNode, kind: PieceKind): readonly SomeNode[] {
  const part = (name: string): readonly SomeNode[] =>
    node[name] === undefined || node[name] === null ? [] : [node[name] as SomeNode];
  const when = (...types: readonly string[]): readonly SomeNode[] => (types.includes(node.type) ? [node] : []);
  switch (kind) {
    case 'condition':
      if (node.type === 'LogicalExpression' && node['operator'] !== '??')
        return [node, ...part('left'), ...part('right')];
      if (node.type === 'UnaryExpression' && node['operator'] === '!') return [node];
      if (node.type === 'BinaryExpression' && comparisons.has(String(node['operator']))) return [node];
      return ['IfStatement', 'ConditionalExpression'].includes(node.type) ? part('test') : [];
    case 'statement':
      return when('ExpressionStatement', 'IfStatement', 'ReturnStatement', 'VariableDeclaration', 'ThrowStatement');
    case 'call':
      return when('CallExpression');
    case 'array':
      return when('ArrayExpression');
    case 'arrow':
      return when('ArrowFunctionExpression');
    case 'choice':
      return when('ConditionalExpression');
    case 'iterable':
      return node.type === 'ForOfStatement' ? part('right') : [];
    case 'member':
      return when('MemberExpression');
    case 'value':
      return node.type === 'VariableDeclarator' ? part('init') : [];
  }
}

/** The names and texts in a piece. */
function namesIn(piece: SomeNode): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: SomeNode): void => {
    if (node.type === 'Identifier') names.add(String(node['name']));
    if (node.type === 'Literal' && typeof node['value'] === 'string') names.add(node['value']);
    for (const child of childrenOf(node)) visit(child);
  };
  visit(piece);
  return names;
}

function isWithin(inner: SomeNode, outer: SomeNode): boolean {
  return inner.start >= outer.start && inner.end <= outer.end && inner.end - inner.start < outer.end - outer.start;
}

/** All nodes of a type within a symbol. Throws where the symbol is gone. */
export function nodesIn(source: string, symbol: string, type: string): readonly SomeNode[] {
  const found: SomeNode[] = [];
  const visit = (node: SomeNode): void => {
    if (node.type === type) found.push(node);
    for (const child of childrenOf(node)) visit(child);
  };
  visit(findSymbol(source, symbol));
  return found;
}
