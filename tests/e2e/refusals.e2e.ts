import { expect, type Page, type Route } from '@playwright/test';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import { utils } from 'tronweb';
import { expectStatus } from './pages/record-page.ts';
import {
  amountField,
  askForDraft,
  fillTransfer,
  goToVerification,
  openTransfer,
  pressKeys,
  toField,
  verifySheet,
  waitForRecord,
} from './pages/transfer-page.ts';
import { openAccount, readAvailable } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { tradePassword } from './support/factors.ts';
import { readChainBalance, readContracts } from './support/outside.ts';
import { test } from './support/test.ts';

// Goal: what bad input and a bad network get on the screen: a clear sentence, and nothing half done. Method: real pages
// against the real server; only the line between them is cut, where a test is about that.

const usdt = (plain: string): bigint => toUnits('usdt', plain);
const goOn = (page: Page) => page.locator('.page-foot').getByRole('button');

test('M05 amounts that are none are refused beside their field, and the way on stays closed', async ({ device }) => {
  const { page } = await openAccount(device, { usdt: usdt('100') });
  await openTransfer(page, 'usdt');
  await toField(page).fill(freshAddress());
  for (const [typed, said] of [
    ['-1', 'Enter a number, for example 12.5'],
    ['+1', 'Enter a number, for example 12.5'],
    ['1e3', 'Enter a number, for example 12.5'],
    ['0x1', 'Enter a number, for example 12.5'],
    ['1,5', 'Leave out thousands separators'],
    ['Infinity', 'Enter a number, for example 12.5'],
    ['0', 'Enter an amount above zero.'],
    ['1.0000001', 'This coin does not have that many decimals.'],
    [String(2n ** 256n), 'This number is too large.'],
    ['100', 'Insufficient balance. You can send up to'],
    ['20000.000001', 'Transfer amount exceeds the maximum limit'],
  ] as const) {
    await amountField(page).fill(typed);
    await expect(amountField(page), typed).toHaveAccessibleDescription(new RegExp(`^${said}`));
    await expect(goOn(page), typed).toBeDisabled();
  }
  // This one may become a larger one with the next digit: it is said when the field is left.
  await amountField(page).fill('0.99');
  await expect(goOn(page)).toBeDisabled();
  await expect(amountField(page)).not.toHaveAttribute('aria-invalid');
  await amountField(page).blur();
  await expect(amountField(page)).toHaveAccessibleDescription('Transfer amount is below the minimum limit');
});

test('digits of other keyboards are read as what they say', async ({ device }) => {
  const { page } = await openAccount(device, { usdt: usdt('100') });
  await fillTransfer(page, { coin: 'usdt', to: freshAddress(), amount: '１２.５' });
  await expect(page.getByText('Receiver gets').locator('..')).toContainText('12.50 USDT');
});

test('M29 addresses that cannot be meant are refused beside their field, and the way on stays closed', async ({
  device,
}) => {
  const { page, address } = await openAccount(device, { usdt: usdt('100') });
  const contracts = await readContracts();
  const good = freshAddress();
  const wrongEnd = good.slice(0, -1) + (good.endsWith('x') ? 'y' : 'x');
  const hex = utils.address.toHex(good);
  await openTransfer(page, 'usdt');
  for (const [typed, said] of [
    [wrongEnd, 'A character of this address is wrong or missing. Copy the whole address again.'],
    [good.slice(0, -1), 'A character of this address is wrong or missing. Copy the whole address again.'],
    [hex, 'This address is on another network.'],
    [`0x${hex.slice(2)}`, 'This address is on another network.'],
    ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'This is not a Tron address.'],
    [contracts.usdt, 'This is the address of a token, not of a person. Anything sent there is lost.'],
    [contracts.reward, 'This is the address of a token, not of a person. Anything sent there is lost.'],
    ['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'Nobody owns this address. Anything sent there is lost.'],
    [address, 'This is the address of the wallet you send from.'],
  ] as const) {
    await toField(page).fill(typed);
    await amountField(page).fill('5');
    await expect(toField(page), typed).toHaveAccessibleDescription(new RegExp(`^${said}`));
    await expect(goOn(page), typed).toBeDisabled();
  }
  await toField(page).fill(good);
  await expect(toField(page)).not.toHaveAttribute('aria-invalid');
});

