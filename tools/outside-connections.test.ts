import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles } from './gates/gate.ts';

const root = new URL('..', import.meta.url).pathname;
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const page = read('docs/security/outside-connections.md');

/**
 * What opens a connection, or says how long one may take, in a source: by the usual names of the calls. A function that is imported
 * under another name, and a library that connects by itself, are not seen.
 */
const opening =
  /\bfetch\(|\bhttps?Request\b\)?\(|createTransport\(|new pg\.(?:Pool|Client)\(|createConnection\(|(?<![.\w])connect\(\{|new WebSocket\(|AbortSignal\.timeout\(|\b(?:tls|net|https?|http2)\.(?:connect|createConnection|get|request)\(|\bnew (?:net\.|tls\.)?(?:TLS)?Socket\(/;
const sources = listFiles(root, ['{packages,services}/*/src/**/*.ts']).filter(
  (file) =>
    !/\.test\.ts$|\/testing\/|\/test-[^/]*$/.test(file) &&
    // They run in development and in tests alone.
    !/^(?:packages\/(?:testkit|devchain|local-postgres|local-relay)|services\/(?:devchain|inbox|relay))\//.test(file),
);

const figures = [
  ...page.matchAll(/^\| ([^|]+) \| ([^|]+) \| ([\d.,]+)( s)? \| `([^`]+)` \| ((?:packages|services)\/\S+) \|$/gm),
].map(([, system = '', what = '', figure = '', unit = '', code = '', file = '']) => ({
  name: `${system}: ${what}`,
  ...{ figure: Number(figure.replaceAll(',', '')), isTime: unit !== '', code, file },
}));

/** The number in a piece of code: a product of whole numbers. */
function valueOf(code: string): number {
  const product = /[\d_]+(?: \* [\d_]+)*$/.exec(code)?.[0] ?? '';
  return product.split(' * ').reduce((value, factor) => value * Number(factor.replaceAll('_', '')), 1);
}

test('X13 the page of outside connections has figures of each system', () => {
  expect(figures.length).toBeGreaterThan(30);
  const rows = page.slice(page.indexOf('## Figures'), page.indexOf('## Where')).match(/^\| .*`.*\|$/gm) ?? [];
  expect(rows).toHaveLength(figures.length);
});

test.each(figures)('X13 $name is as the page says', ({ figure, isTime, code, file }) => {
  expect(read(file)).toContain(code);
  const isMs = /(?:Ms|Millis)\b/.test(code);
  expect(valueOf(code) / (isMs && isTime ? 1_000 : 1)).toBe(figure);
});

test.each([
  'fetch(url)',
  "tls.connect(443, 'a.example')",
  'net.connect({ port })',
  'net.createConnection(path)',
  'https.get(url, take)',
  'http.request(url)',
  'http2.connect(url)',
  'new net.Socket()',
  'connect({ host, port })',
  'new WebSocket(url)',
])('X13 %s is seen as what opens a connection', (code) => {
  expect(opening.test(`const a = ${code};`)).toBe(true);
});

test('X13 every file that opens a connection by its usual name stands on the page, and the page names no other', () => {
  const named = new Set(
    [...page.matchAll(/^\| (?:.* )?((?:packages|services)\/\S+\.ts) \|/gm)].map(([, file = '']) => file),
  );
  const found = sources.filter((file) => opening.test(read(file)));
  expect(found.filter((file) => !named.has(file))).toEqual([]);
  const withoutFigure = [...page.slice(page.indexOf('## Where')).matchAll(/^\| ((?:packages|services)\/\S+) \|/gm)];
  expect(withoutFigure.map(([, file = '']) => file).filter((file) => !found.includes(file))).toEqual([]);
});
