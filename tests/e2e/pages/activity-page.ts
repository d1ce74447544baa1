import { expect, type Locator, type Page } from '@playwright/test';
import type { Api } from '../support/api.ts';
import { newPicture } from '../support/pictures.ts';

/** The activity every development installation begins with. */
export const sampleTitle = 'Show your exchange account';

export async function sampleId(api: Api): Promise<string> {
  const { activities } = await api.activities.listActivities({ language: 'en' });
  const sample = activities.find(({ title }) => title === sampleTitle);
  if (sample === undefined) throw new Error('the installation has no sample activity');
  return sample.id;
}

export const cardOf = (page: Page, title = sampleTitle): Locator =>
  page.getByRole('article').filter({ hasText: title });
export const ownEntry = (page: Page): Locator => page.getByRole('region', { name: 'Your entry' });
export const userIdField = (page: Page): Locator => page.getByLabel('User ID on the exchange');

/** Opens the details: the first of the two steps into an activity. */
export async function participate(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Participate' }).click();
  await expect(userIdField(page)).toBeFocused();
}

/** Sends them: the second one. */
export const confirmButton = (page: Page): Locator => page.getByRole('button', { name: 'Confirm participation' });

/** Chooses a picture from a file; ends when the server has it. */
export async function choosePicture(page: Page, picture = newPicture()): Promise<void> {
  const button = page.getByLabel(/^(?:Choose a file|Replace)$/);
  await button.setInputFiles({ name: 'IMG_0042.PNG', mimeType: 'image/png', buffer: picture });
  await expect(page.getByText('Uploaded')).toBeVisible();
}
