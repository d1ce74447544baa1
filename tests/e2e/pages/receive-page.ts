import { expect, type Locator, type Page } from '@playwright/test';
import { creditedWithinMs } from '../support/account.ts';

/** What arrives while the receive page is open. */
export function arrivals(page: Page): Locator {
  return page.getByRole('region', { name: 'Arriving now' });
}

export async function openReceive(page: Page): Promise<void> {
  await page.goto('/pages/index/receive');
  await expect(arrivals(page)).toContainText('Waiting for a deposit');
}

export async function pressFaucet(page: Page, symbol: string): Promise<void> {
  await page.getByRole('button', { name: `Get test coins: ${symbol}` }).click();
}

/**
 * Follows the page, which nobody touches: the page itself notes every count of confirmations it ever shows, so none is
 * missed where the machine is slow to look. Called before anything arrives.
 */
export async function followArrivals(page: Page): Promise<{ until(shown: string): Promise<number[]> }> {
  const seen = await arrivals(page).evaluateHandle((region) => {
    const counts: number[] = [];
    new MutationObserver(() => {
      const count = /Seen, (\d+) of 19 confirmed/.exec(region.textContent)?.[1];
      if (count !== undefined && Number(count) !== counts.at(-1)) counts.push(Number(count));
    }).observe(region, { childList: true, characterData: true, subtree: true });
    return counts;
  });
  return {
    /** Waits for these words; resolves to the counts shown until then, in their order. */
    until: async (shown) => {
      await expect(arrivals(page)).toContainText(shown, { timeout: creditedWithinMs });
      return seen.jsonValue();
    },
  };
}
