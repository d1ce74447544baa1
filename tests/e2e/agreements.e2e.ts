import { expect, type Locator, type Page } from '@playwright/test';
import { shownVersions } from '@tern/contracts/shown-versions';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import {
  amountField,
  askForDraft,
  goToVerification,
  openTransfer,
  toField,
  verify,
  waitForRecord,
} from './pages/transfer-page.ts';
import { expectCredited, getWallet, readAvailable } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { openAuthenticator } from './support/authenticator.ts';
import { faucet } from './support/devchain.ts';
import type { Device } from './support/device.ts';
import { bindAuthenticator, setTradePassword } from './support/factors.ts';
import { readTokensReceived } from './support/outside.ts';
import {
  firstVersions,
  newEmailPerson,
  registerQuietly,
  sendCode,
  enterContact,
  fillPasswords,
} from './support/person.ts';
import { test } from './support/test.ts';

// Goal: a newer agreement is accepted by people who saw what is different, by their own tick, and what waited for it goes on; who
// does not accept loses no way out. Method: people who opened their account with the first versions, on the real pages.

const newVersions = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'New user agreement and privacy policy' });
const accept = (sheet: Locator): Locator => sheet.getByRole('button', { name: 'Accept and continue' });

async function openOutdated(device: Device) {
  return registerQuietly(device.api, newEmailPerson(), firstVersions);
}
/** Counts what a page sends to an address of the API, from now on. */
function countPosts(page: Page, path: string): () => number {
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === path) sent += 1;
  });
  return () => sent;
}

test('H19 the tick of the register page is set by nobody beforehand, and no account opens without it', async ({
  page,
}) => {
  const sent = countPosts(page, '/api/identity/register');
  const tick = page.getByRole('checkbox');
  for (const address of ['/pages/login/register', '/pages/login/register?invite=ABCDEFGH']) {
    await page.goto(address);
    await expect(tick).not.toBeChecked();
  }
  const person = newEmailPerson();
  await enterContact(page, person);
  await page.getByLabel('Verification code').fill(await sendCode(page, person));
  await fillPasswords(page, person.password, person.password);
  await page.getByLabel('Invite code (optional)').fill('');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(tick).toHaveAccessibleDescription('Check the terms first');
  await expect(tick).not.toBeChecked();
  expect(sent()).toBe(0);
  // Neither coming back nor loading the page anew ticks it.
  await tick.check();
  await page.reload();
  await expect(tick).not.toBeChecked();
});

