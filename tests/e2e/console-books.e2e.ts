import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import { consoleUrl } from './installation.ts';
import { openAccount } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { enrolOperator, openDesk, signDecision } from './support/console.ts';
import { expectAccessible, expectNoOverflow, settled } from './support/looks.ts';
import { distributeNow } from './support/pool.ts';
import { sendByApi } from './support/send-by-api.ts';
import { speakChinese } from './support/speak-chinese.ts';
import { swapByApi } from './support/swap-by-api.ts';
import { test } from './support/test.ts';
import { thoseInTurn } from './support/turn.ts';

// Goal: a day of the finance department in the room of books, from the trial balance to a statement in somebody's hands, and every
// page of the room whole and accessible. Method: somebody deposits, sends and swaps; a treasurer follows it; what an installation
// has only after days is the server's own answer, changed on its way.

const widths = [1280, 820, 390] as const;
const withPictures = process.env['E2E_PICTURES'] === 'yes';

const open = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('navigation', { name: 'Books' }).getByRole('link', { name, exact: true }).click();
};

test('a treasurer follows money through the books and hands over a statement', async ({ device, newDevice }) => {
  test.setTimeout(300_000);
  const account = await openAccount(device, { usdt: toUnits('usdt', '5000') });
  await sendByApi(account, { assetId: 'usdt', to: freshAddress(), amount: '120' });
  await swapByApi(account, { assetOut: 'usdt', assetIn: 'reward', amount: '50' });
  const { publicId } = await account.api.identity.account();
  const page = await openDesk(newDevice);
  await enrolOperator(page, 'fina', 'treasurer');
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Books' }).click();

  // The books agree with themselves now, and before any moment.
  await expect(page.getByRole('main')).toContainText('the journals add up to the balances of all accounts');
  await expect(page.getByText('Debits equal credits.').first()).toBeVisible();
  await page.getByLabel('Before (UTC)').fill('2020-01-01T00:00');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('main')).toContainText('Nothing had been posted before this moment.');

  // From the person to a journal, its hold and its entries.
  await open(page, 'Journals');
  await page.getByLabel('Number of a person').fill(publicId);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const journals = page.getByRole('table', { name: 'Journals' });
  // Until they are found, the table has everybody's.
  await expect(journals.getByRole('link', { name: 'Swap', exact: true })).toHaveCount(1);
  await page.getByRole('textbox', { name: 'Amount' }).fill('5000');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(journals.getByRole('row')).toHaveCount(2);
  await journals.getByRole('link', { name: 'Deposit', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Legs' })).toContainText('5,000.00 USDT');
  await expect(page.getByRole('table', { name: 'Entries' }).getByRole('row')).toHaveCount(3);
  await page.goBack();
  await page.getByRole('textbox', { name: 'Amount' }).fill('7.77');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('main')).toContainText('No journal');

  // What lies on the chain was compared today.
  await open(page, 'Reconciliation');
  await expect(page.getByRole('table', { name: 'Comparisons by day' })).toContainText('Hot wallet');

  await open(page, 'Fees and costs');
  await expect(page.getByRole('main')).toContainText('Left for the house');

  // Only with a reason, and the log keeps it.
  await open(page, 'Statements');
  await page.getByLabel('Number of a person').fill(publicId);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('main')).toContainText('Closing balance');
  const pdf = page.getByRole('button', { name: 'PDF' });
  await expect(pdf).toBeDisabled();
  await page.getByLabel('Made out to (optional)').fill('王小明');
  await page.getByLabel('Why; it stands in the log').fill('Asked for by the person');
  const [paper] = await Promise.all([page.waitForEvent('download'), pdf.click()]);
  expect(paper.suggestedFilename()).toMatch(new RegExp(`^statement-${publicId}-.*\\.pdf$`));
  expect((await readFile(await paper.path())).subarray(0, 5).toString()).toBe('%PDF-');
  const [sheet] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()]);
  const rows = (await readFile(await sheet.path(), 'utf8')).trim().split('\r\n');
  expect(rows.filter((row) => row.includes('"Swap, given"'))).toHaveLength(1);

  // A file that breaks off goes on by itself after its last whole journal.
  await open(page, 'Export');
  const line = (id: number): string => `${JSON.stringify({ type: 'journal', id: String(id) })}\n`;
  const asked: unknown[] = [];
  await page.route('**/console/api/books/export', async (route) => {
    asked.push(route.request().postDataJSON());
    if (asked.length === 1) return await route.abort();
    await route.fulfill({
      body: `${line(1)}${line(2)}`,
      headers: { 'content-disposition': 'attachment; filename="b.jsonl"' },
    });
  });
  await page.getByLabel('Format').selectOption({ label: 'JSON lines, one line for each journal' });
  await page.getByRole('button', { name: 'Download' }).click();
  await expect(page.getByRole('alert')).toContainText('No answer');
  const [again] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(await readFile(await again.path(), 'utf8')).toBe(line(1) + line(2));
  await page.unroute('**/console/api/books/export');
  const [books] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect((await readFile(await books.path(), 'utf8')).trim().split('\n').at(-1)).toContain('"type":"end"');

  await page.goto(`${consoleUrl}/log`);
  const log = page.getByRole('main');
  await expect(log).toContainText('downloaded the books from');
  await expect(log).toContainText('downloaded the statement of person');
});

