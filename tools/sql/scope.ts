import type { ForOfStatement, Node, NodeArray, ParameterDeclaration } from 'typescript/unstable/ast';
import * as is from 'typescript/unstable/ast/is';
import type { Sources } from './sources.ts';

/**
 * What names stand for, by the place of their declaration; each with the scope its own names are to be read in: the one that
 * it is found in, where none is given.
 */
export type Scope = ReadonlyMap<string, Binding>;

type Binding = { readonly node: Node; readonly scope: Scope | undefined };
type Growing = Map<string, Binding>;

export function keyOf(declaration: Node): string {
  return `${declaration.getSourceFile().fileName}:${declaration.pos}`;
}

/** `base` and the parameters of a function bound to what one call gives. */
export function callScope(
  sources: Sources,
  parameters: NodeArray<ParameterDeclaration>,
  given: readonly Node[],
  base: Scope,
  callers: Scope | undefined,
): Scope {
  const own: Growing = new Map(base);
  for (const [index, parameter] of parameters.entries()) {
    const argument = given[index];
    if (argument !== undefined) bindPattern(sources, parameter, argument, callers, own);
  }
  return own;
}

/** `base` once for each element of the list that a loop goes through; none where that is not written down. */
export function elementScopes(sources: Sources, loop: ForOfStatement, base: Scope): readonly Scope[] {
  const list = literalOf(sources, loop.expression);
  const { initializer } = loop;
  if (list === undefined || !is.isArrayLiteralExpression(list) || !is.isVariableDeclarationList(initializer)) return [];
  const [variable] = initializer.declarations;
  if (variable === undefined) return [];
  return list.elements.map((element) => {
    const own: Growing = new Map(base);
    bindPattern(sources, variable, element, undefined, own);
    return own;
  });
}

/** Binds a declaration, or the members that it takes apart, to a value. What is not written down stays unbound. */
export function bindPattern(
  sources: Sources,
  declaration: Node,
  value: Node,
  scope: Scope | undefined,
  own: Growing,
): void {
  if (!is.isParameterDeclaration(declaration) && !is.isVariableDeclaration(declaration)) return;
  if (is.isIdentifier(declaration.name)) {
    own.set(keyOf(declaration), { node: value, scope });
    return;
  }
  const object = literalOf(sources, value);
  if (object === undefined || !is.isObjectLiteralExpression(object) || !is.isObjectBindingPattern(declaration.name))
    return;
  for (const element of declaration.name.elements) {
    const name = (element.propertyName ?? element.name)?.getText();
    for (const property of object.properties) {
      if (is.isPropertyAssignment(property) && property.name.getText() === name)
        own.set(keyOf(element), { node: property.initializer, scope });
      // The property and not its name, which for the compiler is the member of the object and never the variable.
      if (is.isShorthandPropertyAssignment(property) && property.name.getText() === name)
        own.set(keyOf(element), { node: property, scope });
    }
  }
}

function literalOf(sources: Sources, node: Node): Node | undefined {
  if (is.isAsExpression(node) || is.isSatisfiesExpression(node) || is.isParenthesizedExpression(node))
    return literalOf(sources, node.expression);
  if (!is.isIdentifier(node)) return node;
  const declaration = sources.declarationOf(node);
  return declaration !== undefined && is.isVariableDeclaration(declaration) && declaration.initializer !== undefined
    ? literalOf(sources, declaration.initializer)
    : undefined;
}