test('H19 opening the app shows what is different, with an empty tick; without accepting everything can be read', async ({
  device,
}) => {
  const { page, api } = device;
  await openOutdated(device);
  const sent = countPosts(page, '/api/agreements');
  await page.goto('/pages/index/index');
  const sheet = newVersions(page);
  await expect(sheet).toContainText('New section “Changes”');
  await expect(sheet).toContainText('We now keep which versions you accepted');
  await expect(sheet).toContainText('the browser now also keeps a hint of your last login');
  await expect(sheet).toContainText('you can still send your money out');
  await expect(sheet.getByRole('checkbox')).not.toBeChecked();
  for (const [name, part] of [
    ['user agreement', '/pages/my/protocol'],
    ['privacy policy', '/pages/my/protocol?part=privacy'],
  ] as const)
    await expect(sheet.getByRole('link', { name })).toHaveAttribute('href', part);

  await accept(sheet).click();
  await expect(sheet.getByRole('checkbox')).toHaveAccessibleDescription('Check the terms first');
  expect(sent()).toBe(0);
  await sheet.getByRole('button', { name: 'Not now' }).click();
  await expect(sheet).toBeHidden();
  for (const path of ['/pages/record/index', '/pages/my/index', '/pages/reward/index', '/pages/index/receive']) {
    await page.goto(path);
    await newVersions(page).getByRole('button', { name: 'Not now' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(newVersions(page)).toBeHidden();
  }
  expect((await api.agreements.agreements()).due).toHaveLength(2);
});

test('H19 what waits is asked for where it is wanted, goes on after accepting, and the page says what was accepted', async ({
  device,
}) => {
  const { page, api } = device;
  await openOutdated(device);
  await page.goto('/pages/my/wallet');
  const sheet = newVersions(page);
  await sheet.getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('button', { name: 'Add wallet' }).click();
  await page.getByLabel('Name').fill('Savings');
  const add = page.getByRole('dialog', { name: 'Add wallet' }).getByRole('button', { name: 'Add wallet' });
  await add.click();
  await expect(sheet.getByRole('checkbox')).not.toBeChecked();
  await sheet.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByText('Accept the new user agreement and privacy policy first.')).toBeVisible();
  expect((await api.wallets.listWallets()).wallets).toHaveLength(1);

  await add.click();
  // What was ticked and then left is not ticked the next time.
  await sheet.getByRole('checkbox').check();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await add.click();
  await expect(sheet.getByRole('checkbox')).not.toBeChecked();
  await sheet.getByRole('checkbox').check();
  await accept(sheet).click();
  await expect(page.getByRole('button', { name: /^Savings/ })).toBeVisible();
  expect((await api.wallets.listWallets()).wallets.map(({ name }) => name)).toEqual(['Wallet 1', 'Savings']);

  for (const [path, version] of [
    ['/pages/my/protocol', shownVersions.agreement],
    ['/pages/my/protocol?part=privacy', shownVersions.privacy],
  ] as const) {
    await page.goto(path);
    const items = page.getByRole('listitem').filter({ hasText: 'accepted on' });
    const day = new Date(`${version}T12:00:00`).toLocaleDateString('en', { dateStyle: 'long' });
    await expect(items).toHaveCount(2);
    await expect(items.first()).toContainText(`Version of ${day} in English, accepted on`);
    await expect(items.last()).toContainText('Version of November 1, 2026');
  }
});

test('H19 the sheet and its tick stay through a change of language in another window, whose language is then kept', async ({
  device,
}) => {
  const { page, context, api } = device;
  await openOutdated(device);
  await page.goto('/pages/index/index');
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('checkbox').check();
  const other = await context.newPage();
  await other.goto('/pages/common/language');
  await other.getByRole('button', { name: /^Deutsch/ }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(sheet.getByRole('heading', { name: 'Nutzungsvereinbarung', exact: true })).toBeVisible();
  await expect(sheet.getByRole('checkbox')).toBeChecked();
  // Closing comes first, then accepting.
  await sheet.getByRole('button').nth(1).click();
  await expect(sheet).toBeHidden();
  const { due, accepted } = await api.agreements.agreements();
  expect(due).toEqual([]);
  expect(accepted.slice(0, 2).map(({ language }) => language)).toEqual(['de', 'de']);
});

test('H19 accepted in one window, the sheet leaves the other one', async ({ device }) => {
  const { page, context } = device;
  await openOutdated(device);
  const other = await context.newPage();
  for (const one of [page, other]) {
    await one.goto('/pages/index/index');
    await expect(newVersions(one)).toBeVisible();
  }
  await newVersions(page).getByRole('checkbox').check();
  await accept(newVersions(page)).click();
  await expect(newVersions(page)).toBeHidden();
  await expect(newVersions(other)).toBeHidden();
});

test('H19 H05 who accepted nothing newer and was never active sends everything out to the chain', async ({
  device,
}) => {
  test.setTimeout(300_000);
  const { page, api } = device;
  const person = await openOutdated(device);
  const wallet = await getWallet(api);
  // Below the top-up that makes an account active.
  await faucet(wallet.address, 'usdt', toUnits('usdt', '9'));
  await setTradePassword(api, person);
  const authenticator = openAuthenticator(await bindAuthenticator(api, person));
  await expectCredited({ api, walletId: wallet.id }, 'usdt').toBe(toUnits('usdt', '9'));
  expect(await api.identity.account()).toMatchObject({ activated: false, agreementsDue: [{}, {}] });

  const to = freshAddress();
  await openTransfer(page, 'usdt');
  await newVersions(page).getByRole('button', { name: 'Not now' }).click();
  await toField(page).fill(to);
  await amountField(page).fill('1');
  await page.getByRole('checkbox', { name: /I have checked the address/ }).check();
  await page.getByRole('button', { name: 'Max' }).click();
  await askForDraft(page);
  await goToVerification(page);
  await verify(page, authenticator);
  const id = await waitForRecord(page);
  await expect(newVersions(page)).toBeHidden();
  await expect.poll(async () => (await api.records.record({ id })).status, { timeout: 120_000 }).toBe('success');
  const { amount, fee } = await api.records.record({ id });
  expect(BigInt(amount) + BigInt(fee)).toBe(toUnits('usdt', '9'));
  expect(await readTokensReceived(to, 'usdt')).toBe(BigInt(amount));
  expect(await readAvailable(api, wallet.id, 'usdt')).toBe(0n);
  expect(await api.identity.account()).toMatchObject({ activated: false, agreementsDue: [{}, {}] });
});
