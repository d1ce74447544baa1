import { expect, type Page } from '@playwright/test';
import { test } from './scenes/scene-test.ts';
import type { Scene } from './scenes/scene.ts';
import { wideScenes } from './scenes/wide-scenes.ts';
import { expectBesideRail } from './support/expect-beside.ts';
import { expectAccessible, expectNoOverflow, expectNothingCut, setLanguage, settled } from './support/looks.ts';
import { thoseInTurn } from './support/turn.ts';

// Goal: pages with what stands beside them are accessible and whole on tablets and desks, and stand beside the rail. Method: as
// for phones, at the widths where the layout changes; they take turns as there.

/** From 900 px what stands beside the page is fetched first, and the page stands as on a phone until it is there. */
async function widen(page: Page, { as, name }: Scene, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  const hasRail = as !== 'visitor' && width >= 900;
  if (hasRail) await expect(page.locator('.rail')).toBeVisible();
  await settled(page);
  if (hasRail) await expectBesideRail(page, `${name} at ${width} px`);
}

for (const scene of thoseInTurn(wideScenes)) {
  test(`${scene.name} is accessible and whole on wide screens`, async ({ openScene }) => {
    const page = await openScene(scene);
    for (const width of [768, 900, 1280]) {
      await widen(page, scene, width);
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
        await widen(page, scene, width);
        await expectNoOverflow(page, `${scene.name} in ${locale.id} at ${width} px`);
        await expectNothingCut(page, `${scene.name} in ${locale.id} at ${width} px`);
      }
    }
  });
}
