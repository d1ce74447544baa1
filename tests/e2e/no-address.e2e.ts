import { expect, type Page } from '@playwright/test';
import { openNewcomer } from './support/account.ts';
import { openDevice } from './support/device.ts';
import { readKept, waitUntilKept } from './support/kept-app.ts';
import { dropAddress } from './support/no-address.ts';
import { test } from './support/test.ts';

// Goal: somebody whose deposit address the signer has disowned uses the wallet as before, sees that address nowhere, not even
// as it was kept on the device, and finds the way to a new one. Method: the browser is answered as the API answers then,
// which tests/flows/compromised-hot-key.flow.test.ts reaches with another seed.

const home = '/pages/index/index';
const receive = '/pages/index/receive';
const gone = 'The address of this wallet is no longer valid.';
const code = (page: Page) => page.getByRole('img', { name: /^QR code of the address/ });

/** No form of the address is in the page, for eyes or for a screen reader. */
async function expectNowhere(page: Page, address: string): Promise<void> {
  const shown = await page.locator('body').innerHTML();
  for (const part of [address, address.slice(0, 6), address.slice(-5)]) expect(shown).not.toContain(part);
}

test('without a valid address the wallet opens, says so, and Receive leads to a wallet that has one', async ({
  device,
}) => {
  const { page, address, walletId } = await openNewcomer(device);
  await page.goto(home);
  await expect(page.getByRole('button', { name: 'Copy the address' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Make your first deposit' })).toBeVisible();
  await dropAddress(page, { walletId });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Assets' })).toBeVisible();
  await expect(page.getByText('Address no longer valid')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy the address' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Make your first deposit' })).toHaveCount(0);
  await expectNowhere(page, address);

  await page.getByRole('link', { name: 'Receive' }).click();
  await expect(page.getByText(gone)).toBeVisible();
  await expect(code(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Copy|Share|Save|payment link|test coins/ })).toHaveCount(0);
  await expectNowhere(page, address);

  await page.getByRole('link', { name: 'add another wallet' }).click();
  await page.getByRole('button', { name: /^Wallet 1/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Wallet 1' });
  await expect(sheet.getByText('Address no longer valid')).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Rename' })).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Copy the address' })).toHaveCount(0);
  await expectNowhere(page, address);
  await sheet.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Add wallet' }).click();
  await page.getByLabel('Name').fill('Savings');
  await page.getByRole('dialog').getByRole('button', { name: 'Add wallet' }).click();
  await page.getByRole('button', { name: /^Savings/ }).click();
  await test.step('money moves out of the old wallet, and not into it', async () => {
    const savings = page.getByRole('dialog', { name: 'Savings' });
    await expect(savings.getByRole('link', { name: 'Receive to this wallet' })).toBeVisible();
    await expect(savings.getByRole('button', { name: 'Move money to another wallet' })).toHaveCount(0);
    await savings.getByRole('link', { name: 'Receive to this wallet' }).click();
  });
  await expect(code(page)).toBeVisible();
  await page.goto('/pages/my/wallet');
  await page.getByRole('button', { name: /^Wallet 1/ }).click();
  await page.getByRole('button', { name: 'Move money to another wallet' }).click();
  await expect(page.getByRole('link', { name: /^Savings/ })).toBeVisible();
});

test.describe('on a device that kept the address', () => {
  test.use({ serviceWorkers: 'allow' });

  test('it is not shown without a connection either, once the server has dropped it', async ({ browser }) => {
    const device = await openDevice(browser, {});
    const { page, address } = await openNewcomer(device);
    await page.goto(home);
    await waitUntilKept(page);
    await page.getByRole('link', { name: 'Receive' }).click();
    await expect(code(page)).toBeVisible();
    for (const topic of ['overview', 'wallets', 'receive'])
      await expect.poll(() => readKept(page)).toContain(`"queryKey":["${topic}"`);
    expect(await readKept(page)).toContain(address);

    // Only this page was opened since: the others lie on the device as they were.
    await dropAddress(page, { answers: ['receive', 'wallets'] });
    await page.reload();
    await expect(page.getByText(gone)).toBeVisible();
    await expectNowhere(page, address);
    await expect.poll(() => readKept(page)).toContain('"address":null');
    // What home read lies there still.
    expect(await readKept(page)).toContain(address);

    await device.context.setOffline(true);
    // The stand-in for the server would be asked without a connection too.
    await page.unrouteAll({ behavior: 'wait' });
    for (const path of [receive, home]) {
      await page.goto(path);
      await expect(page.getByText(path === receive ? gone : 'Address no longer valid')).toBeVisible();
      await expectNowhere(page, address);
    }
    await device.context.close();
  });
});
