import { expect, type Page } from '@playwright/test';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import { sql } from 'kysely';
import { consoleUrl } from './installation.ts';
import { expectStatus } from './pages/record-page.ts';
import { expectCredited, openAccount, openNewcomer, readAvailable } from './support/account.ts';
import { act } from './support/act.ts';
import { toUnits } from './support/amounts.ts';
import { enrolOperator, openDesk, openReviewer, signDecision } from './support/console.ts';
import { openOutsideWallet, readChainBalance } from './support/outside.ts';
import { asOwner } from './support/owner.ts';
import { sendByApi } from './support/send-by-api.ts';
import { test } from './support/test.ts';

// Goal: what a day brings to operators who decide about people's money is done in the console from the list to the books. Method:
// operators in browsers with passkeys of their own; what they see is compared with the balances of people and of the chain.

test('a withdrawal that was stopped is resumed and paid; one that cannot be paid is returned', async ({
  device,
  newDevice,
}) => {
  test.setTimeout(240_000);
  const account = await openAccount(device, { usdt: toUnits('usdt', '15000') });
  const [paidTo, returnedTo] = [freshAddress(), freshAddress()];
  const paid = await sendByApi(account, { assetId: 'usdt', to: paidTo, amount: '5000' });
  const returned = await sendByApi(account, { assetId: 'usdt', to: returnedTo, amount: '5500' });
  // As the worker leaves what the signer refuses; packages/server/src/money/payouts has the worker's part.
  await stop([paid.id, returned.id], 'order-changed');
  const rita = await openReviewer('rita');
  for (const to of [paidTo, returnedTo]) {
    const review = await findWithdrawal(to);
    expect((await rita.approve(review)).outcome).toBe('approved');
  }

  const page = await openDesk(newDevice);
  await enrolOperator(page, 'theo', 'treasurer');
  await page.goto(`${consoleUrl}/stuck`);
  const rowOf = (to: string) => page.getByRole('table', { name: 'Payments' }).getByRole('row').filter({ hasText: to });
  await expect(rowOf(paidTo)).toContainText('5,000.00 USDT');
  await expect(rowOf(paidTo)).toContainText('Find the cause, then resume the withdrawal.');
  await act(rowOf(paidTo), 'Resume withdrawal');
  await signDecision(page, 'Resume this withdrawal', ['5,000.00 USDT', paidTo]);
  await expect(rowOf(paidTo)).toBeHidden();
  await expect.poll(() => readChainBalance(paidTo, 'usdt'), { timeout: 120_000 }).toBe(toUnits('usdt', '5000'));

  const { personId: id } = await account.api.identity.account({});
  const hold = { to: 'frozen', id, reason: 'suspected-fraud', days: 3, note: 'Reported twice' };
  expect((await rita.decide('/people/hold/question', '/people/hold', hold)).status).toBe(200);
  await act(rowOf(returnedTo), 'Resume withdrawal');
  await signDecision(page, 'Resume this withdrawal', ['5,500.00 USDT', returnedTo]);
  await expect(rowOf(returnedTo)).toBeHidden();
  await age(returned.id, 'person');
  await page.reload();
  await expect(rowOf(returnedTo)).toContainText('return the withdrawal');
  await act(rowOf(returnedTo), 'Return withdrawal', { Why: 'The hold lasts for days' });
  await signDecision(page, 'Return this withdrawal to the sender', [
    '5,500.00 USDT',
    returnedTo,
    'The hold lasts for days',
  ]);
  await expect(rowOf(returnedTo)).toBeHidden();
  await expect.poll(async () => (await account.api.records.record({ id: returned.id })).status).toBe('failed');
  const { fee } = await account.api.records.record({ id: paid.id });
  expect(await readAvailable(account.api, account.walletId, 'usdt')).toBe(toUnits('usdt', '10000') - BigInt(fee));
  expect(await readChainBalance(returnedTo, 'usdt')).toBe(0n);
});

