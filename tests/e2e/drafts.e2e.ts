import { expect, type Page } from '@playwright/test';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import { choosePicture, participate, sampleId, userIdField } from './pages/activity-page.ts';
import { givenField } from './pages/swap-page.ts';
import { amountField, askForDraft, fillTransfer, goToVerification, pressKeys, toField } from './pages/transfer-page.ts';
import { openAccount, openNewcomer } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { comeBack, comeBackToSheet, readStorage } from './support/come-back.ts';
import { tradePassword } from './support/factors.ts';
import { giveOtherIds } from './support/give-other-ids.ts';
import {
  enterContact,
  fillPasswords,
  newEmailPerson,
  newPhonePerson,
  sendCode,
  submitLogin,
} from './support/person.ts';
import { test } from './support/test.ts';

// Goal: what a person has filled in is still there after back, forward, reload, a change of language and the login after an
// expired session; nothing secret is ever kept, nothing of one person is shown to another, and no money step is kept.
// Method: the forms of the app, filled in as a person does, and the storage of the browser read afterwards.

const complaints = '/pages/my/complaints';
const subject = (page: Page) => page.getByLabel('Subject');
const story = (page: Page) => page.getByLabel('What happened');

test('a complaint survives back, forward and reload; a link to the page opens it empty, and filing it ends it', async ({
  device,
}) => {
  const { page } = device;
  await openNewcomer(device);
  await page.goto('/pages/my/index');
  await page.goto(complaints);
  await subject(page).fill('A late deposit');
  await story(page).fill('It left the exchange yesterday.');
  const isFilled = async () => {
    await expect(subject(page)).toHaveValue('A late deposit');
    await expect(story(page)).toHaveValue('It left the exchange yesterday.');
  };
  await comeBack(page, isFilled);

  await page.goto('/pages/common/support');
  await page.getByRole('link', { name: 'Complaints' }).first().click();
  await expect(subject(page)).toHaveValue('');
  await subject(page).fill('Another one');
  await story(page).fill('Something else happened.');
  await page.getByRole('button', { name: 'File complaint' }).click();
  await expect(page.getByText('Complaint filed')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Another one' })).toBeVisible();
  await expect(subject(page)).toHaveValue('');
});

test('forms whose button nobody pressed yet survive: missing deposit, swap, address to save, new name of an address', async ({
  device,
}) => {
  // Saving the address takes a code of the authenticator, which come every 30 seconds.
  const { page, authenticator } = await openAccount(device, {});
  await page.goto('/pages/my/index');
  await page.goto('/pages/index/deposit-search');
  await page.getByLabel('Transaction ID').fill('ab'.repeat(32));
  await comeBack(page, () => expect(page.getByLabel('Transaction ID')).toHaveValue('ab'.repeat(32)));

  await page.goto('/pages/reward/swap?coin=usdt&for=reward');
  await givenField(page).fill('12.5');
  await comeBack(page, () => expect(givenField(page)).toHaveValue('12.50'));

  const address = freshAddress();
  const save = page.getByRole('dialog', { name: 'Save an address' });
  await page.goto('/pages/my/address-book');
  await page.getByRole('button', { name: 'Save an address' }).click();
  await save.getByLabel('Tron address').fill(address);
  await save.getByLabel('Name').fill('Lena');
  await comeBackToSheet(page, async () => {
    await expect(save.getByLabel('Tron address')).toHaveValue(address);
    await expect(save.getByLabel('Name')).toHaveValue('Lena');
  });
  await save.getByRole('button', { name: 'Continue' }).click();
  await pressKeys(save, tradePassword);
  await pressKeys(save, await authenticator.nextCode());
  await save.getByRole('button', { name: 'Save' }).click();
  await expect(save).toBeHidden();
  expect(await readStorage(page)).not.toContain(address);
  await page.getByRole('button', { name: /^Lena/ }).click();
  await page.getByRole('button', { name: 'Rename' }).click();
  const entry = page.getByRole('dialog', { name: 'Lena' });
  await entry.getByLabel('Name').fill('Lena in Riga');
  await comeBackToSheet(page, () => expect(entry.getByLabel('Name')).toHaveValue('Lena in Riga'));
  await entry.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: /^Lena/ })).toBeVisible();
  await expect(entry).toBeHidden();

  await page.getByRole('button', { name: /^Lena/ }).click();
  await page.getByRole('button', { name: 'Rename' }).click();
  await entry.getByLabel('Name').fill('Lena in Riga');
  await giveOtherIds(page, '/api/address-book');
  await page.reload();
  await page.getByRole('button', { name: /^Lena/ }).click();
  await page.getByRole('button', { name: 'Rename' }).click();
  await expect(entry.getByLabel('Name'), 'the name for an address that is gone').toHaveValue('Lena');
});

