import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { answerIds } from './answer.ts';

// The macros of the texts are compiled by the build alone: what the answers say is read from their sources.
const folder = fileURLToPath(new URL('.', import.meta.url));
const source = globSync('*-answers.ts', { cwd: folder })
  .map((file) => readFileSync(folder + file, 'utf8'))
  .join('\n');

test('each address has one answer, with a next step', () => {
  const ids = [...source.matchAll(/^ {4}id: '(.+)',$/gm)].map(([, id]) => id);
  expect(ids.toSorted()).toEqual([...answerIds].toSorted());
  expect(source.match(/^ {4}leads: \[./gm)).toHaveLength(answerIds.length - source.split('leads: [\n').length + 1);
});

test('no answer has a number of its own: all of them come from the rules in force', () => {
  const said = [...source.replaceAll(/^ {4}words: .*$/gm, '').matchAll(/msg`([^`]*)`/g)].map(([, text = '']) => text);
  expect(said.length).toBeGreaterThan(80);
  expect(said.filter((text) => /\d/.test(text.replaceAll(/\$\{\w+\}/g, '')))).toEqual([]);
});
