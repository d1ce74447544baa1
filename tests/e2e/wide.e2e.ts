import { expect, type Locator, type Page } from '@playwright/test';
import { assetRow } from './pages/home-page.ts';
import { timeline } from './pages/record-page.ts';
import { openNewcomer, type Newcomer } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { faucet } from './support/devchain.ts';
import type { Device } from './support/device.ts';
import { test } from './support/test.ts';

// Goal: on a wide screen the main areas are in a rail and a list stays beside what is opened from it, with its filter and its
// place; a narrower one shows one page, and going from one to the other loses nothing. Single keys lead to the main pages and
// can be switched off. Method: a browser without a touch screen at 1280 × 800 and 768 × 1024, resized in between.

const desk = { width: 1280, height: 800 };
const tablet = { width: 768, height: 1024 };

const rail = (page: Page): Locator =>
  page.getByRole('navigation', { name: 'Main navigation' }).and(page.locator('.rail'));
const listPane = (page: Page): Locator => page.locator('[data-pane="list"]');
const filter = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const nothingOpened = 'Choose an entry from the list to see it here.';

async function openDesk(newDevice: (options: object) => Promise<Device>): Promise<Newcomer> {
  return await openNewcomer(await newDevice({ viewport: desk, hasTouch: false, isMobile: false }));
}

async function receiveTwice({ address, api }: Newcomer): Promise<void> {
  await faucet(address, 'usdt', toUnits('usdt', '31.5'));
  await faucet(address, 'trx', toUnits('trx', '40'));
  await expect
    .poll(async () => (await api.records.listRecords({})).records.filter(({ status }) => status === 'success').length, {
      intervals: [200],
      timeout: 120_000,
    })
    .toBeGreaterThanOrEqual(2);
}

