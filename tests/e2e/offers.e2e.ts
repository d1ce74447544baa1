import { randomInt } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { shownVersions } from '@tern/contracts/shown-versions';
import { declareCountry } from './pages/country-sheet.ts';
import { openReceive } from './pages/receive-page.ts';
import { openNewcomer } from './support/account.ts';
import type { Api } from './support/api.ts';
import { readCode } from './support/inbox.ts';
import { promotionIsOpen } from './support/promotion.ts';
import { test } from './support/test.ts';

// Goal: no page offers what its person cannot get. Method: every page that speaks of a bonus or reward before a first top-up, as
// somebody who has declared nothing, an open country and a closed one, and with a phone number from a closed one.

type Seen = { readonly home: string; readonly receive: string; readonly conditions: string; readonly activity: string };

/** What the pages say; the home page is waited for by the prompt, the others by what they always show. */
async function readPages(page: Page): Promise<Seen> {
  await page.goto('/pages/index/index');
  const prompt = page.locator('.notice').filter({ hasText: 'Conditions' });
  await expect(prompt).toBeVisible();
  const home = await prompt.innerText();
  await prompt.getByRole('button', { name: 'Conditions' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText('You can receive and send your own money');
  const conditions = await sheet.innerText();
  const told = page.waitForResponse('**/api/promotions/activation-prompt');
  await openReceive(page);
  await told;
  await expect(page.getByText('Activates the account')).toBeVisible();
  const receive = await page.getByRole('main').innerText();
  const listed = page.waitForResponse('**/api/activities?**');
  await page.goto('/pages/activity/index');
  await listed;
  await expect(page.getByRole('main').locator('.skeleton')).toBeHidden();
  return { home, receive, conditions, activity: await page.getByRole('main').innerText() };
}

/** Somebody with a British mobile number. */
async function registerBritish(api: Api): Promise<void> {
  const number = `77009${randomInt(10_000, 99_999)}`;
  const target = { kind: 'phone', areaCode: '44', number } as const;
  const { challengeId } = await api.identity.sendRegisterCode({ target });
  const code = await readCode(`+44${number}`);
  await api.identity.register({
    target,
    challengeId,
    code,
    password: 'blue harbour 47 lanterns',
    accepted: shownVersions,
  });
}

const amount = /20\s+TERN/;

test('H20 undeclared, open and closed: the pages offer the bonus as depending, as theirs, and not at all', async ({
  device,
}) => {
  await promotionIsOpen();
  const { page, api } = await openNewcomer(device);
  const undeclared = await readPages(page);
  expect(undeclared.home).toMatch(/Top up once, get/);
  expect(undeclared.home).toContain('Bonuses are allowed only in some countries.');
  expect(undeclared.receive).toContain('if your country allows it');
  expect(undeclared.conditions).toContain('once you have declared the country');
  expect(undeclared.activity).toContain('Declare the country you live in before you join');

  await page.goto('/pages/index/index');
  await test.step('its two ways on stand apart, each with the height of a button', async () => {
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      const names = ['Declare your country', 'Conditions'];
      const boxes = await Promise.all(names.map((name) => page.getByRole('button', { name }).boundingBox()));
      const [declare, conditions] = boxes.map((box) => box ?? { x: NaN, y: NaN, width: NaN, height: NaN });
      expect(Math.min(declare?.height ?? 0, conditions?.height ?? 0)).toBeGreaterThanOrEqual(44);
      const isBelow = (conditions?.y ?? NaN) >= (declare?.y ?? NaN) + (declare?.height ?? NaN);
      if (!isBelow)
        expect((conditions?.x ?? NaN) - (declare?.x ?? NaN) - (declare?.width ?? NaN)).toBeGreaterThanOrEqual(16);
    }
  });
  await page.getByRole('button', { name: 'Declare your country' }).click();
  await declareCountry(page, 'united kingdom', 'United Kingdom');
  await expect(page.getByText('Your account is not active yet')).toBeVisible();
  const closed = await readPages(page);
  for (const said of [closed.home, closed.receive, closed.conditions]) {
    expect(said).not.toMatch(/bonus/i);
    expect(said).not.toMatch(amount);
  }
  expect(closed.activity).toContain('No activities where you live');
  expect((await api.promotions.activationPrompt()).bonusOffer).toBe('closed');
});

test('H20 a phone number from a closed country: asked first, and told that a person of ours looks', async ({
  device,
}) => {
  await promotionIsOpen();
  const { page, api } = device;
  await registerBritish(api);
  const before = await readPages(page);
  expect(before.home).toContain('Your account is not active yet');
  expect(before.home).toContain('Declare your country');
  for (const said of [before.home, before.receive, before.conditions]) expect(said).not.toMatch(amount);
  expect(before.receive).not.toContain('Bonus');
  expect(before.activity).toContain('Declare the country you live in before you join');

  await api.preferences.declareCountry({ country: 'DE' });
  const after = await readPages(page);
  expect(after.home).toMatch(/Top up once, get/);
  expect(after.home).toContain('We review it before we pay it');
  expect(after.activity).not.toContain('Declare your country');
});
