import { expect, type Page } from '@playwright/test';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import { proveIdentity } from './pages/proof-page.ts';
import { amountField, openTransfer, toField } from './pages/transfer-page.ts';
import { openNewcomer } from './support/account.ts';
import { comeBack, comeBackToSheet, readStorage } from './support/come-back.ts';
import { giveAuthenticator } from './support/give-authenticator.ts';
import { giveOtherIds } from './support/give-other-ids.ts';
import { enterContact, newEmailPerson, sendCode, submitLogin, type Person } from './support/person.ts';
import { test } from './support/test.ts';

// Goal: the forms with which somebody gets into their account keep whom they are about, and nothing that proves it; what
// is older than a day is gone. Method: as in drafts.e2e.

const expectEmail = (page: Page, { typed }: Person) => expect(page.getByLabel('E-mail address')).toHaveValue(typed);

test('a recovery and a request for lost factors survive with the contact alone, and end once they are sent', async ({
  device,
}) => {
  const { page, person, context } = await openNewcomer(device);
  await context.clearCookies();
  await page.goto('/pages/login/forgot-password');
  await enterContact(page, person);
  const code = await sendCode(page, person);
  const secrets = ['a new harbour lantern', code];
  const isFilled = async () => {
    await expectEmail(page, person);
    await expect(page.getByLabel('Verification code')).toHaveValue('');
    for (const secret of secrets) expect(await readStorage(page)).not.toContain(secret);
  };
  await page.getByLabel('Verification code').fill(code);
  await page.getByLabel('New password', { exact: true }).fill('a new harbour lantern');
  await comeBack(page, isFilled);
  // The code that was sent before still counts.
  await page.getByLabel('Verification code').fill(code);
  await page.getByLabel('New password', { exact: true }).fill('a new harbour lantern');
  await page.getByLabel('Confirm new password').fill('a new harbour lantern');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByText('Your new password is set')).toBeVisible();
  expect(await readStorage(page)).not.toContain('draft:');

  await page.goto('/pages/login/factors-lost');
  await enterContact(page, person);
  await page.getByLabel('Login password').fill('a new harbour lantern');
  await comeBack(page, async () => {
    await expectEmail(page, person);
    await expect(page.getByLabel('Login password')).toHaveValue('');
    expect(await readStorage(page)).not.toContain('harbour lantern');
  });
});

test('a transfer whose session expires is filled again after the login, with nothing of the draft and the factors', async ({
  device,
}) => {
  const { page, api, person } = await openNewcomer(device);
  const to = freshAddress();
  await openTransfer(page, 'usdt');
  await toField(page).fill(to);
  await amountField(page).fill('2');
  // The page is told at once, as it is of an expired session with its next question.
  await api.identity.logout({});
  await expect(page.getByText('Login expired, please log in again')).toBeVisible();
  await submitLogin(page, person);
  await expect(toField(page)).toHaveValue(to);
  await expect(amountField(page)).toHaveValue('2');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a new contact survives back, forward and reload without its codes', async ({ device }) => {
  const { page } = await openNewcomer(device);
  const fresh = newEmailPerson();
  await page.goto('/pages/my/contact');
  await enterContact(page, fresh);
  await comeBack(page, () => expectEmail(page, fresh));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Login password').fill('secret harbour lanterns');
  await page.getByLabel('Code sent to the new contact').fill('813957');
  // What proves who it is has to be given again.
  await page.reload();
  await expectEmail(page, fresh);
  expect(await readStorage(page)).not.toMatch(/harbour lanterns|813957/);
});

test('the login keeps whom it is for, until it is done or another account is wanted, and never the password', async ({
  device,
}) => {
  const { page, api, person } = await openNewcomer(device);
  await api.identity.logout({});
  await page.goto('/pages/common/support');
  await page.goto('/');
  await enterContact(page, person);
  await page.getByLabel('Password', { exact: true }).fill('another harbour lantern');
  await comeBack(page, async () => {
    await expectEmail(page, person);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
    expect(await readStorage(page)).not.toContain('harbour lantern');
  });
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL('**/pages/index/index');
  expect(await readStorage(page)).not.toContain(person.typed);

  await api.identity.logout({});
  await page.goto('/');
  await enterContact(page, newEmailPerson());
  expect(await readStorage(page)).toContain('draft:');
  await page.getByRole('button', { name: 'Use another account' }).click();
  expect(await readStorage(page)).not.toContain('draft:');
});

test("a passkey's new name survives in its sheet, and neither closing it nor another passkey gets it back", async ({
  device,
}) => {
  const { page, person } = await openNewcomer(device);
  await giveAuthenticator(page);
  await page.goto('/pages/my/passkeys');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await proveIdentity(page, person);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Create passkey' }).click();
  await page.getByRole('button', { name: /not used yet/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Passkey' });
  const given = await sheet.getByLabel('Name').inputValue();
  await sheet.getByLabel('Name').fill('Kitchen tablet');
  await comeBackToSheet(page, () => expect(sheet.getByLabel('Name')).toHaveValue('Kitchen tablet'));
  await sheet.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: /not used yet/ })).toBeVisible();
  await expect(sheet).toBeHidden();

  await page.getByRole('button', { name: /not used yet/ }).click();
  await sheet.getByLabel('Name').fill('Kitchen tablet');
  await giveOtherIds(page, '/api/protection/passkeys');
  await page.reload();
  await page.getByRole('button', { name: /not used yet/ }).click();
  await expect(sheet.getByLabel('Name'), 'the name for one that is gone').toHaveValue(given);
});

test('what a tab holds from the day before is deleted when the app starts', async ({ device }) => {
  const { page } = await openNewcomer(device);
  await page.goto('/pages/my/complaints');
  await page.getByLabel('Subject').fill('A late deposit');
  const [name = ''] = await page.evaluate(() =>
    Object.keys(sessionStorage).filter((each) => each.startsWith('draft:')),
  );
  await page.evaluate(
    ([of, dayMs]) => {
      const kept = JSON.parse(sessionStorage.getItem(of) ?? '') as { at: number };
      sessionStorage.setItem(`${of}-of-yesterday`, JSON.stringify({ ...kept, at: kept.at - dayMs - 1 }));
    },
    [name, 86_400_000] as const,
  );
  await page.goto('/pages/index/index');
  await expect
    .poll(() => page.evaluate(() => Object.keys(sessionStorage).filter((each) => each.startsWith('draft:'))))
    .toEqual([name]);
});
