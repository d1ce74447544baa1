import { expect } from '@playwright/test';
import { wholeChromium } from './browsers.ts';
import { openNewcomer } from './support/account.ts';
import { test } from './support/test.ts';

// Goal: the browser finds everything that makes the wallet an app to keep, and its offer is taken in the app's own words.
// Method: Chromium's own list of what is missing; the offer is the event it would send.

test.use({ serviceWorkers: 'allow', launchOptions: wholeChromium });

test('can be installed: Chromium finds nothing missing, and the browser’s offer is taken from the My page', async ({
  device,
  browserName,
}) => {
  expect(browserName).toBe('chromium');
  const { page, context } = device;
  await openNewcomer(device);
  await page.goto('/pages/my/index');
  const devtools = await context.newCDPSession(page);
  await expect
    .poll(async () => (await devtools.send('Page.getInstallabilityErrors')).installabilityErrors)
    // The private window of the test is the one thing that keeps it from being installed.
    .toEqual([{ errorId: 'in-incognito', errorArguments: [] }]);
  const { data } = await devtools.send('Page.getAppManifest');
  expect(JSON.parse(data ?? '')).toMatchObject({ name: 'Tern', icons: [{ sizes: '192x192' }, {}, {}] });

  await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => void (document.title = 'asked'),
    });
    dispatchEvent(offer);
  });
  await page.getByRole('button', { name: 'Install the app' }).click();
  await expect(page).toHaveTitle('asked');
  await expect(page.getByRole('button', { name: 'Install the app' })).toHaveCount(0);
});
