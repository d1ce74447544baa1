import { expect, type Locator, type Page } from '@playwright/test';
import type { OperatorDesk } from '@tern/testkit/operator-desk';
import { consoleUrl } from '../installation.ts';
import type { Device } from './device.ts';
import { inviteByFounders, openInvitedDesk, type InvitedRole } from './founders.ts';
import { giveAuthenticator } from './give-authenticator.ts';

type NewDevice = (options?: {
  viewport: { width: number; height: number };
  isMobile: boolean;
  hasTouch: boolean;
}) => Promise<Device>;

/** A desktop browser with an authenticator that has a screen lock and always agrees. */
export async function openDesk(newDevice: NewDevice, viewport = { width: 1280, height: 800 }): Promise<Page> {
  const { page } = await newDevice({ viewport, isMobile: false, hasTouch: false });
  await giveAuthenticator(page);
  return page;
}

/** Whether it is the first page of the console, to which a new session leads. */
export const isHome = (url: URL): boolean => url.href.replace(/\/$/, '') === consoleUrl;

/**
 * Has both founders invite an operator nobody knows yet, and has their browser enrol a passkey; they are signed in then and
 * look at the withdrawals. Returns the name.
 */
export async function enrolOperator(page: Page, name: string, role: InvitedRole): Promise<string> {
  const own = `${name}-${Date.now().toString(36)}`;
  const { link, code } = await inviteByFounders(own, role);
  await page.goto(link);
  await page.getByLabel('Code from the administrator who invited you').fill(code);
  await page.getByRole('button', { name: 'Make the passkey' }).click();
  await page.waitForURL(isHome);
  await page.goto(`${consoleUrl}/reviews`);
  return own;
}

/** An operator whose name nobody has yet, at a desk without a browser. */
export async function openReviewer(name: string): Promise<OperatorDesk> {
  return openInvitedDesk(`${name}-${Date.now().toString(36)}`, 'reviewer');
}

/** The dialog in which an operator reads what they are about to sign; there is one for all decisions. */
export function signingDialog(page: Page, title: string): Locator {
  return page.getByRole('dialog', { name: title, exact: true });
}

/** Signs what the dialog of this title shows, once it shows all of this. */
export async function signDecision(page: Page, title: string, shown: readonly string[]): Promise<void> {
  const dialog = signingDialog(page, title);
  for (const text of shown) await expect(dialog).toContainText(text);
  await dialog.getByRole('button', { name: 'Sign with your passkey' }).click();
}

/** Opens the waiting entry with this user ID: by keyboard to the first one, by its line to the right one. */
export async function openEntry(page: Page, userId: string): Promise<void> {
  await page.goto(`${consoleUrl}/entries`);
  const line = page.getByRole('link', { name: userId });
  await line.waitFor();
  await page.keyboard.press('j');
  await page.waitForURL(/\/entries\/[0-9a-f-]{36}$/);
  await line.click();
  // The entry opened first may name this one too, as one like it.
  await page.getByRole('definition').getByText(userId).waitFor();
}
