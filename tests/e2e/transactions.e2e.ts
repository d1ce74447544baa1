import { expect, type Page } from '@playwright/test';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import { sql } from 'kysely';
import { consoleUrl } from './installation.ts';
import { openAccount } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { enrolOperator, openDesk } from './support/console.ts';
import { faucet } from './support/devchain.ts';
import { lookAtConsole } from './support/look-at-console.ts';
import { asOwner } from './support/owner.ts';
import { sendByApi } from './support/send-by-api.ts';
import { test } from './support/test.ts';

// Goal: support answers "where is my deposit" from whatever the person can name, reads what became of it, and finds what is not
// understood by its transaction. Method: real deposits and sends; an operator who may only look finds them at the console.

const search = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('searchbox').fill(text);
  await page.getByRole('searchbox').press('Enter');
};
const rows = (page: Page) => page.getByRole('table', { name: 'Transactions' }).locator('tbody').getByRole('row');

test('support finds a deposit by its transaction, its address and its amount, and reads what became of it', async ({
  device,
  newDevice,
}, info) => {
  test.setTimeout(300_000);
  const account = await openAccount(device, { usdt: toUnits('usdt', '1000') });
  // Nobody else's: how the person would name it.
  const amount = `31${Math.floor(Math.random() * 9)}.${String(Date.now()).slice(-5)}7`;
  const txId = await faucet(account.address, 'usdt', toUnits('usdt', amount));
  await sendByApi(account, { assetId: 'usdt', to: freshAddress(), amount: '12' });
  await expect.poll(() => countCredited(account.walletId), { timeout: 120_000 }).toBe(2);

  const page = await openDesk(newDevice);
  await enrolOperator(page, 'vito', 'viewer');
  await page.getByRole('link', { name: 'Transactions' }).click();
  await expect(page.getByRole('heading', { name: 'Transactions', level: 1 })).toBeVisible();
  await lookAtConsole(page, 'transactions-list', info.outputPath.bind(info));
  // Whoever only looks takes no file of everybody's money.
  await expect(page.getByRole('button', { name: 'Download as CSV' })).toHaveCount(0);

  for (const named of [txId, `0x${txId.toUpperCase()}`, amount, `${amount} usdt`]) {
    await search(page, named);
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText('Deposit');
  }
  await search(page, account.address);
  await expect(rows(page)).toHaveCount(3);

  // The list is walked by keyboard, and Enter opens.
  const links = rows(page).locator('[data-row-link]');
  await links.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press('End');
  await expect(links.last()).toBeFocused();

  await search(page, txId);
  await expect(rows(page)).toHaveCount(1);
  await links.first().focus();
  await page.keyboard.press('Enter');
  const timeline = page.getByRole('list', { name: 'Timeline' });
  await expect(timeline).toContainText('Arrived on the chain');
  await expect(timeline).toContainText('Credited');
  const main = page.getByRole('main');
  await expect(main).toContainText(txId);
  await expect(main).toContainText(account.address);
  const journal = page.getByRole('table', { name: /^Deposit credited J-\d+$/ });
  await expect(journal.getByRole('row').filter({ hasText: 'Sum, USDT' })).toContainText(amount);
  await lookAtConsole(page, 'transactions-deposit', info.outputPath.bind(info));

  // What cannot be found says what to do next.
  await page.goto(`${consoleUrl}/transactions`);
  await search(page, '0'.repeat(64));
  await expect(main).toContainText('This transaction is not known here');
  await search(page, 'no such thing');
  await expect(main).toContainText('This is nothing that can be looked for');
  await lookAtConsole(page, 'transactions-nothing', info.outputPath.bind(info));

  await page.goto(`${consoleUrl}/transactions?kind=send&from=2026-01-01`);
  await expect(rows(page).first()).toContainText('Send');
  await links.first().click();
  await expect(timeline).toContainText('Requested');
  await lookAtConsole(page, 'transactions-send', info.outputPath.bind(info));
  await page.getByRole('link', { name: 'Help' }).click();
  await expect(page.getByRole('heading', { name: 'Where is my deposit' })).toBeVisible();
  await lookAtConsole(page, 'transactions-help', info.outputPath.bind(info));
});

/** How many deposits of a wallet are credited. */
async function countCredited(walletId: string): Promise<number> {
  const { rows: counts } = await asOwner((db) =>
    sql<{ credited: number }>`
      SELECT count(*)::int AS credited FROM records
       WHERE wallet_id = ${walletId} AND type = 'incoming' AND status = 'success'`.execute(db.kysely),
  );
  return counts[0]?.credited ?? 0;
}

test('a contact is looked for with a row in the log, columns stay as they were chosen, and noise is found by its transaction', async ({
  device,
  newDevice,
}) => {
  test.setTimeout(240_000);
  const account = await openAccount(device, { usdt: toUnits('usdt', '50') });
  const { rows: contacts } = await asOwner((db) =>
    sql<{ value: string; id: string }>`
      SELECT c.value, c.person_id AS id FROM contacts c JOIN wallets w ON w.person_id = c.person_id
       WHERE w.id = ${account.walletId} LIMIT 1`.execute(db.kysely),
  );
  const [contact] = contacts;
  const lookAlike = Array.from({ length: 64 }, (_, at) => (at * 7 + Date.now()) % 16)
    .map((digit) => digit.toString(16))
    .join('');
  await asOwner((db) =>
    sql`INSERT INTO quarantined_inflows (tx_id, kind, index, block_number, block_id, subject, to_address, amount, reason)
      VALUES (${lookAlike}, 'trc20', 0, 91, 'b91', ${freshAddress()}, ${account.address}, 5000000, 'unlisted-token')`.execute(
      db.kysely,
    ),
  );
  const page = await openDesk(newDevice);
  const name = await enrolOperator(page, 'tara', 'treasurer');
  await page.goto(`${consoleUrl}/transactions`);
  await search(page, contact?.value ?? '');
  await page.waitForURL(new RegExp(`person=${contact?.id ?? ''}`));
  expect(decodeURIComponent(page.url())).not.toContain(contact?.value);
  // A bonus for the deposit may have come meanwhile.
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Deposit');
  await expect(rows(page)).toHaveCount(1);

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Fee' }).uncheck();
  await page.getByRole('checkbox', { name: 'Transaction id' }).check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused();
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Transaction id' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Fee' })).toHaveCount(0);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  const file = await (await download).createReadStream();
  const text = (await file.toArray()).join('');
  expect(text.split('\r\n').filter((line) => line !== '')).toHaveLength(2);
  expect(text).toContain('"deposit","success","in","USDT","50"');

  await page.goto(`${consoleUrl}/transactions`);
  await search(page, lookAlike);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Not understood');
  await rows(page).first().click();
  await expect(page.getByRole('main')).toContainText('perhaps one that looks like a listed one');

  await page.goto(`${consoleUrl}/log?operator=${name}`);
  await expect(page.getByRole('cell', { name: /found person \d{8} by phone or e-mail/ })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'downloaded the list of transactions' })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(contact?.value ?? 'nobody');

  await page.goto(consoleUrl);
  await page.getByRole('link', { name: 'Deposits', exact: true }).click();
  await page.waitForURL(/\/transactions\?kind=deposit&from=\d{4}-\d{2}-\d{2}$/);
  await expect(rows(page).first()).toContainText('Deposit');
});
