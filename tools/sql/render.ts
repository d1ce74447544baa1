import type { Expression, Node } from 'typescript/unstable/ast';
import * as is from 'typescript/unstable/ast/is';
import { TypeFlags, type Type } from 'typescript/unstable/sync';
import { bindPattern, callScope, elementScopes, keyOf, type Scope } from './scope.ts';
import { isSqlTemplate, type Sources } from './sources.ts';

/** One text that a template can become: a parameter is `\0`, and `used` are the templates it is made of. */
export type Rendered = { readonly text: string; readonly used: readonly Node[] };

/** A name whose value is not known here: a parameter, or a variable of a loop. */
class Unbound extends Error {
  readonly declaration: Node;
  constructor(declaration: Node, place: string) {
    super(`${place}: cannot tell which SQL this is`);
    this.declaration = declaration;
  }
}

// More ways than this is a template nobody can read either.
const waysMax = 400;

/**
 * Every text that a template can become, whichever branch is taken and whoever calls the function it stands in.
 * Throws where a piece of SQL cannot be followed to its source: nothing is passed over.
 */
export function renderTemplate(sources: Sources, template: Node): readonly Rendered[] {
  const ways: Rendered[] = [];
  const scopes: Scope[] = [new Map()];
  let tried = 0;
  for (let scope = scopes.pop(); scope !== undefined; scope = scopes.pop()) {
    tried += 1;
    // Counted by turns: a name that no scope ever binds would otherwise be looked for without end.
    if (Math.max(tried, scopes.length + ways.length) > waysMax)
      throw new Error(`${sources.placeOf(template)}: too many ways`);
    try {
      ways.push(...resolveSql(sources, template, scope));
    } catch (error) {
      if (!(error instanceof Unbound)) throw error;
      const more = scopesFor(sources, error.declaration, scope);
      if (more.length === 0) throw error;
      scopes.push(...more);
    }
  }
  return ways;
}

/** The scopes in which a name has a value: the elements a loop goes through, or the calls of its function. */
function scopesFor(sources: Sources, declaration: Node, scope: Scope): readonly Scope[] {
  for (let node: Node | undefined = declaration; node !== undefined; node = node.parent) {
    if (is.isForOfStatement(node)) return elementScopes(sources, node, scope);
    if (is.isFunctionDeclaration(node)) {
      const { parameters } = node;
      return sources.checker.getSignatureUsage(node).flatMap(({ call }) => {
        const found = call === undefined ? undefined : sources.nodeOf(call);
        if (found === undefined || !is.isCallExpression(found)) return [];
        return [callScope(sources, parameters, found.arguments, scope, undefined)];
      });
    }
    if (is.isArrowFunction(node)) return [];
  }
  return [];
}

function resolveSql(sources: Sources, node: Node, scope: Scope): readonly Rendered[] {
  const inner = unwrap(node);
  if (isSqlTemplate(inner)) return renderParts(sources, inner, scope);
  if (is.isConditionalExpression(inner))
    return [inner.whenTrue, inner.whenFalse].flatMap((branch) => resolveSql(sources, branch, scope));
  if (is.isCallExpression(inner)) return resolveCall(sources, inner, scope);
  const values = valuesOf(sources, inner, scope);
  return values.flatMap(([value, own]) => resolveSql(sources, value, own));
}

function renderParts(sources: Sources, node: Node, scope: Scope): readonly Rendered[] {
  if (!is.isTaggedTemplateExpression(node)) return [];
  const { template } = node;
  if (is.isNoSubstitutionTemplateLiteral(template)) return [{ text: template.text, used: [node] }];
  let ways: readonly Rendered[] = [{ text: template.head.text, used: [node] }];
  for (const { expression, literal } of template.templateSpans) {
    const pieces = isSql(sources, expression) ? resolveSql(sources, expression, scope) : [{ text: '\0', used: [] }];
    ways = ways.flatMap((way) =>
      pieces.map(({ text, used }) => ({ text: way.text + text + literal.text, used: [...way.used, ...used] })),
    );
  }
  return ways;
}

function resolveCall(sources: Sources, node: Node, scope: Scope): readonly Rendered[] {
  if (!is.isCallExpression(node)) return [];
  const { expression: callee, arguments: args } = node;
  if (is.isPropertyAccessExpression(callee)) {
    const [first] = args;
    if (first !== undefined && ['table', 'ref', 'id'].includes(callee.name.text))
      return stringsOf(sources, first, scope).map((name) => ({ text: quote(name), used: [] }));
    if (first !== undefined && callee.name.text === 'join') return resolveJoin(sources, first, scope);
    if (first !== undefined && callee.name.text === 'as') return resolveSql(sources, callee.expression, scope);
  }
  const declaration = sources.declarationOf(callee);
  if (declaration === undefined || !is.isFunctionDeclaration(declaration)) throw notFollowed(sources, node);
  const own = callScope(sources, declaration.parameters, args, new Map(), scope);
  return returnsOf(declaration).flatMap((returned) => resolveSql(sources, returned, own));
}

