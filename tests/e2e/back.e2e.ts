import { expect, type Locator, type Page } from '@playwright/test';
import type { ActivityCard } from '@tern/contracts/routes/activities';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import { cardOf, sampleTitle } from './pages/activity-page.ts';
import { fillSwap, givenField, swapButton, swapSheet } from './pages/swap-page.ts';
import {
  amountField,
  askForDraft,
  confirmSheet,
  fillTransfer,
  goToVerification,
  toField,
  verifySheet,
} from './pages/transfer-page.ts';
import { openAccount, openNewcomer } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { openSwapper } from './support/swapper.ts';
import { test } from './support/test.ts';

// Goal: going back closes what is open and only then leaves the page, and nothing that was closed comes up again. Method: the
// browser's own history, whose entries before and after are counted by where they lead.

const approvedCard: ActivityCard = {
  id: '00000000-0000-4000-8000-000000000001',
  title: sampleTitle,
  summary: 'Show your exchange user ID on a screenshot.',
  language: 'en',
  reward: String(50n * 10n ** 18n),
  places: 500,
  placesLeft: 182,
  closesAt: '2099-11-30T12:00:00.000Z',
  reviewHours: 24,
  platform: 'Harbour Exchange',
  open: true,
  participation: {
    status: 'approved',
    answerBy: '2026-11-22T18:00:00.000Z',
    late: false,
    decidedAt: '2026-11-21T15:00:00.000Z',
    rejection: null,
    resubmitUntil: null,
  },
};

const settings = /\/pages\/my\/setting$/;
const currency = (page: Page): Locator => page.getByRole('dialog', { name: 'Currency unit' });

/** From *My* to the settings, by a link, so that there is a page to go back to. */
async function goToSettings(page: Page): Promise<void> {
  await page.goto('/pages/my/index');
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL(settings);
}

async function openCurrency(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Currency unit/ }).click();
  await expect(currency(page)).toBeVisible();
}

test('a press beside a sheet closes it, and one inside does not', async ({ openPage, newcomer }) => {
  const page = await openPage(newcomer);
  await goToSettings(page);
  await openCurrency(page);
  await currency(page).getByRole('heading', { name: 'Currency unit' }).click();
  await expect(currency(page)).toBeVisible();
  await page.mouse.click(195, 8);
  await expect(currency(page)).toBeHidden();
  await expect(page).toHaveURL(settings);
});

test('going back closes a sheet, then leaves the page; going forward opens no sheet', async ({
  openPage,
  newcomer,
}) => {
  const page = await openPage(newcomer);
  await goToSettings(page);
  await openCurrency(page);
  await page.goBack();
  await expect(currency(page)).toBeHidden();
  await expect(page).toHaveURL(settings);
  await page.goForward();
  await expect(currency(page)).toBeHidden();
  await expect(page).toHaveURL(settings);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'My' })).toBeVisible();
  await page.goForward();
  await expect(page).toHaveURL(settings);
  await expect(currency(page)).toBeHidden();
});

test('a sheet that was closed by its own ways, or by a reload, leaves nothing to go back through', async ({
  openPage,
  newcomer,
}) => {
  const page = await openPage(newcomer);
  await goToSettings(page);
  await openCurrency(page);
  await currency(page).getByRole('button', { name: 'Close' }).click();
  await expect(currency(page)).toBeHidden();
  await openCurrency(page);
  await page.keyboard.press('Escape');
  await expect(currency(page)).toBeHidden();
  await openCurrency(page);
  await page.reload();
  await expect(page.getByRole('button', { name: /Currency unit/ })).toBeVisible();
  await expect(currency(page)).toBeHidden();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'My' })).toBeVisible();
});

test('a page opened from a sheet leads back to the page below it, with the sheet closed', async ({
  openPage,
  newcomer,
}) => {
  const page = await openPage(newcomer);
  await page.goto('/pages/index/index');
  await page.getByRole('button', { name: /^USDT/ }).click();
  const sheet = page.getByRole('dialog', { name: 'USDT' });
  await sheet.getByRole('link', { name: 'Receive' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Receive' })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('button', { name: /^USDT/ })).toBeVisible();
  await expect(sheet).toBeHidden();
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name: 'Receive' })).toBeVisible();
});

test('what a sheet changed in the address of its page stays after it is closed', async ({ openPage, newcomer }) => {
  const page = await openPage(newcomer);
  await page.goto('/pages/my/index');
  await page.getByRole('main').getByRole('link', { name: 'Records' }).click();
  await page.getByRole('button', { name: 'Asset' }).click();
  await page.getByRole('dialog', { name: 'Asset' }).getByRole('button', { name: /USDT/ }).click();
  await expect(page.getByRole('dialog', { name: 'Asset' })).toBeHidden();
  await expect(page).toHaveURL(/coin=usdt/);
  // By its address, which is what a reload goes by.
  await page.reload();
  await expect(page).toHaveURL(/coin=usdt/);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'My' })).toBeVisible();
});