test('who can find me and the names of wallets survive; what was saved or closed does not come back', async ({
  device,
}) => {
  const { page } = device;
  await openNewcomer(device);
  await page.goto('/pages/my/index');
  await page.goto('/pages/my/discovery');
  const byEmail = page.getByRole('switch', { name: 'By my e-mail address' });
  const shownName = page.getByLabel('Name that senders see');
  await byEmail.click();
  await shownName.fill('Lena Petrova');
  await comeBack(page, async () => {
    await expect(byEmail).toBeChecked();
    await expect(shownName).toHaveValue('Lena Petrova');
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect(await readStorage(page)).not.toContain('Lena Petrova');

  await page.goto('/pages/my/wallet');
  await page.getByRole('button', { name: 'Add wallet' }).click();
  const added = page.getByRole('dialog', { name: 'Add wallet' });
  await added.getByLabel('Name').fill('Never added');
  await added.getByRole('button', { name: 'Close' }).click();
  await expect(added).toBeHidden();
  await page.reload();
  await page.getByRole('button', { name: 'Add wallet' }).click();
  await expect(added.getByLabel('Name')).not.toHaveValue('Never added');
  await added.getByLabel('Name').fill('Holiday');
  await comeBackToSheet(page, () => expect(added.getByLabel('Name')).toHaveValue('Holiday'));
  await added.getByRole('button', { name: 'Add wallet' }).click();
  await expect(page.getByText('Wallet added')).toBeVisible();
  await expect(added).toBeHidden();
  expect(await readStorage(page)).not.toContain('Holiday');

  await page.getByRole('button', { name: /Holiday/ }).click();
  await page.getByRole('button', { name: 'Rename' }).click();
  const renamed = page.getByRole('dialog', { name: 'Rename wallet' });
  await renamed.getByLabel('Name').fill('Holiday in Riga');
  await comeBackToSheet(page, () => expect(renamed.getByLabel('Name')).toHaveValue('Holiday in Riga'));
  await renamed.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: /Holiday/ })).toBeVisible();
  await expect(renamed).toBeHidden();
});

