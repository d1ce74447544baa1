import { expect, type Page } from '@playwright/test';
import { openNewcomer } from './support/account.ts';
import { enterContact, finishRegistration, newEmailPerson } from './support/person.ts';
import { giveShareSheet } from './support/share-sheet.ts';
import { test } from './support/test.ts';

// Goal: somebody invites others by code, link, QR code and share sheet, and sees how many came. Method: the link is followed
// by a second person on another device.

async function openSheet(page: Page) {
  await page.goto('/pages/my/index');
  await page.getByRole('button', { name: /^Invite people/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Invite people' });
  await expect(sheet.getByRole('img', { name: 'QR code of your invite link' })).toBeVisible();
  return sheet;
}

test('a link that was shared fills in the code, and whoever registers with it is counted and not named', async ({
  device,
  newDevice,
}) => {
  const { page } = device;
  const { person } = await openNewcomer(device);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const sheet = await openSheet(page);
  await expect(sheet.getByText('Nobody yet')).toBeVisible();
  await sheet.getByRole('button', { name: 'Copy invite code' }).click();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  await sheet.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).searchParams.get('invite')).toBe(code);

  const friend = await newDevice();
  await friend.page.goto(link);
  await expect(friend.page.getByLabel('Invite code')).toHaveValue(code);
  const other = newEmailPerson();
  await enterContact(friend.page, other);
  await finishRegistration(friend.page, other);

  const again = await openSheet(page);
  await expect(again.getByText('1 person')).toBeVisible();
  expect(await again.textContent()).not.toContain('@');
  expect(person.contact).toContain('@');
});

test('a share sheet gets the link; without one it is copied', async ({ device, newDevice }) => {
  await openNewcomer(device);
  const cookies = await device.context.storageState();
  for (const kind of ['text', 'none'] as const) {
    const { page, context } = await newDevice({ storageState: cookies });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await context.addInitScript(giveShareSheet, kind);
    const sheet = await openSheet(page);
    await sheet.getByRole('button', { name: 'Share' }).click();
    const shared =
      kind === 'text'
        ? () => page.evaluate(() => window.handed?.text)
        : () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(shared).toMatch(/\/pages\/login\/register\?invite=[A-Z2-9]{8}$/);
  }
});

test('a number that cannot be read is asked for again, and the rest of the sheet works', async ({
  openPage,
  newcomer,
}) => {
  const page = await openPage(newcomer);
  await page.route('**/api/profile/invites', (route) => route.fulfill({ status: 503, json: {} }));
  const sheet = await openSheet(page);
  await expect(sheet.getByText('Couldn’t load how many people came.')).toBeVisible({ timeout: 30_000 });
  await page.unroute('**/api/profile/invites');
  await sheet.getByRole('button', { name: 'Try again' }).click();
  await expect(sheet.getByText('Registered with your code')).toBeVisible();
});
