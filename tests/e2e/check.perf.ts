import { expect } from '@playwright/test';
import { openAccount } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { countNow } from './support/count-now.ts';
import { test } from './support/test.ts';

// Goal: how long a person's own checks take on a slow phone: `npm run web-performance`. Method: what the page itself says it
// took, on a processor that is four times slower. A figure, not a gate.

test('how long a person’s own checks take on a slow phone', async ({ device }) => {
  const { page, context } = await openAccount(device, { usdt: toUnits('usdt', '123.45'), trx: toUnits('trx', '1250') });
  await countNow();
  await page.goto('/pages/my/check');
  const status = page.getByRole('main').getByRole('status');
  const lines = page.getByText(/^Your lines are in the published list/);
  await expect(lines).toBeVisible();
  for (const slowdown of [1, 4]) {
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.reload();
    await expect(lines).toBeVisible();
    process.stdout.write(`${slowdown} times slower, ${await lines.textContent()}: ${await status.textContent()}\n`);
  }
});
