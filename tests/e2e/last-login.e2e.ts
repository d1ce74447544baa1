import { ORPCError } from '@orpc/client';
import { expect, type Page } from '@playwright/test';
import { openNewcomer } from './support/account.ts';
import { enterContact, logOut, newPhonePerson, registerByPhone, submitLogin } from './support/person.ts';
import { test } from './support/test.ts';

// Goal: nobody logs out by accident, and whoever logs in again finds area code and a hint of the account, unless they do
// not want it; the device keeps no more than that. Method: as a person presses, and the device's storage read afterwards.

const note = (page: Page) => page.getByText('Last login on this device');
const kept = (page: Page) => page.evaluate(() => Object.entries({ ...localStorage }));

test('logging out asks, and staying changes nothing', async ({ device }) => {
  const { page, api } = device;
  await openNewcomer(device);
  await page.goto('/pages/my/index');
  const sheet = page.getByRole('dialog', { name: 'Log out?' });
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(sheet).toContainText('Your money is safe, and your account stays as it is.');
  await sheet.getByRole('button', { name: 'Stay logged in' }).click();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/pages\/my\/index/);
  await api.identity.account();

  const refusal = { code: 'TOO_MANY_REQUESTS', data: { retryAfterSeconds: 5 } };
  await page.route('**/api/identity/logout', (route) => route.fulfill({ status: 429, json: refusal }), { times: 1 });
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await sheet.getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(sheet.getByRole('alert')).toBeVisible();
  await api.identity.account();
});

test('a logout whose answer is lost is one here, and the session ends with the next try', async ({ device }) => {
  const { page, api } = device;
  await openNewcomer(device);
  await page.goto('/pages/my/index');
  await page.route('**/api/identity/logout', (route) => route.abort(), { times: 1 });
  await logOut(page);
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expect(page.getByText('only this device logs you out now')).toBeVisible();
  await expect
    .poll(() =>
      api.identity.account().then(
        () => 'open',
        (error: unknown) => (error instanceof ORPCError ? error.code : error),
      ),
    )
    .toBe('LOGIN_EXPIRED');
  expect(await page.evaluate(() => localStorage.getItem('logout'))).toBeNull();
});

test('the login page remembers area code and a hint of the phone number, and forgets them for another account', async ({
  page,
}) => {
  const person = await registerByPhone(page, newPhonePerson());
  await page.goto('/pages/my/index');
  await logOut(page);
  await expect(note(page)).toContainText(`•••• ${person.typed.slice(-4)}`);
  await expect(page.getByRole('button', { name: 'Area code +49' })).toBeVisible();
  await expect(page.getByLabel('Phone number')).toHaveValue('');
  expect(JSON.stringify(await kept(page))).not.toContain(person.typed.slice(0, -4));

  await page.getByRole('button', { name: 'Use another account' }).click();
  await expect(note(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Area code +44' })).toBeVisible();
  expect(await kept(page)).toEqual([]);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expect(note(page)).toHaveCount(0);

  await submitLogin(page, person);
  await page.waitForURL('**/pages/index/index');
  await page.goto('/pages/my/index');
  await logOut(page);
  await expect(note(page)).toBeVisible();
});

test('an e-mail address is hinted at by one letter; switched off in the settings, nothing is remembered', async ({
  device,
}) => {
  const { page, api, person } = await openNewcomer(device);
  await api.identity.logout({});
  await page.goto('/');
  await submitLogin(page, person);
  await page.waitForURL('**/pages/index/index');
  await page.goto('/pages/my/index');
  await logOut(page);
  await expect(note(page)).toContainText('a•••@example.org');
  await expect(page.getByLabel('E-mail address')).toHaveValue('');
  expect((await kept(page)).filter(([key]) => key !== 'last-login')).toEqual([]);

  await submitLogin(page, person);
  await page.waitForURL('**/pages/index/index');
  await page.goto('/pages/my/setting');
  const remembers = page.getByRole('switch', { name: 'Remember me on the login page' });
  await expect(remembers).toBeChecked();
  await remembers.uncheck();
  expect(JSON.stringify(await kept(page))).not.toContain('example.org');
  await page.goto('/pages/my/index');
  await logOut(page);
  await expect(page.getByLabel('Phone number')).toBeVisible();
  await expect(note(page)).toHaveCount(0);

  await enterContact(page, person);
  await submitLogin(page, person);
  await page.waitForURL('**/pages/index/index');
  expect(await kept(page)).toContainEqual(['last-login', 'off']);
});
