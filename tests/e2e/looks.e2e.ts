import { expect, type Page } from '@playwright/test';
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
import { roundOf, thoseInTurn } from './support/turn.ts';
import { wideScripts } from './support/wide-scripts.ts';

// Goal: every screen with its sheets and its empty, refused and broken states is accessible and whole in every look.
// Method: each scene is opened once and looked at in both themes, narrow, in a language from right to left and in one of
// another script, with text twice as large, with words as long as German ones, and in the wide fonts of a system without
// ours. The languages take turns over the scenes. In `npm test` so do the scenes: three commits see all of
// them. `npm run e2e` sees all of them, `npm run e2e -- --fonts all` each in the fonts of every
// script, `npm run e2e -- --locales all` every page in all languages. `npm run screenshots` makes pictures for the eye.

const source = { id: 'en', direction: 'ltr' } as const;
const fromTheRight = locales.filter(({ direction }) => direction === 'rtl');
const otherScripts = locales.filter(({ id, direction }, index) => {
  const scriptOf = (tag: string) => new Intl.Locale(tag).maximize().script;
  const isFirst = locales.findIndex((other) => scriptOf(other.id) === scriptOf(id)) === index;
  return direction === 'ltr' && (id === 'de' || (isFirst && id !== source.id));
});
const everyScript = [...otherScripts, ...fromTheRight];
const fontsOfAll = process.env['E2E_FONTS'] === 'all';

/** Each scene and its place, by which the languages take turns. */
const placed = allScenes.map((scene, place) => ({ scene, place }));

for (const { scene, place } of thoseInTurn(placed)) {
  test(`${scene.name} is accessible and whole in every look`, async ({ openScene }) => {
    const page = await openScene(scene);
    await expectAccessible(page, `${scene.name} in light`);
    await page.setViewportSize({ width: 320, height: 844 });
    await expectLaidOut(page, `${scene.name} at 320 px`);
    const seen = { name: scene.name, turn: roundOf(place) };
    await lookInDark(page, seen);
    await lookInLanguages(page, seen);
    await lookInOtherFonts(page, seen);
  });
}

/** A scene, and which language is next. */
type Seen = { readonly name: string; readonly turn: number };

async function lookInDark(page: Page, { name }: Seen): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await settled(page);
  await expectAccessible(page, `${name} in dark`, 'contrast');
  await setTextSize(page, 200);
  await expectWhole(page, `${name} with text at 200 %`);
  await setTextSize(page, 100);
}

async function lookInLanguages(page: Page, seen: Seen): Promise<void> {
  for (const languages of [otherScripts, fromTheRight]) {
    const locale = languages[seen.turn % languages.length];
    if (locale === undefined) continue;
    await setLanguage(page, locale);
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await expectWhole(page, `${seen.name} in ${locale.id} at ${width} px`);
    }
  }
}

async function lookInOtherFonts(page: Page, seen: Seen): Promise<void> {
  await useFallbackFonts(page);
  // From the end: rarely the language this scene was just looked at in.
  for (const locale of fontsOfAll ? everyScript : [everyScript.at(-1 - (seen.turn % everyScript.length))]) {
    if (locale === undefined) continue;
    await setLanguage(page, locale);
    await expectLaidOut(page, `${seen.name} in ${locale.id} at 320 px in a system's fonts`);
  }
  await setLanguage(page, source);
  await lengthenWords(page);
  await expectWhole(page, `${seen.name} with long words in a system's fonts`);
}

async function expectWhole(page: Page, look: string): Promise<void> {
  await expectNoOverflow(page, look);
  await expectNothingCut(page, look);
}

async function expectLaidOut(page: Page, look: string): Promise<void> {
  await expectWhole(page, look);
  await expectTextInPlace(page, look);
}

test('every script of our languages is looked at in wide letters, but those that are square in any font', () => {
  const square = ['Chinese', 'Japanese', 'Korean', 'emoji'];
  const wanted = scripts.map(({ name }) => name).filter((name) => !square.includes(name));
  expect(wideScripts.map(({ name }) => name).toSorted()).toEqual(wanted.toSorted());
});
