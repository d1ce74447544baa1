import { expect, type Page } from '@playwright/test';
import { sendCode, type Person } from '../support/person.ts';

/** Fills in the login password and the code sent to the person, on the step that asks whether it is them. */
export async function proveIdentity(page: Page, person: Person): Promise<void> {
  await expect(page.getByLabel('Login password')).toBeVisible();
  await page.getByLabel('Login password').fill(person.password);
  await page.getByLabel('Verification code').fill(await sendCode(page, person));
}

/** Gives a recovery code instead of the authenticator. */
export async function giveRecoveryCode(page: Page, code: string): Promise<void> {
  await page.getByRole('group', { name: 'Confirm with' }).getByText('Recovery code').click();
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(code);
}
