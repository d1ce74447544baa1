import type { Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow, settled } from './looks.ts';

const widths = [1280, 820, 390] as const;
const withPictures = process.env['E2E_PICTURES'] === 'yes';

/**
 * A page of the console in every look, whole and accessible in each; with `E2E_PICTURES=yes` there are pictures for the eye.
 * `ready` waits until it is to be looked at: by default, until nothing loads.
 */
export async function lookAtConsole(
  page: Page,
  name: string,
  outputPath: (file: string) => string,
  ready: (page: Page) => Promise<void> = settled,
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 1280 ? 800 : width === 820 ? 1100 : 844 });
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await ready(page);
      const path = outputPath(`${name}-${width}-${colorScheme}.png`);
      // What lies over the page is not longer than the window.
      const fullPage = (await page.locator('dialog[open]').count()) === 0;
      if (withPictures) await page.screenshot({ path, fullPage });
    }
    await expectNoOverflow(page, `${name} at ${width} px`);
    await expectAccessible(page, `${name} at ${width} px`);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await ready(page);
  await expectAccessible(page, `${name} in dark`, 'contrast');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 800 });
}
