import type { Node } from 'typescript/unstable/ast';
import { TypeFlags, type Checker, type Type } from 'typescript/unstable/sync';
import { builderContexts } from './builder-context.ts';
import type { Field } from './describe.ts';
import { renderTemplate } from './render.ts';
import type { Sources, Template } from './sources.ts';

/** A column as the source says that it is returned. */
type Column = { readonly name: string; readonly kind: string };

/** Something that PostgreSQL has to accept. */
export type Check = {
  readonly place: string;
  /** Each has to be accepted in one of these forms: a piece of a built query stands in a statement made for it. */
  readonly ways: readonly (readonly string[])[];
  readonly row: readonly Column[];
};

const statement = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH|SET|LOCK|DECLARE|FETCH|CLOSE)\b/i;
const declaration = /^\s*DECLARE (\w+)\b[^(]*?\bCURSOR FOR\b/i;
const fetching = /^\s*FETCH \d+ FROM (\w+)\s*$/i;

/** Every template of the sources, as a statement or as part of one. Throws where one of them cannot be followed. */
export function collectChecks(sources: Sources): readonly Check[] {
  const rendered = sources.templates.map((template) => ({ template, ways: renderTemplate(sources, template.node) }));
  const statements = rendered.filter(({ ways }) => ways.every(({ text }) => statement.test(text)));
  const reached = new Set<Node>(statements.flatMap(({ ways }) => ways.flatMap(({ used }) => used)));
  const pieces = rendered.filter(({ template }) => !reached.has(template.node));
  const cursors = new Map(statements.flatMap(({ ways }) => ways.flatMap(({ text }) => cursorOf(text))));
  return [
    ...statements.map(({ template, ways }) => ({
      place: template.place,
      ways: ways.map(({ text }) => [numbered(queryOf(text, cursors))]),
      row: rowOf(sources, template),
    })),
    ...pieces.map(({ template, ways }) => ({
      place: template.place,
      ways: ways.map(({ text }) => formsOf(sources, template, text).map(numbered)),
      row: [],
    })),
  ];
}

/** Name and query of the cursor that a statement declares. */
function cursorOf(text: string): readonly (readonly [string, string])[] {
  const [whole, name] = declaration.exec(text) ?? [];
  return whole === undefined || name === undefined ? [] : [[name, text.slice(whole.length)]];
}

/** PostgreSQL describes a cursor that is not open as nothing: what declares it and what reads from it is described as its query. */
function queryOf(text: string, cursors: ReadonlyMap<string, string>): string {
  const name = declaration.exec(text)?.[1] ?? fetching.exec(text)?.[1];
  return (name === undefined ? undefined : cursors.get(name)) ?? text;
}

/** What a piece of a query that Kysely builds may stand in: nothing, or the tables of its query. */
function formsOf(sources: Sources, { node }: Template, text: string): readonly string[] {
  const built = builderContexts(sources, node).flatMap(({ tables, before }) =>
    [text, `${before} ${text}`].map((expression) => `SELECT ${expression} FROM ${tables.join(', ')}`),
  );
  return [text, `SELECT ${text}`, ...built];
}

function numbered(text: string): string {
  let count = 0;
  return text.replaceAll('\0', () => `$${(count += 1)}`);
}

/** The columns that `sql<Row>` promises. */
function rowOf({ checker, placeOf }: Sources, { node }: Template): readonly Column[] {
  const [argument] = node.typeArguments ?? [];
  const type = argument === undefined ? undefined : checker.getTypeFromTypeNode(argument);
  if (type === undefined || (type.flags & TypeFlags.Unknown) !== 0) return [];
  if ((type.flags & TypeFlags.TypeParameter) !== 0) throw new Error(`${placeOf(node)}: rows of no certain type`);
  return checker.getPropertiesOfType(type).map((property) => {
    const own = checker.getTypeOfSymbol(property);
    return { name: property.name, kind: own === undefined ? '?' : kindOf(checker, own) };
  });
}

function kindOf(checker: Checker, type: Type): string {
  const own = checker.getNonNullableType(type) ?? type;
  if (checker.isTypeAssignableTo(own, checker.getStringType())) return 'string';
  if (checker.isTypeAssignableTo(own, checker.getNumberType())) return 'number';
  if (checker.isTypeAssignableTo(own, checker.getBooleanType())) return 'boolean';
  return checker.isArrayLikeType(own) ? 'array' : checker.typeToString(own).replace(/<.*/, '');
}

// By the numbers PostgreSQL has given its types for ever. What the driver makes of each is in packages/db/src/database.ts.
const kindsByType = new Map<number, string>([
  [16, 'boolean'],
  ...[19, 20, 25, 869, 1043, 1082, 1560, 1700, 2950].map((type) => [type, 'string'] as const),
  ...[21, 23, 700, 701].map((type) => [type, 'number'] as const),
  ...[1000, 1001, 1005, 1007, 1009, 1016, 1185, 1231, 2951, 3807].map((type) => [type, 'array'] as const),
  [17, 'Buffer'],
  [1184, 'Date'],
]);
/** A document can be anything, and `void` is read by nobody. */
const anything = new Set([114, 2278, 3802]);

/** What PostgreSQL does not accept, and what rows are not as the sources say. */
export async function findFaults(
  checks: readonly Check[],
  describe: (text: string) => Promise<readonly Field[] | string>,
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const { place, ways, row } of checks) {
    for (const forms of ways) {
      const answer = await firstAccepted(forms, describe);
      if (typeof answer === 'string') faults.push(`${place}: ${answer}`);
      else faults.push(...row.flatMap((column) => faultOf(column, answer)).map((fault) => `${place}: ${fault}`));
    }
  }
  return [...new Set(faults)];
}

async function firstAccepted(
  forms: readonly string[],
  describe: (text: string) => Promise<readonly Field[] | string>,
): Promise<readonly Field[] | string> {
  let answer: readonly Field[] | string = 'no form';
  for (const form of forms) {
    answer = await describe(form);
    if (typeof answer !== 'string') return answer;
  }
  return answer;
}

function faultOf({ name, kind }: Column, fields: readonly Field[]): readonly string[] {
  const field = fields.find((candidate) => candidate.name === name);
  if (field === undefined) return [`the statement returns no column ${name}`];
  if (anything.has(field.dataTypeID)) return [];
  const expected = kindsByType.get(field.dataTypeID) ?? `type ${field.dataTypeID}`;
  return expected === kind ? [] : [`column ${name} is ${expected} and not ${kind}`];
}
