import { expect, type Page } from '@playwright/test';
import { test } from './support/test.ts';

// Goal: a tap is answered with the frame of the next page, before the browser leaves the one that is open, and nothing else
// changes by that. Method: what stands at each frame until the address changes, while the next page's code is held back.

type Frame = { readonly title: string | undefined; readonly hasTabs: boolean; readonly scrolledBy: number };

/** Keeps the code of a page on its way; returns what lets it come. */
async function holdCode(page: Page, name: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(`**/assets/${name}-*.js`, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

/** What can be seen at each frame after the next tap, as long as the address is that of the page before. */
function watchFrames(page: Page): Promise<readonly Frame[]> {
  return page.evaluate(
    () =>
      new Promise<Frame[]>((resolve) => {
        const isSeen = (element: Element) => element.checkVisibility();
        const frames: Frame[] = [];
        const from = location.pathname;
        const look = () => {
          if (location.pathname !== from) {
            resolve(frames);
            return;
          }
          frames.push({
            title: [...document.querySelectorAll('h1')].find(isSeen)?.textContent,
            hasTabs: [...document.querySelectorAll('.tab-bar')].some(isSeen),
            scrolledBy: scrollY,
          });
          requestAnimationFrame(look);
        };
        addEventListener('click', () => requestAnimationFrame(look), { once: true, capture: true });
      }),
  );
}

const about = /\/pages\/my\/about$/;

test('a tap shows the frame of the next page while the browser is still on the one before', async ({
  openPage,
  newcomer,
}) => {
  const page = await openPage(newcomer);
  await page.goto('/pages/my/index');
  const row = page.getByRole('link', { name: 'About and user agreement' });
  await row.scrollIntoViewIfNeeded();
  const scrolledBy = await page.evaluate(() => scrollY);
  expect(scrolledBy).toBeGreaterThan(0);
  const release = await holdCode(page, 'about-page');

  const frames = watchFrames(page);
  await row.tap();
  expect((await frames).at(-1)).toEqual({ title: 'About', hasTabs: false, scrolledBy: 0 });
  await expect(page).toHaveURL(about);
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeFocused();
  release();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About');

  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'My' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolledBy);
  await expect(page.getByRole('link', { name: 'My', exact: true })).toHaveAttribute('aria-current', 'page');
});

test('the frame of a tab keeps the tab bar, and somebody who goes elsewhere meanwhile gets there', async ({
  openPage,
  newcomer,
}) => {
  const page = await openPage(newcomer);
  await page.goto('/pages/index/index');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const release = await holdCode(page, 'my-page');
  const frames = watchFrames(page);
  await page.getByRole('link', { name: 'My', exact: true }).tap();
  expect((await frames).at(-1)).toMatchObject({ title: 'My', hasTabs: true });
  await page.getByRole('link', { name: 'Home', exact: true }).tap();
  await expect(page).toHaveURL(/\/pages\/index\/index$/);
  release();
  await expect(page.getByRole('link', { name: 'Home', exact: true })).toHaveAttribute('aria-current', 'page');
  await expect(page.locator('[inert]')).toHaveCount(0);
});
