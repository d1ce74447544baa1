import { expect } from '@playwright/test';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import { factOf } from './pages/facts.ts';
import { assetRow, expectHomeBalance } from './pages/home-page.ts';
import { expectStatus, openRecord, stepOf, timeline } from './pages/record-page.ts';
import { fillTransfer, send } from './pages/transfer-page.ts';
import { openAccount, readAvailable } from './support/account.ts';
import { shown, toUnits } from './support/amounts.ts';
import { openReviewer } from './support/console.ts';
import { findReview } from './support/operator.ts';
import { readChainBalance } from './support/outside.ts';
import { test } from './support/test.ts';

// Goal: sends that people of the house look at first, as the sender sees them. Method: a real browser on one side, the
// operators' real signatures on the other; nothing on the page is touched or loaded again while it changes.

const usdt = (plain: string): bigint => toUnits('usdt', plain);
const funds = { usdt: usdt('15000') };

test('a send from 10,000 USDT on waits for two different operators, and the page follows it to success', async ({
  device,
}) => {
  test.setTimeout(480_000);
  const account = await openAccount(device, funds);
  const { page } = account;
  const to = freshAddress();
  const operators = { first: await openReviewer('mira'), second: await openReviewer('noor') };

  await fillTransfer(page, { coin: 'usdt', to, amount: '10000' });
  await expect(factOf(page.getByRole('main'), 'Arrives')).toHaveText('after a review by a person');
  const recordId = await send(page, { coin: 'usdt', to, amount: '10000' }, account.authenticator);
  await expectStatus(page, 'Pending review');
  await expect(stepOf(page, 'Under review')).toContainText('A person reviews transfers of this size first.');

  const { id, line } = await findReview(to);
  expect(line).toContain('approvals 0 of 2');
  expect((await operators.first.approve(id)).outcome).toBe('second-operator-needed');
  expect((await operators.first.approve(id)).outcome).toBe('already-decided-by-you');
  expect((await findReview(to)).line).toContain('approvals 1 of 2');
  expect((await account.api.records.record({ id: recordId })).status).toBe('pending-review');

  expect((await operators.second.approve(id)).outcome).toBe('approved');
  await expect(stepOf(page, 'Review approved')).toContainText('done');
  await expectStatus(page, 'Success');
  await expect(timeline(page).getByRole('listitem')).toHaveText([
    /^Requested done/,
    /^Under review done/,
    /^Review approved done/,
    /^Signed done/,
    /^Broadcast done/,
    /^Confirming done/,
    /^Success done/,
  ]);
  expect(await readChainBalance(to, 'usdt')).toBe(usdt('10000'));
});

test('a rejected send says so and gives everything back', async ({ device }) => {
  const account = await openAccount(device, funds);
  const { page } = account;
  const to = freshAddress();
  const recordId = await send(page, { coin: 'usdt', to, amount: '6000' }, account.authenticator);
  await expectStatus(page, 'Pending review');

  const home = await account.context.newPage();
  await home.goto('/pages/index/index');
  const { fee } = await account.api.records.record({ id: recordId });
  const held = usdt('6000') + BigInt(fee);
  await expect(assetRow(home, 'USDT')).toContainText(`${shown('usdt', held)} USDT outgoing`);
  expect(await readAvailable(account.api, account.walletId, 'usdt')).toBe(usdt('15000') - held);

  const { id } = await findReview(to);
  const ines = await openReviewer('ines');
  const rejection = { id, decision: 'reject', reason: 'other', note: 'The receiver is under investigation' };
  const { outcome } = await ines.decide('/reviews/question', '/reviews/decision', rejection);
  expect(outcome).toBe('rejected');
  await expectStatus(page, 'Review rejected');
  await expect(stepOf(page, 'Review rejected')).toContainText('The review did not approve this transfer.');
  await expect(stepOf(page, 'Returned')).toContainText('Amount and fee are back in your balance');
  await expect(page.getByRole('main')).not.toContainText('investigation');
  await expect(assetRow(home, 'USDT')).not.toContainText('outgoing');
  await expectHomeBalance(home, 'usdt', 'USDT', usdt('15000'));
  expect(await readAvailable(account.api, account.walletId, 'usdt')).toBe(usdt('15000'));

  await page.goto('/pages/record/index?filter=failed');
  await expect(page.getByRole('main')).toContainText('Returned in full, with the fee');
  await page.goto('/pages/my/message');
  await expect(page.getByRole('main')).toContainText(
    'it will probably be rejected again. The amount and the fee are in your balance. Write to us if you object.',
  );
  expect(await readChainBalance(to, 'usdt')).toBe(0n);
});

