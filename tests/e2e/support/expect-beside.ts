import { expect, type Page } from '@playwright/test';

/** The rail stands at the edge where lines begin, and the page begins at the top, beside it and not below. */
export async function expectBesideRail(page: Page, look: string): Promise<void> {
  const places = async () =>
    await page.evaluate(() => {
      const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
      const [rail, main] = [boxOf('.rail'), boxOf('.pane:not(.pane-nothing) > .page')];
      if (rail === undefined || main === undefined) return 'not there';
      const isMirrored = getComputedStyle(document.documentElement).direction === 'rtl';
      const [edge, gap] = isMirrored
        ? [innerWidth - rail.right, rail.left - main.right]
        : [rail.left, main.left - rail.right];
      return { edge: Math.round(edge), top: Math.round(main.top), beside: gap >= 0, wide: main.width >= 320 };
    });
  await expect.poll(places, look).toEqual({ edge: 0, top: 0, beside: true, wide: true });
}
