import { randomBytes, randomInt } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { agreementVersions } from '@tern/contracts/agreement-versions';
import { shownVersions } from '@tern/contracts/shown-versions';
import type { Api } from './api.ts';
import { readCode } from './inbox.ts';

export type Person = {
  readonly kind: 'phone' | 'email';
  /** Where codes go: an e-mail address, or a phone number in its international form. */
  readonly contact: string;
  /** What is typed into the phone or e-mail field. */
  readonly typed: string;
  readonly password: string;
};

const password = 'blue harbour 47 lanterns';

export function newEmailPerson(): Person {
  const contact = `anna.${randomBytes(5).toString('hex')}@example.org`;
  return { kind: 'email', contact, typed: contact, password };
}

/** Somebody with a German mobile number. */
export function newPhonePerson(): Person {
  const typed = `151${randomInt(10_000_000, 99_999_999)}`;
  return { kind: 'phone', contact: `+49${typed}`, typed, password };
}

/** Opens an account through the register page and ends on the home page. */
export async function registerByEmail(page: Page, person = newEmailPerson()): Promise<Person> {
  await page.goto('/pages/login/register');
  await enterContact(page, person);
  await finishRegistration(page, person);
  return person;
}

/** The same with a phone number; its area code is looked up in the list. */
export async function registerByPhone(page: Page, person = newPhonePerson()): Promise<Person> {
  await page.goto('/pages/login/register');
  await enterContact(page, person);
  await finishRegistration(page, person);
  return person;
}

/** Fills in phone or e-mail on the login or the register page. */
export async function enterContact(page: Page, person: Person): Promise<void> {
  const kinds = page.getByRole('group', { name: 'Contact method' });
  await kinds.getByText(person.kind === 'phone' ? 'Phone' : 'E-mail').click();
  if (person.kind === 'email') {
    await page.getByLabel('E-mail address').fill(person.typed);
    return;
  }
  await chooseAreaCode(page, 'germ', 'Germany');
  await page.getByLabel('Phone number').fill(person.typed);
}

/** Picks a country from the sheet of area codes by searching for it. */
export async function chooseAreaCode(page: Page, search: string, country: string): Promise<void> {
  await page.getByRole('button', { name: /area code/i }).click();
  const sheet = page.getByRole('dialog', { name: 'Area code' });
  await sheet.getByLabel('Search by country or code').fill(search);
  await sheet.getByRole('button', { name: country }).click();
  await expect(sheet).toBeHidden();
}

/** Sends the code and returns what arrived. */
export async function sendCode(page: Page, person: Person): Promise<string> {
  await page.getByRole('button', { name: 'Send code' }).click();
  return await readCode(person.contact);
}

export async function finishRegistration(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Verification code').fill(await sendCode(page, person));
  await fillPasswords(page, person.password, person.password);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/pages/index/index');
}

/** The versions that accounts were opened with before the present ones. */
export const firstVersions = {
  agreement: agreementVersions.agreement[0].version,
  privacy: agreementVersions.privacy[0].version,
};

/** Opens an account on a device without the screens: for flows that are about what comes afterwards. */
export async function registerQuietly(
  api: Api,
  person = newEmailPerson(),
  accepted: typeof firstVersions = shownVersions,
): Promise<Person> {
  const target = { kind: 'email', email: person.contact } as const;
  const { challengeId } = await api.identity.sendRegisterCode({ target });
  const code = await readCode(person.contact);
  const { password } = person;
  await api.identity.register({ target, challengeId, code, password, accepted });
  return person;
}

export async function fillPasswords(page: Page, first: string, second: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(first);
  await page.getByLabel('Confirm password').fill(second);
}

/** Logs out on the person's own page, which asks first. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await page.getByRole('dialog', { name: 'Log out?' }).getByRole('button', { name: 'Log out', exact: true }).click();
}

/** Sends the login form; a second step or a page follows. */
export async function submitLogin(page: Page, person: Person): Promise<void> {
  await enterContact(page, person);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}