test('a send that waits for its review can be taken back, and then nobody approves it any more', async ({ device }) => {
  const account = await openAccount(device, funds);
  const { page } = account;
  const to = freshAddress();
  const recordId = await send(page, { coin: 'usdt', to, amount: '5000' }, account.authenticator);
  await expectStatus(page, 'Pending review');
  const { id } = await findReview(to);

  await openRecord(page, recordId);
  await page.getByRole('button', { name: 'Cancel transfer' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel this transfer?' });
  await expect(question).toContainText('Amount and fee return to your balance at once.');
  await question.getByRole('button', { name: 'Cancel transfer' }).click();
  await expect(question).toBeHidden();
  await expectStatus(page, 'Cancelled');
  await expect(page.getByRole('button', { name: 'Cancel transfer' })).toBeHidden();

  const odil = await openReviewer('odil');
  expect((await odil.approve(id)).outcome).toBe('not-under-review');
  expect(await readAvailable(account.api, account.walletId, 'usdt')).toBe(usdt('15000'));
});

test('H08 an account on hold says so on every way out before anything is filled in, and what waits says it too', async ({
  device,
}) => {
  const account = await openAccount(device, funds);
  const { page, api } = account;
  const { personId: id } = await api.identity.account({});
  await send(page, { coin: 'usdt', to: freshAddress(), amount: '6000' }, account.authenticator);
  await expectStatus(page, 'Pending review');

  const rita = await openReviewer('rita');
  const hold = { to: 'frozen', id, reason: 'suspected-fraud', days: 3, note: 'Looked at by a test' };
  expect((await rita.decide('/people/hold/question', '/people/hold', hold)).status).toBe(200);
  const onHold = /Your account is on hold until \w/;
  await expect(stepOf(page, 'Under review')).toContainText(onHold);

  await page.goto('/pages/index/index');
  await expect(page.getByRole('link', { name: onHold })).toHaveAttribute('href', '/pages/common/support');
  await page.goto('/pages/my/index');
  await expect(page.locator('.my-account')).toContainText(onHold);
  await expect(page.locator('.my-account')).not.toContainText('Account active');
  for (const [path, closed] of [
    ['/pages/index/transfer?coin=usdt', 'Transfers are locked'],
    ['/pages/reward/swap', 'Swaps are locked'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('main')).toContainText(onHold);
    await expect(page.getByRole('main').getByRole('link', { name: 'Contact support' })).toBeVisible();
    await expect(page.locator('.page-foot').getByRole('button')).toHaveText(closed);
  }
  await page.goto('/pages/my/message');
  await expect(page.getByRole('main')).toContainText('Account on hold to protect it');
  await expect(page.getByRole('main')).toContainText(onHold);
  await expect(page.getByRole('main')).not.toContainText(/fraud|tells the reason/);

  await page.goto('/pages/index/index');
  await expect(page.getByRole('link', { name: onHold })).toBeVisible();
  const free = { to: 'free', id, note: 'Cleared up in a test' };
  expect((await rita.decide('/people/hold/question', '/people/hold', free)).status).toBe(200);
  await expect(page.getByRole('link', { name: onHold })).toBeHidden();
});