/** `sql.join(names.map((name) => …))`: one piece for each name. */
function resolveJoin(sources: Sources, list: Expression, scope: Scope): readonly Rendered[] {
  if (!is.isCallExpression(list) || !is.isPropertyAccessExpression(list.expression)) throw notFollowed(sources, list);
  const [callback] = list.arguments;
  if (callback === undefined || !is.isArrowFunction(callback)) throw notFollowed(sources, list);
  const [parameter] = callback.parameters;
  const [[array] = []] = valuesOf(sources, list.expression.expression, scope);
  if (parameter === undefined || array === undefined || !is.isArrayLiteralExpression(array))
    throw notFollowed(sources, list);
  const pieces = array.elements.map((element) => {
    const own = new Map(scope);
    bindPattern(sources, parameter, element, scope, own);
    const [piece] = resolveSql(sources, callback.body, own);
    if (piece === undefined) throw notFollowed(sources, list);
    return piece;
  });
  return [{ text: pieces.map(({ text }) => text).join(', '), used: pieces.flatMap(({ used }) => used) }];
}

/** What a name or a member stands for, each value with the scope it is to be read in. */
function valuesOf(sources: Sources, node: Node, scope: Scope): readonly (readonly [Node, Scope])[] {
  const inner = unwrap(node);
  if (is.isArrayLiteralExpression(inner) || is.isObjectLiteralExpression(inner)) return [[inner, scope]];
  if (is.isElementAccessExpression(inner) || is.isPropertyAccessExpression(inner)) {
    const wanted = is.isPropertyAccessExpression(inner) ? inner.name.text : undefined;
    return valuesOf(sources, inner.expression, scope).flatMap(([object, own]) => {
      if (!is.isObjectLiteralExpression(object)) throw notFollowed(sources, node);
      return object.properties.flatMap((property) =>
        is.isPropertyAssignment(property) && (wanted === undefined || property.name.getText() === wanted)
          ? [[property.initializer, own] as const]
          : [],
      );
    });
  }
  const declaration = sources.declarationOf(inner);
  if (declaration === undefined) throw notFollowed(sources, node);
  const bound = scope.get(keyOf(declaration));
  if (bound !== undefined) return [[unwrap(bound.node), bound.scope ?? scope]];
  if (is.isVariableDeclaration(declaration) && declaration.initializer !== undefined)
    return [[unwrap(declaration.initializer), scope]];
  throw new Unbound(declaration, sources.placeOf(node));
}

function stringsOf(sources: Sources, node: Node, scope: Scope): readonly string[] {
  const inner = unwrap(node);
  if (is.isStringLiteral(inner)) return [inner.text];
  try {
    return valuesOf(sources, inner, scope).flatMap(([value, own]) => stringsOf(sources, value, own));
  } catch (error) {
    // A type that lists the names is as good as every caller.
    const names = literalsOf(sources.checker.getTypeAtLocation(inner));
    if (names.length > 0 && !(error instanceof Unbound && scopesFor(sources, error.declaration, scope).length > 0))
      return names;
    throw error;
  }
}

function literalsOf(type: Type | undefined): readonly string[] {
  if (type === undefined) return [];
  if (type.isUnionType()) return type.getTypes().flatMap(literalsOf);
  return (type.flags & TypeFlags.StringLiteral) !== 0 && type.isStringLiteralType() ? [type.value] : [];
}

function isSql({ checker, placeOf }: Sources, node: Expression): boolean {
  const type = checker.getTypeAtLocation(node);
  if (type === undefined || (type.flags & TypeFlags.Any) !== 0) throw new Error(`${placeOf(node)}: no type`);
  return (
    checker.typeToString(type).includes('RawBuilder') ||
    checker.getPropertyOfType(type, 'toOperationNode') !== undefined
  );
}

function returnsOf(node: Node): readonly Expression[] {
  const found: Expression[] = [];
  const visit = (child: Node): undefined => {
    if (is.isReturnStatement(child) && child.expression !== undefined) found.push(child.expression);
    if (!is.isArrowFunction(child) && !is.isFunctionDeclaration(child)) child.forEachChild(visit);
    return undefined;
  };
  node.forEachChild(visit);
  return found;
}

function unwrap(node: Node): Node {
  return is.isParenthesizedExpression(node) ||
    is.isAsExpression(node) ||
    is.isSatisfiesExpression(node) ||
    is.isNonNullExpression(node)
    ? unwrap(node.expression)
    : node;
}

function quote(name: string): string {
  return name
    .split('.')
    .map((part) => `"${part}"`)
    .join('.');
}

function notFollowed({ placeOf }: Sources, node: Node): Error {
  return new Error(`${placeOf(node)}: SQL that cannot be followed to its source`);
}
