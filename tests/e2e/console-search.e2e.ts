import { expect, type Page } from '@playwright/test';
import { consoleUrl } from './installation.ts';
import { expectCredited, openAccount } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { enrolOperator, openDesk } from './support/console.ts';
import { faucet } from './support/devchain.ts';
import { lookAtConsole } from './support/look-at-console.ts';
import { personOf } from './support/person-of.ts';
import { test } from './support/test.ts';

// Goal: from any page, one field leads to whatever an operator can name, by keyboard alone and for readers as for eyes; what names a
// person outside stays nowhere. Method: a real deposit is looked for in every way, on a page that is not its own.

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search everywhere' });
const field = (page: Page) => palette(page).getByRole('combobox', { name: 'Search everywhere' });
const options = (page: Page) => palette(page).getByRole('option');
const status = (page: Page) => palette(page).getByRole('status');

async function look(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('Control+K');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(typed);
}

/** The option that readers hear, which Enter opens. */
async function expectActive(page: Page, text: string | RegExp): Promise<void> {
  const active = palette(page).getByRole('option', { selected: true });
  await expect(active).toHaveCount(1);
  await expect(active).toContainText(text);
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await active.getAttribute('id')) ?? 'none');
}

test('from any page, one field leads to a person, a transaction, a page and an operator by keyboard alone', async ({
  device,
  newDevice,
}, info) => {
  test.setTimeout(300_000);
  const account = await openAccount(device, {});
  const txId = await faucet(account.address, 'usdt', toUnits('usdt', '412.5'));
  await expectCredited(account, 'usdt').toBe(toUnits('usdt', '412.5'));
  const { publicId, id: personId, contact } = await personOf(account.walletId);
  const page = await openDesk(newDevice);
  const name = await enrolOperator(page, 'vito', 'viewer');
  const outputPath = info.outputPath.bind(info);

  // Nothing is looked for below two characters, and the field says what it takes.
  await page.getByRole('link', { name: 'Notices' }).focus();
  await look(page, '');
  await expect(palette(page)).toContainText('A person by account number');
  await lookAtConsole(page, 'search-empty', outputPath);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/console/api/search')) asked.push(decodeURIComponent(request.url()));
  });
  await page.keyboard.type('v');
  await expect(options(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Notices' })).toBeFocused();
  expect(asked).toEqual([]);

  // Typed letter by letter, it is asked for once the typing ends.
  await look(page, publicId);
  await expectActive(page, publicId);
  await expect(status(page)).toContainText('Looks like an account number or a username.');
  expect(asked.length).toBeLessThan(4);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${consoleUrl}/people/${personId}`);

  await look(page, txId);
  await expect(status(page)).toContainText('Looks like a transaction id. 1 result');
  await expectActive(page, 'Deposit +412.50 USDT');
  await lookAtConsole(page, 'search-transaction', outputPath);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/transactions\/record\//);
  await expect(page.getByRole('main')).toContainText(txId);

  // Whoever presses Enter before the answer is there gets to it as well.
  await page.goto(`${consoleUrl}/terms`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+K');
  await expect(field(page)).toBeFocused();
  await page.keyboard.insertText(txId);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/transactions\/record\//);

  // An address leads to its person and to what moved; arrows go round, and the chosen one is the one that is heard.
  await look(page, account.address);
  await expect(palette(page).getByRole('group', { name: 'People' })).toContainText(publicId);
  await expect(palette(page).getByRole('group', { name: 'Transactions' })).toContainText('Deposit +412.50 USDT');
  await expectActive(page, publicId);
  await page.keyboard.press('ArrowDown');
  await expectActive(page, /USDT|TERN/);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true');
  await lookAtConsole(page, 'search-address', outputPath);
  await page.keyboard.press('Escape');

  // A page by another word for it, but none that is not for this role.
  await look(page, 'payouts');
  await expectActive(page, 'Withdrawals');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${consoleUrl}/reviews`);
  await look(page, 'complaint');
  // What Help says of complaints is for everybody; the page of complaints is not for a viewer.
  await expect(options(page)).toHaveCount(1);
  await expectActive(page, /Help: complaints/);
  await page.keyboard.press('Escape');
  await look(page, 'zzyzx');
  await expect(status(page)).toContainText('Nothing found for “zzyzx”.');
  await lookAtConsole(page, 'search-nothing', outputPath);
  await page.keyboard.press('Escape');

  await look(page, name);
  await expectActive(page, name);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${consoleUrl}/operators/${name}`);

  // What was opened is offered again on this device, until it is forgotten; a contact is in none of it, nor in any request's address.
  await look(page, contact);
  await expectActive(page, 'Find the account with exactly this phone or e-mail');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${consoleUrl}/people/${personId}`);
  await look(page, '');
  await expectActive(page, publicId);
  await expect(palette(page).getByRole('group', { name: 'Opened lately' })).toContainText('Withdrawals');
  await lookAtConsole(page, 'search-recent', outputPath);
  const kept = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
  expect(kept).toContain(publicId);
  for (const text of [kept, ...asked, page.url()]) expect(text).not.toContain(contact);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(palette(page).getByRole('button', { name: 'Forget these pages' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(options(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.goto(`${consoleUrl}/log?operator=${name}&kind=person-sought`);
  await expect(page.getByRole('main').locator('tbody').getByRole('row')).toHaveCount(1);

  // On a phone the frame has the button.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Search everywhere' }).click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('412.5 usdt');
  await options(page).filter({ hasText: 'Deposit +412.50 USDT' }).first().click();
  await page.waitForURL(/\/transactions\/record\//);
});
