import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { namedLocales } from '@tern/locales/all-locales';
import { allScenes } from './scenes/all-scenes.ts';
import { test } from './scenes/scene-test.ts';
import { wideScenes } from './scenes/wide-scenes.ts';
import { lengthenWords, setLanguage, setTextSize, settled } from './support/looks.ts';

// Goal: pictures of every scene in every look, and of some in every language beside each other, to be looked at by people:
// `npm run screenshots`.

const folder = new URL('../../test-results/screenshots', import.meta.url).pathname;

test.describe.configure({ mode: 'default' });

for (const scene of allScenes) {
  test(`pictures of ${scene.name}`, async ({ openScene }) => {
    const page = await openScene(scene);
    const take = async (look: string): Promise<void> => {
      await settled(page);
      await page.screenshot({ path: join(folder, `${scene.name}.${look}.png`) });
    };
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await take(`${width}-${colorScheme}`);
      }
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 390, height: 844 });
    await setLanguage(page, { id: 'ar', direction: 'rtl' });
    await take('390-arabic');
    await setLanguage(page, { id: 'en', direction: 'ltr' });
    await setTextSize(page, 200);
    await take('390-large-text');
    await setTextSize(page, 100);
    await page.setViewportSize({ width: 320, height: 844 });
    await lengthenWords(page);
    await take('320-long-words');
  });
}

for (const scene of wideScenes) {
  test(`wide pictures of ${scene.name}`, async ({ openScene }) => {
    const page = await openScene(scene);
    const take = async (look: string): Promise<void> => {
      await settled(page);
      await page.screenshot({ path: join(folder, `${scene.name}.${look}.png`) });
    };
    for (const [width, height] of [
      [1280, 800],
      [1024, 768],
      [768, 1024],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await take(`${width}-${colorScheme}`);
      }
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 800 });
    await setLanguage(page, { id: 'ar', direction: 'rtl' });
    await take('1280-arabic');
  });
}

for (const name of ['home', 'transfer-confirm', 'reward', 'records']) {
  test(`contact sheet of ${name} in every language`, async ({ openScene }) => {
    test.setTimeout(600_000);
    const scene = allScenes.find((one) => one.name === name);
    if (scene === undefined) throw new Error(`no scene ${name}`);
    const page = await openScene(scene);
    const figures: string[] = [];
    for (const locale of namedLocales) {
      await setLanguage(page, locale);
      const path = join(folder, 'languages', `${name}.${locale.id}.png`);
      await page.screenshot({ path });
      const picture = (await readFile(path)).toString('base64');
      figures.push(
        `<figure><figcaption>${locale.id}</figcaption><img src="data:image/png;base64,${picture}"></figure>`,
      );
    }
    const perSheet = 8;
    for (let first = 0; first < figures.length; first += perSheet) {
      const sheet = await page.context().newPage();
      await sheet.setViewportSize({ width: 1640, height: 1800 });
      await sheet.setContent(
        `<style>body { display: grid; grid-template-columns: repeat(4, 390px); gap: 16px; margin: 8px } figure { margin: 0 } img { width: 390px }</style>${figures.slice(first, first + perSheet).join('')}`,
      );
      await sheet.screenshot({ path: join(folder, `sheet.${name}.${first / perSheet + 1}.png`), fullPage: true });
      await sheet.close();
    }
  });
}
