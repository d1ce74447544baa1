import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { allLocales } from '@tern/locales/all-locales';
import { expect, test } from 'vitest';
import { readTexts } from './catalogues.ts';

// Goal: nothing that reaches people by itself hurries them to pay in. Method: every text of mails, text messages, notifications and of
// the message centre, in every language, against the words that hurry in it; each list first finds its own example.

type Urgency = Readonly<Record<string, { readonly patterns: readonly string[]; readonly example: string }>>;

const root = fileURLToPath(new URL('../..', import.meta.url));
const urgency = JSON.parse(readFileSync(`${root}/packages/locales/glossary/urgency.json`, 'utf8')) as Urgency;
const languages = allLocales.map(({ id }) => id);
const hurries = (language: string, text: string): boolean =>
  (urgency[language]?.patterns ?? []).some((pattern) => new RegExp(pattern, 'iu').test(text));
/** Where what is told of itself comes from: server texts, the message centre, and the card that tells of activation. */
const told = /packages\/locales\/messages|features\/my\/(?:message|messages|shared)\/|shared\/(?:my\+)?offers\//;

test('H21 each of the 39 languages has words that hurry, and they find their own example', () => {
  expect(Object.keys(urgency).toSorted()).toEqual(languages.toSorted());
  for (const language of languages)
    expect([language, hurries(language, urgency[language]?.example ?? '')]).toEqual([language, true]);
});

test('H21 no mail, text message, notification or message hurries anybody to pay in, in any language', async () => {
  for (const language of languages) {
    const texts = (await readTexts(root, language)).filter(({ places }) => places.some((place) => told.test(place)));
    expect(texts.filter(({ id }) => id.startsWith('message:')).length, language).toBeGreaterThan(80);
    expect(texts.length, language).toBeGreaterThan(110);
    expect(
      texts.filter(({ text }) => hurries(language, text)).map(({ text }) => text),
      language,
    ).toEqual([]);
  }
});

test('H21 no mail, text message or notification asks for a deposit at all', async () => {
  const english = await readTexts(root, 'en');
  const asking = english.filter(
    ({ id, text }) => id.startsWith('message:') && /\b(deposit|top[ -]?up|pay in|add funds)\b/i.test(text),
  );
  expect(asking.map(({ text }) => text)).toEqual([]);
});
