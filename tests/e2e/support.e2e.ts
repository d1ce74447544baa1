import { expect, type Page } from '@playwright/test';
import { consoleUrl } from './installation.ts';
import { badDay } from './scenes/support-scenes.ts';
import { openNewcomer } from './support/account.ts';
import { enrolOperator, openDesk } from './support/console.ts';
import { lookAtDialog } from './support/look-at-dialog.ts';
import { newEmailPerson, submitLogin } from './support/person.ts';
import { test } from './support/test.ts';

// Goal: whoever is stuck finds somebody to ask, with a login and without one, and sees how the service is. Method: each way
// to the pages is walked as a person walks it; a complaint goes to the console and its answer comes back.

async function expectSupport(page: Page): Promise<void> {
  await page.waitForURL('**/pages/common/support*');
  await expect(page.getByRole('heading', { level: 1, name: 'Support' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Write to us/ })).toHaveAttribute('href', /^mailto:[^@]+@[^@]+$/);
  await expect(page.getByText('Never send us a password')).toBeVisible();
  await expect(page.getByText('within 15 days')).toBeVisible();
}

test('a visitor gets from login to support and to the status, and from a refusal to support', async ({ openPage }) => {
  const page = await openPage();
  await page.goto('/');
  await page.getByRole('link', { name: 'Contact support' }).click();
  await expectSupport(page);
  // What a session is needed for is not offered without one.
  await expect(page.getByRole('link', { name: 'Complaints', exact: true })).toBeHidden();
  await page.getByRole('link', { name: 'Service status' }).click();
  await page.waitForURL('**/pages/common/status');
  await expect(page.getByRole('heading', { name: 'Announcements' })).toBeVisible();
  for (const part of ['Deposits', 'Transfers', 'Swaps', 'Rewards and bonuses', 'Login and registration'])
    await expect(page.getByRole('listitem').filter({ hasText: part })).toBeVisible();

  await page.goto('/');
  await page.getByRole('link', { name: 'Service status' }).click();
  await page.waitForURL('**/pages/common/status');

  await page.goto('/');
  await submitLogin(page, newEmailPerson());
  const refusal = page.getByRole('alert').filter({ hasText: 'The account or the password is wrong.' });
  await refusal.getByRole('link', { name: 'Contact support' }).click();
  await expectSupport(page);
});

test('while an incident lasts, the status does not say that there were none', async ({ openPage }) => {
  const page = await openPage();
  await page.route('**/api/status?*', (route) => route.fulfill({ json: { ...badDay, history: [] } }));
  await page.goto('/pages/common/status');
  await expect(page.getByRole('heading', { name: 'Now' })).toBeVisible();
  await expect(page.getByText('No incidents in the last 90 days.')).toHaveCount(0);
});

test('what cannot be loaded and links that do not work lead to support', async ({ openPage, newcomer }) => {
  const page = await openPage();
  await page.goto('/pages/login/stop');
  await page.getByRole('link', { name: 'Contact support' }).click();
  await expectSupport(page);

  const inside = await openPage(newcomer);
  await inside.route('**/api/wallets', (route) => route.abort());
  await inside.goto('/pages/my/wallet');
  const failed = inside.getByRole('alert').filter({ hasText: 'Loading failed' });
  await failed.getByRole('link', { name: 'Contact support' }).click();
  await expectSupport(inside);
});

test('H23 a complaint filed in the app is answered in the console, and the answer is a message', async ({
  device,
  newDevice,
}) => {
  test.setTimeout(180_000);
  const { page } = device;
  await openNewcomer(device);
  await page.goto('/pages/my/index');
  await page.getByRole('link', { name: 'Contact support' }).click();
  await expectSupport(page);
  await page.getByRole('main').getByRole('link', { name: 'Complaints' }).first().click();
  await page.waitForURL('**/pages/my/complaints');
  await expect(page.getByText('No complaints')).toBeVisible();
  await page.getByLabel('Subject').fill('No');
  await page.getByLabel('What happened').fill('My transfer of Monday was rejected, and nobody says why.');
  await page.getByRole('button', { name: 'File complaint' }).click();
  await expect(page.getByLabel('Subject')).toHaveAccessibleDescription(/^Enter 3 to 120 characters/);
  const subject = `Rejected transfer ${Date.now().toString(36)}`;
  await page.getByLabel('Subject').fill(subject);
  await page.getByRole('button', { name: 'File complaint' }).click();
  const own = page.getByRole('article').filter({ hasText: subject });
  await expect(own).toContainText('Received');
  await expect(own).toContainText('We answer by');
  await expect(page.getByLabel('Subject')).toHaveValue('');

  const desk = await openDesk(newDevice);
  await enrolOperator(desk, 'rita', 'reviewer');
  await desk.goto(`${consoleUrl}/complaints`);
  const waiting = desk.getByRole('article').filter({ hasText: subject });
  await expect(waiting).toContainText('nobody says why');
  await waiting.getByRole('textbox').fill('The receiver was on a list of lost addresses.');
  await waiting.getByRole('button', { name: 'Send answer' }).click();
  const sending = desk.getByRole('dialog', { name: 'Send this answer?' });
  await expect(sending).toContainText('You cannot change it');
  await lookAtDialog(desk, 'complaint-answering');
  await sending.getByRole('button', { name: 'Send the answer' }).click();
  await expect(waiting).toContainText('answered');

  await page.goto('/pages/my/message');
  await page.getByRole('link', { name: /^Your complaint was answered/ }).click();
  await page.getByRole('link', { name: 'Read the answer' }).click();
  await expect(own).toContainText('The receiver was on a list of lost addresses.');
});
