import { expect, type Page } from '@playwright/test';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import { consoleUrl } from './installation.ts';
import { openAccount } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { enrolOperator, openDesk, signDecision } from './support/console.ts';
import { expectAccessible, expectNoOverflow, settled } from './support/looks.ts';
import { sendByApi } from './support/send-by-api.ts';
import { test } from './support/test.ts';

// Goal: a reviewer answers a person who asks for support, from one page: what is held, how the account is protected, a hold
// with its reason at the head, a note, an answer that arrives in the app, and what the person sees. Method: a real person in
// one browser, an operator with a passkey in another. With `E2E_PICTURES=yes` there are pictures for the eye.

const withPictures = process.env['E2E_PICTURES'] === 'yes';
const tabs = ['', '/security', '/devices', '/entries', '/messages', '/notes', '/holds', '/seen'] as const;
const tab = (desk: Page, name: string) =>
  desk.getByRole('navigation', { name: 'Person' }).getByRole('link', { name, exact: true });

test('support answers a person from one page, and the person gets the answer', async ({ device, newDevice }, info) => {
  test.setTimeout(240_000);
  const account = await openAccount(device, { usdt: toUnits('usdt', '30000') });
  await sendByApi(account, { assetId: 'usdt', to: freshAddress(), amount: '7000' });
  const { publicId } = await account.api.identity.account({});
  const desk = await openDesk(newDevice);
  const rosa = await enrolOperator(desk, 'rosa', 'reviewer');

  await desk.goto(`${consoleUrl}/people?search=${publicId}`);
  await desk.getByRole('link', { name: publicId }).click();
  // Money: what is held, why, and until when; and the way to the statement of a period.
  const held = desk.getByRole('table', { name: 'Held money' });
  await expect(held.getByRole('row', { name: /under review.*answer promised by/ })).toBeVisible();
  await desk.getByRole('button', { name: 'Statement of this period' }).click();
  await desk.waitForURL(new RegExp(`/books/statements\\?person=${publicId}`));
  await desk.goBack();

  await tab(desk, 'Security').click();
  await desk.waitForURL(/\/security$/);
  await expect(desk.getByText('Trade password', { exact: true })).toBeVisible();
  await expect(desk.getByText('Nothing is locked.')).toBeVisible();
  await tab(desk, 'Devices').click();
  await expect(desk.getByRole('table', { name: 'Sessions' }).getByText('Open', { exact: true }).first()).toBeVisible();

  // A hold, from the menu, with its reason; it stands at the head of every tab.
  await desk.getByText('Actions', { exact: true }).click();
  await desk.getByLabel('Reason of the hold').selectOption('Legal order');
  await desk.getByRole('button', { name: 'Put on hold' }).click();
  await desk.getByLabel('Why, for other operators').fill('Order 17 of the court');
  await desk.getByRole('button', { name: 'Put on hold' }).click();
  await signDecision(desk, 'Put this account on hold', [publicId, 'Order 17 of the court']);
  await expect(desk.getByText(/^On hold since .* by rosa.*, because: Legal order\.$/)).toBeVisible();
  await desk.getByRole('link', { name: 'All holds' }).click();
  const holds = desk.getByRole('table', { name: 'Holds' });
  await expect(
    holds.getByRole('row', { name: new RegExp(`Legal order.*Order 17 of the court.*${rosa}.*On`) }),
  ).toBeVisible();

  await tab(desk, 'Notes').click();
  await desk.getByLabel('Note for other operators').fill('Called twice about the transfer');
  await desk.getByRole('button', { name: 'Add the note' }).click();
  await expect(desk.getByRole('listitem').filter({ hasText: 'Called twice about the transfer' })).toContainText(rosa);

  await tab(desk, 'Messages').click();
  await desk.getByRole('combobox', { name: 'Answer' }).selectOption('Transfer is being reviewed');
  await expect(desk.getByText('Your transfer is being reviewed')).toBeVisible();
  await desk.getByRole('button', { name: 'Send this answer' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
  await expect(desk.getByText('Sent.')).toBeVisible();
  await account.page.goto('/pages/my/message');
  await expect(account.page.getByText('Your transfer is being reviewed')).toBeVisible();

  await tab(desk, 'As the person sees it').click();
  await desk.getByLabel('Why you look').fill('Asked for help with a transfer');
  await desk.getByRole('button', { name: 'Look', exact: true }).click();
  const records = desk.getByRole('table', { name: 'Records' });
  await expect(records.getByRole('row', { name: /Outgoing.*−7,000\.00 USDT.*To review/ })).toBeVisible();
  await expect(records.getByRole('row', { name: /Incoming.*\+30,000\.00 USDT.*Done/ })).toBeVisible();
  if (withPictures) await desk.screenshot({ path: info.outputPath('person-seen-1280.png'), fullPage: true });

  const person = desk.url().replace(/\/seen$/, '');
  for (const path of tabs) {
    await desk.goto(person + path);
    await settled(desk);
    await expectAccessible(desk, `person${path}`);
    for (const width of [1280, 820, 390]) {
      await desk.setViewportSize({ width, height: 900 });
      await settled(desk);
      await expectNoOverflow(desk, `person${path} at ${width} px`);
      if (!withPictures) continue;
      for (const colorScheme of ['light', 'dark'] as const) {
        await desk.emulateMedia({ colorScheme });
        const name = `person-${path.slice(1) || 'money'}-${width}-${colorScheme}.png`;
        await desk.screenshot({ path: info.outputPath(name), fullPage: true });
      }
      await desk.emulateMedia({ colorScheme: 'light' });
    }
    await desk.setViewportSize({ width: 1280, height: 900 });
  }
  // The menu of actions, as it opens on a desktop and on a phone.
  for (const width of [1280, 390]) {
    await desk.setViewportSize({ width, height: 900 });
    await desk.goto(person);
    await desk.getByText('Actions', { exact: true }).click();
    await expectNoOverflow(desk, `actions at ${width} px`);
    if (withPictures) await desk.screenshot({ path: info.outputPath(`person-actions-${width}.png`), fullPage: true });
  }
});

test('a viewer sees a person’s money, entries, notes and holds, and not where and with what they sign in', async ({
  device,
  newDevice,
}) => {
  const account = await openAccount(device, {});
  const { publicId } = await account.api.identity.account({});
  const desk = await openDesk(newDevice);
  await enrolOperator(desk, 'vera', 'viewer');
  await desk.goto(`${consoleUrl}/people?search=${publicId}`);
  await desk.getByRole('link', { name: publicId }).click();
  await expect(tab(desk, 'Holds')).toBeVisible();
  for (const name of ['Security', 'Devices', 'Messages', 'As the person sees it'])
    await expect(tab(desk, name)).toHaveCount(0);
  await desk.goto(`${desk.url()}/security`);
  await expect(desk.getByText('Your role does not allow this.')).toBeVisible();
});
