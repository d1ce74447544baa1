import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { chooseCountry, countrySheet, declareCountry } from './pages/country-sheet.ts';
import { assetRow } from './pages/home-page.ts';
import { proveIdentity } from './pages/proof-page.ts';
import { amountField, askForDraft, goToVerification, pressKeys, waitForRecord } from './pages/transfer-page.ts';
import { openAccount, openNewcomer } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { tradePassword } from './support/factors.ts';
import { registerQuietly } from './support/person.ts';
import { drawQrPicture } from './support/qr-pictures.ts';
import { test } from './support/test.ts';

// Goal: the person's own pages do what they say, on this device and on the next one. Method: as a person presses, with the
// server asked afterwards.

test('a second wallet is added, named, made the default, and money moves into it with the trade password alone', async ({
  device,
}) => {
  const { page, api } = device;
  const account = await openAccount(device, { usdt: toUnits('usdt', '50') });
  await page.goto('/pages/my/wallet');
  await page.getByRole('button', { name: 'Add wallet' }).click();
  await page.getByLabel('Name').fill('Savings');
  await page.getByRole('dialog').getByRole('button', { name: 'Add wallet' }).click();
  await expect(page.getByRole('button', { name: /^Savings/ })).toBeVisible();

  await page.getByRole('button', { name: /^Wallet 1/ }).click();
  await page.getByRole('button', { name: 'Move money to another wallet' }).click();
  await page.getByRole('link', { name: /^Savings/ }).click();
  await amountField(page).fill('12.5');
  await askForDraft(page);
  await pressKeys(await goToVerification(page), tradePassword);
  await waitForRecord(page);

  const { wallets } = await api.wallets.listWallets();
  expect(wallets.map(({ name, empty }) => [name, empty])).toEqual([
    ['Wallet 1', false],
    ['Savings', false],
  ]);
  await page.goto('/pages/my/wallet');
  await page.getByRole('button', { name: /^Savings/ }).click();
  await expect(page.getByRole('dialog')).toContainText('12.50');
  await page.getByRole('button', { name: 'Make default wallet' }).click();
  await expect.poll(async () => (await api.identity.account()).defaultWalletId).not.toBe(account.walletId);
  await page.getByRole('button', { name: 'Move up' }).click();
  await expect
    .poll(async () => (await api.wallets.listWallets()).wallets.map(({ name }) => name))
    .toEqual(['Savings', 'Wallet 1']);

  await page.goto('/pages/index/index');
  await expect(assetRow(page, 'USDT')).toContainText('12.50');
  await page.getByRole('button', { name: 'Choose a wallet' }).click();
  const choice = page.getByRole('dialog', { name: 'Your wallets' });
  await expect(choice.getByRole('button', { name: /^Savings/ })).toHaveAttribute('aria-current', 'true');
  await choice.getByRole('button', { name: /^Wallet 1/ }).click();
  await expect(assetRow(page, 'USDT')).toContainText('37.50');
});

test('the copy of one’s data is a file of their own, and a closing that was asked for is taken back in one press', async ({
  device,
}) => {
  const { page, api } = device;
  const { person } = await openNewcomer(device);
  await page.goto('/pages/my/setting');
  await page.getByRole('link', { name: 'Your data and account' }).click();
  await page.getByRole('button', { name: 'Get copy of your data' }).click();
  await proveIdentity(page, person);
  const download = page.waitForEvent('download');
  const asked = page.waitForRequest(/\/api\/account\/export\/\w/);
  await page.getByRole('dialog').getByRole('button', { name: 'Get copy of your data' }).click();
  // What fetches it stands in no address.
  expect([(await asked).method(), new URL((await asked).url()).pathname]).toEqual(['POST', '/api/account/export/copy']);
  const copy = JSON.parse(readFileSync(await (await download).path(), 'utf8')) as object;
  expect(JSON.stringify(copy)).toContain((await api.identity.account()).publicId);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('button', { name: 'Close account' }).click();
  await proveIdentity(page, person);
  await page.getByRole('dialog').getByRole('button', { name: 'Close account' }).click();
  const told = page.getByText(/^Your account closes on /);
  await expect(told).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await api.closing.closing()).closing).not.toBeNull();
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await expect(told).toHaveCount(0);
  expect((await api.closing.closing()).closing).toBeNull();
});

