import { expect, type Page } from '@playwright/test';
import { openNewcomer } from './support/account.ts';
import { enterContact, newEmailPerson, newPhonePerson } from './support/person.ts';
import { test } from './support/test.ts';

// Goal: nobody is led to another site unawares, and no secret of a link reaches a server or the next site by its address.

const token = 'aB3-'.repeat(10) + 'xyz';

/** The addresses and referrers of all that a page asks for from now on. */
function listen(page: Page): readonly string[] {
  const said: string[] = [];
  page.on('request', (request) => said.push(request.url(), request.headers()['referer'] ?? ''));
  return said;
}

test('W06 a link to another site names the site first: it can be left alone, and opens without our address', async ({
  device,
}) => {
  const { page, api, context } = device;
  await openNewcomer(device);
  await context.route('https://www.instagram.com/**', (route) => route.fulfill({ body: 'elsewhere' }));
  const { bio, telegram, line } = await api.profile.profile();
  expect([bio, telegram, line]).toEqual([null, null, null]);
  await page.goto('/pages/my/info');
  await page.getByLabel('Instagram').fill('mara.harbour');
  await page.getByRole('button', { name: 'Save' }).click();
  const link = page.getByRole('link', { name: /^Instagram/ });
  const sheet = page.getByRole('dialog', { name: 'Leave the app?' });

  await link.click();
  await expect(sheet).toContainText('This link leads to www.instagram.com, a website that is not ours.');
  await sheet.getByRole('button', { name: 'Stay here' }).click();
  await expect(sheet).toHaveCount(0);
  expect(context.pages()).toHaveLength(1);

  // The middle button, which is no click, would open the site in a new tab.
  await link.click({ button: 'middle' });
  await expect(sheet).toBeVisible();
  expect(context.pages()).toHaveLength(1);
  const opened = context.waitForEvent('page');
  await sheet.getByRole('link', { name: 'Open www.instagram.com' }).click();
  const other = await opened;
  await expect(other).toHaveURL('https://www.instagram.com/mara.harbour');
  expect(await other.evaluate(() => [document.referrer, window.opener === null])).toEqual(['', true]);
});

/** Opens the link of a notice and presses its button: what the page asked for, with the referrers. */
async function stopWith(page: Page, link: string): Promise<readonly string[]> {
  const said = listen(page);
  await page.goto(link);
  const stopping = page.waitForRequest('**/api/identity/stop');
  await page.getByRole('button', { name: 'Stop it' }).click();
  expect((await stopping).postDataJSON()).toEqual({ token });
  await expect(page.getByRole('alert')).toBeVisible();
  expect(said.length).toBeGreaterThan(5);
  return said.filter((each) => each.includes(token));
}

test('X03 a token behind the # of a link goes nowhere but into the body of the request that it is for', async ({
  openPage,
}) => {
  expect(await stopWith(await openPage(), `/pages/login/stop#${token}`)).toEqual([]);
});

test('X03 a token in the query of a link stands in no other address, and goes into the body of the request that it is for', async ({
  openPage,
}) => {
  const link = `/pages/login/stop?token=${token}`;
  expect(await stopWith(await openPage(), link)).toEqual([
    expect.stringMatching(/\/pages\/login\/stop\?token=[\w-]{43}$/),
  ]);
});

test('A11 whoever gives a phone number reads what text messages are worth, and whoever gives an e-mail address does not', async ({
  openPage,
}) => {
  const page = await openPage();
  await page.goto('/pages/login/register');
  const told = page.getByText('Text messages are the weakest protection');
  await enterContact(page, newPhonePerson());
  await expect(told).toBeVisible();
  await enterContact(page, newEmailPerson());
  await expect(told).toHaveCount(0);
});
