import { expect, type Locator, type Page } from '@playwright/test';
import { shown, type toUnits } from '../support/amounts.ts';

type Asset = Parameters<typeof toUnits>[0];

/** The row of an asset in the list of the home page. */
export function assetRow(page: Page, symbol: string): Locator {
  return page.getByRole('region', { name: 'Assets' }).getByRole('button', { name: new RegExp(`^${symbol} `) });
}

/** Waits until home shows this balance, by itself. */
export async function expectHomeBalance(page: Page, asset: Asset, symbol: string, units: bigint): Promise<void> {
  await expect(assetRow(page, symbol).locator('bdi').first()).toHaveText(shown(asset, units));
}
