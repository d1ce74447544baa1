import { expect, type Page } from '@playwright/test';
import { assetRow } from './pages/home-page.ts';
import { askForDraft, fillTransfer, goToVerification, verify, waitForSent } from './pages/transfer-page.ts';
import { openAccount, openNewcomer, type Account } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { readMotion, watchMotion } from './support/motion.ts';
import { test } from './support/test.ts';

// Goal: what moves has a meaning, and nothing moves for somebody who does not want motion. Method: a real transfer to a person, once
// with motion and once without; the page writes down every transition and animation.

/** Takes the press away from what has just appeared; nothing is seen of it. */
const unseen = /settle$/;

async function whatMoves(page: Page, { authenticator, to }: Pick<Account, 'authenticator'> & { readonly to: string }) {
  await page.goto('/pages/index/index');
  await assetRow(page, 'USDT').click();
  const sheet = page.getByRole('dialog', { name: 'USDT' });
  await expect(sheet).toContainText('Latest records');
  await page.goBack();
  await expect(sheet).toBeHidden();
  const atHome = await readMotion(page);
  await fillTransfer(page, { coin: 'usdt', to, amount: '12.5' });
  await askForDraft(page);
  await goToVerification(page);
  await verify(page, authenticator);
  await waitForSent(page);
  await expect(page.getByText(/^Arrived/)).toBeVisible();
  const { motions } = await readMotion(page);
  return [...atHome.motions, ...motions].map(({ of }) => of).filter((of) => !unseen.test(of));
}

test('a sheet rises, a code counts down, an arrival breathes once; nothing at all where motion is unwanted', async ({
  device,
  newDevice,
}) => {
  test.setTimeout(240_000);
  const friend = await openNewcomer(await newDevice());
  const { page, authenticator } = await openAccount(device, { usdt: toUnits('usdt', '100') });
  await watchMotion(page);
  const moved = await whatMoves(page, { authenticator, to: friend.address });
  expect(moved.filter((of) => /^sheet( |$).*translate$/.test(of)).length).toBeGreaterThanOrEqual(3);
  expect(moved).toContain('countdown-left stroke-dasharray');
  expect(moved.filter((of) => of.endsWith('now-point-breathe'))).toHaveLength(1);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await whatMoves(page, { authenticator, to: friend.address })).toEqual([]);
});
