import { expect, type Page } from '@playwright/test';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import { consoleUrl } from './installation.ts';
import { creditedWithinMs, openAccount, readAvailable } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { enrolOperator, openDesk, signDecision } from './support/console.ts';
import { expectAccessible, expectNoOverflow, settled, still } from './support/looks.ts';
import { openOutsideWallet } from './support/outside.ts';
import { sendByApi } from './support/send-by-api.ts';
import { test } from './support/test.ts';

// Goal: two administrators put an address on a list, a small transfer to it waits for an operator with what was found, and its
// sender sees until when and how to object. Method: two administrators and a reviewer at their desks, and the sender's phone.
const withPictures = process.env['E2E_PICTURES'] === 'yes';

test('a transfer to a listed address is held, told to its sender, and decided with what was found', async ({
  device,
  newDevice,
}, info) => {
  // Three enrolments and a deposit.
  test.setTimeout(480_000);
  const take = async (page: Page, look: string): Promise<void> => {
    if (withPictures) await page.screenshot({ path: info.outputPath(`screening-${look}.png`), fullPage: true });
  };
  const [account, listed] = [await openAccount(device, { usdt: toUnits('usdt', '300') }), freshAddress()];
  const [first, second, reviewer] = [await openDesk(newDevice), await openDesk(newDevice), await openDesk(newDevice)];
  await enrolOperator(first, 'abel', 'administrator');
  await enrolOperator(second, 'beth', 'administrator');
  await enrolOperator(reviewer, 'rita', 'reviewer');
  const list = `Sanctions ${Date.now().toString(36)}`;
  await propose(first, { list, addresses: [listed, freshAddress()] });
  await second.goto(`${consoleUrl}/screening`);
  await second
    .getByRole('row', { name: `List “${list}”: addresses to add: 2` })
    .getByRole('button', { name: 'Carry out' })
    .click();
  await signDecision(second, 'Carry out this change', [list, 'https://lists.example.org', listed]);
  await expect(second.getByRole('row', { name: `${list} 2 https://lists.example.org` })).toBeVisible();

  const { id } = await sendByApi(account, { assetId: 'usdt', to: listed, amount: '25' });
  await account.page.goto(`/pages/record/detail?id=${id}`);
  await expect(account.page.getByText('For security, a person checks this transfer.')).toBeVisible();
  await expect(account.page.getByRole('link', { name: 'file a complaint' })).toBeVisible();
  await expect(account.page.getByText(list)).toBeHidden();
  await take(account.page, 'record');

  await reviewer.goto(`${consoleUrl}/screening`);
  const held = reviewer.getByRole('table', { name: 'Held for a decision' }).getByRole('row', { name: listed });
  await expect(held).toContainText('Legal order');
  await lookAt(reviewer, 'inbox', take);
  await held.getByRole('link').first().click();
  await expect(reviewer.getByRole('main').getByRole('link', { name: list })).toBeVisible();
  await lookAt(reviewer, 'case', take);
  await reviewer.getByLabel('What you looked at', { exact: true }).fill('Another person of that name');
  await reviewer.getByRole('button', { name: 'Approve' }).click();
  await signDecision(reviewer, 'Approve this withdrawal', [listed, `${list}: https://lists.example.org`]);
  await expect(reviewer.getByText('Approved. It is being settled.')).toBeVisible();
  await reviewer.goto(`${consoleUrl}/screening/lists/${encodeURIComponent(list)}`);
  await expect(reviewer.getByRole('row', { name: listed })).toBeVisible();
  await lookAt(reviewer, 'list', take);
});

