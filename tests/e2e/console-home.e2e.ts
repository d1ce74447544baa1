import { expect, type Page } from '@playwright/test';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import { consoleUrl } from './installation.ts';
import { openAccount } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { enrolOperator, openDesk } from './support/console.ts';
import { expectAccessible, expectNoOverflow, settled } from './support/looks.ts';
import { sendByApi } from './support/send-by-api.ts';
import { test } from './support/test.ts';

// Goal: the first page of the console says what waits for whoever looks and for others, the badges say the same, every number leads to
// its list, and each of its states is whole and accessible. Method: operators of different roles look at one transfer that waits; the
// states that an installation is seldom in are the server's own answers, changed on their way.

const widths = [1280, 820, 390] as const;
const withPictures = process.env['E2E_PICTURES'] === 'yes';

const rowOf = (page: Page, kind: string) =>
  page
    .getByRole('main')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: kind }) });
const badgeOf = (page: Page, area: string) =>
  page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: area }).locator('b');

test('what waits is counted for each role, in the table and in the badges, and leads to its list', async ({
  device,
  newDevice,
}, info) => {
  test.setTimeout(180_000);
  const account = await openAccount(device, { usdt: toUnits('usdt', '20000') });
  await sendByApi(account, { assetId: 'usdt', to: freshAddress(), amount: '7500' });
  const [reviewer, viewer] = [await openDesk(newDevice), await openDesk(newDevice)];
  await enrolOperator(reviewer, 'heidi', 'reviewer');
  await enrolOperator(viewer, 'vito', 'viewer');
  for (const page of [reviewer, viewer]) await page.goto(consoleUrl);

  await expect(reviewer.getByRole('heading', { level: 1 })).toHaveText(/^[\d,]+ waits?, [1-9][\d,]* for you$/);
  const waiting = rowOf(reviewer, 'Withdrawals to review');
  // Others decide meanwhile; the table and the badge come from one answer and change together.
  const read = async () => ({
    ...{ waiting: await waiting.getByRole('cell').first().innerText() },
    ...{
      mine: await waiting.getByRole('cell').nth(1).innerText(),
      badge: await badgeOf(reviewer, 'Withdrawals').innerText(),
    },
  });
  await expect.poll(async () => new Set(Object.values(await read())).size).toBe(1);
  await expect(waiting).toContainText('promised to the person');
  await expect(reviewer.getByRole('main')).toContainText('Oldest unanswered promise');

  await look(reviewer, 'waiting', info.outputPath.bind(info));

  await expect(viewer.getByRole('heading', { level: 1 })).toHaveText(/ 0 for you$/);
  await expect(rowOf(viewer, 'Withdrawals to review').getByRole('cell').nth(1)).toHaveText('–');
  await expect(rowOf(viewer, 'Withdrawals to review')).toContainText('Reviewer, Treasurer');

  await waiting.getByRole('link').click();
  await reviewer.waitForURL(/\/console\/reviews/);
  const rows = reviewer.locator('.queue-row');
  await expect(rows.filter({ hasText: '7,500.00 USDT' }).first()).toBeVisible();
  await expect
    .poll(async () => Number(await badgeOf(reviewer, 'Withdrawals').innerText()) - (await rows.count()))
    .toBe(0);

  // The numbers of the chart are a table as well, a row each day.
  await viewer.getByRole('table', { name: 'Sends, each day in UTC' }).waitFor({ state: 'attached' });
  await expect(viewer.getByRole('table', { name: 'Sends, each day in UTC' }).getByRole('row')).toHaveCount(14);
});

