import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { importGraph } from './import-graph.ts';

// Goal: after a change exactly the files are loaded anew that could show it. Method: real files and the graph of their imports.
let dir: string;
const at = (name: string): string => join(dir, name);

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'graph-'));
  for (const name of ['main', 'left', 'right', 'deep', 'beside']) writeFileSync(at(name), 'one');
});
afterEach(() => rmSync(dir, { recursive: true }));

function noted(...imports: readonly (readonly [string, string | undefined])[]) {
  const graph = importGraph();
  for (const [file, importer] of imports) graph.note(at(file), importer === undefined ? undefined : at(importer));
  return graph;
}

test('nothing is stale before anything changes', () => {
  expect(noted(['main', undefined], ['left', 'main']).stale()).toEqual(new Set());
});

test('a changed file is stale with all that import it, and what it imports itself is not', () => {
  const graph = noted(
    ['main', undefined],
    ['left', 'main'],
    ['right', 'main'],
    ['deep', 'left'],
    ['beside', 'right'],
    ['beside', 'deep'],
  );
  writeFileSync(at('deep'), 'another');
  expect(graph.stale()).toEqual(new Set(['deep', 'left', 'main'].map(at)));
});

test('of two that import it, both are stale, also in a circle', () => {
  const graph = noted(['main', undefined], ['left', 'main'], ['deep', 'left'], ['deep', 'right'], ['left', 'deep']);
  writeFileSync(at('deep'), 'another');
  expect(graph.stale()).toEqual(new Set(['deep', 'left', 'right', 'main'].map(at)));
});

test('a file that was not there is stale once it is, and one that went as well', () => {
  const graph = noted(['new', 'left'], ['right', 'main']);
  writeFileSync(at('new'), 'one');
  rmSync(at('right'));
  expect(graph.stale()).toEqual(new Set(['new', 'left', 'right', 'main'].map(at)));
});
