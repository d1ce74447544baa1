import { expect, type Locator, type Page } from '@playwright/test';
import { recordNumber } from '@tern/contracts/record-number';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import { factOf } from './pages/facts.ts';
import { openRecord } from './pages/record-page.ts';
import {
  amountField,
  askForDraft,
  fillTransfer,
  goToVerification,
  pressKeys,
  toField,
  verify,
  waitForSent,
  type Filled,
} from './pages/transfer-page.ts';
import { openAccount, openNewcomer, type Account } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { tradePassword } from './support/factors.ts';
import { sendByApi } from './support/send-by-api.ts';
import { giveShareSheet } from './support/share-sheet.ts';
import { test } from './support/test.ts';

// Goal: the page after a send says what has truly happened and leads on; the receiver's saved name and the message to the sender
// follow from it. Method: real transfers inside and to the chain, and one that waits for its review.

const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name, exact: true });

async function sendOnPage({ page, authenticator }: Account, filled: Filled): Promise<string> {
  await fillTransfer(page, filled);
  await askForDraft(page);
  await goToVerification(page);
  await verify(page, authenticator);
  return await waitForSent(page);
}

/** What people do next is seen without scrolling: it ends where the bar with *Done* begins. */
async function expectAboveFoot(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  const done = await page.getByRole('link', { name: 'Done' }).boundingBox();
  for (const next of [
    page.getByRole('button', { name: 'Share receipt' }),
    page.getByRole('link', { name: 'Send again' }),
  ]) {
    await expect(next).toBeInViewport({ ratio: 1 });
    const box = await next.boundingBox();
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(done?.y ?? 0);
  }
}

test('inside: it has arrived; going back leads past the form; the receiver is saved, found by name and paid again', async ({
  device,
  newDevice,
}) => {
  test.setTimeout(240_000);
  const friend = await openNewcomer(await newDevice());
  const account = await openAccount(device, { usdt: toUnits('usdt', '100') });
  const { page, api, authenticator } = account;
  await page.goto('/pages/index/index');
  const id = await sendOnPage(account, { coin: 'usdt', to: friend.address, amount: '12.5' });

  const main = page.getByRole('main');
  await expect(heading(page, 'Sent')).toBeVisible();
  await expect(main.getByRole('status').filter({ hasText: 'Arrived at once' })).toBeAttached();
  await expect(main).toContainText('12.50 USDT');
  await expect(factOf(main, 'Fee')).toHaveText('none');
  await expectAboveFoot(page);
  await page.reload();
  await expect(main.getByRole('status').filter({ hasText: 'Arrived at once' })).toBeAttached();
  await page.goBack();
  await expect(page).toHaveURL(/\/pages\/index\/index$/);
  await page.goForward();
  await expect(heading(page, 'Sent')).toBeVisible();

  await page.getByRole('link', { name: 'Send again' }).click();
  await expect(toField(page)).toHaveValue(friend.address);
  await expect(amountField(page)).toHaveValue('');
  await page.goBack();

  await page.getByRole('link', { name: 'Save contact' }).click();
  const save = page.getByRole('dialog', { name: 'Save an address' });
  await expect(save.getByLabel('Tron address')).toHaveValue(friend.address);
  await save.getByLabel('Name').fill('Lena');
  await save.getByRole('button', { name: 'Continue' }).click();
  await pressKeys(save, tradePassword);
  await expect(save.getByRole('textbox', { name: 'Authenticator code' })).toBeFocused();
  await pressKeys(save, await authenticator.nextCode());
  await save.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: /^Lena/ })).toBeVisible();
  await page.goBack();
  await expect(main).toContainText('Lena');
  await expect(page.getByRole('link', { name: 'Save contact' })).toBeHidden();
  await page.getByRole('link', { name: 'Done' }).click();
  await expect(page.getByRole('link', { name: /to Lena/ })).toContainText('12.50 USDT');

  await page.goto('/pages/record/index?search=Lena');
  await expect(page.getByRole('link', { name: /to Lena/ })).toHaveCount(1);
  await openRecord(page, id);
  await expect(factOf(main, 'To')).toContainText('Lena');
  await page.goto('/pages/my/message');
  await expect(main.getByText('12.50 USDT sent')).toHaveCount(1);
  const { messages } = await api.messages.listMessages({});
  expect(messages.filter((message) => message.about === 'record' && message.recordId === id)).toMatchObject([
    { event: 'sent', inside: true },
  ]);
});

