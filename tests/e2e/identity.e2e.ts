import { expect } from '@playwright/test';
import { readCode } from './support/inbox.ts';
import {
  enterContact,
  fillPasswords,
  logOut,
  newEmailPerson,
  newPhonePerson,
  registerByEmail,
  registerByPhone,
  sendCode,
  submitLogin,
} from './support/person.ts';
import { test } from './support/test.ts';

// Goal: what people meet from their first visit to signing out, on the whole product. Method: real browsers, real mails
// and text messages read from the development inbox.

test('somebody registers by phone with an area code from the list', async ({ page, device }) => {
  const person = await registerByPhone(page);
  const { account, activated } = await device.api.identity.account();
  expect(account.kind).toBe('phone');
  expect(account.masked).toContain('+49');
  expect(account.masked).not.toContain(person.typed);
  expect(activated).toBe(false);
});

test('somebody registers by e-mail', async ({ page, device }) => {
  await registerByEmail(page);
  const { account } = await device.api.identity.account();
  expect(account.kind).toBe('email');
  await expect(page).toHaveTitle(/^Home · ./);
});

test('registering says beside each field what is wrong with it', async ({ page }) => {
  const person = newEmailPerson();
  await page.goto('/pages/login/register');
  await enterContact(page, { ...person, typed: 'nobody' });
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByLabel('E-mail address')).toHaveAccessibleDescription(/Enter an e-mail address/);
  await expect(page.getByLabel('E-mail address')).toBeFocused();

  await enterContact(page, person);
  await sendCode(page, person);
  await fillPasswords(page, person.password, 'another one entirely');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByLabel('Verification code')).toHaveAccessibleDescription(/Enter the six digits of the code/);
  await expect(page.getByLabel('Confirm password')).toHaveAccessibleDescription(/The two passwords do not match/);
  await expect(page.getByRole('checkbox')).toHaveAccessibleDescription('Check the terms first');
});

test('a phone number needs four digits and an area code', async ({ newDevice }) => {
  // Esperanto has no country: no area code can be guessed.
  const { page } = await newDevice({ locale: 'eo' });
  await page.goto('/pages/login/register');
  await page.getByLabel('Phone number').fill('123');
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByLabel('Phone number')).toHaveAccessibleDescription('Choose an area code');
  await enterContact(page, { ...newPhonePerson(), typed: '123' });
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByLabel('Phone number')).toHaveAccessibleDescription('Enter at least 4 digits');
});

test('A01 a wrong code is refused beside its field, the right one still opens the account', async ({ page }) => {
  const person = newEmailPerson();
  await page.goto('/pages/login/register');
  await enterContact(page, person);
  const code = await sendCode(page, person);
  await fillPasswords(page, person.password, person.password);
  await page.getByRole('checkbox').check();
  await page.getByLabel('Verification code').fill(code === '000000' ? '111111' : '000000');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByLabel('Verification code')).toHaveAccessibleDescription(/The code is wrong/);
  await page.getByLabel('Verification code').fill(code);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/pages/index/index');
});

test('a code can be sent again only after the countdown', async ({ page }) => {
  await page.clock.install();
  const person = newEmailPerson();
  await page.goto('/pages/login/register');
  await enterContact(page, person);
  await sendCode(page, person);
  const wait = page.getByRole('button', { name: /^Resend in \d+ s$/ });
  await expect(wait).toBeDisabled();
  await page.clock.fastForward(30_000);
  await expect(page.getByRole('button', { name: /^Resend in [123]?\d s$/ })).toBeDisabled();
  await page.clock.fastForward(31_000);
  const again = page.getByRole('button', { name: 'Resend code' });
  await expect(again).toBeEnabled();
  // Only the browser's clock was moved on: the server still refuses, and the countdown starts from what it says.
  await again.click();
  await expect(page.getByLabel('Verification code')).toHaveAccessibleDescription(/We just sent a code/);
  await expect(wait).toBeDisabled();
});

test('logging out leads to the login page, and the pages behind it stay closed', async ({ page }) => {
  const person = await registerByEmail(page);
  await page.goto('/pages/my/index');
  await logOut(page);
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expect(page).toHaveURL('/');
  await page.goto('/pages/my/index');
  await expect(page).toHaveURL(/^[^?]*\/\?redirect=/);

  // The device was there at the registration: it needs no code.
  await submitLogin(page, person);
  await page.waitForURL('**/pages/my/index');
});

test('a wrong password says no more than that something is wrong', async ({ page, device }) => {
  const person = await registerByEmail(page);
  await device.api.identity.logout({});
  await page.goto('/');
  const refusal = page.getByRole('alert').filter({ hasText: 'The account or the password is wrong.' });
  await submitLogin(page, { ...person, password: 'not this one at all' });
  await expect(refusal).toBeVisible();
  await page.reload();
  await submitLogin(page, newEmailPerson());
  await expect(refusal).toBeVisible();
});

test('a new device needs the code that is sent to the account', async ({ page, newDevice }) => {
  const person = await registerByEmail(page);
  const other = await newDevice();
  await other.page.goto('/');
  await submitLogin(other.page, person);
  await expect(other.page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible();
  await expect(other.page.getByLabel('Verification code')).toBeFocused();
  const code = await readCode(person.contact);
  await other.page.getByLabel('Verification code').fill(code === '000000' ? '111111' : '000000');
  await expect(other.page.getByLabel('Verification code')).toHaveAccessibleDescription(/The code is wrong/);
  await other.page.getByLabel('Verification code').fill(code);
  await other.page.waitForURL('**/pages/index/index');
});

test('A07 a session ended from another device closes its pages at once', async ({ page, newDevice }) => {
  const person = await registerByEmail(page);
  await page.goto('/pages/my/index');
  await expect(page.getByText('This device', { exact: true })).toBeVisible();

  const other = await newDevice();
  await other.page.goto('/');
  await submitLogin(other.page, person);
  await other.page.getByLabel('Verification code').fill(await readCode(person.contact));
  await other.page.waitForURL('**/pages/index/index');
  await other.page.goto('/pages/my/index');
  await other.page.getByRole('button', { name: 'Log out other devices' }).click();
  const question = other.page.getByRole('dialog', { name: 'Log out everywhere else?' });
  await question.getByRole('button', { name: 'Log out other devices' }).click();
  await expect(question).toBeHidden();

  await expect(page.getByText('Login expired, please log in again')).toBeVisible();
  await expect(page.getByText('This device', { exact: true })).toBeHidden();
});

test('after a new login the page that was open comes back as it was', async ({ page, device }) => {
  const person = await registerByEmail(page);
  await page.goto('/pages/record/index?filter=in');
  await expect(page.getByRole('heading', { name: 'Records' })).toBeVisible();
  // Another tab of the same browser.
  await device.api.identity.logout({});
  await expect(page.getByText('Login expired, please log in again')).toBeVisible();
  await submitLogin(page, person);
  await page.waitForURL('**/pages/record/index?filter=in');
});

test('W06 after a login nobody is led to another site or to a page that is none', async ({ page, device }) => {
  const person = await registerByEmail(page);
  for (const wanted of ['https://example.org/', '//example.org', '/\\example.org', '/api/health', '/nowhere']) {
    await device.api.identity.logout({});
    await page.goto(`/?${new URLSearchParams({ redirect: wanted })}`);
    await submitLogin(page, person);
    await page.waitForURL('**/pages/index/index');
  }
});