test('the second tap of a double tap types nothing on the keys that the first one has opened', async ({ device }) => {
  const { page } = await openAccount(device, { usdt: usdt('100') });
  await fillTransfer(page, { coin: 'usdt', to: freshAddress(), amount: '7' });
  const way = (await askForDraft(page)).getByRole('button', { name: 'Confirm and verify' });
  await way.click({ trial: true });
  const { x, y, width, height } = (await way.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  // By place, as a finger taps: what the second tap hits is what lies there by then.
  await page.mouse.dblclick(x + width / 2, y + height / 2, { delay: 60 });
  await expect(verifySheet(page)).toBeVisible();
  await expect(verifySheet(page).getByLabel('Trade password')).toHaveValue('');
  await pressKeys(verifySheet(page), '73');
  await expect(verifySheet(page).getByLabel('Trade password')).toHaveValue('73');
});

test('wrong and used factors can be given anew, and a double touch sends once', async ({ device, newDevice }) => {
  test.setTimeout(180_000);
  const { page, api, walletId, authenticator } = await openAccount(device, { usdt: usdt('100') });
  const receiver = await openAccount(await newDevice(), {});
  await fillTransfer(page, { coin: 'usdt', to: receiver.address, amount: '7' });
  await askForDraft(page);
  const sheet = await goToVerification(page);
  const password = sheet.getByLabel('Trade password');
  const code = sheet.getByLabel('Authenticator code');

  await pressKeys(sheet, '111222');
  await pressKeys(sheet, await authenticator.nextCode());
  await expect(password).toHaveAccessibleDescription('The trade password is wrong. 4 attempts left.');
  await expect(password).toHaveValue('');

  await pressKeys(sheet, tradePassword);
  const next = await authenticator.nextCode();
  await pressKeys(sheet, next === '000000' ? '111111' : '000000');
  await expect(code).toHaveAccessibleDescription(/^The code is wrong\. \d attempts left\.$/);

  const [last = ''] = next.slice(-1);
  await pressKeys(sheet, next.slice(0, -1));
  await sheet.getByRole('group', { name: 'Number keys' }).getByRole('button', { name: last, exact: true }).dblclick();
  await waitForRecord(page);
  await expectStatus(page, 'Success');
  expect(await readAvailable(api, walletId, 'usdt')).toBe(usdt('93'));
  expect((await api.records.listRecords({ filter: 'out' })).records).toHaveLength(1);

  await fillTransfer(page, { coin: 'usdt', to: receiver.address, amount: '3' });
  await askForDraft(page);
  await goToVerification(page);
  await pressKeys(sheet, tradePassword);
  await pressKeys(sheet, next);
  await expect(code).toHaveAccessibleDescription('This code was already used. Wait for the next one.');
  await expect(code).toHaveValue('');
  await pressKeys(sheet, await authenticator.nextCode());
  await waitForRecord(page);
  await expectStatus(page, 'Success');
  expect(await readAvailable(api, walletId, 'usdt')).toBe(usdt('90'));
});

test('M02 a send whose request and then whose answer is lost is tried again and happens once', async ({ device }) => {
  const { page, context, api, authenticator } = await openAccount(device, { usdt: usdt('100') });
  const to = freshAddress();
  await fillTransfer(page, { coin: 'usdt', to, amount: '7' });
  await askForDraft(page);
  const sheet = await goToVerification(page);
  const unsure = sheet.getByRole('alert').filter({ hasText: 'We don’t know yet whether this went through' });
  await pressKeys(sheet, tradePassword);
  const code = await authenticator.nextCode();

  await context.setOffline(true);
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/confirm')) keys.push(request.headers()['idempotency-key']);
  });
  await pressKeys(sheet, code);
  await expect(unsure).toBeVisible();

  await page.route('**/api/transfers/drafts/*/confirm', loseAnswer, { times: 1 });
  // Once the connection is back, the page asks again by itself.
  await context.setOffline(false);
  await expect.poll(() => keys.length).toBe(2);
  await expect(unsure).toBeVisible();
  await sheet.getByRole('button', { name: 'Try again' }).click();
  await waitForRecord(page);
  expect(keys).toEqual([keys[0], keys[0], keys[0]]);
  await expectStatus(page, 'Success');
  expect((await api.records.listRecords({ filter: 'out' })).records).toHaveLength(1);
  expect(await readChainBalance(to, 'usdt')).toBe(usdt('7'));
});

test('M02 who closes a send whose answer is lost finds the form empty and the way to the records, also after a reload', async ({
  device,
}) => {
  const { page, api, authenticator } = await openAccount(device, { usdt: usdt('100') });
  await fillTransfer(page, { coin: 'usdt', to: freshAddress(), amount: '7' });
  await askForDraft(page);
  const sheet = await goToVerification(page);
  await page.route('**/api/transfers/drafts/*/confirm', loseAnswer);
  await pressKeys(sheet, tradePassword);
  await pressKeys(sheet, await authenticator.nextCode());
  await expect(sheet).toContainText('We don’t know yet whether this went through');
  await expect(sheet.getByRole('button', { name: 'Try again' })).toBeEnabled();
  await sheet.getByRole('button', { name: 'Close' }).click();

  const note = page.getByRole('alert').filter({ hasText: 'Your last transfer may have been sent' });
  await expect(note).toBeVisible();
  await expect(toField(page)).toHaveValue('');
  await expect(amountField(page)).toHaveValue('');
  await expect(goOn(page)).toBeDisabled();
  await page.reload();
  await expect(note).toBeVisible();
  await expect(toField(page)).toHaveValue('');
  await note.getByRole('link', { name: 'See your records' }).click();
  await expect(page.getByRole('link', { name: /^Sent USDT/ })).toHaveCount(1);
  expect((await api.records.listRecords({ filter: 'out' })).records).toHaveLength(1);
  await page.goBack();
  await expect(toField(page)).toHaveValue('');
  await expect(note).toBeHidden();
});

/** The server does what is asked, and the line breaks before the page hears of it. */
async function loseAnswer(route: Route): Promise<void> {
  expect((await route.fetch()).status()).toBe(200);
  await route.abort('connectionreset');
}
