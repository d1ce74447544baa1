import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { factOf } from './pages/facts.ts';
import { fillSwap, verifySwap, waitForSwap } from './pages/swap-page.ts';
import { openNewcomer, readAvailable } from './support/account.ts';
import { shown, shownShort, toUnits } from './support/amounts.ts';
import { distributeNow } from './support/pool.ts';
import { openSwapper } from './support/swapper.ts';
import { test } from './support/test.ts';

// Goal: what the pool page says is what the ledger and the schedule say, and a person can check what they got on their own
// device. Method: the pages as a person reads them, with a distribution that the worker really computes and pays.

test('H09 a distribution pays what was held, completes the swap, and the person checks their part on their own device', async ({
  device,
}) => {
  const { page, api, walletId } = await openSwapper(device, { usdt: toUnits('usdt', '400') }, { country: 'DE' });
  await fillSwap(page, { coin: 'usdt', for: 'reward', amount: '300' });
  await verifySwap(page);
  const swapId = await waitForSwap(page);
  // The swap is done whatever becomes of its reward, which has a line of its own.
  await expect(page.getByText('Completed')).toBeVisible();
  await expect(page.getByText('Distributing')).toBeVisible();
  const held = await readAvailable(api, walletId, 'reward');

  // Others swap meanwhile: the page shows the last answer it was given.
  let pool = { total: '0', nextAmount: '0', average: '0', heldByAll: '0' };
  await page.route('**/api/pool', async (route) => {
    const response = await route.fetch();
    pool = (await response.json()) as typeof pool;
    await route.fulfill({ response });
  });
  await page.goto('/pages/reward/index');
  const main = page.getByRole('main');
  const tern = (units: bigint) => `${shownShort('reward', units)} TERN`;
  await expect(factOf(main, 'Tokens held')).toHaveText(tern(held));
  await expect(factOf(main, 'Total earned')).toHaveText('0.00 TERN');
  const { reward: fromSwap } = await api.swaps.swap({ id: swapId });
  await expect(factOf(main, 'From swaps, paid next')).toHaveText(tern(BigInt(fromSwap)));
  await expect(page.getByRole('timer')).toHaveText(/^\d\d:\d\d:\d\d$/);
  await expect.poll(async () => (await factOf(main, 'Total pool').innerText()) === tern(BigInt(pool.total))).toBe(true);
  await test.step('the estimate is what anybody computes from the same figures', async () => {
    expect(BigInt(pool.average), 'who came late in the period holds less on average').toBeLessThan(held);
    const estimate = () => (BigInt(pool.nextAmount) * BigInt(pool.average)) / BigInt(pool.heldByAll);
    await expect
      .poll(async () => (await main.locator('.reward-about').textContent()) === `about ${tern(estimate())}`)
      .toBe(true);
    await expect(main.locator('.reward-pool')).toContainText(shownShort('reward', BigInt(pool.nextAmount)));
    await expect(main.locator('.reward-pool')).toContainText(/Your share is [\d.]+%, drawn to scale/);
    const width = async (part: string) => (await main.locator(part).boundingBox())?.width ?? NaN;
    const share = () => Math.min(1, Number(pool.average) / Number(pool.heldByAll));
    // To the pixel; two stand for less.
    await expect
      .poll(async () => {
        const whole = await width('.reward-share');
        return Math.abs((await width('.reward-share > i')) - Math.max(2, share() * whole));
      })
      .toBeLessThan(1);
  });
  await page.unrouteAll({ behavior: 'wait' });

  const id = await distributeNow();
  const [distribution] = (await api.pool.listDistributions({})).distributions.filter((each) => each.id === id);
  const reward = BigInt(distribution?.reward ?? '0');
  expect(reward).toBeGreaterThan(0n);
  await expect.poll(() => readAvailable(api, walletId, 'reward'), { intervals: [200] }).toBe(held + reward);
  await test.step('the page follows by itself, in every figure', async () => {
    await expect(factOf(main, 'Total earned')).toHaveText(tern(reward));
    await expect(factOf(main, 'Today’s reward')).toHaveText(tern(reward));
    await expect(factOf(main, 'Tokens held')).toHaveText(tern(held + reward));
    await expect(page.getByRole('slider', { name: 'Your rewards by distribution, TERN' })).toHaveAttribute(
      'aria-valuetext',
      new RegExp(`: ${shownShort('reward', reward)} TERN$`),
    );
  });

  await test.step('the proof is computed here, from the published lines up', async () => {
    await page.getByRole('region', { name: 'Past distributions' }).getByRole('button').first().click();
    const sheet = page.getByRole('dialog', { name: 'Distribution' });
    await expect(factOf(sheet, 'Published fingerprint of all lines')).toContainText(distribution?.root ?? 'none');
    await sheet.getByRole('button', { name: 'Check my reward on this device' }).click();
    await expect(sheet.getByRole('status')).toContainText('Correct: your line is in the published list');
    await expect(sheet.getByRole('status')).toContainText(
      /computed again from your balance and its \d+ changes? in this/,
    );
    const download = page.waitForEvent('download');
    await sheet.getByRole('link', { name: 'Download all lines' }).click();
    const [head = '', ...lines] = (await readFile(await (await download).path(), 'utf8')).trim().split('\n');
    expect(JSON.parse(head)).toMatchObject({ root: distribution?.root, distributed: distribution?.distributed });
    const sum = lines.reduce((all, line) => all + BigInt((JSON.parse(line) as { reward: string }).reward), 0n);
    expect(String(sum + BigInt(distribution?.remainder ?? '0'))).toBe(distribution?.distributed);
  });

  await test.step('a proof that does not fit is called wrong', async () => {
    await page.route('**/api/pool/distributions/*/proof', async (route) => {
      const response = await route.fetch();
      const proof = (await response.json()) as { shares: { reward: string }[] };
      const shares = proof.shares.map((share) => ({ ...share, reward: String(BigInt(share.reward) + 1n) }));
      await route.fulfill({ response, json: { ...proof, shares } });
    });
    const sheet = page.getByRole('dialog', { name: 'Distribution' });
    await sheet.getByRole('button', { name: 'Check my reward on this device' }).click();
    await expect(sheet.getByRole('alert')).toContainText(
      'Not correct: one of your lines is not in the published list.',
    );
  });

  await test.step('so is a balance from which the holding does not follow', async () => {
    await page.route('**/api/pool/distributions/*/proof', async (route) => {
      const response = await route.fetch();
      const proof = (await response.json()) as { shares: { course: { opening: string } }[] };
      for (const { course } of proof.shares) course.opening = `1${course.opening}`;
      await route.fulfill({ response, json: proof });
    });
    const sheet = page.getByRole('dialog', { name: 'Distribution' });
    await sheet.getByRole('button', { name: 'Check my reward on this device' }).click();
    await expect(sheet.getByRole('alert')).toContainText('your holding does not follow from your balance');
  });

  await test.step('the swap is completed, and the reward is in the records', async () => {
    await page.goto(`/pages/reward/swap-record?id=${swapId}`);
    await expect(page.getByText('Distributing')).toBeHidden();
    await expect(page.getByText('Completed')).toHaveCount(2);
    await page.goto('/pages/record/index?coin=reward');
    await expect(page.getByRole('link', { name: /^Airdrop reward/ })).toContainText(`+${shown('reward', reward)}`);
  });
});

