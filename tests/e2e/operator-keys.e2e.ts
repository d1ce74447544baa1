import { expect, type Page } from '@playwright/test';
import { consoleUrl } from './installation.ts';
import { enrolOperator, isHome, signDecision } from './support/console.ts';
import { approveByFounder } from './support/founders.ts';
import { giveAuthenticator } from './support/give-authenticator.ts';
import { expectAccessible, expectNoOverflow, settled } from './support/looks.ts';
import { test } from './support/test.ts';

// Goal: an operator has a second key before the first is lost, adds and removes it alone, and two administrators disable one key
// of another operator. Method: browsers with two virtual authenticators each, of which one is touched at a time. With
// `E2E_PICTURES=yes` there are pictures for the eye.

const withPictures = process.env['E2E_PICTURES'] === 'yes';

/** A browser whose operator holds a built-in key and one on a stick; `touches` says which of them they touch from now on. */
async function openDeskOfTwo(page: Page) {
  const keys = { builtIn: await giveAuthenticator(page), stick: await giveAuthenticator(page, { transport: 'usb' }) };
  const touches = async (which: keyof typeof keys): Promise<void> => {
    await keys.builtIn.touch(which === 'builtIn');
    await keys.stick.touch(which === 'stick');
  };
  await touches('builtIn');
  return { page, touches, builtIn: keys.builtIn };
}

async function signIn(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.goto(`${consoleUrl}/sign-in`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL(isHome);
}

/** Makes a key on the stick and signs for it with the built-in one. */
async function addKey(
  { page, touches }: Pick<Awaited<ReturnType<typeof openDeskOfTwo>>, 'page' | 'touches'>,
  name: string,
): Promise<void> {
  await page.getByLabel('Name of the new key').fill(name);
  await touches('stick');
  await page.getByRole('button', { name: 'Make the key' }).click();
  await page.getByRole('dialog', { name: 'Add this passkey to your account' }).waitFor();
  await touches('builtIn');
  await signDecision(page, 'Add this passkey to your account', [name, 'Fingerprint', 'USB', 'Stays on one device']);
  await expect(page.getByText(/^Added\. Sign in with it once/)).toBeVisible();
}

test('O14 an operator adds a second key, signs in with it, and removes it; another’s is disabled by two', async ({
  newDevice,
}, info) => {
  test.setTimeout(240_000);
  const device = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false };
  const desk = await openDeskOfTwo((await newDevice(device)).page);
  const { page, touches, builtIn } = desk;
  const own = await enrolOperator(page, 'kira', 'reviewer');
  await page.goto(`${consoleUrl}/operators/${own}`);
  await expect(page.getByText(/^Your only key\./)).toBeVisible();
  await addKey(desk, 'Stick in the safe');
  const keys = page.getByRole('listitem').filter({ hasText: 'Fingerprint' });
  await expect(keys).toHaveCount(2);
  const added = keys.filter({ hasText: 'Stick in the safe' });
  await expect(added).toContainText('Security key · USB · Stays on one device');
  await expect(added).toContainText('decides about money, operators and keys from');
  await expect(page.getByText(/^Your only key\./)).toBeHidden();
  await expect(page.getByRole('table', { name: 'History' })).toContainText('Further passkey added');
  for (const width of [1280, 820, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoOverflow(page, `own keys at ${width} px`);
    for (const colorScheme of ['light', 'dark'] as const) {
      if (!withPictures) continue;
      await page.emulateMedia({ colorScheme });
      await settled(page);
      await page.screenshot({ path: info.outputPath(`own-keys-${width}-${colorScheme}.png`), fullPage: true });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectAccessible(page, 'own keys');

  // The new key alone signs in; what it would sign about keys is refused.
  await touches('stick');
  await signIn(page);
  await page.goto(`${consoleUrl}/operators/${own}`);
  await page.getByRole('button', { name: /^Remove Passkey of a device/ }).click();
  await signDecision(page, 'Remove this passkey from your account', ['built in']);
  await expect(page.getByText(/The key is new: for its first three days/)).toBeVisible();

  // Another administrator has the single key disabled, with a founder.
  const other = await openDeskOfTwo((await newDevice(device)).page);
  await enrolOperator(other.page, 'olaf', 'administrator');
  await other.page.goto(`${consoleUrl}/operators/${own}`);
  const disable = other.page.getByRole('button', { name: 'Propose to disable Stick in the safe' });
  await disable.click();
  await other.page.getByLabel('Reason, for the other administrators').fill('Lost on a train');
  await disable.click();
  await signDecision(other.page, 'Propose this change of an operator', ['Disable one passkey', 'Stick in the safe']);
  await expect(other.page.getByText(`Disable one key of ${own}: Stick in the safe`)).toBeVisible();
  await approveByFounder(own);
  await expect(other.page.getByText(/^Disabled by two administrators/)).toBeVisible({ timeout: 30_000 });
  await page.goto(`${consoleUrl}/reviews`);
  await page.waitForURL(/\/sign-in/);

  // The first key goes on. With it the operator adds another one, and removes that.
  await touches('builtIn');
  await signIn(page);
  await page.goto(`${consoleUrl}/operators/${own}`);
  await expect(page.getByText(/^Your only key\./)).toBeVisible();
  const third = await giveAuthenticator(page, { transport: 'usb' });
  const touchesThird = async (which: 'builtIn' | 'stick'): Promise<void> => {
    await builtIn.touch(which === 'builtIn');
    await third.touch(which === 'stick');
  };
  await addKey({ page, touches: touchesThird }, 'New stick');
  await page.getByRole('button', { name: 'Remove New stick' }).click();
  await signDecision(page, 'Remove this passkey from your account', ['New stick']);
  await expect(page.getByText(/^Removed by its operator/)).toBeVisible();
  await expect(page.getByText(/^Your only key\./)).toBeVisible();
});