test('H10 two treasurers hand an auditor how balances went in the period of a distribution', async ({ newDevice }) => {
  test.setTimeout(240_000);
  const distribution = await distributeNow();
  const [first, second] = [await openDesk(newDevice), await openDesk(newDevice)];
  const fia = await enrolOperator(first, 'fia', 'treasurer');
  await enrolOperator(second, 'finn', 'treasurer');
  await first.goto(`${consoleUrl}/books/export`);
  const listed = first
    .getByRole('listitem')
    .filter({ has: first.getByRole('button') })
    .first();
  await listed.getByRole('button', { name: 'Propose to allow the file' }).click();
  await listed.getByLabel('Why').fill('For the yearly audit');
  await listed.getByRole('button', { name: 'Propose to allow the file' }).click();
  await signDecision(first, 'Propose this change', ['For the yearly audit']);
  await second.goto(`${consoleUrl}/changes`);
  await second.getByRole('row', { name: 'For the yearly audit' }).getByRole('button', { name: 'Carry out' }).click();
  await signDecision(second, 'Carry out this change', [fia, 'For the yearly audit']);
  await first.reload();
  const allowed = first.getByRole('listitem').filter({ hasText: 'can be taken until' });
  const [file] = await Promise.all([
    first.waitForEvent('download'),
    allowed.getByRole('button', { name: 'Take the file' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`histories-${distribution}.jsonl`);
  const [head = '', ...lines] = (await readFile(await file.path(), 'utf8')).trim().split('\n');
  const { holders, root } = JSON.parse(head) as { holders: number; root: string };
  expect(root).toMatch(/^[0-9a-f]{64}$/);
  expect(lines.length).toBeGreaterThanOrEqual(holders);
  for (const line of lines) expect(JSON.parse(line)).toHaveProperty('moves');
});

test('every page of the books is accessible and whole at every width, in both themes and languages', async ({
  device,
  newDevice,
}, info) => {
  test.setTimeout(480_000);
  const account = await openAccount(device, { usdt: toUnits('usdt', '5000') });
  await sendByApi(account, { assetId: 'usdt', to: freshAddress(), amount: '120' });
  await swapByApi(account, { assetOut: 'usdt', assetIn: 'reward', amount: '50' });
  const { publicId } = await account.api.identity.account();
  const page = await openDesk(newDevice);
  await enrolOperator(page, 'fay', 'treasurer');
  await showDays(page);
  await page.goto(`${consoleUrl}/books/journals?kind=swap`);
  const journal = await page.getByRole('table').getByRole('link').first().getAttribute('href');
  const paths = {
    balance: `${consoleUrl}/books`,
    chart: `${consoleUrl}/books/chart`,
    journals: `${consoleUrl}/books/journals`,
    journal: `${new URL(consoleUrl).origin}${journal}`,
    days: `${consoleUrl}/books/days`,
    reconciliations: `${consoleUrl}/books/reconciliations`,
    fees: `${consoleUrl}/books/fees`,
    statements: `${consoleUrl}/books/statements?person=${publicId}`,
    export: `${consoleUrl}/books/export`,
    help: `${consoleUrl}/books/help`,
  };
  const pages = thoseInTurn(Object.entries(paths));
  for (const [name, path] of pages) {
    await page.goto(path);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of widths) {
        await page.setViewportSize({ width, height: width === 1280 ? 800 : 1000 });
        await settled(page);
        if (withPictures) {
          await page.screenshot({ path: info.outputPath(`books-${name}-${width}-${colorScheme}.png`), fullPage: true });
        }
        await expectNoOverflow(page, `books ${name} at ${width} px`);
      }
      await expectAccessible(page, `books ${name} in ${colorScheme}`);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 800 });
  }
  await speakChinese(page);
  for (const [name, path] of pages) {
    await page.goto(path);
    await settled(page);
    await expectNoOverflow(page, `books ${name} in Chinese`);
    if (withPictures) await page.screenshot({ path: info.outputPath(`books-${name}-zh.png`), fullPage: true });
  }
});

/** Days that are closed, which a new installation has none of, with as much as a busy one has. */
async function showDays(page: Page): Promise<void> {
  const days = Array.from({ length: 9 }, (_, at) => ({
    day: new Date(Date.now() - (at + 1) * 86_400_000).toISOString().slice(0, 10),
    journals: 18_211 - at * 731,
    entries: 71_040 - at * 2_100,
    root: String(at).repeat(64),
    assets:
      at === 0
        ? null
        : [
            { assetId: 'usdt', amount: '1284300150000' },
            { assetId: 'trx', amount: '99120000' },
          ],
  }));
  await page.route('**/console/api/books/days', (route) => route.fulfill({ json: { days, next: null } }));
}
