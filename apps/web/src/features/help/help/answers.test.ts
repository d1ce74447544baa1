import { expect, test } from 'vitest';
import { answerGroups } from './answer-groups.ts';
import { answerIds } from './answer.ts';
import type { HelpFacts } from './help-facts.ts';
import { paths } from '../../../shared/paths.ts';

const answers = answerGroups.flatMap((group) => group.answers);
/** Facts that would show wherever a number comes from them. */
const facts = new Proxy({} as HelpFacts, { get: (_, name) => `<${String(name)}>` });
const pages: readonly string[] = Object.values(paths);

test('each address has one answer', () => {
  expect(answers.map(({ id }) => id).toSorted()).toEqual([...answerIds].toSorted());
});

test('no answer has a number of its own: all of them come from the rules in force', () => {
  const said = answers.flatMap(({ title, says }) => [title, ...says(facts)]);
  const written = said.map(({ message = '' }) => message).filter((message) => /\d/.test(message));
  expect(said.length).toBeGreaterThan(50);
  expect(said.every(({ message = '' }) => message.length > 0)).toBe(true);
  expect(written).toEqual([]);
});

test('each answer leads on, to a page that exists', () => {
  for (const { id, leads } of answers) {
    expect(leads.length, id).toBeGreaterThan(0);
    for (const { to } of leads) expect(pages, id).toContain(to.split('?')[0]);
  }
});
