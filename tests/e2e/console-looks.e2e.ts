import { expect } from '@playwright/test';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import { consoleUrl } from './installation.ts';
import { openAccount } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { enrolOperator, openDesk, signingDialog } from './support/console.ts';
import { proposeByFounder } from './support/founders.ts';
import { expectAccessible, expectNoOverflow, settled, still } from './support/looks.ts';
import { sendByApi } from './support/send-by-api.ts';
import { speakChinese } from './support/speak-chinese.ts';
import { test } from './support/test.ts';
import { thoseInTurn } from './support/turn.ts';

// Goal: every page of the console is accessible and whole on a desktop, a tablet and a phone, in both themes and both languages.
// Method: an operator with something to look at opens each of them, and where all browser tests run on a tree without changes
// those whose turn it is; with `E2E_PICTURES=yes` there are pictures for the eye.

const widths = [1280, 820, 390] as const;
const withPictures = process.env['E2E_PICTURES'] === 'yes';

test('every page of the console is accessible and whole in every look', async ({ device, newDevice }, info) => {
  test.setTimeout(withPictures ? 1_800_000 : 720_000);
  const take = async (look: string): Promise<void> => {
    if (withPictures) await page.screenshot({ path: info.outputPath(`console-${look}.png`), fullPage: true });
  };
  const account = await openAccount(device, { usdt: toUnits('usdt', '30000') });
  await sendByApi(account, { assetId: 'usdt', to: freshAddress(), amount: '12500' });
  const page = await openDesk(newDevice);
  await page.goto(`${consoleUrl}/sign-in`);
  await expectAccessible(page, 'sign-in');
  await enrolOperator(page, 'nora', 'reviewer');
  // A proposal to be seen on the operators' page.
  await proposeByFounder(`lena-${Date.now().toString(36)}`, 'treasurer');
  const review = await page.locator('.queue-row').filter({ hasText: '12,500.00 USDT' }).first().getAttribute('href');
  await page.goto(`${consoleUrl}/people`);
  const person = await page.getByRole('main').getByRole('table').getByRole('link').first().getAttribute('href');
  const paths = {
    home: `${consoleUrl}/`,
    alarm: `${consoleUrl}/alarms/hot-wallet-low`,
    reviews: `${new URL(consoleUrl).origin}${review}`,
    transactions: `${consoleUrl}/transactions`,
    help: `${consoleUrl}/help/transactions`,
    entries: `${consoleUrl}/entries`,
    activities: `${consoleUrl}/activities`,
    activity: `${consoleUrl}/activities/new`,
    announcements: `${consoleUrl}/announcements`,
    resolutions: `${consoleUrl}/resolutions`,
    changes: `${consoleUrl}/changes`,
    terms: `${consoleUrl}/terms`,
    stuck: `${consoleUrl}/stuck`,
    quarantine: `${consoleUrl}/quarantine`,
    people: `${consoleUrl}/people`,
    person: `${new URL(consoleUrl).origin}${person}`,
    'first-steps': `${consoleUrl}/first-steps`,
    treasury: `${consoleUrl}/treasury`,
    switches: `${consoleUrl}/switches`,
    operators: `${consoleUrl}/operators`,
    screening: `${consoleUrl}/screening`,
    webhooks: `${consoleUrl}/webhooks`,
    keys: `${consoleUrl}/keys`,
    notices: `${consoleUrl}/notices`,
    log: `${consoleUrl}/log`,
    'not-found': `${consoleUrl}/funds`,
  };
  const pages = thoseInTurn(Object.entries(paths));
  for (const [name, path] of pages) {
    await page.goto(path);
    for (const width of widths) {
      await page.setViewportSize({ width, height: width === 820 ? 1100 : 800 });
      for (const colorScheme of withPictures ? (['dark', 'light'] as const) : []) {
        await page.emulateMedia({ colorScheme });
        await settled(page);
        await take(`${name}-${width}-${colorScheme}`);
      }
      await settled(page);
      await expectNoOverflow(page, `console-${name} at ${width} px`);
    }
    await expectAccessible(page, `console-${name} in light`);
    await page.emulateMedia({ colorScheme: 'dark' });
    await settled(page);
    await expectAccessible(page, `console-${name} in dark`, 'contrast');
    await page.emulateMedia({ colorScheme: 'light' });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(paths.reviews);
  await page.getByLabel('What you looked at', { exact: true }).fill('Called back, invoice on file');
  await page.getByRole('button', { name: 'Approve' }).click();
  const dialog = signingDialog(page, 'Approve this withdrawal');
  await dialog.waitFor();
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 820 ? 1100 : 800 });
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      // Behind the sheet the button that asked stays busy until it is answered.
      await still(page);
      if (withPictures) await page.screenshot({ path: info.outputPath(`console-signing-${width}-${colorScheme}.png`) });
      await expectNoOverflow(page, `console-signing at ${width} px in ${colorScheme}`);
      await expectAccessible(page, `console-signing at ${width} px in ${colorScheme}`);
    }
    // However much there is to read, the way to sign and the way out stay in view.
    for (const name of ['Sign with your passkey', 'Decide later'])
      await expect(dialog.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
  await dialog.getByRole('button', { name: 'Decide later' }).click();
  await speakChinese(page);
  for (const [name, path] of pages) {
    await page.goto(path);
    await settled(page);
    await expectNoOverflow(page, `console-${name} in Chinese`);
    await take(`${name}-zh`);
  }
});
