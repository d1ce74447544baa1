import { expect, type Page } from '@playwright/test';
import { openAuthenticator, type Authenticator } from '../support/authenticator.ts';
import { authenticatorCode, tradePassword } from '../support/factors.ts';
import type { Person } from '../support/person.ts';
import { proveIdentity } from './proof-page.ts';
import { pressKeys } from './transfer-page.ts';

/** Sets the trade password on its page, from wherever the person was sent there. */
export async function setTradePasswordOnPage(page: Page, person: Person): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Choose six digits' })).toBeVisible();
  await pressKeys(page, tradePassword);
  await expect(page.getByRole('heading', { name: 'Enter them again' })).toBeVisible();
  await pressKeys(page, tradePassword);
  await proveIdentity(page, person);
  await page.getByRole('button', { name: 'Set trade password' }).click();
}

/** Binds an authenticator on its page by typing the key into an app; returns the app and the recovery codes shown. */
export async function bindAuthenticatorOnPage(
  page: Page,
  person: Person,
): Promise<{ authenticator: Authenticator; recoveryCodes: string[] }> {
  await page.getByRole('button', { name: 'I have an app' }).click();
  await proveIdentity(page, person);
  await page.getByRole('button', { name: 'Show key' }).click();
  const key = (await page.locator('.factors-secret-text').innerText()).replaceAll(' ', '');
  await page.getByLabel('Code shown by the app').fill(await authenticatorCode(key));
  const authenticator = openAuthenticator(key);
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible();
  const recoveryCodes = await page.locator('.factors-codes').getByRole('listitem').allInnerTexts();
  return { authenticator, recoveryCodes };
}
