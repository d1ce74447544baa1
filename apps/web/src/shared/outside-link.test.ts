import { globSync, readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';
import { expect, test } from 'vitest';

const root = new URL('../../../..', import.meta.url);
const files = globSync('{apps/web,packages/ui}/src/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.test\.tsx?$|shared\/outside-(?:link|sheet)\.tsx$/.test(file),
);
const read = (file: string): string => readFileSync(new URL(file, root), 'utf8');

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const part = (node: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((at, name) => (isNode(at) ? at[name] : undefined), node);

function nodesOf(value: unknown): readonly Node[] {
  if (!isNode(value)) return [];
  return [value, ...Object.values(value).flatMap(nodesOf)];
}

/** The start of a text that stands in the source; undefined where it is computed. */
function startOf(value: unknown): unknown {
  const given = part(value, 'type') === 'JSXExpressionContainer' ? part(value, 'expression') : value;
  if (part(given, 'type') === 'StringLiteral') return part(given, 'value');
  return part(given, 'type') === 'TemplateLiteral' ? part(given, 'quasis', '0', 'raw') : undefined;
}

/** A path of ours, or what opens another app of this device. */
const own = /^(?:\/\w|mailto:|otpauth:|tel:)/;
const announced = new Set(['OutsideLink', 'OutsideSheet']);

/** A link that may lead to another site without naming it. */
function isUnannounced(element: Node): boolean {
  const attributes = element.attributes as readonly Node[];
  const valueOf = (name: string) => attributes.find((each) => part(each, 'name', 'value') === name)?.value;
  const href = valueOf('href');
  const name = part(element, 'name', 'value');
  if (announced.has(String(name))) return false;
  if (href !== undefined) return !own.test(String(startOf(href)));
  // What useOutsideLink returned.
  const isOutsideLink = attributes.some((each) => part(each, 'arguments', 'value') === 'link');
  return (name === 'a' || startOf(valueOf('as')) === 'a') && !isOutsideLink;
}

/** An address given to the browser by a program: `location.href =`, `location.assign(`, `window.open(` and the like. */
function isNavigation(node: Node): boolean {
  const nameOf = (at: unknown) => part(at, 'property', 'value') ?? part(at, 'value');
  if (node.type === 'AssignmentExpression') return nameOf(node.left) === 'href' || nameOf(node.left) === 'location';
  if (node.type !== 'CallExpression') return false;
  const from = nameOf(part(node.callee, 'object'));
  const method = String(part(node.callee, 'property', 'value'));
  if (from === 'location') return method === 'assign' || method === 'replace';
  return from === 'navigation' ? method === 'navigate' : method === 'open' && from === 'window';
}

/** The ways out of a source that do not name the other site first. Pure. */
function waysOut(text: string, file = 'given.tsx'): readonly string[] {
  return nodesOf(parseSync(text, { syntax: 'typescript', tsx: file.endsWith('x') })).flatMap((node) =>
    (node.type === 'JSXOpeningElement' && isUnannounced(node)) || isNavigation(node) ? [String(node.type)] : [],
  );
}

test('W06 no page opens another site but by the link that names it first', () => {
  const known: Readonly<Record<string, string>> = {
    // The address of an authenticator, which opens an app of this device.
    'apps/web/src/features/safety/authenticator/bind-key.tsx': 'JSXOpeningElement',
    // Saves a file and opens nothing.
    'apps/web/src/shared/start-download.ts': 'AssignmentExpression',
  };
  const found = files.flatMap((file) => waysOut(read(file), file).map((way) => [file, way] as const));
  expect(found.toSorted()).toEqual(Object.entries(known));
  expect(files.length).toBeGreaterThan(400);
});

test('W06 no page of another site opens in a tab of its own', () => {
  // Our own pages, which open beside a form that somebody fills in, and the development inbox on this machine.
  const ours = /\b(?:to=\{(?:paths\.|`\$\{paths\.)[^>]*|href="\/(?:api\/terms|dev\/inbox)"\s)target="_blank"/g;
  expect(files.filter((file) => read(file).replaceAll(ours, '').includes('_blank'))).toEqual([]);
});

test.each([
  '<a href={body.url}>x</a>',
  '<a className="link" rel="noreferrer" href="https://else.test/">x</a>',
  '<a href="//else.test/">x</a>',
  '<a href={`/${host}`}>x</a>',
  '<a href={`${url}/#/address`}>x</a>',
  '<a href={isOurs ? "/a" : url}>x</a>',
  '<a {...other}>x</a>',
  '<Row as="a" start={<Icon />} href={url} />',
  '<Row as={"a"} {...props} />',
  '<Button href={url} />',
  'location.href = url',
  'window.location.href = url',
  'location = url',
  'location.assign(url)',
  'window.location.replace(url)',
  'document.location.replace(url)',
  'navigation.navigate(url)',
  'window.open(url)',
])('W06 %s is seen as a way out', (text) => {
  expect(waysOut(text)).toHaveLength(1);
});

test.each([
  '<a href="/api/terms">x</a>',
  '<a href={`/api/records.csv?${query}`} download>x</a>',
  '<a href={`mailto:${address}`}>x</a>',
  '<Row as="a" {...link} slim />',
  '<OutsideLink href={url}>x</OutsideLink>',
  '<Row as={Link} to={paths.my} />',
  'text.replace(/a/, url)',
  'const location = useLocation()',
  'location.reload()',
])('W06 %s is none', (text) => {
  expect(waysOut(text)).toEqual([]);
});