test('in a transfer going back closes the keypad, then the draft, and leaves the filled form; forward opens neither', async ({
  device,
}) => {
  const { page } = await openAccount(device, { usdt: toUnits('usdt', '20') });
  const to = freshAddress();
  await fillTransfer(page, { coin: 'usdt', to, amount: '2' });
  await askForDraft(page);
  await goToVerification(page);
  await page.goBack();
  await expect(verifySheet(page)).toBeHidden();
  await expect(confirmSheet(page)).toBeVisible();
  await page.goBack();
  await expect(confirmSheet(page)).toBeHidden();
  await expect(amountField(page)).toHaveValue('2');
  await expect(toField(page)).toHaveValue(to);
  await page.goForward();
  await page.goForward();
  await expect(confirmSheet(page)).toBeHidden();
  await expect(amountField(page)).toHaveValue('2');
});

test('in a swap and at a claim going back closes the keypad and leaves the page; forward does not open it again', async ({
  device,
}) => {
  const { page } = await openSwapper(device, { usdt: toUnits('usdt', '20') });
  await fillSwap(page, { coin: 'usdt', for: 'reward', amount: '5' });
  await swapButton(page).click();
  await expect(swapSheet(page)).toBeVisible();
  await page.goBack();
  await expect(swapSheet(page)).toBeHidden();
  await page.goForward();
  await expect(swapSheet(page)).toBeHidden();
  await expect(givenField(page)).toHaveValue('5.00');

  // An entry is approved by operators; here the list alone says so.
  await page.route('**/api/activities?*', (route) =>
    route.fulfill({ json: { activities: [approvedCard], nextCursor: null, offered: true } }),
  );
  await page.goto('/pages/activity/index');
  await cardOf(page)
    .getByRole('button', { name: /^Claim/ })
    .click();
  const claim = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await expect(claim).toBeVisible();
  await page.goBack();
  await expect(claim).toBeHidden();
  await page.goForward();
  await expect(claim).toBeHidden();
  await expect(cardOf(page)).toBeVisible();
});

test('going back does not interrupt what is being sent', async ({ device }) => {
  const { page } = await openNewcomer(device);
  await goToSettings(page);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/preferences', async (route) => {
    if (route.request().method() !== 'GET') await held;
    await route.continue();
  });
  await openCurrency(page);
  await currency(page).getByRole('button', { name: 'TRX' }).click();
  const place = () => page.evaluate(() => navigation.currentEntry?.index);
  const ofSheet = await place();
  for (let press = 0; press < 2; press += 1) {
    await page.goBack();
    // The step is taken back; a press before that is one away from the page.
    await expect.poll(place).toBe(ofSheet);
  }
  await expect(currency(page)).toBeVisible();
  await expect(page).toHaveURL(settings);
  release();
  await expect(currency(page)).toBeHidden();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'My' })).toBeVisible();
});

test('where the browser drops the step away from a closed sheet, addresses still follow the pages', async ({
  openPage,
  newcomer,
}) => {
  const page = await openPage(newcomer);
  await page.addInitScript(() => {
    const go = history.go.bind(history);
    let dropped = false;
    history.go = (steps) => {
      if (dropped) go(steps);
      dropped = true;
    };
  });
  await goToSettings(page);
  await openCurrency(page);
  await currency(page).getByRole('button', { name: 'Close' }).click();
  await expect(currency(page)).toBeHidden();
  await page.getByRole('main').getByRole('link', { name: 'Language' }).click();
  await expect(page).toHaveURL(/\/pages\/common\/language$/);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});

test('a step that takes its time is not given up for an earlier one', async ({ openPage, newcomer }) => {
  const page = await openPage(newcomer);
  // Steps and the time after which they are given up come when the test lets them.
  await page.addInitScript(() => {
    const [go, set, clear] = [history.go.bind(history), setTimeout, clearTimeout];
    const times = new Map<number, () => void>();
    const steps: (() => void)[] = [];
    history.go = (by) => void steps.push(() => go(by));
    globalThis.setTimeout = ((work: () => void, ms?: number) =>
      ms === 1_000 ? (times.set(-times.size - 1, work), -times.size) : set(work, ms)) as typeof setTimeout;
    globalThis.clearTimeout = (id) =>
      typeof id === 'number' && id < 0 ? void times.set(id, () => undefined) : clear(id);
    Object.assign(globalThis, { step: () => steps.shift()?.(), firstTimeIsUp: () => times.get(-1)?.() });
  });
  const call = (name: 'step' | 'firstTimeIsUp') =>
    page.evaluate((which) => (globalThis as unknown as Record<string, () => void>)[which]?.(), name);
  await goToSettings(page);
  for (const next of ['step', 'firstTimeIsUp'] as const) {
    await openCurrency(page);
    await currency(page).getByRole('button', { name: 'Close' }).click();
    await expect(currency(page)).toBeHidden();
    await call(next);
  }
  await page.getByRole('main').getByRole('link', { name: 'Language' }).click();
  await call('step');
  await expect(page.getByRole('heading', { level: 1, name: 'Language' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name: 'Language' })).toBeVisible();
});