test('alarms lead to where something can be done and to what they mean; nothing, failing and waiting look whole', async ({
  newDevice,
}, info) => {
  test.setTimeout(240_000);
  const page = await openDesk(newDevice);
  await enrolOperator(page, 'tilda', 'treasurer');
  await page.route('**/console/api/home/overview', async (route) => {
    const answer = await route.fetch();
    const overview = (await answer.json()) as Record<string, unknown>;
    await route.fulfill({
      response: answer,
      json: { ...overview, alarms: [{ alarm: 'HotWalletLow', about: ['usdt'] }] },
    });
  });
  await page.goto(consoleUrl);
  const alarms = page.getByRole('list', { name: 'Alarms' });
  await expect(alarms).toContainText('The hot wallet is below its minimum. USDT');
  await look(page, 'content', info.outputPath.bind(info));
  await alarms.getByRole('link', { name: 'What this alarm means' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('HotWalletLow');
  await expect(page.getByRole('main')).toContainText('Wait for the sweeps.');
  await page.goBack();
  await alarms.getByRole('link', { name: 'Open Treasury' }).click();
  await page.waitForURL(/\/console\/treasury$/);

  await page.route('**/console/api/home/waiting', async (route) => {
    const answer = await route.fetch();
    const waiting = (await answer.json()) as { kinds: object[] };
    await route.fulfill({
      response: answer,
      json: {
        ...waiting,
        kinds: waiting.kinds.map((kind) => ({ ...kind, items: 0, mine: 0, due: null, dueIs: null })),
      },
    });
  });
  await page.goto(consoleUrl);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nothing waits');
  await look(page, 'empty', info.outputPath.bind(info));

  await page.unroute('**/console/api/home/waiting');
  await page.unroute('**/console/api/home/overview');
  await page.route('**/console/api/home/*', (route) => route.abort());
  await page.goto(consoleUrl);
  await expect(page.getByRole('alert').first()).toContainText('Loading failed');
  await look(page, 'failed', info.outputPath.bind(info));
  await page.unroute('**/console/api/home/*');
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(page.getByRole('heading', { name: 'Hot wallets' })).toBeVisible();
});

test('every chart of the first page is a table too, with the same numbers', async ({ newDevice }) => {
  const page = await openDesk(newDevice);
  await enrolOperator(page, 'vico', 'viewer');
  await page.goto(consoleUrl);
  const hot = page.getByRole('table', { name: 'Hot wallets' });
  await expect(hot.getByRole('row')).toHaveCount(4);
  const shown = page.locator('.home-hot-amount .body-strong');
  for (const [at, text] of (await shown.allInnerTexts()).entries())
    await expect(
      hot
        .getByRole('row')
        .nth(at + 1)
        .getByRole('cell')
        .first(),
    ).toHaveText(text);
  for (const name of ['Deposits', 'Sends', 'Internal transfers', 'Swaps', 'Sign-ups'])
    await expect(page.getByRole('table', { name: `${name}, each day in UTC` }).getByRole('row')).toHaveCount(14);
  // Whatever is drawn to a measure stands hidden beside a table with a row for each bar.
  const charts = await page.getByRole('main').evaluate((main) => {
    const bars = [...main.querySelectorAll<HTMLElement>('i[style]')];
    return [...Map.groupBy(bars, (bar) => bar.closest('section')).entries()].map(([section, drawn]) => ({
      name: section?.querySelector('h2')?.textContent,
      isHidden: drawn.every((bar) => bar.closest('[aria-hidden="true"]') !== null),
      missing: drawn.length - (section?.querySelectorAll('tbody tr').length ?? 0),
    }));
  });
  expect(charts.length).toBe(6);
  for (const chart of charts) expect(chart).toMatchObject({ isHidden: true, missing: 0 });
});

test('on a phone the menu opens and closes, and leads to a page', async ({ newDevice }) => {
  const page = await openDesk(newDevice, { width: 390, height: 844 });
  await enrolOperator(page, 'pia', 'reviewer');
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.click();
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { name: 'What waits' })).toBeVisible();
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
});

async function look(page: Page, name: string, at: (file: string) => string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of widths) {
      await page.setViewportSize({ width, height: width === 1280 ? 800 : 1000 });
      await settled(page);
      if (withPictures) await page.screenshot({ path: at(`home-${name}-${width}-${colorScheme}.png`), fullPage: true });
      await expectNoOverflow(page, `home ${name} at ${width} px`);
      await expectAccessible(page, `home ${name} at ${width} px in ${colorScheme}`);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 800 });
}
