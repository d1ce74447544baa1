import { expect, type Locator, type Page } from '@playwright/test';
import type { Authenticator } from '../support/authenticator.ts';
import { tradePassword } from '../support/factors.ts';

export type Filled = { readonly coin: 'usdt' | 'trx' | 'reward'; readonly to: string; readonly amount: string };

export const toField = (page: Page): Locator => page.getByRole('textbox', { name: 'To' });
export const amountField = (page: Page): Locator => page.getByRole('textbox', { name: 'Amount' });
export const confirmSheet = (page: Page): Locator => page.getByRole('dialog', { name: 'Confirm transfer' });
export const verifySheet = (page: Page): Locator => page.getByRole('dialog', { name: 'Confirm it’s you' });

export async function openTransfer(page: Page, coin: Filled['coin']): Promise<void> {
  await page.goto(`/pages/index/transfer?${new URLSearchParams({ coin })}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Transfer' })).toBeVisible();
}

/** Fills in the form and ticks that a warning was read, where one is shown. */
export async function fillTransfer(page: Page, { coin, to, amount }: Filled): Promise<void> {
  await openTransfer(page, coin);
  await toField(page).fill(to);
  await amountField(page).fill(amount);
  await expect(page.locator('.page-foot').getByRole('button')).not.toHaveText(/Checking|Enter/);
  const tick = page.getByRole('checkbox', { name: /I have checked the address/ });
  if (await tick.isVisible()) await tick.check();
}

/** From the filled form to the server's draft. */
export async function askForDraft(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(confirmSheet(page)).toBeVisible();
  return confirmSheet(page);
}

/** From the draft to the factors. */
export async function goToVerification(page: Page): Promise<Locator> {
  await confirmSheet(page).getByRole('button', { name: 'Confirm and verify' }).click();
  await expect(verifySheet(page)).toBeVisible();
  return verifySheet(page);
}

/** Presses digits on the wallet's own keys. */
export async function pressKeys(scope: Page | Locator, digits: string): Promise<void> {
  const keys = scope.getByRole('group', { name: 'Number keys' });
  for (const digit of digits) await keys.getByRole('button', { name: digit, exact: true }).click();
}

/** Gives both factors on the keys. It is sent with the last digit. */
export async function verify(page: Page, authenticator: Authenticator): Promise<void> {
  const sheet = verifySheet(page);
  await pressKeys(sheet, tradePassword);
  await expect(sheet.getByRole('textbox', { name: 'Authenticator code' })).toBeFocused();
  await pressKeys(sheet, await authenticator.nextCode());
}

/** The whole way; ends on the record's page and returns its id. */
export async function send(page: Page, filled: Filled, authenticator: Authenticator): Promise<string> {
  await fillTransfer(page, filled);
  await askForDraft(page);
  await goToVerification(page);
  await verify(page, authenticator);
  return await waitForRecord(page);
}

/** Waits until the transfer has led to the page after a send; returns the id of its record. */
export async function waitForSent(page: Page): Promise<string> {
  await page.waitForURL('**/pages/record/sent?id=*');
  return new URL(page.url()).searchParams.get('id') ?? '';
}

/** The same, and goes on to the record's page. */
export async function waitForRecord(page: Page): Promise<string> {
  const id = await waitForSent(page);
  await page
    .getByRole('main')
    .locator(`a[href$="${new URLSearchParams({ id })}"]`)
    .click();
  await page.waitForURL('**/pages/record/detail?id=*');
  return id;
}
