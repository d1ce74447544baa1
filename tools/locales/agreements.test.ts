import { fileURLToPath } from 'node:url';
import { agreementDocuments, agreementVersions } from '@tern/contracts/agreement-versions';
import { shownVersions } from '@tern/contracts/shown-versions';
import { allLocales } from '@tern/locales/all-locales';
import { describe, expect, test } from 'vitest';
import { readTexts, sourceLocale, type Text } from './catalogues.ts';
import { findLostObligations } from './find-lost-obligations.ts';
import { digestDocument, readDocument } from './read-document.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const languages = allLocales.map(({ id }) => id).filter((id) => id !== sourceLocale);
const saidIn = (texts: readonly Text[]): readonly Text[] =>
  texts.filter(({ places }) => places.some((place) => /\/(agreement|privacy)-text\.tsx$/.test(place)));

describe.each(agreementDocuments)('H19 the %s', (document) => {
  const parts = readDocument(root, document);
  const versions = agreementVersions[document];

  test('H19 has a version with the digest of its text: a text that changed needs a new version', () => {
    expect(
      digestDocument(parts),
      'the English text changed: add a version with this digest, and say in agreement-changes.ts what is different',
    ).toBe(versions.at(-1)?.digest);
    expect(shownVersions[document]).toBe(versions.at(-1)?.version);
  });

  test('H19 has versions in the order of their days, each with a text of its own', () => {
    const days = versions.map(({ version }) => version);
    expect(days).toEqual([...new Set(days)].toSorted());
    expect(new Set(versions.map(({ digest }) => digest)).size).toBe(versions.length);
  });

  test('H19 is told apart by every word, placeholder and kind of part', () => {
    const digests = parts.flatMap(({ element, text }, index) =>
      [
        { element, text: `${text} ` },
        { element: 'aside', text },
        { element, text: text.replace(/.$/, '') },
      ].map((other) => digestDocument(parts.with(index, other))),
    );
    expect(new Set([...digests, digestDocument(parts)]).size).toBe(digests.length + 1);
    expect(
      new Set([digestDocument(parts.toReversed()), digestDocument(parts.slice(1)), ...digests]).has(
        digestDocument(parts),
      ),
    ).toBe(false);
  });
});

test('H19 there are 39 languages, and each has every part of both documents that is in the catalogues', async () => {
  expect(allLocales).toHaveLength(39);
  const english = saidIn(await readTexts(root, sourceLocale)).map(({ id }) => id);
  // Both documents, but for what was just written and is in no catalogue yet.
  expect(english.length).toBeGreaterThanOrEqual(38);
  for (const language of languages) {
    const own = new Set((await readTexts(root, language)).map(({ id }) => id));
    expect(
      english.filter((id) => !own.has(id)),
      language,
    ).toEqual([]);
  }
});

test('H19 in each of the 38 translations every part that is translated says as much as the English one', async () => {
  const lost = await Promise.all(
    languages.map(async (language) => {
      // What is not translated yet is shown in English, and a language that misses more than a little is not offered.
      const translated = saidIn(await readTexts(root, language)).filter(({ text }) => text !== '');
      expect(translated.length, language).toBeGreaterThanOrEqual(30);
      return findLostObligations(language, translated);
    }),
  );
  expect(lost.flat()).toEqual([]);
});

test('H19 a part that is missing, shortened, or without its number or placeholder is found in every language', async () => {
  for (const language of languages) {
    const whole = saidIn(await readTexts(root, language)).filter(({ text }) => text !== '');
    const plant = (match: (text: Text) => boolean, change: (text: string) => string): readonly string[] => {
      const index = whole.findIndex(match);
      const text = whole[index];
      if (text === undefined) throw new Error(`${language}: no text to plant a fault in`);
      return findLostObligations(language, whole.with(index, { ...text, text: change(text.text) }));
    };
    const planted = [
      plant(
        () => true,
        () => '',
      ),
      plant(
        ({ english }) => english.startsWith('After wrong tries'),
        (text) => text.replaceAll(/\p{Nd}+/gu, '٢'),
      ),
      plant(
        ({ english }) => english.includes('{minimum}'),
        (text) => text.replace('{minimum}', ''),
      ),
      plant(
        ({ english }) => english.startsWith('Use the service only'),
        (text) => text.slice(0, text.length / 4),
      ),
      plant(
        ({ english }) => english.startsWith('Every transfer on Tron'),
        (text) => text.slice(0, text.length / 3).replaceAll(/[.!?。।។။۔…]/gu, ''),
      ),
    ];
    for (const [index, found] of planted.entries())
      expect(found.length, `${language}, fault ${index}`).toBeGreaterThan(0);
  }
});
