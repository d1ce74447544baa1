import { expect, type Page } from '@playwright/test';
import { sql } from 'kysely';
import { consoleUrl } from './installation.ts';
import { openAccount } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { enrolOperator, openDesk, signDecision } from './support/console.ts';
import { lookAtConsole } from './support/look-at-console.ts';
import { expectAccessible, expectNoOverflow, settled, still } from './support/looks.ts';
import { asOwner } from './support/owner.ts';
import { test } from './support/test.ts';

// Goal: two administrators set limits of levels and give somebody a level, and the person reads what it allows, until when and how
// to object. Method: two administrators at their desks and the person's phone. The limits are above those for everybody, so
// that no other test meets them; with `E2E_PICTURES=yes` there are pictures for the eye.
const withPictures = process.env['E2E_PICTURES'] === 'yes';

test.afterEach(() => setLimits(sql`'{}'`));

test('limits of levels are set and a level is given by two, and its person reads what it allows', async ({
  device,
  newDevice,
}, info) => {
  test.setTimeout(480_000);
  const account = await openAccount(device, { usdt: toUnits('usdt', '300') });
  const { publicId } = await account.api.identity.account({});
  const [first, second] = [await openDesk(newDevice), await openDesk(newDevice)];
  await enrolOperator(first, 'abel', 'administrator');
  await enrolOperator(second, 'beth', 'administrator');

  await proposeLimits(first);
  await second.goto(`${consoleUrl}/terms`);
  await carryOut(second, 'To the chain in 24 hours: level 0: 800,000.00 USDT, level 1: 900,000.00 USDT', '800000');
  const levels = second.locator('section').filter({ has: second.getByRole('heading', { name: 'Levels of identity' }) });
  await expect(levels.getByRole('columnheader', { name: /^From / })).toBeVisible();
  await expect(levels.getByRole('row', { name: '1 as everybody 900,000.00 USDT' })).toBeVisible();
  await lookAtConsole(second, 'levels-terms', (file) => info.outputPath(file));
  await setLimits(sql`'{800000000000,900000000000}'`);

  await proposeLevel(first, publicId);
  await openSecurity(second, publicId);
  await carryOut(second, `Account ${publicId}: level 1 until`, 'Video check 4711');
  const check = second.locator('section').filter({ has: second.getByRole('heading', { name: 'Levels decided' }) });
  await expect(check.getByText('Video check 4711')).toBeVisible();
  await lookAtConsole(second, 'levels-person', (file) => info.outputPath(file));

  // Before money comes.
  await account.page.goto('/pages/index/receive');
  await expect(account.page.getByText(/from the lowest level up: 800,000/)).toBeVisible();
  await account.page.goto('/pages/index/transfer');
  await expect(account.page.getByText('Level of your identity check')).toBeVisible();
  await expect(account.page.getByText(/^900,000/).first()).toBeVisible();
  await expect(account.page.getByText('Level ends')).toBeVisible();
  await expect(account.page.getByRole('link', { name: 'File a complaint' })).toBeVisible();
  for (const width of [390, 320]) {
    await account.page.setViewportSize({ width, height: 844 });
    for (const colorScheme of ['dark', 'light'] as const) {
      await account.page.emulateMedia({ colorScheme });
      await still(account.page);
      await expectNoOverflow(account.page, `transfer at ${width}`);
      await expectAccessible(account.page, `transfer in ${colorScheme}`);
      const path = info.outputPath(`levels-transfer-${width}-${colorScheme}.png`);
      if (withPictures) await account.page.screenshot({ path, fullPage: true });
    }
  }
});

async function proposeLimits(page: Page): Promise<void> {
  await page.goto(`${consoleUrl}/terms`);
  const form = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Change the levels' }) });
  await form.getByLabel('How many levels').selectOption('2');
  await form.getByLabel('Level 0, in USDT').fill('800000');
  await form.getByLabel('Level 1, in USDT').fill('9000');
  await expect(form.getByRole('button', { name: 'Propose' })).toBeDisabled();
  await form.getByLabel('Level 1, in USDT').fill('900000');
  await form.getByRole('button', { name: 'Propose' }).click();
  await form.getByLabel('Why').fill('Asked for by the licence');
  await form.getByRole('button', { name: 'Propose' }).click();
  await signDecision(page, 'Propose this change', ['800000', '900000', 'Asked for by the licence']);
}

async function openSecurity(page: Page, publicId: string): Promise<void> {
  await page.goto(`${consoleUrl}/people?search=${publicId}`);
  await page.getByRole('link', { name: publicId }).click();
  await page.getByRole('navigation', { name: 'Person' }).getByRole('link', { name: 'Security', exact: true }).click();
  await settled(page);
}

async function proposeLevel(page: Page, publicId: string): Promise<void> {
  await openSecurity(page, publicId);
  const form = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Identity check' }) });
  await form.getByLabel('Reference of the check').fill('Video check 4711');
  await form.getByLabel('Last day').fill('2027-02-30');
  await form.getByLabel('Reference of the check').focus();
  await expect(form.getByRole('button', { name: 'Propose to change the level' })).toBeDisabled();
  await form.getByLabel('Last day').fill(new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10));
  await form.getByRole('button', { name: 'Propose to change the level' }).click();
  await form.getByLabel('Why').fill('Checked by the partner');
  await form.getByRole('button', { name: 'Propose to change the level' }).click();
  await signDecision(page, 'Propose this change', [publicId, 'Video check 4711', 'Checked by the partner']);
}

async function carryOut(page: Page, says: string, signed: string): Promise<void> {
  await page.getByRole('row', { name: says }).getByRole('button', { name: 'Carry out' }).click();
  await signDecision(page, 'Carry out this change', [signed]);
}

/** Limits in force at once: what operators decide is known a day before. */
async function setLimits(limits: ReturnType<typeof sql>): Promise<void> {
  await asOwner(async ({ kysely }) => {
    await kysely.transaction().execute(async (tx) => {
      await sql`ALTER TABLE level_limits DISABLE TRIGGER USER`.execute(tx);
      await sql`UPDATE level_limits SET effective_at = least(effective_at, clock_timestamp() - interval '1 minute')`.execute(
        tx,
      );
      await sql`
        INSERT INTO level_limits (version, limits, effective_at, change_id)
        SELECT l.version + 1, ${limits}::numeric[], clock_timestamp(), h.id
          FROM (SELECT max(version) AS version FROM level_limits) l,
               (SELECT id FROM house_changes WHERE id NOT IN (SELECT change_id FROM level_limits) LIMIT 1) h
         WHERE l.version IS NOT NULL`.execute(tx);
      await sql`ALTER TABLE level_limits ENABLE TRIGGER USER`.execute(tx);
    });
  });
}
