import { expect, type CDPSession, type Locator, type Page } from '@playwright/test';
import { worthView } from '@tern/contracts/routes/home';
import { assetRow } from './pages/home-page.ts';
import { openNewcomer } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { faucet } from './support/devchain.ts';
import { test } from './support/test.ts';

// Goal: a finger on the line reads what the wallet was worth, and lets go of the past when it leaves. Method: the browser's own
// touches; what stands as the total is compared with the point of the answer that the line was drawn from.

test('a finger reads the line where it lies, and lifting it returns to now', async ({ newDevice }) => {
  const device = await newDevice({ hasTouch: true });
  const { page, address } = await openNewcomer(device);
  await page.goto('/pages/index/index');
  await expect(page.getByText('Your history starts today')).toBeVisible();
  await faucet(address, 'usdt', toUnits('usdt', '25'));
  await expect(assetRow(page, 'USDT')).toContainText('25.00', { timeout: 30_000 });
  await faucet(address, 'usdt', toUnits('usdt', '15'));
  await expect(assetRow(page, 'USDT')).toContainText('40.00', { timeout: 30_000 });

  // An answer to the page before can still come while the next one is on its way, so the page is left first.
  await page.goto('about:blank');
  const answer = page.waitForResponse((response) => response.url().includes('range=month'));
  await page.goto('/pages/index/index');
  const { points } = worthView.parse(await (await answer).json());
  const line = page.getByRole('slider', { name: 'Value over time' });
  await expect(line).toHaveValue(String(points.length - 1));
  const touches = await page.context().newCDPSession(page);
  expect(inCents(points[0]), 'before the first deposit').toBe('0.00');
  const cents = points.map(inCents);
  const between = (cents.indexOf('25.00') + cents.lastIndexOf('25.00')) / 2 / (points.length - 1);

  await touch(touches, line, 'touchStart', 0.02);
  await touch(touches, line, 'touchMove', between);
  await expect(page.getByText('Lift your finger to return to now')).toBeVisible();
  await expect(line).not.toHaveValue(String(points.length - 1));
  const read = inCents(points[Number(await line.inputValue())]);
  expect(await readTotal(page)).toBe(read);
  expect(read).toBe('25.00');
  await touches.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(line).toHaveValue(String(points.length - 1));
  expect(await readTotal(page)).toBe('40.00');

  await page.locator('summary').filter({ hasText: 'Show as table' }).press('Enter');
  const values = page.getByRole('table').getByRole('cell');
  await expect(values).toHaveCount(Math.ceil(points.length / 8));
  await expect(values.first()).toHaveText(points[0] === null ? 'no price data' : `${inCents(points[0])} USDT`);
  await expect(values.last()).toHaveText(`${await readTotal(page)} USDT`);

  await touch(touches, line, 'touchStart', 0.25);
  await touch(touches, line, 'touchMove', 0.1);
  await expect(page.getByText('Lift your finger to return to now')).toBeVisible();
  await touches.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] });
  await expect(page.getByText('Lift your finger to return to now')).toBeHidden();
  await expect(line).toHaveValue(String(points.length - 1));
});

async function touch(
  touches: CDPSession,
  line: Locator,
  type: 'touchStart' | 'touchMove',
  part: number,
): Promise<void> {
  const box = await line.boundingBox();
  if (box === null) throw new Error('The line is not drawn.');
  await touches.send('Input.dispatchTouchEvent', {
    type,
    touchPoints: [{ x: box.x + box.width * part, y: box.y + box.height / 2 }],
  });
}

const readTotal = (page: Page) => page.locator('.home-total .lead-amount bdi').innerText();

/** Worth is counted in millionths of a dollar. */
const inCents = (worth: string | null | undefined) => (Number(worth) / 1_000_000).toFixed(2);