test('the chosen appearance stays on this device', async ({ newDevice, newcomer }) => {
  const { page } = await newDevice({ storageState: newcomer, colorScheme: 'light' });
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.goto('/pages/my/setting');
  const dark = page.getByRole('radio', { name: 'Dark' });
  await expect(dark).not.toBeChecked();
  const light = await background();
  await page.getByText('Dark', { exact: true }).click();
  await expect(dark).toBeChecked();
  await expect.poll(background).not.toBe(light);
  await page.reload();
  await expect(dark).toBeChecked();
  expect(await background()).not.toBe(light);
});

test('H20 a country is declared once it was confirmed with what it means, and shows how long it can be corrected', async ({
  device,
}) => {
  const { page, api } = await openNewcomer(device);
  // Bonuses of other tests wait for no correction: how long one is possible is said to the page alone.
  await page.route('**/api/installation', async (route) => {
    const answer = await route.fetch();
    const told = (await answer.json()) as { incentives: object };
    await route.fulfill({
      response: answer,
      json: { ...told, incentives: { ...told.incentives, correctionMinutes: 60 } },
    });
  });
  await page.goto('/pages/my/setting');
  await page.getByRole('button', { name: /^Country/ }).click();
  const closed = await chooseCountry(page, 'united kingdom', 'United Kingdom');
  await expect(closed).toContainText('Bonuses and rewards are not allowed in this country.');
  await closed.getByRole('button', { name: 'Back' }).click();
  const open = await chooseCountry(page, 'germ', 'Germany');
  await expect(open).toContainText('Bonuses and rewards are allowed in this country.');
  await expect(open).toContainText('Time to correct your choice: 60 minutes. Bonuses are paid after that.');
  await page.goBack();
  await expect(countrySheet(page).getByLabel('Search a country')).toBeVisible();
  expect((await api.preferences.preferences()).country).toBeNull();
  await declareCountry(page, 'germ', 'Germany');
  await expect(page.getByRole('button', { name: /^Country Germany/ })).toBeVisible();
  expect((await api.preferences.preferences()).country).toBe('DE');

  await page.route('**/api/preferences', async (route) => {
    const answer = await route.fetch();
    const countryCorrectableUntil = new Date(Date.now() + 2_400_000).toISOString();
    const correctable = { countryCorrectableUntil, countryCorrectionSecondsLeft: 2_400, countryFixedUntil: null };
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), ...correctable } });
  });
  await page.reload();
  const row = page.getByRole('button', { name: /^Country/ });
  await expect(row).toContainText(/Time left to correct it: 40 minutes/);
  await row.click();
  await expect(countrySheet(page)).toContainText('You can correct it until');
  // The page offers it, and the server's own clock decides.
  const corrected = await chooseCountry(page, 'united kingdom', 'United Kingdom');
  await corrected.getByRole('button', { name: 'Confirm country' }).click();
  await expect(corrected.getByRole('alert')).toContainText('You can declare another country after');
  expect((await api.preferences.preferences()).country).toBe('DE');
});

test('what is set is there on another device, hidden balances and the currency unit among it', async ({
  device,
  newDevice,
}) => {
  const { page, api, context } = device;
  await registerQuietly(api);
  await page.goto('/pages/my/setting');
  await page.getByLabel('Hide balances').check();
  await page.getByRole('button', { name: /^Currency unit/ }).click();
  await page.getByRole('button', { name: /^TRX/ }).click();
  await expect(page.getByRole('button', { name: /^Currency unit TRX/ })).toBeVisible();
  await page.getByRole('button', { name: /^Country/ }).click();
  await declareCountry(page, 'Switz', 'Switzerland');
  await expect(page.getByRole('button', { name: /^Country Switzerland/ })).toBeVisible();
  await expect
    .poll(() => api.preferences.preferences())
    .toMatchObject({ hideBalances: true, currencyUnit: 'trx', country: 'CH' });

  const other = await newDevice({ storageState: { ...(await context.storageState()), origins: [] } });
  await other.page.goto('/pages/index/index');
  await expect(other.page.getByText('Amounts are hidden everywhere')).toBeVisible();
  await other.page.getByRole('button', { name: 'Show balances' }).click();
  await expect(other.page.getByText(/^TRX$/).first()).toBeVisible();
  await expect(page.getByLabel('Hide balances')).not.toBeChecked();
});

