import { randomInt } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { consoleUrl } from './installation.ts';
import {
  cardOf,
  choosePicture,
  confirmButton,
  ownEntry,
  participate,
  sampleId,
  sampleTitle,
  userIdField,
} from './pages/activity-page.ts';
import { declareCountry } from './pages/country-sheet.ts';
import { expectStatus } from './pages/record-page.ts';
import { pressKeys } from './pages/transfer-page.ts';
import { expectCredited, getWallet, openNewcomer, readAvailable } from './support/account.ts';
import type { Newcomer } from './support/account.ts';
import { enrolOperator, openDesk, openEntry, signDecision } from './support/console.ts';
import { faucet } from './support/devchain.ts';
import { setTradePassword, tradePassword } from './support/factors.ts';
import { lookAtDialog } from './support/look-at-dialog.ts';
import { newPicture } from './support/pictures.ts';
import { withPoolRewards } from './support/pool.ts';
import { promotionIsOpen } from './support/promotion.ts';
import { test } from './support/test.ts';

// Goal: an activity as the person who takes part sees it, from the list to the record of the reward. Method: real browsers
// on both sides, the person's and the reviewer's; nothing on the person's page is loaded again while it changes.

const reward = 50n * 10n ** 18n;
const bonus = 20n * 10n ** 18n;
/** In TRX, which needs no proof by a contract: enough to be active. */
const topUp = 200_000_000n;
const newUserId = (): string => `user.${randomInt(10 ** 9)}`;

/** Active, with a declared country. */
async function makeActive({ api, address, walletId }: Newcomer): Promise<void> {
  await faucet(address, 'trx', topUp);
  await expectCredited({ api, walletId }, 'trx').toBe(topUp);
  await api.preferences.declareCountry({ country: 'DE' });
  // The bonus follows the country.
  await expectRewards({ api, walletId }, bonus);
}

/** Waits until this is what somebody holds, what the pool has given aside. */
async function expectRewards({ api, walletId }: Pick<Newcomer, 'api' | 'walletId'>, units: bigint): Promise<void> {
  await withPoolRewards(api, (given) =>
    expect.poll(() => readAvailable(api, walletId, 'reward'), { intervals: [200] }).toBe(units + given),
  );
}