test('a deposit of a listed sender is in the balance and held, and its person can use it once somebody has looked', async ({
  device,
  newDevice,
}, info) => {
  // Three enrolments, and a deposit of 19 blocks.
  test.setTimeout(480_000);
  const take = async (page: Page, look: string): Promise<void> => {
    if (withPictures) await page.screenshot({ path: info.outputPath(`deposit-${look}.png`), fullPage: true });
  };
  const [account, sender] = [
    await openAccount(device, { usdt: toUnits('usdt', '300') }),
    await openOutsideWallet({ usdt: toUnits('usdt', '100'), trx: toUnits('trx', '100') }),
  ];
  const [first, second, reviewer] = [await openDesk(newDevice), await openDesk(newDevice), await openDesk(newDevice)];
  await enrolOperator(first, 'anna', 'administrator');
  await enrolOperator(second, 'bert', 'administrator');
  await enrolOperator(reviewer, 'rosa', 'reviewer');
  const list = `Frauds ${Date.now().toString(36)}`;
  await propose(first, { list, addresses: [sender.address] });
  await second.goto(`${consoleUrl}/screening`);
  await second
    .getByRole('row', { name: `List “${list}”: addresses to add: 1` })
    .getByRole('button', { name: 'Carry out' })
    .click();
  await signDecision(second, 'Carry out this change', [list, sender.address]);
  await expect(second.getByRole('row', { name: `${list} 1 https://lists.example.org` })).toBeVisible();

  await sender.pay(account.address, 'usdt', toUnits('usdt', '40'));
  const { page } = account;
  await page.goto('/pages/index/index');
  await expect(page.getByText('held for a security check').first()).toBeVisible({ timeout: creditedWithinMs });
  expect(await readAvailable(account.api, account.walletId, 'usdt')).toBe(toUnits('usdt', '300'));
  await lookAtPhone(page, 'home', take);
  await page.goto('/pages/record/index');
  await page.getByText('Pending review').first().click();
  await expect(page.getByText('For security, this deposit is being checked.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'file a complaint' })).toBeVisible();
  await expect(page.getByText(list)).toBeHidden();
  await lookAtPhone(page, 'record', take);

  await reviewer.goto(`${consoleUrl}/screening`);
  const held = reviewer.getByRole('table', { name: 'Held for a decision' }).getByRole('row', { name: sender.address });
  await expect(held).toContainText('Deposit');
  await lookAt(reviewer, 'inbox', take);
  await held.getByRole('link').first().click();
  await expect(reviewer.getByRole('main').getByRole('link', { name: list })).toBeVisible();
  await lookAt(reviewer, 'case', take);
  await reviewer.getByRole('button', { name: 'Release' }).click();
  await reviewer.getByLabel('What you looked at').fill('An exchange, asked by mail');
  await reviewer.getByRole('button', { name: 'Release' }).click();
  await signDecision(reviewer, 'Release this held deposit', [sender.address, `${list}: https://lists.example.org`]);
  await expect(reviewer.getByText(/^rosa\S* released it/)).toBeVisible();
  await lookAt(reviewer, 'ended', take);
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  expect(await readAvailable(account.api, account.walletId, 'usdt')).toBe(toUnits('usdt', '340'));
});

test('two administrators change the rule of the screening service, and the next transfers obey it', async ({
  device,
  newDevice,
}, info) => {
  // Three enrolments and a large deposit.
  test.setTimeout(480_000);
  const take = async (page: Page, look: string): Promise<void> => {
    if (withPictures) await page.screenshot({ path: info.outputPath(`rule-${look}.png`), fullPage: true });
  };
  const account = await openAccount(device, { usdt: toUnits('usdt', '16000') });
  const [first, second, reviewer] = [await openDesk(newDevice), await openDesk(newDevice), await openDesk(newDevice)];
  await enrolOperator(first, 'cara', 'administrator');
  const by = await enrolOperator(second, 'dora', 'administrator');
  await enrolOperator(reviewer, 'ruth', 'reviewer');
  // More than any other transfer of these tests, all of which meet this rule too; and another one at each repetition.
  const closedFrom = `14000.${String(Date.now() % 10_000).padStart(4, '0')}1`;
  await first.goto(`${consoleUrl}/screening`);
  const form = first.locator('section.screening-form').filter({ hasText: 'Change the rule' });
  await form.getByLabel('Deposits').selectOption('The service is not asked');
  await form.getByLabel('Held without an answer from, in USDT').fill('1,000');
  await expect(form.getByRole('button', { name: 'Propose' })).toBeDisabled();
  await form.getByLabel('Held without an answer from, in USDT').fill(closedFrom);
  await form.getByRole('button', { name: 'Propose' }).click();
  await form.getByLabel('Why').fill('Nobody answers at night');
  await form.getByRole('button', { name: 'Propose' }).click();
  const shown = `14,000.${closedFrom.slice(6)} USDT`;
  await signDecision(first, 'Propose this change', ['Rule', shown, '→', 'Nobody answers at night']);
  const row = (page: Page) => page.getByRole('row', { name: shown }).filter({ hasText: 'Nobody answers at night' });
  await expect(row(first).getByRole('button', { name: 'Carry out' })).toBeDisabled();
  await second.goto(`${consoleUrl}/screening`);
  await lookAt(second, 'proposed', take);
  await row(second).getByRole('button', { name: 'Carry out' }).click();
  await signDecision(second, 'Carry out this change', [shown, 'Nobody answers at night']);
  const rules = second.getByRole('table', { name: 'Rules as they were decided' });
  await expect(rules.getByRole('row', { name: by })).toContainText(shown);
  await lookAt(second, 'in-force', take);

  // Nobody is there to ask: the settings of these tests name no service.
  await sendByApi(account, { assetId: 'usdt', to: freshAddress(), amount: '25' });
  const to = freshAddress();
  await sendByApi(account, { assetId: 'usdt', to, amount: '14001' });
  await reviewer.goto(`${consoleUrl}/screening`);
  const open = reviewer.getByRole('table', { name: 'Held for a decision' });
  await open.getByRole('row', { name: to }).getByRole('link').first().click();
  await expect(reviewer.getByText(`was in force: held without an answer from ${shown}`)).toBeVisible();
  await expect(reviewer.getByText('The screening service gave no answer: no service is set')).toBeVisible();
  await lookAt(reviewer, 'case', take);
});

/** The person's page is accessible and whole on phones, in both themes. */
async function lookAtPhone(page: Page, name: string, take: (page: Page, look: string) => Promise<void>): Promise<void> {
  const before = page.viewportSize();
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await settled(page);
    await expectNoOverflow(page, `${name} at ${width}`);
    await take(page, `${name}-${width}`);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await still(page);
  await take(page, `${name}-dark`);
  await page.emulateMedia({ colorScheme: 'light' });
  if (before !== null) await page.setViewportSize(before);
}

/** Puts addresses into the form as somebody pastes a file. */
async function propose(
  page: Page,
  { list, addresses }: { readonly list: string; readonly addresses: readonly string[] },
): Promise<void> {
  await page.goto(`${consoleUrl}/screening`);
  const form = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Change a list' }) });
  await form.getByLabel('List', { exact: true }).fill(list);
  await form.getByLabel('Source').fill('https://lists.example.org');
  await form.getByLabel('Addresses to add').fill(`address\n${addresses.join('\n')}`);
  await expect(form.getByRole('button', { name: 'Propose' })).toBeDisabled();
  await form.getByLabel('Addresses to add').fill(addresses.join('\n'));
  await form.getByRole('button', { name: 'Propose' }).click();
  await form.getByLabel('Why').fill('The list of this month');
  await form.getByRole('button', { name: 'Propose' }).click();
  await signDecision(page, 'Propose this change', [list, ...addresses, 'The list of this month']);
}

/** The page is accessible and whole on a desktop, a tablet and a phone, in both themes. */
async function lookAt(page: Page, name: string, take: (page: Page, look: string) => Promise<void>): Promise<void> {
  for (const width of [390, 820, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await settled(page);
    await expectNoOverflow(page, `${name} at ${width}`);
    await take(page, `${name}-${width}`);
  }
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await still(page);
    await expectAccessible(page, `${name} in ${colorScheme}`);
    if (colorScheme === 'dark') await take(page, `${name}-dark`);
  }
}
