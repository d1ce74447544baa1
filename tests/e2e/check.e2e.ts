import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { OwnLiabilities } from '@tern/contracts/routes/check';
import { sql } from 'kysely';
import { checkOwn } from '../../tools/verify/check-liabilities.ts';
import { readStatement } from '../../tools/verify/read-statement.ts';
import { openAccount } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { countNow } from './support/count-now.ts';
import type { Device } from './support/device.ts';
import { expectAccessible } from './support/looks.ts';
import { asOwner } from './support/owner.ts';
import { test } from './support/test.ts';

// Goal: a person finds their own part in what is published on their own device, and is told loudly when it is changed
// afterwards. Method: the worker really counts, on demand; then the database is changed behind its back.

test.describe.configure({ mode: 'serial' });

/** Puts another text in the place of a published statement, as somebody who owns the database can: signatures hold it fast. */
async function rewrite(number: number, statement: string): Promise<void> {
  await asOwner(async ({ kysely }) => {
    await kysely.transaction().execute(async (tx) => {
      await sql`ALTER TABLE reserve_signatures DROP CONSTRAINT reserve_signatures_snapshot_fkey`.execute(tx);
      await sql`
        UPDATE liability_snapshots SET statement = ${statement}, statement_hash = sha256(convert_to(${statement}, 'UTF8'))
         WHERE number = ${number}`.execute(tx);
      await sql`
        ALTER TABLE reserve_signatures ADD CONSTRAINT reserve_signatures_snapshot_fkey
          FOREIGN KEY (snapshot_number, statement_hash) REFERENCES liability_snapshots (number, statement_hash) NOT VALID`.execute(
        tx,
      );
    });
  });
}

/** Until the keys of the addresses that a statement names have signed it: the signer signs no other one of this number. */
async function untilSigned({ api }: Pick<Device, 'api'>, number: number, statement: string): Promise<void> {
  const named = new Set([...statement.matchAll(/^held \S+ (hot|fee) \d+ \d+ T/gm)].map(([, place]) => place));
  const countSignatures = async () => {
    const { snapshots } = await api.check.listSnapshots({});
    return snapshots.find((each) => each.number === number)?.signatures.length;
  };
  // They wait for the anchor of the statement before, which waits for blocks.
  await expect.poll(countSignatures, { timeout: 120_000 }).toBe(named.size);
}

/** The app names the build that is served, and every file that this page loaded is one of it. */
async function expectBuild(page: Page): Promise<void> {
  const list = await readFile(join(import.meta.dirname, '../../apps/web/dist/build.txt'));
  const main = page.getByRole('main');
  await expect(main.getByText(createHash('sha256').update(list).digest('hex'))).toBeVisible();
  await expect(main.getByText(/^Files on this device that are as published: [1-9]\d+\./)).toBeVisible();
  await expect(main.getByText(/npm run verify:build -- http/)).toBeVisible();
}

