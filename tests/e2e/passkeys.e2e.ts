import { expect } from '@playwright/test';
import { proveIdentity } from './pages/proof-page.ts';
import { giveAuthenticator } from './support/give-authenticator.ts';
import { registerQuietly } from './support/person.ts';
import { test } from './support/test.ts';

// Goal: a passkey gets its owner in without a password, and nobody else. Method: Chromium's virtual authenticator, which
// makes and uses real keys; what the server must refuse is shown beside its code.

test('A15 a passkey is added, renamed, signs in alone, and is worth nothing once it is removed', async ({ device }) => {
  const { page, api } = device;
  const person = await registerQuietly(api);
  const authenticator = await giveAuthenticator(page);
  await page.goto('/pages/my/index');
  await page.getByRole('link', { name: /^Add a passkey/ }).click();
  await expect(page.getByText('No passkey yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await proveIdentity(page, person);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Create passkey' }).click();
  await expect(page.getByText('not used yet')).toBeVisible();

  await page.getByRole('button', { name: /not used yet/ }).click();
  await page.getByLabel('Name').fill('Kitchen tablet');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByRole('button', { name: /Kitchen tablet/ })).toBeVisible();

  await api.identity.logout({});
  await page.goto('/');
  await authenticator.recognise(false);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page.getByText(/No passkey was used/)).toBeVisible();
  await authenticator.recognise(true);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await page.waitForURL('**/pages/index/index');

  await page.goto('/pages/my/passkeys');
  await page.getByRole('button', { name: /Kitchen tablet.*Last used/ }).click();
  await page.getByRole('button', { name: 'Remove passkey' }).click();
  await proveIdentity(page, person);
  await page.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(page.getByText('No passkey yet')).toBeVisible();
  await api.identity.logout({});
  await page.goto('/');
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('This passkey doesn’t belong to any account here');
});