test('what a stranger pays to the hot wallet waits in suspense until two treasurers credit it to somebody', async ({
  device,
  newDevice,
}) => {
  test.setTimeout(240_000);
  const [ana, stranger] = [
    await openNewcomer(device),
    await openOutsideWallet({ usdt: toUnits('usdt', '100'), trx: toUnits('trx', '100') }),
  ];
  const [first, second] = [await openDesk(newDevice), await openDesk(newDevice)];
  const tess = await enrolOperator(first, 'tess', 'treasurer');
  await enrolOperator(second, 'otto', 'treasurer');
  await first.goto(`${consoleUrl}/first-steps`);
  const funded = first.getByRole('row', { name: 'The hot wallet holds its minimum of every asset' });
  await expect(funded).toContainText('done');
  const hot = first.locator('section').filter({ has: first.getByRole('heading', { name: 'Hot wallet' }) });
  const address = await hot.first().locator('.mono').first().innerText();
  await stranger.pay(address, 'usdt', toUnits('usdt', '43.21'));

  const rowOf = (page: Page) =>
    page.getByRole('table', { name: 'Suspense' }).getByRole('row').filter({ hasText: stranger.address });
  await first.goto(`${consoleUrl}/quarantine`);
  await expect(rowOf(first)).toContainText('43.21 USDT', { timeout: 120_000 });
  await expect(rowOf(first)).toContainText(address);
  const known = { 'Address of their wallet': ana.address, 'How that is known': 'Asked by mail, shown the transaction' };
  await act(rowOf(first), 'Assign money', known);
  await signDecision(first, 'Credit this deposit to a customer', ['43.21 USDT', ana.address, stranger.address]);
  await expect(rowOf(first)).toContainText('1 of 2');
  expect(await readAvailable(ana.api, ana.walletId, 'usdt')).toBe(0n);

  await second.goto(`${consoleUrl}/quarantine`);
  await expect(rowOf(second)).toContainText(tess);
  await expect(rowOf(second)).toContainText('Asked by mail, shown the transaction');
  await act(rowOf(second), 'Assign money', { ...known, 'How that is known': 'Compared with the explorer' });
  await signDecision(second, 'Credit this deposit to a customer', ['43.21 USDT', ana.address, tess]);
  await expect(rowOf(second)).toBeHidden();
  await expectCredited(ana, 'usdt').toBe(toUnits('usdt', '43.21'));
});

test('a bonus is held where many accounts were activated from one address, and paid by an operator', async ({
  newDevice,
}) => {
  test.setTimeout(240_000);
  const payer = await openOutsideWallet({ trx: toUnits('trx', '1000') });
  const people = await Promise.all([1, 2, 3, 4].map(async () => openNewcomer(await newDevice())));
  for (const { api, address } of people) {
    await api.preferences.declareCountry({ country: 'DE' });
    await payer.pay(address, 'trx', toUnits('trx', '200'));
  }
  for (const person of people) await expectCredited(person, 'trx').toBe(toUnits('trx', '200'));

  const page = await openDesk(newDevice);
  await enrolOperator(page, 'rolf', 'reviewer');
  await page.goto(`${consoleUrl}/resolutions`);
  const held = page.getByRole('table', { name: 'Bonuses held' }).getByRole('row').filter({ hasText: payer.address });
  await expect(held).toContainText('20.00');
  await expect(held).toContainText('accounts were activated from there');
  const publicId = await held.getByRole('link').first().innerText();
  const ids = await Promise.all(people.map(async ({ api }) => (await api.identity.account({})).publicId));
  const [person] = people.filter((_, at) => ids[at] === publicId);
  if (person === undefined) throw new Error(`${publicId} is none of ${ids.join()}`);
  expect(await readBonus(publicId)).toBe('review');
  await act(held, 'Pay it', { Why: 'A family, each with an account' });
  await signDecision(page, 'Pay this bonus', ['20.00', publicId, 'A family, each with an account']);
  await expect(held).toBeHidden();
  await expect.poll(() => readBonus(publicId)).toBe('paid');
  await expect
    .poll(() => readAvailable(person.api, person.walletId, 'reward'))
    .toBeGreaterThanOrEqual(toUnits('reward', '20'));
});