test('when the next distribution is paid stands with its zone, which is that of the device', async ({ newDevice }) => {
  for (const [timezoneId, zone] of [
    ['UTC', 'UTC'],
    ['Asia/Tashkent', 'GMT+5'],
  ] as const) {
    const { page } = await openNewcomer(await newDevice({ timezoneId }));
    await page.goto('/pages/reward/index');
    const title = page.getByRole('heading', { name: /^Next distribution, / });
    await expect(title).toHaveText(new RegExp(`\\d:\\d\\d( [AP]M)? ${zone.replace('+', String.raw`\+`)}$`));
  }
});

test('who has declared no country, or one where rewards are closed, is told so and gets nothing', async ({
  device,
}) => {
  const { page, api } = await openNewcomer(device);
  await page.goto('/pages/reward/index');
  await expect(page.getByText('Declare the country you live in')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Declare it in settings' })).toHaveAttribute('href', '/pages/my/setting');
  await api.preferences.declareCountry({ country: 'GB' });
  await page.reload();
  await expect(page.getByText('Not available in your country')).toBeVisible();
});

test('H11 H12 the rules of rewards stand in the app: what the token is, who issues it, where rewards come from', async ({
  device,
}) => {
  const { page } = await openNewcomer(device);
  await page.goto('/pages/reward/index');
  await page.getByRole('button', { name: 'How it works' }).click();
  const sheet = page.getByRole('dialog', { name: 'How rewards work' });
  await expect(sheet).toContainText('Tern issues the token TERN');
  await expect(factOf(sheet, 'Price')).toHaveText('fixed price');
  await expect(factOf(sheet, 'Most you can swap to USDT at once')).toHaveText(/TERN$/);
  await expect(factOf(sheet, 'Locked or expiring')).toHaveText('never');
  await expect(factOf(sheet, 'Share of each swap fee for the pool')).toHaveText('30%');
  await expect(factOf(sheet, 'Share of each swap fee back to the person who swaps')).toHaveText('20%');
  await expect(sheet).toContainText('Every 24 hours, counted from 00:00 UTC, the pool pays out a share of itself: 10%');
  await expect(sheet).toContainText('rounded down');
  await expect(sheet).toContainText('Our own accounts');
});
