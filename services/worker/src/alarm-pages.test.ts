import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAlarmRules } from '@tern/testkit/alarm-rules';
import { describe, expect, test } from 'vitest';

// Goal: whoever is woken by an alarm reads what to do, also when that did not help. Method: the pages of the documents.
const root = new URL('../../..', import.meta.url).pathname;
const folder = 'docs/operations/alarms';
const pages = globSync(`${folder}/*.md`, { cwd: root }).filter((file) => !file.endsWith('/README.md'));
const sections = ['What it means.', 'What to check first.', 'Safe action.', 'If it does not help.'];

/** Who can do more than whoever reads the page. */
const others =
  /\b(?:administrators?|treasurers?|reviewers?|custodians?|operators?|providers?|developers|whoever (?:looks after|keeps))\b/;

/** What follows each of the page's headings, up to the next one. A heading is bold and begins a paragraph. */
function readSections(file: string): ReadonlyMap<string, string> {
  const [, ...parts] = readFileSync(join(root, file), 'utf8').split(/^\*\*(.+?)\*\*/m);
  const textAfter = (place: number): string => (parts[place + 1] ?? '').replaceAll(/\s+/g, ' ').trim();
  return new Map(parts.flatMap((part, place) => (place % 2 === 0 ? [[part, textAfter(place)] as const] : [])));
}

test('each alarm has a page, each page an alarm, and the list names them all', () => {
  expect(pages.toSorted()).toEqual(
    readAlarmRules()
      .map(({ page }) => page)
      .toSorted(),
  );
  const list = readFileSync(join(root, folder, 'README.md'), 'utf8');
  const listed = [...list.matchAll(/^\| \[\w+\]\(([a-z-]+\.md)\)/gm)].map(([, name = '']) => `${folder}/${name}`);
  expect(listed.toSorted()).toEqual(pages.toSorted());
});

describe.each(pages)('%s', (file) => {
  const found = readSections(file);

  test('says what the alarm means, where to look, what is safe, and at its end what to do if that does not help', () => {
    const names = [...found.keys()];
    expect(names.filter((name) => sections.includes(name))).toEqual(sections);
    expect(names.at(-1)).toBe('If it does not help.');
    for (const name of sections) expect(found.get(name), name).toMatch(/\w+ \S+/);
  });

  test('says whom to turn to then', () => {
    expect(found.get('If it does not help.')).toMatch(others);
  });
});