test('a record opens beside its list, which keeps its filter through reload, back and forward', async ({
  newDevice,
}) => {
  const newcomer = await openDesk(newDevice);
  const { page } = newcomer;
  await receiveTwice(newcomer);
  await page.goto('/pages/record/index');
  await expect(rail(page).getByRole('link', { name: 'Records' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByText(nothingOpened)).toBeVisible();
  await filter(page, 'In').click();
  await expect(page).toHaveURL(/\?filter=in$/);
  const row = listPane(page).getByRole('link', { name: /31\.50/ });
  await row.click();

  const expectBoth = async (): Promise<void> => {
    await expect(page).toHaveURL(/\/pages\/record\/detail\?id=/);
    await expect(page.getByRole('main').and(page.locator('[data-pane="detail"] *'))).toContainText('31.50');
    await expect(timeline(page)).toBeVisible();
    await expect(row).toHaveAttribute('aria-current', 'page');
    await expect(filter(page, 'In')).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(['Received']);
    await expect(rail(page).getByRole('link', { name: 'Records' })).toHaveAttribute('aria-current', 'true');
  };
  await expectBoth();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.reload();
  await expectBoth();
  await page.goBack();
  await expect(page).toHaveURL(/\/pages\/record\/index\?filter=in$/);
  await expect(page.getByText(nothingOpened)).toBeVisible();
  await page.goForward();
  await expectBoth();

  await filter(page, 'Out').click();
  await expect(page).toHaveURL(/\/pages\/record\/index\?filter=out$/);
  await expect(page.getByText(nothingOpened)).toBeVisible();
  await page.goBack();
  await expectBoth();
});

test('a list keeps its place while a detail is opened and after a reload, and the focus comes back to its row', async ({
  newDevice,
}) => {
  const { page } = await openDesk(newDevice);
  await page.setViewportSize({ width: 1280, height: 420 });
  await page.goto('/pages/my/index');
  const row = listPane(page).getByRole('link', { name: /^Passkeys/ });
  await row.focus();
  const readPlace = (): Promise<number> => listPane(page).evaluate((pane) => Math.round(pane.scrollTop));
  await expect.poll(readPlace).toBeGreaterThan(100);
  const place = await readPlace();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Passkeys' })).toBeFocused();
  expect(await readPlace()).toBe(place);
  await page.goBack();
  await expect(row).toBeFocused();
  expect(await readPlace()).toBe(place);
  await page.goForward();
  await listPane(page).evaluate((pane) => pane.scrollBy(0, 40));
  await expect.poll(() => page.evaluate(() => JSON.stringify(history.state))).toContain(`"top":${place + 40}`);
  await page.reload();
  await expect(row).toHaveAttribute('aria-current', 'page');
  await expect.poll(readPlace).toBe(place + 40);
});

test('resizing over the border keeps what was typed and chosen, in the page and in the list', async ({ newDevice }) => {
  const { page } = await openDesk(newDevice);
  // A password is in no draft: it is there only as long as the page is the same.
  await page.goto('/pages/my/password-login-edit');
  const field = page.getByLabel('New password', { exact: true });
  await field.fill('half of a long one');
  await page.setViewportSize(tablet);
  await expect(rail(page)).toBeHidden();
  await expect(listPane(page)).toBeHidden();
  await expect(field).toHaveValue('half of a long one');
  await page.setViewportSize(desk);
  await expect(rail(page)).toBeVisible();
  await expect(listPane(page).getByText('This device')).toBeVisible();
  await expect(field).toHaveValue('half of a long one');

  await page.setViewportSize(tablet);
  await page.goto('/pages/record/index');
  await page.getByRole('button', { name: 'Search records' }).click();
  const search = page.getByRole('searchbox');
  await search.pressSequentially(' 3');
  await page.setViewportSize(desk);
  await expect(page.getByText(nothingOpened)).toBeVisible();
  await expect(search).toHaveValue(' 3');
  await expect(search).toBeFocused();
});

test('home shows an asset beside the wallet, and on a tablet in a dialog in the middle', async ({ newDevice }) => {
  const { page } = await openDesk(newDevice);
  await page.goto('/pages/index/index');
  await assetRow(page, 'TRX').click();
  await expect(page.getByRole('region', { name: /^TRX/ })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(assetRow(page, 'TRX')).toHaveAttribute('aria-current', 'true');
  await page.setViewportSize(tablet);
  await expect(page.getByRole('region', { name: /^TRX/ })).toBeHidden();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible();
  await assetRow(page, 'TRX').click();
  const dialog = page.getByRole('dialog', { name: /TRX/ });
  await expect(dialog).toBeVisible();
  const middle = async (): Promise<readonly number[]> => {
    const box = await dialog.boundingBox();
    return box === null ? [] : [box.x + box.width / 2, box.y + box.height / 2].map(Math.round);
  };
  await expect.poll(middle).toEqual([tablet.width / 2, tablet.height / 2]);
  await page.goBack();
  await expect(dialog).toBeHidden();
});

test('single keys lead to the main pages, to the search and to their list; never while typing or in a sheet', async ({
  newDevice,
}) => {
  const { page } = await openDesk(newDevice);
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const heading = (name: string): Locator => page.getByRole('heading', { level: 1, name });
  await page.goto('/pages/index/index');
  await expect(rail(page)).toBeVisible();
  await press('g', 'r');
  await expect(heading('Records')).toBeVisible();
  // The heading comes before what the page can do.
  await expect(page.getByRole('button', { name: 'Search records' })).toBeVisible();
  await press('/');
  const search = page.getByRole('searchbox');
  await expect(search).toBeFocused();
  await press('g', 'h', '?', 's');
  await expect(search).toHaveValue('gh?s');
  await expect(heading('Records')).toBeVisible();
  await heading('Records').focus();
  await press('g', 'm');
  await expect(heading('Messages')).toBeVisible();
  await press('s');
  await expect(heading('Transfer')).toBeVisible();
  await heading('Transfer').focus();

  await press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toContainText('Search this page');
  await sheet.getByRole('heading').focus();
  await press('g', 'h');
  await expect(sheet).toBeVisible();
  await sheet.getByRole('switch', { name: 'Use keyboard shortcuts' }).uncheck();
  await press('Escape');
  await expect(sheet).toBeHidden();
  await press('g', 'r', '?');
  await expect(heading('Transfer')).toBeVisible();
  await expect(sheet).toBeHidden();

  await page.goto('/pages/my/setting');
  await page.getByRole('switch', { name: 'Use keyboard shortcuts' }).check();
  await heading('Settings').focus();
  await press('g', 'h');
  await expect(page).toHaveURL(/\/pages\/index\/index$/);
});

test('a search that is about to begin calls nobody back who is on the way to another page', async ({ newDevice }) => {
  const { page } = await openDesk(newDevice);
  const devtools = await page.context().newCDPSession(page);
  await page.goto('/pages/record/index');
  await page.getByRole('button', { name: 'Search records' }).click();
  const search = page.getByRole('searchbox');
  await search.focus();
  // A slow device is still drawing the other page when the search is due, 300 ms after the last letter.
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await search.evaluate((field: HTMLInputElement) => {
    const press = (key: string) =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    field.setRangeText('doubloons');
    field.dispatchEvent(new Event('input', { bubbles: true }));
    setTimeout(() => {
      document.querySelector('h1')?.focus();
      press('g');
      press('m');
    }, 260);
  });
  await expect(page).toHaveURL(/\/pages\/my\/message$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
  await expect(page).toHaveURL(/\/pages\/my\/message$/);
});
