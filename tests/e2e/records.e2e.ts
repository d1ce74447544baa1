import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { recordNumber } from '@tern/contracts/record-number';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import { factOf } from './pages/facts.ts';
import { openRecord } from './pages/record-page.ts';
import { openNewcomer } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { faucet } from './support/devchain.ts';
import { test } from './support/test.ts';

// Goal: people find any record again, take their records with them, and learn what became of a deposit. Method: the pages
// with coins that really moved on the chain.

test('records are found and filtered, exported, and printed; a deposit is looked up by its transaction', async ({
  device,
}) => {
  const { page, address, api } = await openNewcomer(device);
  const txId = await faucet(address, 'usdt', toUnits('usdt', '31.5'));
  await faucet(address, 'trx', toUnits('trx', '40'));
  const elsewhere = await faucet(freshAddress(), 'trx', toUnits('trx', '1'));
  await expect
    .poll(async () => (await api.records.listRecords({})).records.filter(({ status }) => status === 'success').length, {
      intervals: [200],
      timeout: 30_000,
    })
    .toBeGreaterThanOrEqual(2);

  await page.goto('/pages/record/index');
  const rows = page.getByRole('link', { name: /^Received/ });
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Search records' }).click();
  await page.getByRole('searchbox').fill('31.5');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('USDT');
  await expect(page).toHaveURL(/search=31\.5/);
  await page.getByRole('searchbox').fill('doubloons');
  await expect(page.getByText('No results')).toBeVisible();
  await page.goto('/pages/record/index?from=2020-01-01&until=2020-12-31');
  await expect(page.getByText('No results')).toBeVisible();
  await page.getByRole('button', { name: 'Period' }).click();
  await page.getByRole('dialog', { name: 'Period' }).getByRole('button', { name: 'All days' }).click();
  await expect(rows).toHaveCount(2);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export as CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv).toContain('"USDT","31.5","0"');
  expect(csv).toContain(txId);
  const filtered = await page.request.get('/api/records.csv?filter=in&assetId=trx');
  expect((await filtered.text()).trim().split('\r\n')).toHaveLength(2);

  const [record] = (await api.records.listRecords({ assetId: 'usdt' })).records;
  const number = recordNumber({ id: record?.id ?? '', kind: 'deposit' });
  await openRecord(page, record?.id ?? '');
  // What support asks for on the telephone.
  await expect(factOf(page.getByRole('main'), 'Record')).toHaveText(number);
  await page.getByRole('link', { name: 'Printable receipt' }).click();
  await expect(page.getByRole('heading', { name: 'Received USDT' })).toBeVisible();
  await expect(page.locator('.receipt')).toContainText(txId);
  await expect(page.locator('.receipt')).toContainText(number);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print or save as PDF' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  await page.goto('/pages/index/receive');
  await page.getByRole('link', { name: 'My deposit is missing' }).click();
  const look = async (typed: string): Promise<void> => {
    await page.getByLabel('Transaction ID').fill(typed);
    await page.getByRole('button', { name: 'Look up transaction' }).click();
  };
  await look('not an id');
  await expect(page.getByLabel('Transaction ID')).toHaveAccessibleDescription(/has 64 characters/);
  await look('ab'.repeat(32));
  await expect(page.getByText(/no such transaction/)).toBeVisible();
  await look(elsewhere);
  await expect(page.getByText('This is not one of your addresses.')).toBeVisible();
  await look(txId);
  await expect(page.getByText('It arrived and is in your balance.')).toBeVisible();
  await page.getByRole('link', { name: 'View record' }).click();
  await page.waitForURL(`**/pages/record/detail?id=${record?.id}`);
});

test('the records of somebody else are not in an export, and without a login there is none', async ({ device }) => {
  const { page, context } = await openNewcomer(device);
  const own = await page.request.get('/api/records.csv');
  expect((await own.text()).trim().split('\r\n')).toHaveLength(1);
  expect(own.headers()['content-disposition']).toBe('attachment; filename="records.csv"');
  await context.clearCookies();
  const refused = await page.request.get('/api/records.csv');
  expect(refused.status()).toBe(401);
  expect(await refused.json()).toMatchObject({ code: 'LOGIN_EXPIRED' });
});