/** From the open entry to its person, who is put on hold; back to the entry, which nobody can approve; and the hold ends. */
async function holdAndRelease(desk: Page): Promise<void> {
  const entry = desk.url();
  await desk.getByRole('definition').getByRole('link').click();
  await desk.waitForURL(/\/people\//);
  const person = desk.url();
  await expect(desk.getByText('active', { exact: true })).toBeVisible();
  await desk.getByText('Actions', { exact: true }).click();
  await desk.getByLabel('Reason of the hold').selectOption('Fraud is suspected');
  await desk.getByRole('button', { name: 'Put on hold' }).click();
  await desk.getByLabel('Why, for other operators').fill('Reported twice');
  await desk.getByRole('button', { name: 'Put on hold' }).click();
  await signDecision(desk, 'Put this account on hold', ['Reported twice']);
  await expect(desk.getByText(/^On hold since .* because: Fraud is suspected\.$/)).toBeVisible();
  await desk.goto(entry);
  await expect(desk.getByRole('definition').getByText('Account on hold: Fraud is suspected')).toBeVisible();
  await expect(desk.getByRole('button', { name: 'Approve' })).toBeDisabled();
  await desk.keyboard.press('a');
  await expect(desk.getByRole('dialog')).toBeHidden();
  await desk.goto(person);
  await expect(desk.getByText(/^On hold since .* by rosa.*, because: Fraud is suspected\.$/)).toBeVisible();
  await expect(desk.getByText('active', { exact: true })).toBeHidden();
  await desk.getByText('Actions', { exact: true }).click();
  await desk.getByRole('button', { name: 'End the hold now' }).click();
  await desk.getByLabel('Why', { exact: true }).first().fill('Cleared up');
  await desk.getByRole('button', { name: 'End the hold now' }).click();
  await signDecision(desk, 'End the hold on this account', ['Cleared up']);
  await expect(desk.getByText('active', { exact: true })).toBeVisible();
}

test('joined, refused by a reviewer with a reason, sent again, approved by keyboard, claimed: and the books agree', async ({
  device,
  newDevice,
}) => {
  test.setTimeout(180_000);
  await promotionIsOpen();
  const newcomer = await openNewcomer(device);
  const { page, api, person } = newcomer;
  await makeActive(newcomer);
  await expect.poll(async () => (await api.activities.listActivities({})).activities.length).toBeGreaterThan(0);
  const desk = await openDesk(newDevice);
  const rosa = await enrolOperator(desk, 'rosa', 'reviewer');

  await page.goto('/pages/activity/index');
  await expect(cardOf(page)).toContainText(/\d+ of 500 places left/);
  await cardOf(page).getByRole('link', { name: sampleTitle }).click();
  // Everything is said before anything is handed in.
  const main = page.getByRole('main');
  for (const said of [
    'you and our reviewers',
    'within 24 hours',
    'We are not affiliated with',
    'We will never ask for them',
  ]) {
    await expect(main).toContainText(said);
  }
  await expect(userIdField(page)).toBeHidden();
  await participate(page);
  // All that is missing is said at once, and the first of it is where the cursor is.
  await page.getByLabel('Choose a file').focus();
  await confirmButton(page).click();
  await expect(page.getByText('Enter your user ID')).toBeVisible();
  await expect(page.getByText('Choose a picture')).toBeVisible();
  await expect(userIdField(page)).toBeFocused();
  const first = newUserId();
  await userIdField(page).fill(` ${first.toUpperCase()} `);
  await confirmButton(page).click();
  await expect(page.getByText('Enter your user ID')).toBeHidden();
  await expect(page.getByLabel('Choose a file')).toBeFocused();
  await choosePicture(page);
  await confirmButton(page).click();
  await expect(ownEntry(page)).toContainText('Under review');

  await openEntry(desk, first.toUpperCase());
  // The picture opens over the window, and zooms by keyboard.
  await desk.getByRole('button', { name: 'Open large: What the person handed in' }).press('Enter');
  const large = desk.getByRole('dialog', { name: 'What the person handed in' });
  await expect(large.getByText('fits the window')).toBeVisible();
  await desk.keyboard.press('+');
  await expect(large.getByText('100%')).toBeVisible();
  await desk.keyboard.press('+');
  await expect(large.getByText('150%')).toBeVisible();
  await desk.keyboard.press('0');
  await expect(large.getByText('fits the window')).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(large).toBeHidden();
  // What it is judged by stands beside it.
  await expect(desk.getByRole('main')).toContainText('What the picture has to show');
  await expect(desk.locator('.criteria li').first()).toBeVisible();
  await expect(desk.getByRole('button', { name: 'Reject' })).toBeDisabled();
  await desk.getByLabel('Reason of a rejection').selectOption('The picture cannot be read');
  await desk.getByLabel('What the person reads beside the reason').fill('It is cut off.');
  await desk.getByRole('button', { name: 'Reject' }).click();
  const rejecting = desk.getByRole('dialog', { name: 'Reject this entry?' });
  await expect(rejecting).toContainText('It is cut off.');
  await lookAtDialog(desk, 'entry-rejecting');
  await rejecting.getByRole('button', { name: 'Reject the entry' }).click();
  await expect(ownEntry(page)).toContainText('The user ID in the picture is not readable.');
  await expect(ownEntry(page)).toContainText('It is cut off.');
  // Once where the answer is, and once beside the picture, until there is another one.
  const wrong = page.getByText('The user ID in the picture is not readable.');
  await expect(wrong).toHaveCount(2);
  // Filled with what was handed in.
  await expect(userIdField(page)).toHaveValue(first.toUpperCase());
  await expect(page.getByText('Uploaded')).toBeVisible();
  await choosePicture(page);
  await expect(wrong).toHaveCount(1);
  await page.getByRole('button', { name: 'Resubmit' }).click();
  await expect(ownEntry(page)).toContainText('Under review');

  await page.goto('/pages/activity/index');
  await page.getByText('Reviewing').click();
  await expect(cardOf(page)).toContainText('Under review');
  await openEntry(desk, first.toUpperCase());
  await expect(desk.getByText('It is cut off.')).toBeVisible();
  await holdAndRelease(desk);
  await openEntry(desk, first.toUpperCase());
  await desk.getByRole('button', { name: 'Approve' }).waitFor();
  await desk.keyboard.press('a');
  const approving = desk.getByRole('dialog', { name: 'Approve this entry?' });
  await expect(approving).toContainText('50.00');
  await lookAtDialog(desk, 'entry-approving');
  await approving.getByRole('button', { name: 'Cancel' }).click();
  await expect(desk.getByRole('button', { name: 'Approve' })).toBeVisible();
  await desk.keyboard.press('a');
  await approving.getByRole('button', { name: 'Approve the entry' }).click();
  await expect(page.getByText('No entries under review')).toBeVisible();
  await page.getByText('All', { exact: true }).click();
  await cardOf(page).getByRole('button', { name: 'Claim' }).click();
  await expect(page.getByRole('dialog', { name: 'Trade password not set' })).toBeVisible();
  await page.getByRole('button', { name: 'Not now' }).click();
  await setTradePassword(api, person);
  await page.goto(`/pages/activity/detail?id=${await sampleId(api)}&reward=1000000`);
  await expect(main).not.toContainText('1,000,000');
  await page.getByRole('contentinfo').getByRole('button', { name: 'Claim' }).click();
  await pressKeys(page.getByRole('dialog', { name: 'Confirm it’s you' }), tradePassword);
  await expect(ownEntry(page)).toContainText('Completed');
  await expectRewards(newcomer, bonus + reward);
  expect((await api.installation.health({})).books).toMatchObject({ ok: true });
  await desk.goto(`${consoleUrl}/log?operator=${rosa}`);
  for (const decided of ['rejected', 'approved']) {
    await expect(desk.getByRole('cell', { name: `${rosa} ${decided} the entry of` })).toBeVisible();
  }
  await page.getByRole('link', { name: 'View record' }).click();
  await expectStatus(page, 'Success');
  await expect(page.getByRole('main')).toContainText('50');
  await page.goto('/pages/my/message');
  for (const title of ['Reward 50.00', 'Your entry was approved', 'Your entry was not accepted']) {
    await expect(page.getByText(title)).toBeVisible();
  }
});

test('who is not active or has no country is told so, and what to do; what was used is refused for others', async ({
  newDevice,
}) => {
  test.setTimeout(120_000);
  await promotionIsOpen();
  const newcomer = await openNewcomer(await newDevice());
  const { page, api } = newcomer;
  await expect.poll(async () => (await api.activities.listActivities({})).activities.length).toBeGreaterThan(0);
  const id = await sampleId(api);
  await page.goto(`/pages/activity/detail?id=${id}`);
  await expect(page.getByText('Activities are for active accounts')).toBeVisible();
  await faucet(newcomer.address, 'trx', topUp);
  // The page follows by itself once the account is active.
  await expect(page.getByRole('button', { name: 'Declare your country' })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Declare your country' }).click();
  await declareCountry(page, 'germ', 'Germany');
  await participate(page);

  const userId = newUserId();
  const picture = newPicture();
  await userIdField(page).fill(userId);
  await choosePicture(page, picture);
  await confirmButton(page).click();
  await expect(ownEntry(page)).toContainText('Under review');

  const other = await openNewcomer(await newDevice());
  await makeActive(other);
  await other.page.goto(`/pages/activity/detail?id=${id}`);
  await participate(other.page);
  await userIdField(other.page).fill(newUserId());
  await choosePicture(other.page, picture);
  await confirmButton(other.page).click();
  const used = other.page.getByText('This information has already been used, try another account');
  await expect(used).toBeVisible();
  await choosePicture(other.page);
  await userIdField(other.page).fill(userId.toUpperCase());
  await expect(used).toBeHidden();
  await confirmButton(other.page).click();
  await expect(used).toBeVisible();
  expect((await getWallet(other.api)).address).toBe(other.address);
});

test('an upload that breaks says so and can be tried again; what is no picture is refused', async ({ device }) => {
  await promotionIsOpen();
  const newcomer = await openNewcomer(device);
  const { page, api } = newcomer;
  await makeActive(newcomer);
  await page.goto(`/pages/activity/detail?id=${await sampleId(api)}`);
  await participate(page);
  await page.route('**/api/activities/pictures', (route) => route.abort());
  const file = page.getByLabel('Choose a file');
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: newPicture() });
  await expect(page.getByText('Upload failed, try again later')).toBeVisible();
  await page.unroute('**/api/activities/pictures');
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
  await expect(page.getByText('Choose a JPEG, PNG or WebP picture.')).toBeVisible();
  await file.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
  await expect(page.getByText('This browser can’t open the picture.')).toBeVisible();
  await choosePicture(page);
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await expect(page.getByText('Uploaded')).toBeHidden();
});
