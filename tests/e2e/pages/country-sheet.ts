import { expect, type Locator, type Page } from '@playwright/test';

export const countrySheet = (page: Page): Locator => page.getByRole('dialog', { name: 'Country you live in' });

/** From the open sheet to what the chosen country means. */
export async function chooseCountry(page: Page, search: string, name: string): Promise<Locator> {
  const sheet = countrySheet(page);
  await sheet.getByLabel('Search a country').fill(search);
  await sheet.getByRole('button', { name }).click();
  await expect(sheet.getByRole('button', { name: 'Confirm country' })).toBeVisible();
  return sheet;
}

/** Chooses a country in the open sheet and confirms it. */
export async function declareCountry(page: Page, search: string, name: string): Promise<void> {
  const sheet = await chooseCountry(page, search, name);
  await sheet.getByRole('button', { name: 'Confirm country' }).click();
  await expect(sheet).toBeHidden();
}
