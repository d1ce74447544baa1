import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { touchedBy } from './changed-tests.ts';

// A small repository of the same shape, in which every way is there on which a change reaches a test.
const files: Readonly<Record<string, string>> = {
  'packages/base/package.json': '{ "exports": { "./far": "./src/far.ts" } }',
  'packages/base/src/far.ts': 'export const far = 1;\n',
  'packages/money/package.json': '{ "exports": {} }',
  'packages/money/src/near.ts': "export { far } from '@tern/base/far';\n",
  'packages/money/src/near.test.ts': "import './near.ts';\n",
  'packages/money/src/rows.db.test.ts': "import './near.ts';\n",
  'tests/flows/support/start.ts': "export { far } from '@tern/base/far';\n",
  'tests/flows/pay.flow.test.ts': "import './support/start.ts';\n",
  'tests/e2e/support/words.ts': 'export const word = 1;\n',
  'tests/e2e/support/open.ts': "export { word } from './words.ts';\n",
  'tests/e2e/pay.e2e.ts': "import './support/open.ts';\n",
  'tests/e2e/talk.e2e.ts': "import '@tern/base/far';\nimport './support/words.ts';\n",
};
let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'touched-by-'));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
});
afterAll(() => rmSync(root, { recursive: true }));

const isTest = (file: string): boolean => /\.(test|e2e)\.ts$/.test(file);
const touched = async (...changed: readonly string[]): Promise<readonly string[]> =>
  [...(await touchedBy(root, changed))].filter(isTest).toSorted();

test('a change runs out of turn every unit and database test that reaches it, by whatever way round, and no flow', async () => {
  expect(await touched('packages/base/src/far.ts')).toEqual([
    'packages/money/src/near.test.ts',
    'packages/money/src/rows.db.test.ts',
  ]);
});

test('a flow and a browser test that changed runs out of turn, and so does each that imports what changed itself', async () => {
  expect(await touched('tests/flows/pay.flow.test.ts')).toEqual(['tests/flows/pay.flow.test.ts']);
  expect(await touched('tests/e2e/support/words.ts')).toEqual(['tests/e2e/talk.e2e.ts']);
  expect(await touched('tests/e2e/support/open.ts', 'tests/flows/support/start.ts')).toEqual([
    'tests/e2e/pay.e2e.ts',
    'tests/flows/pay.flow.test.ts',
  ]);
});
