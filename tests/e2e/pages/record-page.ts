import { expect, type Locator, type Page } from '@playwright/test';

export const timeline = (page: Page): Locator => page.getByRole('list', { name: 'Progress' });

/** One step of the course, by its title. */
export function stepOf(page: Page, title: string): Locator {
  return timeline(page).getByRole('listitem').filter({ hasText: title });
}

export async function openRecord(page: Page, id: string): Promise<void> {
  await page.goto(`/pages/record/detail?${new URLSearchParams({ id })}`);
  await expect(timeline(page)).toBeVisible();
}

export async function openFurtherDetail(page: Page): Promise<void> {
  await page.getByRole('link', { name: /Transaction ID, energy/ }).click();
  await page.waitForURL('**/pages/record/detail-info?*');
  await expect(page.getByRole('heading', { level: 1, name: 'Further details' })).toBeVisible();
}

/** Waits until the chip of the record says this. */
export async function expectStatus(page: Page, status: string): Promise<void> {
  // The page that is left stays for a moment, hidden, and has such a head too.
  await expect(page.getByRole('main').locator('.record-head')).toContainText(status, { timeout: 30_000 });
}
