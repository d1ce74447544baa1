import { expect } from '@playwright/test';
import { consoleUrl } from './installation.ts';
import { bindAuthenticatorOnPage } from './pages/factor-pages.ts';
import { proveIdentity } from './pages/proof-page.ts';
import { enrolOperator, openDesk, signingDialog } from './support/console.ts';
import { setTradePassword, tradePassword } from './support/factors.ts';
import { listMessages, readCode, readLink } from './support/inbox.ts';
import { lookAtDialog } from './support/look-at-dialog.ts';
import { enterContact, newEmailPerson, registerQuietly, sendCode, submitLogin } from './support/person.ts';
import { test } from './support/test.ts';

// Goal: people change how they are reached, tell our messages from false ones, and come back when every factor is lost,
// while whoever took over a session gets none of it unseen. Method: the pages themselves, with real mails.

test('A14 the e-mail is changed by codes from both, and the link to the old one takes it back', async ({
  device,
  newDevice,
}) => {
  const { page, api } = device;
  const person = await registerQuietly(api);
  const next = newEmailPerson();
  await page.goto('/pages/my/index');
  await page.getByRole('link', { name: /^Phone and e-mail/ }).click();
  await enterContact(page, { ...next, typed: person.typed });
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByLabel('E-mail address')).toHaveAccessibleDescription(/You already use this/);
  await page.getByLabel('E-mail address').fill(next.typed);
  await page.getByRole('button', { name: 'Continue' }).click();
  await proveIdentity(page, person);
  await page.getByLabel('Code sent to the new contact').fill(await readCode(next.contact));
  await page.getByRole('button', { name: 'Save new contact' }).click();
  await page.waitForURL('**/pages/my/index');
  await expect(page.getByText(/you can send only to addresses you have used before/)).toBeVisible();

  const { page: elsewhere } = await newDevice();
  const link = new URL(await readLink(person.contact));
  await elsewhere.goto(link.pathname + link.search);
  await elsewhere.getByRole('button', { name: 'Stop it' }).click();
  await expect(elsewhere.getByRole('heading', { name: 'All devices are logged out' })).toBeVisible();
  await elsewhere.goto('/');
  await submitLogin(elsewhere, person);
  await elsewhere.getByLabel('Verification code').fill(await readCode(person.contact));
  await elsewhere.waitForURL('**/pages/index/index');
});

test('A20 the word a person chose begins every message to them', async ({ device }) => {
  const { page, api } = device;
  const person = await registerQuietly(api);
  await page.goto('/pages/my/message-word');
  await page.getByLabel('Your phrase').fill('abc');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Your phrase')).toHaveAccessibleDescription(/4 to 24 letters/);
  await page.getByLabel('Your phrase').fill('sunny kite');
  await page.getByRole('button', { name: 'Continue' }).click();
  await proveIdentity(page, person);
  await page.getByRole('button', { name: 'Set phrase' }).click();
  await page.waitForURL('**/pages/my/index');
  await expect(page.getByRole('link', { name: /^Anti-phishing phrase/ })).toContainText('sunny kite');
  await api.identity.sendFactorCode({ purpose: 'set-trade-password' });
  await expect
    // The notice of the change, which is from before it, may arrive after the code.
    .poll(async () => (await listMessages(person.contact)).find(({ text }) => text.startsWith('Your phrase'))?.text)
    .toMatch(/^Your phrase: sunny kite\. \d{6} is/);
});

test('A10 a lost authenticator: a recovery code logs in, and a reset that somebody asked for is stopped by any factor', async ({
  device,
  newDevice,
}) => {
  const { page, api } = device;
  const person = await registerQuietly(api);
  await setTradePassword(api, person);
  await page.goto('/pages/my/google-code/index');
  const { recoveryCodes } = await bindAuthenticatorOnPage(page, person);
  await page.getByRole('checkbox', { name: 'I’ve saved the codes' }).check();
  await page.goto('/pages/my/google-code/index');
  const lost = page.getByRole('link', { name: 'Lost all sign-in methods' });
  await expect(lost).toHaveAttribute('href', '/pages/login/factors-lost');
  await page.getByRole('button', { name: 'Remove authenticator' }).click();
  await page.getByRole('group', { name: 'Confirm with' }).getByText('Recovery code').click();
  await lost.click();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.waitForURL('**/pages/my/google-code/index');

  const { page: other } = await newDevice();
  await other.goto('/');
  await submitLogin(other, person);
  await other.getByRole('button', { name: 'Use a recovery code' }).click();
  await other.getByRole('link', { name: 'I’ve lost my recovery codes too' }).click();
  await other.waitForURL('**/pages/login/factors-lost');
  await enterContact(other, person);
  await other.getByLabel('Verification code').fill(await sendCode(other, person));
  await other.getByLabel('Login password').fill('not the password');
  await other.getByRole('button', { name: 'Request removal' }).click();
  await expect(other.getByLabel('Login password')).toHaveAccessibleDescription(/The login password is wrong/);
  await other.getByLabel('Login password').fill(person.password);
  await other.getByRole('button', { name: 'Request removal' }).click();
  await expect(other.getByRole('heading', { name: 'Your request is in progress' })).toBeVisible();
  await expect.poll(async () => (await listMessages(person.contact))[0]?.text).toContain('all sign-in methods of your');

  const desk = await openDesk(newDevice);
  await enrolOperator(desk, 'rena', 'reviewer');
  await desk.goto(`${consoleUrl}/resolutions`);
  const waiting = desk.getByRole('row').filter({ hasText: (await api.identity.account()).publicId });
  await expect(waiting).toContainText('No contact was changed and no new device was used');
  const approve = waiting.getByRole('button', { name: 'Give the first approval' });
  await approve.click();
  await waiting.getByLabel('How you know the person').fill('Called back on the old number');
  await approve.click();
  const approving = signingDialog(desk, 'Approve this factor reset');
  await expect(approving).toContainText('Called back on the old number');
  await lookAtDialog(desk, 'reset-approving');
  await approving.getByRole('button', { name: 'Decide later' }).click();
  await expect(waiting).toContainText('nothing was changed');

  await page.goto('/pages/my/index');
  await page.getByRole('link', { name: 'Review and stop it' }).click();
  await page.getByRole('group', { name: 'Confirm with' }).getByText('Trade password').click();
  await page.getByLabel('Current trade password').fill(tradePassword);
  await page.getByRole('button', { name: 'Stop it' }).click();
  await expect(page.getByText('No open request')).toBeVisible();

  await other.goto('/');
  await submitLogin(other, person);
  await other.getByRole('button', { name: 'Use a recovery code' }).click();
  await other.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCodes[0] ?? '');
  await other.getByRole('button', { name: 'Continue' }).click();
  await other.waitForURL('**/pages/index/index');
});
