import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isVisibleText } from '../../platform/visible-text.ts';
import { supportTexts } from './support-texts.ts';

// Goal: what support answers can be read, followed and misused by nobody. Method: every text in each of its languages, against
// what the app itself calls the pages that the text names.

const texts = Object.entries(supportTexts).flatMap(([template, byLanguage]) =>
  Object.entries(byLanguage).map(([language, text]) => ({ template, language, ...text })),
);
const catalogues = fileURLToPath(new URL('../../../../../apps/web/src/locales/', import.meta.url));

/** Everything that the app says in a language. */
function saidIn(language: string): ReadonlySet<string> {
  const files = globSync(`${language}/*.po`, { cwd: catalogues });
  return new Set(
    files.flatMap((file) =>
      [...readFileSync(catalogues + file, 'utf8').matchAll(/^msgstr "(.*)"$/gm)].map(([, text = '']) => text),
    ),
  );
}

test('every answer is written in English and Simplified Chinese', () => {
  for (const [template, byLanguage] of Object.entries(supportTexts))
    expect(Object.keys(byLanguage), template).toEqual(expect.arrayContaining(['en', 'zh-Hans']));
});

test.each(texts)('$template in $language can be shown, leads nowhere outside, and fits', ({ title, body }) => {
  for (const text of [title, body]) {
    expect(isVisibleText(text)).toBe(true);
    expect(text).not.toMatch(/https?:|www\.|@|\{|\+\d/);
  }
  expect(title.length).toBeLessThanOrEqual(80);
  expect(body.length).toBeLessThanOrEqual(1_000);
});

test.each(texts)('$template in $language names pages as the app does', ({ language, body }) => {
  const said = saidIn(language);
  expect(said.size).toBeGreaterThan(100);
  for (const [, name = ''] of body.matchAll(/“([^”]+)”/g)) expect(said, name).toContain(name);
});
