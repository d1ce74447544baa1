import { expect, type Locator, type Page } from '@playwright/test';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import { sensitiveActions } from '../../services/api/src/sensitive-actions.ts';
import { assetRow } from './pages/home-page.ts';
import {
  amountField,
  askForDraft,
  confirmSheet,
  fillTransfer,
  goToVerification,
  toField,
  verify,
  verifySheet,
  waitForRecord,
  waitForSent,
} from './pages/transfer-page.ts';
import { expectCredited, openAccount, openNewcomer, readAvailable } from './support/account.ts';
import { shown, toUnits } from './support/amounts.ts';
import { openAuthenticator } from './support/authenticator.ts';
import { faucet } from './support/devchain.ts';
import { bindAuthenticator, setTradePassword } from './support/factors.ts';
import { readTokensReceived } from './support/outside.ts';
import { logOut } from './support/person.ts';
import { test } from './support/test.ts';

// Goal: nothing holds people back who want to leave, and nothing they are shown is other than it is. Method: presses counted by the
// page itself, real deposits and withdrawals, and the API beside what the screens say.

const home = '/pages/index/index';

/** Has the page count every press of a person, whatever it leads to; the count outlives pages. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    addEventListener(
      'click',
      ({ isTrusted }) => {
        if (isTrusted) sessionStorage.setItem('presses', String(Number(sessionStorage.getItem('presses') ?? 0) + 1));
      },
      // On its way up: a press that Playwright takes back, because what it aimed at has just moved, ends on its way down.
    );
  });
  return async () => {
    const presses = await page.evaluate(() => sessionStorage.getItem('presses'));
    await page.evaluate(() => sessionStorage.removeItem('presses'));
    return Number(presses ?? 0);
  };
}
const action = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Actions' }).getByRole('link', { name });

test('H05 what activation is, what it takes and that nothing waits for it is said before there is an address to pay to', async ({
  device,
}) => {
  const { page } = await openNewcomer(device);
  await page.goto(home);
  const main = page.getByRole('main');
  await expect(main).toContainText('From 10.00 USDT. Your deposit stays yours, and you can send it out at any time.');
  await page.getByRole('button', { name: 'Conditions' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText('Minimum top-up');
  await expect(sheet).toContainText('10.00 USDT or the same value in another coin');
  await expect(sheet).toContainText('Your deposit stays yours, and you can send it out at any time.');
  await expect(sheet).toContainText('You can receive and send your own money whether the account is active or not.');
  await sheet.getByRole('button', { name: 'Close' }).click();
  await action(page, 'Receive').click();
  await expect(page.getByRole('main')).toContainText('This activates your account here, not an address on Tron.');
  await expect(page.getByRole('main')).toContainText(/Minimum deposit\s*none/);
});

test('H05 the prompt to activate is closed with one press and stays away', async ({ device }) => {
  const { page, api } = await openNewcomer(device);
  await page.goto(home);
  const prompt = page.getByText('Your deposit stays yours, and you can send it out at any time.');
  await expect(prompt).toBeVisible();
  const closed = page.waitForResponse((answer) => answer.url().endsWith('/activation-prompt/close'));
  await page.getByRole('main').getByRole('button', { name: 'Close', exact: true }).click();
  await closed;
  await expect(prompt).toBeHidden();
  for (const path of ['/pages/my/index', home]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(prompt).toBeHidden();
  }
  expect((await api.promotions.activationPrompt()).due).toBe(false);
});

test('H05 a deposit of exactly the minimum makes the account active and leaves at once, to the last unit', async ({
  device,
}) => {
  test.setTimeout(300_000);
  const { page, api, person, walletId, address } = await openNewcomer(device);
  await setTradePassword(api, person);
  const authenticator = openAuthenticator(await bindAuthenticator(api, person));
  const { minimum, minimumAssetId } = (await api.installation.installation({})).activation;
  expect(minimumAssetId).toBe('usdt');
  await faucet(address, 'usdt', BigInt(minimum));
  await expectCredited({ api, walletId }, 'usdt').toBe(BigInt(minimum));
  expect((await api.identity.account()).activated).toBe(true);
  const to = freshAddress();
  await fillTransfer(page, { coin: 'usdt', to, amount: '1' });
  await page.getByRole('button', { name: 'Max' }).click();
  await askForDraft(page);
  await goToVerification(page);
  await verify(page, authenticator);
  const id = await waitForRecord(page);
  await expect.poll(async () => (await api.records.record({ id })).status, { timeout: 120_000 }).toBe('success');
  const { amount, fee } = await api.records.record({ id });
  expect(BigInt(amount) + BigInt(fee)).toBe(BigInt(minimum));
  expect(await readTokensReceived(to, 'usdt')).toBe(BigInt(amount));
  expect(await readAvailable(api, walletId, 'usdt')).toBe(0n);
});

test('H16 sending money out takes no more presses than taking it in, but for the checks that are declared', async ({
  device,
}) => {
  const { page, authenticator } = await openAccount(device, { usdt: toUnits('usdt', '40') });
  const presses = await countPresses(page);
  await page.goto(home);
  await action(page, 'Receive').click();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  const toDeposit = await presses();

  await page.goto(home);
  await action(page, 'Transfer').click();
  await toField(page).fill(freshAddress());
  await amountField(page).fill('2');
  const toForm = await presses();
  // A check as well: that an address was read which the person has never paid before.
  await page.getByRole('checkbox', { name: /I have checked the address/ }).check();
  await presses();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(confirmSheet(page)).toBeVisible();
  const toWithdraw = toForm + (await presses());
  expect(toWithdraw).toBeLessThanOrEqual(toDeposit);
  expect(toDeposit).toBe(2);

  // What follows are the checks: everything that is sent, once more, and the factors that are declared for it, six digits each.
  await confirmSheet(page).getByRole('button', { name: 'Confirm and verify' }).click();
  await expect(verifySheet(page)).toBeVisible();
  await verify(page, authenticator);
  await waitForSent(page);
  const declared = sensitiveActions['transfers.confirmDraft']?.demands ?? [];
  expect(declared).toEqual(['trade password', 'authenticator code']);
  expect(await presses()).toBe(1 + declared.length * 6);
  // No wait of ours: it is on its way, not held back.
  await expect(page.getByText(/Pending review/)).toHaveCount(0);
});

test('H16 a copy of the data, closing the account and logging out are three presses away from home', async ({
  device,
}) => {
  const { page } = await openNewcomer(device);
  const presses = await countPresses(page);
  const toMy = () =>
    page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: /^My/ }).click();
  await page.goto(home);
  await toMy();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Your data and account' }).click();
  await expect(page.getByRole('button', { name: 'Get copy of your data' })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Close account' })).toBeEnabled();
  expect(await presses()).toBeLessThanOrEqual(3);
  await page.goto(home);
  await toMy();
  await logOut(page);
  await page.waitForURL((url) => url.pathname === '/');
  // What this page fetches last: going back would end that, which the page reports as an error.
  await expect(page.getByRole('button', { name: /passkey/ })).toBeVisible();
  // The logout wipes what the page counted with: these three presses were needed to come here.
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
});

test('H22 hidden balances are nowhere on the pages, change nothing on the server, and come back as they were', async ({
  device,
}) => {
  const { page, api, walletId } = await openAccount(device, {
    usdt: toUnits('usdt', '37.123456'),
    trx: toUnits('trx', '1234.567891'),
  });
  const held = ['37.12', '1,234.56', '1234.56'];
  // Without prices, which go on moving.
  const balances = async () =>
    (await api.wallets.overview({ walletId })).balances
      .filter(({ assetId }) => assetId !== 'reward')
      .map(({ assetId, available, held: onHold, posted }) => ({ assetId, available, onHold, posted }));
  const listed = () =>
    Promise.all(['USDT', 'TRX'].map((symbol) => assetRow(page, symbol).locator('bdi').first().textContent()));
  await page.goto(home);
  await expect(assetRow(page, 'USDT')).toContainText('37.12');
  const [before, onPage] = [await balances(), await listed()];
  expect(onPage).toEqual([shown('usdt', toUnits('usdt', '37.123456')), shown('trx', toUnits('trx', '1234.567891'))]);

  await page.getByRole('button', { name: 'Hide balances' }).click();
  await expect.poll(() => api.preferences.preferences()).toMatchObject({ hideBalances: true });
  for (const path of [home, '/pages/my/wallet', '/pages/record/index', '/pages/my/index', '/pages/reward/index']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('.skeleton')).toHaveCount(0);
    const text = await page.locator('body').innerText();
    for (const amount of held) expect(text, path).not.toContain(amount);
  }
  expect(await balances()).toEqual(before);
  // Hiding hides: what can be sent is still all of it.
  await fillTransfer(page, { coin: 'usdt', to: freshAddress(), amount: '1' });
  await page.getByRole('button', { name: 'Max' }).click();
  await askForDraft(page);
  await expect(confirmSheet(page)).toBeVisible();
  const filled = toUnits('usdt', await amountField(page).inputValue());
  expect(filled).toBeGreaterThan(toUnits('usdt', '20'));

  await page.goto(home);
  await page.getByRole('button', { name: 'Show balances' }).click();
  await expect(assetRow(page, 'USDT')).toContainText('37.12');
  expect(await listed()).toEqual(onPage);
  expect(await balances()).toEqual(before);
});

test('H22 every unit that values can be shown in says its rate and how old that is', async ({ device }) => {
  const { page, api } = await openNewcomer(device);
  await page.goto('/pages/my/setting');
  await page.getByRole('button', { name: /^Currency unit/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Currency unit' });
  const { currencies } = await api.preferences.currencies();
  expect(currencies.length).toBeGreaterThan(2);
  await expect(sheet.getByRole('listitem')).toHaveCount(currencies.length);
  for (const [index, { symbol, usdtPrice, at }] of currencies.entries()) {
    const row = sheet.getByRole('listitem').nth(index);
    await expect(row).toContainText(symbol);
    if (usdtPrice === null) await expect(row).toContainText('no rate now');
    else if (at === null) await expect(row).toContainText('all prices are based on it');
    else {
      await expect(row).toContainText(new RegExp(`1 ${symbol} = [\\d.,]+ USDT`));
      const written = Number(/= ([\d.,]+) USDT/.exec((await row.textContent()) ?? '')?.[1]?.replaceAll(',', ''));
      expect(Math.abs(written / Number(usdtPrice) - 1)).toBeLessThan(0.01);
      await expect(row).toContainText(/ old$|outdated: of /);
    }
  }
});
