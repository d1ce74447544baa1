import { expect } from '@playwright/test';
import { locales } from '@tern/locales/locales';
import { scripts } from '../../tools/suite/ensure-browser.ts';
import { allScenes } from './scenes/all-scenes.ts';
import { test } from './scenes/scene-test.ts';
import { useFallbackFonts } from './support/fallback-fonts.ts';
import {
  expectAccessible,
  expectNoOverflow,
  expectNothingCut,
  expectTextInPlace,
  lengthenWords,
  setLanguage,
  setTextSize,
  settled,
} from './support/looks.ts';
import { wideScripts } from './support/wide-scripts.ts';

// Goal: every screen with its sheets and its empty, refused and broken states is accessible and whole in every look.
// Method: each scene is opened once and looked at in both themes, narrow, in a language from right to left and in one of
// another script, with text twice as large, with words as long as German ones, and in the wide fonts of a system without
// ours. The languages take turns over the scenes; `npm run e2e -- --fonts all` looks at every scene in the fonts of every
// script, `npm run e2e -- --locales all` opens every page in all languages. `npm run screenshots` makes pictures for the eye.

const source = { id: 'en', direction: 'ltr' } as const;
const fromTheRight = locales.filter(({ direction }) => direction === 'rtl');
const otherScripts = locales.filter(({ id, direction }, index) => {
  const scriptOf = (tag: string) => new Intl.Locale(tag).maximize().script;
  const isFirst = locales.findIndex((other) => scriptOf(other.id) === scriptOf(id)) === index;
  return direction === 'ltr' && (id === 'de' || (isFirst && id !== source.id));
});
const everyScript = [...otherScripts, ...fromTheRight];
const fontsOfAll = process.env['E2E_FONTS'] === 'all';

for (const [turn, scene] of allScenes.entries()) {
  test(`${scene.name} is accessible and whole in every look`, async ({ openScene }) => {
    const page = await openScene(scene);
    const expectWhole = async (look: string): Promise<void> => {
      await expectNoOverflow(page, `${scene.name} ${look}`);
      await expectNothingCut(page, `${scene.name} ${look}`);
      await expectTextInPlace(page, `${scene.name} ${look}`);
    };
    await expectAccessible(page, `${scene.name} in light`);
    await page.emulateMedia({ colorScheme: 'dark' });
    await settled(page);
    await expectAccessible(page, `${scene.name} in dark`, 'contrast');
    await page.setViewportSize({ width: 320, height: 844 });
    await expectWhole('at 320 px');
    await page.setViewportSize({ width: 390, height: 844 });
    await setTextSize(page, 200);
    await expectWhole('with text at 200 %');
    await setTextSize(page, 100);
    for (const languages of [otherScripts, fromTheRight]) {
      const locale = languages[turn % languages.length];
      if (locale === undefined) continue;
      await setLanguage(page, locale);
      for (const width of [360, 320]) {
        await page.setViewportSize({ width, height: 844 });
        await expectWhole(`in ${locale.id} at ${width} px`);
      }
    }
    await useFallbackFonts(page);
    // From the end: another language than the one this scene was just looked at in.
    for (const locale of fontsOfAll ? everyScript : [everyScript.at(-1 - (turn % everyScript.length))]) {
      if (locale === undefined) continue;
      await setLanguage(page, locale);
      await expectWhole(`in ${locale.id} at 320 px in a system's fonts`);
    }
    await setLanguage(page, source);
    await lengthenWords(page);
    await expectWhole('with long words');
  });
}

test('every script of our languages is looked at in wide letters, but those that are square in any font', () => {
  const square = ['Chinese', 'Japanese', 'Korean', 'emoji'];
  const wanted = scripts.map(({ name }) => name).filter((name) => !square.includes(name));
  expect(wideScripts.map(({ name }) => name).toSorted()).toEqual(wanted.toSorted());
});