test('to the chain: it counts confirmations and is a transfer until it is final; the receipt says the same', async ({
  device,
}) => {
  test.setTimeout(240_000);
  const account = await openAccount(device, { trx: toUnits('trx', '100') });
  const { page, api } = account;
  await page.context().addInitScript(giveShareSheet, 'pictures' as const);
  const to = freshAddress();
  const id = await sendOnPage(account, { coin: 'trx', to, amount: '20' });
  const main = page.getByRole('main');
  await expect(heading(page, 'Transfer')).toBeVisible();
  await expect(page.getByRole('img', { name: /of 19 confirmed/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Send again' })).toBeHidden();
  await page.getByRole('button', { name: 'Share receipt' }).click();
  await expect.poll(() => page.evaluate(() => window.handed?.text)).toMatch(/^Transfer: 20\.00 TRX\n/);

  await expect(heading(page, 'Sent')).toBeVisible({ timeout: 120_000 });
  await expect(main.getByRole('status').filter({ hasText: /^Arrived after \d/ })).toBeAttached();
  await expect(page.getByRole('link', { name: 'Send again' })).toBeVisible();
  const { txId, fee } = await api.records.recordInfo({ id });
  expect(fee).not.toBe('0');
  await expect(factOf(main, 'Left your balance')).toHaveText(/^\d+\.\d{2,} TRX$/);
  await page.getByRole('button', { name: 'Share receipt' }).click();
  await expect.poll(() => page.evaluate(() => window.handed?.text)).toMatch(/^Sent: 20\.00 TRX\nStatus: Success\n/);
  const handed = await page.evaluate(() => window.handed);
  expect(handed?.text).toContain(`To: ${to}`);
  expect(handed?.text).toContain(`Transaction ID: ${txId}`);
  expect(handed?.files).toEqual([
    { name: `${recordNumber({ id, kind: 'send' })}.png`, type: 'image/png', bytes: expect.any(Number) },
  ]);
});

test('under review: nothing is said to be sent; without a share sheet the receipt is copied and saved', async ({
  device,
}) => {
  test.setTimeout(240_000);
  const account = await openAccount(device, { usdt: toUnits('usdt', '9000') });
  const { page, context } = account;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await context.addInitScript(giveShareSheet, 'none' as const);
  const { id } = await sendByApi(account, { assetId: 'usdt', to: freshAddress(), amount: '6000' });
  await page.goto(`/pages/record/sent?id=${id}`);
  const main = page.getByRole('main');
  const said = main.getByRole('status').filter({ hasText: 'Pending review' });
  await expect(said).toContainText('It has not been sent yet.');
  await expect(heading(page, 'Transfer')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Share receipt' }).click();
  expect((await download).suggestedFilename()).toBe(`${recordNumber({ id, kind: 'send' })}.png`);
  await expect(page.getByText('Copied · Image saved')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^Transfer: 6,000\.00 USDT\nStatus: Pending review\n/,
  );

  await expect(page.getByRole('link', { name: 'Send again' })).toBeHidden();
  await page.getByRole('button', { name: 'Cancel transfer' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel this transfer?' });
  await question.getByRole('button', { name: 'Cancel transfer' }).click();
  await expect(page.getByRole('link', { name: 'Send again' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel transfer' })).toBeHidden();
  await expect(main).not.toContainText('Pending review');
  await expect.poll(async () => (await account.api.records.record({ id })).status).toBe('cancelled');
});
