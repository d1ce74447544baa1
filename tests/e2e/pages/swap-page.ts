import { expect, type Locator, type Page } from '@playwright/test';
import type { AssetId } from '../support/account.ts';
import { tradePassword } from '../support/factors.ts';
import { factOf } from './facts.ts';
import { pressKeys } from './transfer-page.ts';

export type SwapFilled = { readonly coin: AssetId; readonly for: AssetId; readonly amount: string };

export const givenField = (page: Page): Locator => page.getByRole('textbox', { name: 'You give' });
export const swapButton = (page: Page): Locator => page.getByRole('contentinfo').getByRole('button');
export const swapSheet = (page: Page): Locator => page.getByRole('dialog', { name: 'Confirm it’s you' });

export async function openSwap(page: Page, { coin, for: taken }: Omit<SwapFilled, 'amount'>): Promise<void> {
  await page.goto(`/pages/reward/swap?${new URLSearchParams({ coin, for: taken })}`);
  await expect(givenField(page)).toBeVisible();
}

/** What the button says once there is a quote: for example `Swap 12.50 USDT`. */
export const swapLabel = /^Swap [\d.,]+ [A-Z]+$/;

/** Fills in the form and waits for its quote. */
export async function fillSwap(page: Page, filled: SwapFilled): Promise<void> {
  await openSwap(page, filled);
  await givenField(page).fill(filled.amount);
  await expect(swapButton(page)).toHaveText(swapLabel);
}

/** Opens what the quote folds: its spread, what is left, the bounds of the pair and whose prices these are. */
export async function openDetails(page: Page): Promise<void> {
  await page.getByRole('main').getByText('Details', { exact: true }).click();
}

/** A fact of the quote, as it is shown: for example `12.34 USDT`. */
export async function quoteFact(page: Page, term: string): Promise<string> {
  const fact = factOf(page.getByRole('main'), term);
  // Until the quote is there, it has no words.
  await expect(fact).toHaveText(/\S/);
  return await fact.innerText();
}

/** Gives the trade password; it is swapped with the last digit. */
export async function verifySwap(page: Page): Promise<void> {
  await swapButton(page).click();
  await pressKeys(swapSheet(page), tradePassword);
}

/** Waits until the swap has led to its record; returns its id. */
export async function waitForSwap(page: Page): Promise<string> {
  await page.waitForURL('**/pages/reward/swap-record?id=*');
  return new URL(page.url()).searchParams.get('id') ?? '';
}