test('a transfer survives in its form only: a prepared one is prepared again, in another language with its mark', async ({
  device,
}) => {
  const { page } = await openAccount(device, { usdt: toUnits('usdt', '50') });
  const to = freshAddress();
  await page.goto('/pages/my/index');
  await fillTransfer(page, { coin: 'usdt', to, amount: '12.5' });
  await page.getByRole('button', { name: 'Add a memo' }).click();
  await page.getByLabel(/Memo/).fill('rent');
  await askForDraft(page);
  await goToVerification(page);
  await pressKeys(page.getByRole('dialog', { name: 'Confirm it’s you' }), tradePassword.slice(0, 3));
  const isFilled = async () => {
    await expect(toField(page)).toHaveValue(to);
    await expect(amountField(page)).toHaveValue('12.5');
    await expect(page.getByLabel(/Memo/)).toHaveValue('rent');
    // What was prepared is gone, and so is the tick that the warning was read.
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('checkbox', { name: /I have checked the address/ })).not.toBeChecked();
  };
  await comeBack(page, isFilled);

  await page.goto('/pages/common/language');
  await page.getByRole('button', { name: /^Deutsch/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sprache' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('textbox', { name: 'Betrag' })).toHaveValue('12,5');

  // A link opens the page anew.
  await page.goto('/pages/index/index');
  await page.getByRole('link', { name: 'Überweisen' }).click();
  await expect(page.getByRole('textbox', { name: 'Betrag' })).toHaveValue('');
});

test('after the session has expired the login leads back to the filled form; somebody else finds nothing of it', async ({
  device,
}) => {
  const { page, context, api, person } = await openNewcomer(device);
  await page.goto(complaints);
  await subject(page).fill('A late deposit');
  await story(page).fill('It left the exchange yesterday.');
  // The page is told at once, as it is of an expired session with its next question.
  await api.identity.logout({});
  await expect(page.getByText('Login expired, please log in again')).toBeVisible();
  // The way over the language leads back too.
  await page.getByRole('link', { name: 'Language' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Language' })).toBeVisible();
  await page.goBack();
  await submitLogin(page, person);
  await expect(subject(page)).toHaveValue('A late deposit');
  await expect(story(page)).toHaveValue('It left the exchange yesterday.');

  // The page is told at once, as it is of an expired session with its next question.
  await api.identity.logout({});
  await expect(page.getByText('Login expired, please log in again')).toBeVisible();
  const other = newEmailPerson();
  await page.getByRole('link', { name: 'Create an account' }).click();
  // The login page asks for a contact as well.
  await page.waitForURL('**/pages/login/register*');
  await enterContact(page, other);
  await page.getByLabel('Verification code').fill(await sendCode(page, other));
  await fillPasswords(page, other.password, other.password);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/pages/index/index');
  expect(await readStorage(page)).not.toContain('A late deposit');
  await page.goto(complaints);
  await expect(subject(page)).toHaveValue('');
  await context.clearCookies();
});

test('a registration survives a reload with the code that was sent, but without the code and the passwords', async ({
  page,
}) => {
  const person = newPhonePerson();
  await page.goto('/pages/login/register?invite=FRIEND1');
  await enterContact(page, person);
  const code = await sendCode(page, person);
  await page.getByLabel('Verification code').fill(code);
  await fillPasswords(page, person.password, person.password);
  expect(await readStorage(page)).not.toMatch(new RegExp(`${person.password}|"${code}"`));
  await page.getByLabel('Invite code (optional)').fill('');
  await page.reload();
  await expect(page.getByLabel('Phone number')).toHaveValue(person.typed);
  await expect(page.getByRole('button', { name: 'Area code +49' })).toBeVisible();
  await expect(page.getByLabel('Verification code')).toHaveValue('');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await expect(page.getByRole('checkbox')).not.toBeChecked();
  // The code that was sent before still counts.
  await page.getByLabel('Verification code').fill(code);
  await fillPasswords(page, person.password, person.password);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/pages/index/index');
  expect(await readStorage(page)).not.toContain(person.typed);
});

test('an entry for an activity survives without its picture, and says that the picture has to be chosen again', async ({
  device,
}) => {
  const { page, api } = await openNewcomer(device);
  await api.preferences.declareCountry({ country: 'DE' });
  const id = await sampleId(api);
  await page.route(`**/api/activities/${id}*`, async (route) => {
    const answer = await route.fetch();
    const activity = (await answer.json()) as object;
    await route.fulfill({ response: answer, json: { ...activity, refusal: null } });
  });
  const lost = page.getByText('Choose your picture again. It was not kept when you left this page.');
  await page.goto(`/pages/activity/detail?id=${id}`);
  await participate(page);
  await userIdField(page).fill('48219037');
  await page.reload();
  await expect(userIdField(page)).toHaveValue('48219037');
  await expect(lost).toHaveCount(0);
  await choosePicture(page);
  await page.reload();
  await expect(userIdField(page)).toHaveValue('48219037');
  await expect(lost).toBeVisible();
});

test('a changed profile asks before it is left, on every way out; saved or given up, it does not', async ({
  device,
}) => {
  const { page } = device;
  await openNewcomer(device);
  const about = page.getByLabel('About you');
  const sheet = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.goto('/pages/my/index');
  await page
    .getByRole('link', { name: /Profile|account/i })
    .first()
    .click();
  await expect(about).toHaveValue('');
  await about.fill('Reads maps');

  await page.getByRole('button', { name: 'Back' }).click();
  await sheet.getByRole('button', { name: 'Stay' }).click();
  await expect(sheet).toBeHidden();
  await expect(about).toHaveValue('Reads maps');
  await page.goBack();
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(about).toHaveValue('Reads maps');

  const asked = page.waitForEvent('dialog');
  const reloading = page.reload();
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.accept();
  await reloading;
  await expect(about).toHaveValue('Reads maps');

  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Profile saved')).toBeVisible();
  await about.fill('Reads maps and tides');
  await page.getByRole('button', { name: 'Back' }).click();
  await sheet.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My' })).toBeVisible();
  // Until the page itself has come instead of its frame, the page that is left is there, with its text.
  await expect(about).toHaveCount(0);
  await page.goForward();
  await expect(about).toHaveValue('Reads maps');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My' })).toBeVisible();
});

test('an expired session leads from a changed profile to the login without a question, and back to the changes', async ({
  device,
}) => {
  const { page, api, person } = await openNewcomer(device);
  await page.goto('/pages/my/info');
  await page.getByLabel('About you').fill('Reads maps');
  await api.identity.logout({});
  await expect(page.getByText('Login expired, please log in again')).toBeVisible();
  await submitLogin(page, person);
  await expect(page.getByLabel('About you')).toHaveValue('Reads maps');
});

test('no form keeps a secret: every field of every form is filled in, and none of them is in the storage', async ({
  device,
}) => {
  const { page } = await openAccount(device, {});
  // Each secret is one that only its field can have brought into the storage.
  const secret = (index: number) => `secret ${index} harbour lanterns`;
  const digits = '813957';
  const forms: readonly (readonly [path: string, open?: () => Promise<void>])[] = [
    ['/pages/my/password-login-edit'],
    ['/pages/my/password-trade-setting'],
    ['/pages/my/google-code/index'],
    ['/pages/my/passkeys'],
    ['/pages/my/contact'],
    ['/pages/my/message-word'],
    ['/pages/my/data', () => page.getByRole('button', { name: 'Get copy of your data' }).click()],
    ['/pages/my/address-book', () => page.getByRole('button', { name: /^Only saved addresses/ }).click()],
    [
      '/pages/my/address-book',
      async () => {
        await page.getByRole('button', { name: 'Save an address' }).click();
        await page.getByLabel('Tron address').fill(freshAddress());
        await page.getByLabel('Name').fill('Lena');
        await page.getByRole('button', { name: 'Continue' }).click();
        await expect(page.getByLabel('Trade password')).toBeVisible();
      },
    ],
    ['/pages/my/info'],
    [complaints],
    ['/pages/login/forgot-password'],
    ['/pages/login/factors-lost'],
  ];
  // A changed profile asks before the next page is opened.
  page.on('dialog', (question) => void question.accept());
  let filled = 0;
  for (const [path, open] of forms) {
    await page.goto(path);
    // The frame of a page has its heading before there is anything to fill in.
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await open?.();
    const secrets = page.locator(
      'input[type=password], input[autocomplete=one-time-code], input[inputmode=numeric], .code-boxes input',
    );
    for (const [index, field] of (await secrets.all()).entries()) {
      if (!(await field.isEditable())) continue;
      // The boxes of a trade password take digits only.
      const isPassword = /password/.test((await field.getAttribute('autocomplete')) ?? '');
      await field.fill(isPassword ? secret(index) : digits);
      filled += 1;
    }
    for (const field of await page.getByRole('textbox').all()) {
      if ((await field.isEditable()) && (await field.inputValue()) === '') await field.fill('An open text');
    }
    const kept = await readStorage(page);
    expect(kept, path).not.toContain('harbour lanterns');
    expect(kept, path).not.toContain(digits);
    expect(kept, path).not.toContain(tradePassword);
  }
  // A page that changes its form must not leave this test with nothing to fill in.
  expect(filled).toBeGreaterThanOrEqual(8);
});
