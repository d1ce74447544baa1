import { expect, type Page, type Route } from '@playwright/test';
import { assetRow } from './pages/home-page.ts';
import { arrivals } from './pages/receive-page.ts';
import { expectCredited, openNewcomer } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { faucet } from './support/devchain.ts';
import { test } from './support/test.ts';

// Goal: a page that is open shows what is true, whatever happened while it was being opened. Method: one answer of the
// server is held back in the browser while coins arrive, as a slow network would.

/** Holds back the first request for `url`, or its answer, until released; later ones pass. */
async function holdBack(page: Page, url: string, hold: (route: Route, released: Promise<void>) => Promise<void>) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: held, resolve: isHeld } = Promise.withResolvers<void>();
  await page.route(
    url,
    async (route) => {
      const holding = hold(route, released);
      isHeld();
      await holding;
    },
    { times: 1 },
  );
  return { held, release };
}

test('coins that arrive before the page listens to the server show by themselves', async ({ device }) => {
  const { page, api, address, walletId } = await openNewcomer(device);
  const listening = await holdBack(page, '**/api/live?**', async (route, released) => {
    await released;
    await route.continue();
  });
  await page.goto('/pages/index/index');
  await listening.held;
  await expect(assetRow(page, 'USDT')).toContainText('0.00');
  await faucet(address, 'usdt', toUnits('usdt', '25'));
  await expectCredited({ api, walletId }, 'usdt').toBe(toUnits('usdt', '25'));
  await expect(assetRow(page, 'USDT')).not.toContainText('25.00');
  listening.release();
  await expect(assetRow(page, 'USDT')).toContainText('25.00');
});

test('coins that arrive while the first answer is on its way show by themselves', async ({ device }) => {
  const { page, api, address, walletId } = await openNewcomer(device);
  const { promise: answered, resolve: isAnswered } = Promise.withResolvers<void>();
  const first = await holdBack(page, '**/api/records?**', async (route, released) => {
    const response = await route.fetch();
    isAnswered();
    await released;
    await route.fulfill({ response });
  });
  await page.goto('/pages/index/receive');
  await answered;
  await expect(arrivals(page)).not.toContainText('Waiting for a deposit');
  await faucet(address, 'usdt', toUnits('usdt', '25'));
  await expectCredited({ api, walletId }, 'usdt').toBe(toUnits('usdt', '25'));
  first.release();
  await expect(arrivals(page)).toContainText('+25.00 USDTCredited');
});
