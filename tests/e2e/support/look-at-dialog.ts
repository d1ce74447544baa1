import { test, type Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow, still } from './looks.ts';

const widths = [1280, 820] as const;

/** An open dialog of the console is accessible and whole on a desktop and a tablet, in both themes; `E2E_PICTURES=yes` keeps them. */
export async function lookAtDialog(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await still(page);
      const look = `console-${name}-${width}-${colorScheme}`;
      if (process.env['E2E_PICTURES'] === 'yes') {
        await page.screenshot({ path: test.info().outputPath(`${look}.png`) });
      }
      await expectNoOverflow(page, look);
      await expectAccessible(page, look, colorScheme === 'dark' ? 'contrast' : 'all');
    }
  }
  if (before !== null) await page.setViewportSize(before);
}