test('H09 a person checks their own part on their own device, and a statement that is changed afterwards is found', async ({
  device,
}) => {
  const { page, api } = await openAccount(device, { usdt: toUnits('usdt', '123.45') });
  const number = await countNow();
  const { snapshots } = await api.check.listSnapshots({});
  const published = snapshots.find((each) => each.number === number);
  if (published === undefined) throw new Error('nothing was counted');
  // The chain of these tests has no explorer.
  await page.route('**/api/installation', async (route) => {
    const response = await route.fetch();
    const told = (await response.json()) as { network: object };
    const network = { ...told.network, explorerUrl: 'https://explorer.test' };
    await route.fulfill({ response, json: { ...told, network } });
  });

  await page.goto('/pages/my/index');
  await page.getByRole('link', { name: 'How you can check us' }).click();
  const main = page.getByRole('main');
  await expect(main.getByText(/^Your lines are in the published list: [\d,]+$/)).toBeVisible();
  // The bonus of the activation is in it too, where the installation pays one already.
  await expect(main.getByText(/^They add up to 123\.45 USDT(?: and [\d.]+ TERN)?\. Compare this/)).toBeVisible();
  await expect(main.getByText('Each statement follows from the one before')).toBeVisible();
  await expect(main.getByText('This device will compare the statements from now on')).toBeVisible();
  // Parts of the page that still load have a status too.
  const checked = main.getByRole('status').filter({ hasText: 'Checked at' });
  await expect(checked).toHaveText(/^Checked at .+, in [\d.]+ seconds?\. Nothing was sent to us\.$/);
  await expect(main.getByText(published.statementHash)).toBeVisible();
  await expect(main.getByText('Two of our operators asked for this count')).toBeVisible();
  await expect(main.getByRole('alert')).toBeHidden();
  await expectAccessible(page, 'the check of one’s own part');

  await test.step('their newest records are followed into the public log, and the app is compared with the build', async () => {
    const { records } = await api.records.listRecords({ limit: 20 });
    const moved = records.filter(({ status }) => status === 'success').slice(0, 5);
    expect(moved.length).toBeGreaterThan(0);
    // Today's entries are in no statement before the day is over.
    await expect(main.getByText(`In it: 0. Not in it yet: ${moved.length}. That takes up to two days.`)).toBeVisible();
    await expect(main.getByText(/^Days in it: \d+\./)).toBeVisible();
    await expectBuild(page);
  });

  await test.step('what is saved is what the command reads, which shares no code with the wallet', async () => {
    const download = page.waitForEvent('download');
    await main.getByRole('button', { name: 'Save my lines' }).click();
    const own = JSON.parse(await readFile(await (await download).path(), 'utf8')) as OwnLiabilities;
    const found = checkOwn(own.number, readStatement(published.statement).assets, own.lines);
    expect([found.found, found.sums.get('usdt')]).toEqual([[], toUnits('usdt', '123.45')]);
  });

  await test.step('the places have blocks and addresses', async () => {
    await main.getByRole('button', { name: 'Addresses' }).click();
    const sheet = page.getByRole('dialog', { name: 'Addresses' });
    await expect(sheet.getByText('Deposit addresses, together').first()).toBeVisible();
    await sheet.getByRole('link').first().click();
    const leaving = page.getByRole('dialog', { name: 'Leave the app?' });
    await expect(leaving).toBeVisible();
    // It closes what is on top alone.
    await page.keyboard.press('Escape');
    await expect(leaving).toHaveCount(0);
    await expect(sheet).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
  });

  await test.step('the device knows the statements the next time', async () => {
    await page.reload();
    await expect(main.getByText(`None of the statements this device remembers was changed: ${number}`)).toBeVisible();
  });

  await test.step('the statement is changed behind the back of everybody', async () => {
    await untilSigned({ api }, number, published.statement);
    await rewrite(number, published.statement.replace('asset usdt owed ', 'asset usdt owed 1'));
    await main.getByRole('button', { name: 'Check again' }).click();
    await expect(main.getByText(`Statement ${number} was changed after it was published`)).toBeVisible();
    await expect(main.getByText('Your lines are not what was published')).toBeVisible();
    await expect(main.getByRole('alert')).toContainText('This does not add up.');
    await main.getByRole('link', { name: 'File a complaint' }).click();
    await expect(page).toHaveURL(/\/pages\/my\/complaints/);
    // The worker counts no more while a published statement is another one.
    await rewrite(number, published.statement);
  });
});

test('everybody sees what is held and owed without a login, and is led to their own part by one', async ({
  newDevice,
}) => {
  await countNow();
  const { page } = await newDevice();
  await page.goto('/');
  await page.getByRole('link', { name: 'Contact support' }).click();
  await page.getByRole('link', { name: 'How you can check us' }).click();
  await expect(page).toHaveURL(/\/check$/);
  const main = page.getByRole('main');
  await expect(main.getByText('Counted at block')).toBeVisible();
  await expect(main.getByText('Each statement follows from the one before')).toBeVisible();
  await expect(main.getByText(/npm run verify:reserves -- http/)).toBeVisible();
  await expect(main.getByText(/^Days in it: \d+\./)).toBeVisible();
  await expectBuild(page);
  await main.getByText('Show as table').click();
  await expect(main.getByRole('table')).toBeVisible();
  await expectAccessible(page, 'the check for everybody');
  await main.getByRole('link', { name: 'Log in to check your own part' }).click();
  await expect(page).toHaveURL(/redirect=%2Fpages%2Fmy%2Fcheck$/);
});
