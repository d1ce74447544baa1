import { test } from './scenes/scene-test.ts';
import { wideScenes } from './scenes/wide-scenes.ts';
import { expectAccessible, expectNoOverflow, expectNothingCut, setLanguage, settled } from './support/looks.ts';

// Goal: pages with what stands beside them are accessible and whole on tablets and desks. Method: as for phones, at the widths
// where the layout changes.

for (const scene of wideScenes) {
  test(`${scene.name} is accessible and whole on wide screens`, async ({ openScene }) => {
    const page = await openScene(scene);
    for (const width of [768, 900, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await settled(page);
      await expectAccessible(page, `${scene.name} at ${width} px`);
      await expectNoOverflow(page, `${scene.name} at ${width} px`);
      await expectNothingCut(page, `${scene.name} at ${width} px`);
    }
    for (const locale of [
      { id: 'de', direction: 'ltr' },
      { id: 'ar', direction: 'rtl' },
    ] as const) {
      await setLanguage(page, locale);
      for (const width of [900, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await settled(page);
        await expectNoOverflow(page, `${scene.name} in ${locale.id} at ${width} px`);
        await expectNothingCut(page, `${scene.name} in ${locale.id} at ${width} px`);
      }
    }
  });
}
