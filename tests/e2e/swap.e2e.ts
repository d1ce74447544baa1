import { expect, type Page } from '@playwright/test';
import { sql } from 'kysely';
import { factOf } from './pages/facts.ts';
import {
  fillSwap,
  givenField,
  openDetails,
  openSwap,
  quoteFact,
  swapButton,
  swapLabel,
  swapSheet,
  verifySwap,
  waitForSwap,
} from './pages/swap-page.ts';
import { pressKeys } from './pages/transfer-page.ts';
import { openNewcomer, readAvailable } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { faucet } from './support/devchain.ts';
import { tradePassword } from './support/factors.ts';
import { asOwner } from './support/owner.ts';
import { openSwapper } from './support/swapper.ts';
import { test } from './support/test.ts';

// Goal: what a person was shown is what is booked, to the unit, in both directions, or nothing happens and they look again.
// Method: the pages as a person presses, the ledger asked afterwards; prices move by what their source says.

// One after the other: they move the price that all of them are quoted.
test.describe.configure({ mode: 'default' });

const unitsOf = (asset: 'usdt' | 'trx' | 'reward', text: string): bigint => toUnits(asset, text.split(' ')[0] ?? '');

/** Looks while the reward token's only source says another price: the worker, who would ask it again, waits until the end. */
async function whilePriceIsMoved(percent: number, look: () => Promise<void>): Promise<void> {
  await asOwner(async ({ kysely }) => {
    for (let isMoved = false; !isMoved;) {
      const moved = await sql<{ at: string }>`
        INSERT INTO prices (asset_id, source, price, decimals)
        SELECT asset_id, source, price * (100 + ${percent}) / 100, decimals FROM prices
         WHERE asset_id = 'reward' AND source = 'operator' ORDER BY at DESC LIMIT 1
        RETURNING at::text`.execute(kysely);
      isMoved = await kysely.transaction().execute(async (tx) => {
        await sql`LOCK TABLE prices IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
        const newest = await sql<{ at: string }>`
          SELECT at::text FROM prices WHERE asset_id = 'reward' AND source = 'operator'
           ORDER BY at DESC LIMIT 1`.execute(tx);
        // Where the worker came first, once more.
        if (newest.rows[0]?.at !== moved.rows[0]?.at) return false;
        await look();
        return true;
      });
    }
  });
}

test('there and back again, everything that was shown is booked to the unit, and the records tell it', async ({
  device,
}) => {
  const { page, api, walletId } = await openSwapper(device, { usdt: toUnits('usdt', '300') });
  const before = await readAvailable(api, walletId, 'reward');

  await fillSwap(page, { coin: 'usdt', for: 'reward', amount: '120.5' });
  const gets = await quoteFact(page, 'Minimum received');
  await expect(page.locator('.swap-taken')).toContainText(gets.split('.')[0] ?? '');
  expect(await quoteFact(page, 'Fee, 0\\.3%, included')).toBe('0.3615 USDT');
  await expect(swapButton(page)).toHaveText('Swap 120.50 USDT');
  await expect(factOf(page.getByRole('main'), 'You keep'), 'what is no cost is folded').toBeHidden();
  await openDetails(page);
  expect(await quoteFact(page, 'You keep')).toBe('179.50 USDT');
  expect(await quoteFact(page, 'Price of TERN')).toMatch(/^fixed price, \d+ seconds? old$/);
  await verifySwap(page);
  const id = await waitForSwap(page);
  const facts = page.getByRole('main');
  await expect(factOf(facts, 'Token out')).toHaveText('120.50 USDT');
  const swap = await api.swaps.swap({ id });
  const got = BigInt(swap.amountIn);
  await expect(factOf(facts, 'Token in')).toHaveText(gets);
  expect(unitsOf('reward', gets)).toBe(got);
  await expect(factOf(facts, 'Available afterwards')).toHaveText('179.50 USDT');
  await expect(factOf(facts, 'Rate')).toHaveText(/^1 TERN = 0\.1\d+ USDT$/);
  await expect(factOf(facts, 'Reward'), 'no country is declared').toHaveText('none');
  await expect(facts.getByText('Completed')).toBeVisible();
  expect(await readAvailable(api, walletId, 'usdt')).toBe(toUnits('usdt', '179.5'));
  expect(await readAvailable(api, walletId, 'reward')).toBe(before + got);

  await test.step('its record says what was got, and leads back to the swap', async () => {
    await page.getByRole('link', { name: 'View in records' }).click();
    await expect(factOf(facts, 'You received')).toHaveText(gets);
    await page.getByRole('link', { name: 'View swap' }).click();
    await expect(factOf(facts, 'Token in')).toHaveText(gets);
    expect(new URL(page.url()).searchParams.get('id')).toBe(id);
  });

  await test.step('Max gives everything there is, the other way round', async () => {
    await openSwap(page, { coin: 'usdt', for: 'reward' });
    await page.getByRole('button', { name: 'Switch direction' }).click();
    await page.getByRole('button', { name: 'Max' }).click();
    await expect(swapButton(page)).toHaveText(swapLabel);
    await openDetails(page);
    expect(await quoteFact(page, 'You keep')).toBe('0.00 TERN');
    const back = await quoteFact(page, 'Minimum received');
    await verifySwap(page);
    await waitForSwap(page);
    await expect(factOf(facts, 'Token in')).toHaveText(back);
    expect(await readAvailable(api, walletId, 'reward')).toBe(0n);
    expect(await readAvailable(api, walletId, 'usdt')).toBe(toUnits('usdt', '179.5') + unitsOf('usdt', back));
  });

  await test.step('the records of swaps list both, and the records lead to them', async () => {
    await page.goto('/pages/reward/swap-record');
    const entries = page.getByRole('main').locator('.swap-entry');
    await expect(entries).toHaveCount(2);
    await expect(entries.first()).toContainText('TERN to USDT');
    await expect(entries.last()).toContainText('Available afterwards179.50 USDT');
    await expect(page.getByText('You’ve reached the end')).toBeVisible();
    await page.getByRole('button', { name: 'Distributing' }).click();
    await expect(page.getByText('No results')).toBeVisible();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await expect(entries).toHaveCount(2);
    await page.goto('/pages/record/index?coin=usdt');
    await page.getByRole('link', { name: /^Swapped USDT/ }).click();
    await waitForSwap(page);
    await expect(factOf(facts, 'Token in')).toHaveText(gets);
  });
});

test('a price that moved against the house asks again with the new quote, and nothing was swapped before', async ({
  device,
}) => {
  const { page, api, walletId } = await openSwapper(device, { usdt: toUnits('usdt', '50') });
  const quotes = await watchQuotes(page);
  await fillSwap(page, { coin: 'usdt', for: 'reward', amount: '20' });
  await swapButton(page).click();
  const sheet = swapSheet(page);
  await expect(sheet).toBeVisible();
  // No renewal of the quote itself may come between: the refusal is what is looked for.
  await quotes.hold();
  const looked = await quoteFact(page, 'Minimum received');
  let now = '';
  await whilePriceIsMoved(3, async () => {
    await pressKeys(sheet, tradePassword);
    await expect(sheet).toContainText('Price changed. Nothing was swapped. Check the new quote.');
    expect((await api.swaps.listSwaps({})).swaps).toHaveLength(0);
    quotes.letGo();
    await expect(factOf(sheet, 'You would have received')).toHaveText(looked);
    await expect(factOf(sheet, 'You get now')).toHaveText(/TERN$/);
    now = await factOf(sheet, 'You get now').innerText();
    expect(unitsOf('reward', now)).toBeLessThan(unitsOf('reward', looked));
  });
  await sheet.getByRole('button', { name: 'Swap at the new quote' }).click();
  await waitForSwap(page);
  await expect(factOf(page.getByRole('main'), 'Token in')).toHaveText(now);
  expect((await api.swaps.listSwaps({})).swaps).toHaveLength(1);
  expect(await readAvailable(api, walletId, 'usdt')).toBe(toUnits('usdt', '30'));
});

test('a quote that is over is not swapped at: the person looks at the next one first', async ({ device }) => {
  const { page, api, walletId } = await openSwapper(device, { usdt: toUnits('usdt', '50') });
  const quotes = await watchQuotes(page);
  await fillSwap(page, { coin: 'usdt', for: 'trx', amount: '20' });
  await swapButton(page).click();
  const sheet = swapSheet(page);
  await expect(sheet).toBeVisible();
  await quotes.hold();
  await asOwner(({ kysely }) =>
    sql`
      UPDATE swap_quotes SET expires_at = clock_timestamp() - interval '1 second' WHERE wallet_id = ${walletId}`.execute(
      kysely,
    ),
  );
  await pressKeys(sheet, tradePassword);
  await expect(sheet).toContainText('Quote expired. Nothing was swapped. Check the new quote.');
  quotes.letGo();
  await sheet.getByRole('button', { name: 'Swap at the new quote' }).click();
  await waitForSwap(page);
  expect((await api.swaps.listSwaps({})).swaps).toHaveLength(1);
});

test('a quote is renewed by itself as long as the page is open', async ({ device }) => {
  const { page } = await openSwapper(device, { usdt: toUnits('usdt', '50') });
  // No link names a token: it begins with the one there is something of.
  await page.goto('/pages/reward/swap');
  await expect(page.getByRole('button', { name: 'Token you give: USDT' })).toBeVisible();
  await fillSwap(page, { coin: 'usdt', for: 'trx', amount: '20' });
  await expect(page.getByRole('img', { name: /^\d+ of 15 seconds left$/ })).toBeVisible();
  const renewed = page.waitForResponse((response) => response.url().endsWith('/api/swaps/quotes') && response.ok(), {
    timeout: 60_000,
  });
  await renewed;
  await expect(swapButton(page)).toHaveText(swapLabel);
});

test('an answer that is lost is asked for again with the same key, and swapped once', async ({ device }) => {
  const { page, api, walletId } = await openSwapper(device, { usdt: toUnits('usdt', '50') });
  await fillSwap(page, { coin: 'usdt', for: 'trx', amount: '20' });
  // The server swaps, but what it says does not arrive.
  await page.route(
    '**/api/swaps/quotes/*/execute',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await verifySwap(page);
  const sheet = swapSheet(page);
  await expect(sheet).toContainText('We don’t know yet whether this went through');
  await sheet.getByRole('button', { name: 'Try again' }).click();
  await waitForSwap(page);
  expect((await api.swaps.listSwaps({})).swaps).toHaveLength(1);
  expect(await readAvailable(api, walletId, 'usdt')).toBe(toUnits('usdt', '30'));
});

test('who closes a swap whose answer is lost finds no amount there and the way to the swap records', async ({
  device,
}) => {
  const { page, api } = await openSwapper(device, { usdt: toUnits('usdt', '50') });
  await fillSwap(page, { coin: 'usdt', for: 'trx', amount: '20' });
  await page.route('**/api/swaps/quotes/*/execute', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await verifySwap(page);
  await expect(swapSheet(page)).toContainText('We don’t know yet whether this went through');
  await swapSheet(page).getByRole('button', { name: 'Close' }).click();
  const note = page.getByRole('alert').filter({ hasText: 'Your last swap may have gone through' });
  await expect(note).toBeVisible();
  await expect(givenField(page)).toHaveValue('');
  await note.getByRole('link', { name: 'See your swap records' }).click();
  await page.waitForURL('**/pages/reward/swap-record');
  expect((await api.swaps.listSwaps({})).swaps).toHaveLength(1);
});

test('the rate ends where the rows below it end, in English and Arabic and at 320 px; a left amount has two decimals', async ({
  device,
}) => {
  const { page } = await openSwapper(device, { usdt: toUnits('usdt', '50') });
  /** How far from the end of its row each value ends. */
  const gaps = () =>
    page
      .getByRole('main')
      .locator('dd')
      .evaluateAll((values) =>
        values.slice(0, 3).map((value) => {
          const row = value.parentElement?.getBoundingClientRect();
          const [box, range] = [value.lastElementChild?.lastElementChild, document.createRange()];
          range.selectNodeContents(box ?? value);
          const shown = box?.matches('.countdown-ring') ? box.getBoundingClientRect() : range.getBoundingClientRect();
          const isRtl = document.documentElement.dir === 'rtl';
          return Math.round(isRtl ? shown.left - (row?.left ?? NaN) : (row?.right ?? NaN) - shown.right);
        }),
      );
  await fillSwap(page, { coin: 'usdt', for: 'reward', amount: '20' });
  await givenField(page).blur();
  await expect(givenField(page)).toHaveValue('20.00');
  await page.getByRole('button', { name: 'Max' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.type('25');
  await expect(givenField(page), 'all of it was selected').toHaveValue('25');
  await givenField(page).blur();
  await expect(givenField(page)).toHaveValue('25.00');
  await givenField(page).dispatchEvent('pointerdown');
  await givenField(page).dispatchEvent('pointercancel');
  await expect(givenField(page), 'a finger that only scrolled').toHaveValue('25.00');
  await givenField(page).click({ position: { x: 60, y: 20 } });
  await expect(givenField(page)).toHaveValue('25');
  await page.keyboard.type('.5');
  await expect(givenField(page), 'behind the last digit').toHaveValue('25.5');
  for (const language of ['en', 'ar']) {
    await page.evaluate((id) => localStorage.setItem('language', id), language);
    await page.reload();
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await expect(page.locator('.swap-rate')).toBeVisible();
      await expect.poll(gaps, `${language} at ${width}`).toEqual([0, 0, 0]);
    }
  }
});

test('what cannot be swapped says why before anybody confirms it', async ({ device }) => {
  const { page, api, address, walletId } = await openNewcomer(device);
  await openSwap(page, { coin: 'usdt', for: 'reward' });
  await expect(swapButton(page)).toBeDisabled();
  await expect(swapButton(page)).toHaveText('Enter the amount');
  await givenField(page).fill('10');
  await expect(swapButton(page)).toHaveText('Insufficient balance');
  await test.step('bounds of the pair, and the trade password that is still missing', async () => {
    await faucet(address, 'usdt', toUnits('usdt', '100'));
    await expect.poll(() => readAvailable(api, walletId, 'usdt'), { intervals: [200] }).toBe(toUnits('usdt', '100'));
    await page.reload();
    await givenField(page).fill('0.5');
    await expect(swapButton(page)).toHaveText(/^At least [\d.,]+ USDT$/);
    await givenField(page).fill('999999');
    await expect(swapButton(page)).toHaveText(/^At most [\d.,]+ USDT$/);
    await givenField(page).fill('10');
    await expect(swapButton(page)).toHaveText(swapLabel);
    await swapButton(page).click();
    await expect(page.getByRole('dialog', { name: 'Trade password not set' })).toBeVisible();
    await expect(page).toHaveURL(/amount=10/);
  });
});

/** Stands between the page and its quotes; `hold` lets no further one through, and resolves when none is under way. */
async function watchQuotes(page: Page): Promise<{ readonly hold: () => Promise<void>; readonly letGo: () => void }> {
  const { promise: opened, resolve: letGo } = Promise.withResolvers<void>();
  let [isHeld, underWay] = [false, 0];
  await page.route('**/api/swaps/quotes', async (route) => {
    if (isHeld) await opened;
    underWay += 1;
    const response = await route.fetch();
    await route.fulfill({ response });
    underWay -= 1;
  });
  return {
    hold: async () => {
      isHeld = true;
      await expect.poll(() => underWay).toBe(0);
    },
    letGo,
  };
}
