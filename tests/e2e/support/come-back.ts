import type { Page } from '@playwright/test';

/** Back, forward and reload, each of which has to bring `isFilled` about. */
export async function comeBack(page: Page, isFilled: () => Promise<void>): Promise<void> {
  await comeBackToSheet(page, isFilled);
  await page.goBack();
  await page.goForward();
  await isFilled();
}

/** The same for a form in a sheet, which going back closes. */
export async function comeBackToSheet(page: Page, isFilled: () => Promise<void>): Promise<void> {
  await page.reload();
  await isFilled();
  await page.goto('/pages/common/support');
  await page.goBack();
  await isFilled();
}

/** What this tab and this device keep, as text. */
export async function readStorage(page: Page): Promise<string> {
  return await page.evaluate(() => JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)]));
}
