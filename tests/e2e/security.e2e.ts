import { expect } from '@playwright/test';
import { bindAuthenticatorOnPage } from './pages/factor-pages.ts';
import { giveRecoveryCode, proveIdentity } from './pages/proof-page.ts';
import { pressKeys } from './pages/transfer-page.ts';
import type { Device } from './support/device.ts';
import { setTradePassword, tradePassword } from './support/factors.ts';
import { readCode, readLink } from './support/inbox.ts';
import { enterContact, registerQuietly, sendCode, submitLogin, type Person } from './support/person.ts';
import { test } from './support/test.ts';

// Goal: people keep their account through every lost password and phone, and nobody else gets in on the way. Method: the
// pages themselves, with real mails and a real authenticator; what each change must refuse is shown beside the code.

const newPassword = 'seven quiet lighthouses 12';
const newTradePassword = '846205';

async function registered(device: Device): Promise<Person> {
  const person = await registerQuietly(device.api);
  await device.page.goto('/pages/my/index');
  return person;
}

async function startRecovery({ page }: Device, person: Person, password: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.waitForURL('**/pages/login/forgot-password');
  await enterContact(page, person);
  await page.getByLabel('Verification code').fill(await sendCode(page, person));
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm new password').fill(password);
  await page.getByRole('button', { name: 'Set new password' }).click();
}

