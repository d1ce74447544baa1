import { readFileSync } from 'node:fs';
import { formatter } from '@lingui/format-po';
import { describe, expect, test } from 'vitest';
import { findTextFaults } from './find-text-faults.ts';

// Goal: operators read every text of the console in both of its languages, and in English what the sources say.
// Method: the console's two catalogues. The gate `locales` reads those of the wallet.

const folder = new URL('../../apps/console/src/locales/', import.meta.url).pathname;
const po = formatter({ lineNumbers: false });

type ConsoleText = { readonly english: string; readonly text: string };

async function readConsole(locale: string): Promise<readonly ConsoleText[]> {
  const file = `${folder}${locale}.po`;
  const catalogue = await po.parse(readFileSync(file, 'utf8'), { locale, sourceLocale: 'en', filename: file });
  return Object.entries(catalogue).map(([id, { message = id, translation = '' }]) => ({
    english: message,
    text: translation,
  }));
}

describe('texts of the console', () => {
  test('English reads as in the sources, also where the id of a text was changed by hand', async () => {
    const texts = await readConsole('en');
    expect(texts.length).toBeGreaterThan(2_000);
    expect(texts.filter(({ english, text }) => text !== english)).toEqual([]);
  });

  test('Chinese has every text, with its placeholders, markup and numbers', async () => {
    const texts = await readConsole('zh-Hans');
    expect(texts.map(({ english }) => english)).toEqual((await readConsole('en')).map(({ english }) => english));
    expect(texts.filter(({ text }) => text === '')).toEqual([]);
    const faults = texts.flatMap(({ english, text }) =>
      findTextFaults({ locale: 'zh-Hans', source: english, text }).map((fault) => `${english}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });
});
