import { expect, type Locator, type Page } from '@playwright/test';
import { factOf } from './pages/facts.ts';
import { givenField, swapButton, swapLabel, swapSheet, waitForSwap } from './pages/swap-page.ts';
import { amountField, confirmSheet, toField, verifySheet, waitForRecord } from './pages/transfer-page.ts';
import { openAccount, readAvailable } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { tradePassword } from './support/factors.ts';
import { readCode } from './support/inbox.ts';
import { newEmailPerson } from './support/person.ts';
import { openSwapper } from './support/swapper.ts';
import { test } from './support/test.ts';

// Goal: an account is opened, money sent and swapped with keys alone, by the names a screen reader says, and the focus is
// always seen. Method: Tab until what is wanted has the focus, then the keys a person would press; never a pointer.

/** More than any page has places to stop at. */
const stopsMax = 80;

/** How the element and what is drawn around it look. */
async function readAppearance(wanted: Locator): Promise<string> {
  return await wanted.evaluate((element) => {
    const around = [element, element.parentElement, element.parentElement?.parentElement];
    return around
      .filter((one) => one instanceof Element)
      .map((one) => getComputedStyle(one))
      .map(({ outline, boxShadow, borderColor, backgroundColor }) => [outline, boxShadow, borderColor, backgroundColor])
      .join(' | ');
  });
}

/** Goes on by Tab until `wanted` has the focus, which must be seen there. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible();
  const hasFocus = (): Promise<boolean> => wanted.evaluate((element) => element === document.activeElement);
  if (await hasFocus()) return;
  const before = await readAppearance(wanted);
  for (let stop = 0; stop < stopsMax; stop += 1) {
    await page.keyboard.press('Tab');
    if (!(await hasFocus())) continue;
    await expect.poll(() => readAppearance(wanted), { message: 'the focus is seen' }).not.toBe(before);
    return;
  }
  throw new Error(`Tab never came to ${wanted.toString()}`);
}

async function press(page: Page, wanted: Locator): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press('Enter');
}

async function type(page: Page, wanted: Locator, text: string): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.type(text);
}

const button = (scope: Page | Locator, name: string): Locator => scope.getByRole('button', { name, exact: true });

test('an account is opened by the keyboard alone', async ({ page }) => {
  const { contact, typed, password } = newEmailPerson();
  await page.goto('/pages/login/register');
  const email = page.getByRole('radio', { name: 'E-mail' });
  await tabTo(page, page.getByRole('group', { name: 'Contact method' }).getByRole('radio', { checked: true }));
  for (let step = 0; step < 2 && !(await email.isChecked()); step += 1) await page.keyboard.press('ArrowRight');
  await expect(email).toBeChecked();
  await type(page, page.getByLabel('E-mail address'), typed);
  await press(page, button(page, 'Send code'));
  await type(page, page.getByLabel('Verification code'), await readCode(contact));
  await type(page, page.getByLabel('Password', { exact: true }), password);
  await type(page, page.getByLabel('Confirm password'), password);
  await tabTo(page, page.getByRole('checkbox'));
  await page.keyboard.press('Space');
  await press(page, button(page, 'Create account'));
  await page.waitForURL('**/pages/index/index');
});

test('money is sent by the keyboard alone, and a sheet keeps the focus until it is closed', async ({ newDevice }) => {
  const [from, to] = [await newDevice(), await newDevice()];
  const sender = await openAccount(from, { trx: toUnits('trx', '50') });
  const receiver = await openAccount(to, {});
  const { page } = from;
  await page.goto('/pages/index/transfer?coin=trx');
  await type(page, toField(page), receiver.address);
  await type(page, amountField(page), '12.5');
  await expect(page.locator('.page-foot').getByRole('button')).toHaveText('Continue');
  await press(page, button(page, 'Continue'));
  await expect(confirmSheet(page)).toBeVisible();
  await press(page, button(confirmSheet(page), 'Confirm and verify'));
  const sheet = verifySheet(page);
  await expect(sheet).toBeVisible();
  await type(page, sheet.getByRole('textbox', { name: 'Trade password' }), tradePassword);
  await expect(sheet.getByRole('textbox', { name: 'Authenticator code' })).toBeFocused();
  await page.keyboard.type(await sender.authenticator.nextCode());
  await waitForRecord(page);
  await expect.poll(() => readAvailable(to.api, receiver.walletId, 'trx')).toBe(toUnits('trx', '12.5'));
});

test('tokens are swapped by the keyboard alone', async ({ device }) => {
  const { page } = await openSwapper(device, { usdt: toUnits('usdt', '60') });
  await page.goto('/pages/reward/swap?coin=usdt&for=reward');
  await type(page, givenField(page), '20');
  await expect(swapButton(page)).toHaveText(swapLabel);
  await press(page, swapButton(page));
  await expect(swapSheet(page)).toBeVisible();
  await type(page, swapSheet(page).getByRole('textbox', { name: 'Trade password' }), tradePassword);
  await waitForSwap(page);
  await expect(factOf(page.getByRole('main'), 'Token out')).toHaveText('20.00 USDT');
});