test('A10 somebody who forgot the login password sets a new one by mail, and every device is signed out', async ({
  device,
  newDevice,
}) => {
  const person = await registered(device);
  const other = await newDevice();
  await startRecovery(other, person, newPassword);
  await expect(other.page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible();
  await expect(device.page.getByText('Login expired, please log in again')).toBeVisible();

  await other.page.getByRole('link', { name: 'Log in' }).click();
  await submitLogin(other.page, { ...person, password: newPassword });
  await other.page.getByLabel('Verification code').fill(await readCode(person.contact));
  await other.page.waitForURL('**/pages/index/index');
  await other.page.goto('/pages/my/index');
  await expect(other.page.getByText(/you can send only to addresses you have used before/)).toBeVisible();
});

test('A11 where an authenticator is bound, the mailbox alone is not enough: a recovery code completes it', async ({
  device,
  newDevice,
}) => {
  const person = await registered(device);
  await device.page.goto('/pages/my/google-code/index');
  const { recoveryCodes } = await bindAuthenticatorOnPage(device.page, person);
  const other = await newDevice();
  await startRecovery(other, person, newPassword);
  await expect(other.page.getByLabel('Authenticator code')).toHaveAccessibleDescription(
    /Enter a code from your authenticator or one of your recovery codes/,
  );
  await giveRecoveryCode(other.page, 'AAAA-BBBB-CCCC-DDDD');
  await other.page.getByRole('button', { name: 'Set new password' }).click();
  await expect(other.page.getByRole('textbox', { name: 'Recovery code' })).toHaveAccessibleDescription(
    /wrong or was already used/,
  );
  await giveRecoveryCode(other.page, (recoveryCodes[0] ?? '').toLowerCase());
  await other.page.getByRole('button', { name: 'Set new password' }).click();
  await expect(other.page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible();
});

test('A07 changing the login password signs out everybody else', async ({ device, newDevice }) => {
  const person = await registered(device);
  const other = await newDevice();
  await other.page.goto('/');
  await submitLogin(other.page, person);
  await other.page.getByLabel('Verification code').fill(await readCode(person.contact));
  await other.page.waitForURL('**/pages/index/index');

  const { page } = device;
  await page.goto('/pages/my/index');
  await page.getByRole('link', { name: 'Login password' }).click();
  await page.getByLabel('New password', { exact: true }).fill('password1');
  await page.getByLabel('Confirm new password').fill('password2');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Confirm new password')).toHaveAccessibleDescription(/The two passwords do not match/);
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await page.getByLabel('Confirm new password').fill(newPassword);
  await page.getByRole('button', { name: 'Continue' }).click();
  await proveIdentity(page, person);
  await page.getByRole('button', { name: 'Change login password' }).click();
  await page.waitForURL('**/pages/my/index');
  await expect(page.getByText(/you can send only to addresses you have used before/)).toBeVisible();
  await expect(other.page.getByText('Login expired, please log in again')).toBeVisible();
});

test('the trade password is changed by the one before', async ({ device }) => {
  const { page, api } = device;
  const person = await registered(device);
  await setTradePassword(api, person);
  await page.goto('/pages/my/password-trade-setting');
  await page.getByRole('button', { name: 'Change trade password' }).click();
  for (let twice = 0; twice < 2; twice += 1) await pressKeys(page, newTradePassword);
  await proveIdentity(page, person);
  await page.getByLabel('Current trade password').fill('111222');
  await page.getByRole('button', { name: 'Change trade password' }).click();
  await expect(page.getByLabel('Current trade password')).toHaveAccessibleDescription(
    /The trade password is wrong. 4 attempts left/,
  );
  await page.getByLabel('Current trade password').fill(tradePassword);
  await page.getByRole('button', { name: 'Change trade password' }).click();
  await expect(page.getByText('Trade password changed')).toBeVisible();
  await page.waitForURL('**/pages/my/index');
});

test('after a reload the code that was sent still counts, a used one says so, and nobody is left without a next step', async ({
  device,
}) => {
  const { page } = device;
  const person = await registered(device);
  await page.goto('/pages/my/google-code/index');
  await page.getByRole('button', { name: 'I have an app' }).click();
  await page.getByLabel('Login password').fill(person.password);
  const code = await sendCode(page, person);
  async function giveCodeAgain(): Promise<void> {
    await page.reload();
    await page.getByRole('button', { name: 'I have an app' }).click();
    await page.getByLabel('Login password').fill(person.password);
    await page.getByLabel('Verification code').fill(code);
    await page.getByRole('button', { name: 'Show key' }).click();
  }
  await giveCodeAgain();
  await expect(page.getByRole('heading', { name: 'Add the key to your app' })).toBeVisible();
  await giveCodeAgain();
  const field = page.getByLabel('Verification code');
  await expect(field).toHaveAccessibleDescription(/was already used/);
  await page.getByRole('button', { name: 'Resend code' }).click();
  await expect(page.getByRole('button', { name: /^Resend in \d+ s$/ })).toBeDisabled();
  await expect(field).toHaveAccessibleDescription(/was already used/);

  // A tab that knows of no code says when the next one can be had, and does not take the one before.
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/pages/my/google-code/index');
  await page.getByRole('button', { name: 'I have an app' }).click();
  await page.getByLabel('Login password').fill(person.password);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(field).toHaveAccessibleDescription(/We just sent a code/);
  await expect(field).not.toHaveAttribute('aria-invalid');
  await field.fill(code);
  await page.getByRole('button', { name: 'Show key' }).click();
  await expect(field).toHaveAttribute('aria-invalid');
  await expect(field).toHaveAccessibleDescription(/Send a code first/);
});

test('A09 recovery codes are renewed, and one of the new ones takes the authenticator off', async ({ device }) => {
  const { page } = device;
  const person = await registered(device);
  await page.goto('/pages/my/google-code/index');
  const { recoveryCodes } = await bindAuthenticatorOnPage(page, person);
  await page.getByLabel('I’ve saved the codes').check();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.waitForURL('**/pages/my/index');

  await page.getByRole('link', { name: 'Google Authenticator' }).click();
  await page.getByRole('button', { name: /New recovery codes/ }).click();
  await proveIdentity(page, person);
  await giveRecoveryCode(page, recoveryCodes[9] ?? '');
  await page.getByRole('button', { name: 'Create new codes' }).click();
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible();
  const renewed = await page.locator('.factors-codes').getByRole('listitem').allInnerTexts();
  expect(renewed).toHaveLength(10);
  expect(new Set([...renewed, ...recoveryCodes]).size).toBe(20);
  await page.getByLabel('I’ve saved the codes').check();
  await page.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('link', { name: 'Google Authenticator' }).click();
  await page.getByRole('button', { name: 'Remove authenticator' }).click();
  await expect(page.getByText(/you cannot send until you bind one again/)).toBeVisible();
  await proveIdentity(page, person);
  await giveRecoveryCode(page, recoveryCodes[0] ?? '');
  await page.getByRole('button', { name: 'Remove authenticator' }).click();
  await expect(page.getByRole('textbox', { name: 'Recovery code' })).toHaveAccessibleDescription(
    /wrong or was already used/,
  );
  await giveRecoveryCode(page, renewed[0] ?? '');
  await page.getByRole('button', { name: 'Remove authenticator' }).click();
  await page.waitForURL('**/pages/my/index');
  await expect(page.getByRole('link', { name: /^Google Authenticator/ })).toContainText('Not bound');
});

test('one other device is signed out from the list, and the history tells what happened', async ({
  device,
  newDevice,
}) => {
  const { page } = device;
  const person = await registered(device);
  const other = await newDevice();
  await other.page.goto('/');
  await submitLogin(other.page, person);
  await other.page.getByLabel('Verification code').fill(await readCode(person.contact));
  await other.page.waitForURL('**/pages/index/index');
  await page.reload();
  await page.getByRole('button', { name: 'Log out device', exact: true }).click();
  await expect(other.page.getByText('Login expired, please log in again')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Log out device', exact: true })).toBeHidden();
  await page.getByRole('link', { name: 'Account history' }).click();
  await expect(page.getByRole('main').getByRole('listitem')).toContainText([
    'Another device logged out',
    'Logged in on a new device',
    'Account opened',
  ]);
});

test('A14 a change by somebody else is stopped by the link in its notice', async ({ device, newDevice }) => {
  const person = await registered(device);
  await setTradePassword(device.api, person);
  const link = await readLink(person.contact);
  const { page } = await newDevice();
  await page.goto(new URL(link).pathname + new URL(link).search);
  await page.getByRole('button', { name: 'Stop it' }).click();
  await expect(page.getByRole('heading', { name: 'All devices are logged out' })).toBeVisible();
  await expect(device.page.getByText('Login expired, please log in again')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Stop it' }).click();
  await expect(page.getByRole('alert')).toContainText('This link was already used or is too old');
});