test('a picture and a text about oneself are kept, and a dangerous link is refused beside its field', async ({
  browser,
  device,
}) => {
  const { page, api } = device;
  await registerQuietly(api);
  await page.goto('/pages/my/info');
  await page.getByLabel('About you').fill('Sea and <b>tea</b>');
  await page.getByLabel('X', { exact: true }).fill('javascript:alert(1)');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('X', { exact: true })).toHaveAccessibleDescription(/^Enter your X name/);
  await page.getByLabel('X', { exact: true }).fill('https://twitter.com/marak');
  await page.getByRole('button', { name: 'Save' }).click();
  const link = page.getByRole('link', { name: 'X: marak' });
  await expect(link).toHaveAttribute('href', 'https://x.com/marak');
  await expect(link).toHaveAttribute('rel', /noopener noreferrer/);

  const buffer = await drawQrPicture(browser, ['marak']);
  await page.getByLabel('Choose a picture').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
  await expect(page.getByText('Picture saved')).toBeVisible();
  await page.getByLabel('Choose a picture').setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture'),
  });
  await expect(page.getByText('Choose a JPEG, PNG or WebP picture.')).toBeVisible();
  await page.goto('/pages/my/index');
  const picture = page.locator('img.avatar');
  await expect(picture).toBeVisible();
  // It has its place before it has come.
  await expect(picture).toHaveJSProperty('naturalWidth', 512);
  await page.goto('/pages/my/info');
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: 'Remove' })).toHaveCount(0);
});

test('W09 the self-check is open to everybody, finds what works, and its report holds nothing private', async ({
  device,
}) => {
  const { page, api } = device;
  const person = await registerQuietly(api);
  const { publicId, inviteCode } = await api.identity.account();
  const { wallets } = await api.wallets.listWallets();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/pages/index/index');
  await expect(page.getByRole('heading', { name: 'Assets' })).toBeVisible();
  await page.goto('/pages/index/test');
  await page.getByRole('button', { name: 'Copy report' }).click();
  const readReport = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(readReport).toContain('api: ');
  const report = await readReport();
  for (const id of ['api', 'database', 'chain', 'clock', 'live', 'storage']) expect(report).toContain(`${id}: good`);
  const whole = report + (await page.getByRole('main').innerText());
  for (const secret of [...Object.values(person), publicId, inviteCode, wallets[0]?.address, wallets[0]?.id]) {
    if (typeof secret === 'string' && secret.length > 4) expect(whole).not.toContain(secret);
  }
});

test('the cache is measured and cleared, the language is found by its own name, the version is the newest', async ({
  device,
}) => {
  const { page, api } = device;
  await registerQuietly(api);
  await page.goto('/pages/my/setting');
  await page.getByRole('button', { name: /^Clear cache/ }).click();
  await expect(page.getByText('Cache cleared')).toBeVisible();
  await page.getByRole('link', { name: /^Language/ }).click();
  await page.getByLabel('Search languages').fill('klingon');
  await expect(page.getByText('No matching languages.')).toBeVisible();
  await page.getByLabel('Search languages').fill('ENGL');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByText('Language changed')).toBeVisible();
  await expect.poll(async () => (await api.identity.account()).language).toBe('en');
  await page.goto('/pages/my/about');
  await page.getByRole('button', { name: 'Check for a newer version' }).click();
  await expect(page.getByText('This is the latest version.')).toBeVisible();
  await page.route('**/api/installation', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), build: 'index-newer', version: '2.0.2' } });
  });
  await page.getByRole('button', { name: 'Check for a newer version' }).click();
  await expect(page.getByRole('button', { name: 'Load the new version' })).toBeVisible();
});
