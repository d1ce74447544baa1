import { expect, type Page, type Route } from '@playwright/test';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import { consoleUrl } from './installation.ts';
import { openAccount, openNewcomer } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { enrolOperator, openDesk, signingDialog } from './support/console.ts';
import { proposeByFounder } from './support/founders.ts';
import { lookAtConsole } from './support/look-at-console.ts';
import { expectAccessible, expectNoOverflow, settled, still } from './support/looks.ts';
import { sendByApi } from './support/send-by-api.ts';
import { speakChinese } from './support/speak-chinese.ts';
import { test } from './support/test.ts';
import { thoseInTurn } from './support/turn.ts';

// Goal: every page of the console is accessible and whole on a desktop, a tablet and a phone, in both themes and both languages.
// Method: an operator with something to look at opens each of them, and where all browser tests run those
// whose turn it is; with `E2E_PICTURES=yes` there are pictures for the eye.

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

test('what a page shows only at times is accessible and whole in every look', async ({ device, newDevice }, info) => {
  test.setTimeout(withPictures ? 900_000 : 360_000);
  const outputPath = info.outputPath.bind(info);
  await openNewcomer(device);
  const page = await openDesk(newDevice);
  await enrolOperator(page, 'nell', 'reviewer');

  // Surpluses of deposit addresses, and what two treasurers have proposed, for one of them and for whom it is not.
  await showSurpluses(page);
  await page.goto(`${consoleUrl}/treasury`);
  await expect(page.getByText('Kept at block 81204')).toBeVisible();
  await lookAtConsole(page, 'surpluses-reviewer', outputPath);
  await page.route('**/console/api/session', (route) => changeAnswer(route, (me) => ({ ...me, role: 'treasurer' })));
  await page.reload();
  await lookAtConsole(page, 'surpluses-treasurer', outputPath);
  await page.unroute('**/console/api/session');

  // What somebody has handed in.
  await page.route('**/console/api/people/*/entries', (route) => route.fulfill({ json: { entries } }));
  await page.goto(`${consoleUrl}/people`);
  const person = await page.getByRole('main').getByRole('table').getByRole('link').first().getAttribute('href');
  await page.goto(`${new URL(consoleUrl).origin}${person}/entries`);
  await expect(page.getByText('claimed, being paid')).toBeVisible();
  await lookAtConsole(page, 'person-entries', outputPath);

  // A list that is still read, beside a case that is not there; and a case that is still read, beside its list.
  for (const list of ['reviews', 'entries']) {
    await page.route(`**/console/api/${list}`, () => new Promise(() => undefined));
    await page.goto(`${consoleUrl}/${list}/${ids[0]}`);
    await page.locator('.queue [aria-busy="true"]').waitFor();
    await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeVisible();
    await lookAtConsole(page, `${list}-loading`, outputPath, still);
    await leaveCase(page, list);
    await page.unroute(`**/console/api/${list}`);
    await page.route(`**/console/api/${list}/*`, () => new Promise(() => undefined));
    await page.goto(`${consoleUrl}/${list}/${ids[0]}`);
    await page.locator('.case[aria-busy="true"]').waitFor();
    await lookAtConsole(page, `${list}-case-loading`, outputPath, still);
    await leaveCase(page, list);
    await page.unroute(`**/console/api/${list}/*`);
  }
});

/** On a phone, where a case has the page, it leads back to its list by itself, whatever became of it. */
async function leaveCase(page: Page, list: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  const name = { reviews: 'To review', entries: 'Entries' }[list] ?? '';
  await page.getByRole('main').getByRole('link', { name, exact: true }).click();
  await page.waitForURL(`${consoleUrl}/${list}`);
  await page.setViewportSize({ width: 1280, height: 800 });
}

type Answer = Record<string, unknown>;

/** The server's own answer, changed on its way. */
async function changeAnswer(route: Route, change: (answer: Answer) => Answer): Promise<void> {
  const response = await route.fetch();
  await route.fulfill({ response, json: change((await response.json()) as Answer) });
}

const ids = Array.from({ length: 5 }, (_, at) => `00000000-0000-4000-8000-00000000000${at}`);

/** One entry in each state. */
const entries = (['under-review', 'approved', 'claimed', 'completed', 'failed'] as const).map((state, at) => ({
  ...{
    id: ids[at],
    activityId: ids[at],
    title: at === 3 ? 'Link your account of Examplebourse and show its ID' : 'Link it',
  },
  ...{ state, tries: at + 1, reward: `${at + 1}2500000000000000000`, assetId: 'reward' },
  submittedAt: new Date(Date.UTC(2026, 10, 20 - at, 11, 48)).toISOString(),
}));

/** Three surpluses, one of which another item blocks and one of which is on its way back, and two proposals about others. */
async function showSurpluses(page: Page): Promise<void> {
  const at = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
  const surpluses = [
    { amount: '7250000', since: at(30), quarantined: false, returning: false },
    { amount: '1204500000', since: at(5), quarantined: true, returning: false },
    { amount: '4500000', since: at(1), quarantined: false, returning: true },
  ].map((each, place) => ({ ...each, id: ids[place], assetId: 'trx', address: freshAddress(), block: 81_204 + place }));
  await page.route('**/console/api/house', (route) => changeAnswer(route, (house) => ({ ...house, surpluses })));
  const content = { kind: 'surplus', surplusId: ids[4], assetId: 'trx', amount: '9000000', to: null };
  const proposed = {
    content: { ...content, address: freshAddress() },
    note: 'Nobody has claimed it',
    proposedAt: at(2),
  };
  const changes = [
    { ...proposed, id: ids[3], state: 'proposed', proposedBy: 'tess', decidedBy: null, decidedAt: null },
    { ...proposed, id: ids[4], state: 'done', proposedBy: 'otto', decidedBy: 'tess', decidedAt: at(1) },
  ];
  await page.route('**/console/api/changes', (route) =>
    changeAnswer(route, (answer) => ({ ...answer, changes, next: null })),
  );
}