test('a transfer to cold storage that the worker proposes is approved by two treasurers and arrives', async ({
  newDevice,
}) => {
  test.setTimeout(240_000);
  const [first, second] = [await openDesk(newDevice), await openDesk(newDevice)];
  const cora = await enrolOperator(first, 'cora', 'treasurer');
  await enrolOperator(second, 'cato', 'treasurer');
  const rowOf = (page: Page) =>
    page
      .getByRole('table', { name: 'Orders under way' })
      .getByRole('row')
      .filter({ hasText: 'Transfer to cold storage' })
      .filter({ hasText: 'TERN' });
  await first.goto(`${consoleUrl}/treasury`);
  // The worker compares the hot wallet with its maximum once a minute.
  await expect(rowOf(first)).toContainText('proposed', { timeout: 90_000 });
  const proposed = (await rowOf(first).innerText()).match(/[\d,.]+ TERN/)?.[0] ?? 'none';
  const cold = await rowOf(first).locator('.mono').first().innerText();
  const [onChain, inBooks] = [await readChainBalance(cold, 'reward'), await readCold()];
  await act(rowOf(first), 'Approve');
  await signDecision(first, 'Approve this treasury order', [proposed, cold]);
  await expect(rowOf(first)).toContainText('1 of 2');
  await expect(rowOf(first)).toContainText(cora);

  await second.goto(`${consoleUrl}/treasury`);
  await act(rowOf(second), 'Approve as second');
  await signDecision(second, 'Approve this treasury order', [proposed, cold, cora]);
  await expect(rowOf(second)).toBeHidden({ timeout: 120_000 });
  const amount = toUnits('reward', proposed.replace(/[^\d.]/g, ''));
  expect(await readChainBalance(cold, 'reward')).toBe(onChain + amount);
  expect(await readCold()).toBe(inBooks + amount);
});

test('a withdrawal is approved on the road, on a screen of 390 px', async ({ device, newDevice }) => {
  test.setTimeout(240_000);
  const account = await openAccount(device, { usdt: toUnits('usdt', '6000') });
  const to = freshAddress();
  const { id } = await sendByApi(account, { assetId: 'usdt', to, amount: '5500' });
  const page = await openDesk(newDevice, { width: 390, height: 844 });
  await enrolOperator(page, 'maja', 'reviewer');
  await page.getByRole('link', { name: `${to.slice(0, 6)}…${to.slice(-5)}` }).click();
  const found = page.getByRole('main');
  await expect(found).toContainText(to);
  await found.getByLabel('What you looked at', { exact: true }).fill('Called back');
  await found.getByRole('button', { name: 'Approve' }).click();
  await signDecision(page, 'Approve this withdrawal', ['5,500.00 USDT', to, 'Called back']);
  await expect(found).toContainText('Approved. It is being settled.');
  await account.page.goto(`/pages/record/detail?id=${id}`);
  await expectStatus(account.page, 'Success');
  expect(await readChainBalance(to, 'usdt')).toBe(toUnits('usdt', '5500'));
});

async function findWithdrawal(to: string): Promise<string> {
  const { rows } = await asOwner(({ kysely }) =>
    sql<{ id: string }>`SELECT id FROM withdrawals WHERE to_address = ${to}`.execute(kysely),
  );
  return rows[0]?.id ?? 'none';
}

async function stop(recordIds: readonly string[], why: string): Promise<void> {
  await asOwner(({ kysely }) =>
    sql`UPDATE withdrawals SET attention = ${why} WHERE record_id = ANY(${[...recordIds]}::uuid[])`.execute(kysely),
  );
}

/** What only time does: it waits for this for an hour. */
async function age(recordId: string, waitsFor: string): Promise<void> {
  await expect
    .poll(() =>
      asOwner(async ({ kysely }) => {
        const { numAffectedRows } = await sql`
          UPDATE withdrawals SET changed_at = changed_at - interval '1 hour'
           WHERE record_id = ${recordId} AND waiting_for = ${waitsFor}`.execute(kysely);
        return numAffectedRows;
      }),
    )
    .toBe(1n);
}

async function readBonus(publicId: string): Promise<string | undefined> {
  const { rows } = await asOwner(({ kysely }) =>
    sql<{ state: string }>`
      SELECT g.state FROM bonus_grants g JOIN people p ON p.id = g.person_id WHERE p.public_id = ${publicId}`.execute(
      kysely,
    ),
  );
  return rows[0]?.state;
}

/** What is in cold storage by the books, or on its way there, in base units of the reward token. */
async function readCold(): Promise<bigint> {
  const { rows } = await asOwner(({ kysely }) =>
    sql<{ units: string }>`
      SELECT (-coalesce(sum(posted), 0))::text AS units FROM ledger.accounts
       WHERE code IN ('custody:cold', 'custody:in-transit') AND asset = 'reward'`.execute(kysely),
  );
  return BigInt(rows[0]?.units ?? 0);
}
