import { expect, type Page } from '@playwright/test';
import { sql } from 'kysely';
import { consoleUrl } from './installation.ts';
import { expectCredited, openNewcomer, readAvailable } from './support/account.ts';
import { act } from './support/act.ts';
import { toUnits } from './support/amounts.ts';
import { enrolOperator, openDesk, signDecision } from './support/console.ts';
import { faucet } from './support/devchain.ts';
import { readHeight } from './support/outside.ts';
import { asOwner } from './support/owner.ts';
import { test } from './support/test.ts';

// Goal: what operators decide about the house is done in the console from the list to the books, by two where it takes two. Method:
// operators in browsers with passkeys of their own; what they see is compared with what people are offered and the books hold.

type NewDevice = Parameters<typeof openDesk>[0];

/** A treasurer and an administrator at their desks, with the names they have here. */
async function openTwo(newDevice: NewDevice): Promise<readonly [Page, Page, string, string]> {
  const [first, second] = [await openDesk(newDevice), await openDesk(newDevice)];
  const tess = await enrolOperator(first, 'tess', 'treasurer');
  return [first, second, tess, await enrolOperator(second, 'adam', 'administrator')];
}

async function carryOut(page: Page, proposal: string, why: string, shown: readonly string[]): Promise<void> {
  const row = page.getByRole('row', { name: proposal }).filter({ hasText: why });
  await act(row, 'Carry out');
  await signDecision(page, 'Carry out this change', [...shown, why]);
}

const section = (page: Page, heading: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: heading, exact: true }) });

/** A reason that no other run has given. */
const reason = (text: string): string => `${text} (${Date.now().toString(36)})`;

test('money is set aside, and a pair is closed and opened again, each by two operators', async ({
  device,
  newDevice,
}) => {
  test.setTimeout(240_000);
  const { api, walletId } = await openNewcomer(device);
  await api.preferences.declareCountry({ country: 'DE' });
  const [first, second, tess] = await openTwo(newDevice);
  await first.goto(`${consoleUrl}/changes`);
  const form = section(first, 'Set more aside');
  await form.getByLabel('What for', { exact: true }).selectOption('Swaps');
  await form.getByLabel('Coin', { exact: true }).selectOption('TRX');
  await form.getByLabel('Amount in whole coins').fill('5');
  const forSwaps = reason('Swaps run low');
  await act(form, 'Propose to set aside', { Why: forSwaps });
  await signDecision(first, 'Propose this change', ['5.00 TRX', forSwaps]);
  await expect(form).toContainText('Kept. A second, different operator has to say the same.');
  const own = first.getByRole('row').filter({ hasText: forSwaps });
  await expect(own.getByRole('button', { name: 'Carry out' })).toBeDisabled();
  await second.goto(`${consoleUrl}/changes`);
  await carryOut(second, 'Set 5 TRX aside: Swaps', forSwaps, ['5.00 TRX', tess]);
  await expect(second.getByRole('row').filter({ hasText: forSwaps })).toContainText('carried out');
  expect(await setAside(forSwaps)).toEqual([{ amount: String(toUnits('trx', '5')), from: 'capital', to: 'liquidity' }]);

  const quote = () => api.swaps.createQuote({ walletId, assetOut: 'trx', assetIn: 'reward', amount: '20' });
  for (const [verb, says, state] of [
    ['Propose to close', 'Close', 'closed'],
    ['Propose to open', 'Open', 'open'],
  ] as const) {
    const pair = section(first, 'Pairs people swap').getByRole('row', { name: /TRX – TERN|TERN – TRX/ });
    const why = reason(`${says} it for the night`);
    await act(pair, verb, { Why: why });
    await signDecision(first, 'Propose this change', [why]);
    await expect(first.getByRole('row').filter({ hasText: why })).toBeVisible();
    await second.reload();
    await carryOut(second, `${says} `, why, [tess]);
    await expect(second.getByRole('row').filter({ hasText: why })).toContainText('carried out');
    await first.reload();
    await expect(pair).toContainText(state);
    if (state === 'closed') await expect(quote()).rejects.toMatchObject({ code: 'SWAP_CLOSED' });
  }
});

test('a limit is changed by two, is in force, and anybody can read what it was', async ({ newDevice }) => {
  test.setTimeout(240_000);
  const [first, second, tess, adam] = await openTwo(newDevice);
  const name = 'Most that leaves for the chain in 24 hours without review';
  await first.goto(`${consoleUrl}/terms`);
  const [was, becomes] = await readLimit(first, name);
  const why = reason('The month of the holidays');
  await proposeLimit(first, { name, becomes, why });

  await second.goto(`${consoleUrl}/terms`);
  await carryOut(second, name, why, [tess]);
  const version = section(second, 'All versions, as anybody may read them').getByRole('row').filter({ hasText: why });
  await expect(version).toContainText(`${name}: ${was} → ${becomes}`);
  await expect(version).toContainText(`${tess} and ${adam}`);
  await expect(version).toContainText('in force');
  await expect(second.getByRole('row', { name: `${name} ${becomes}` })).toBeVisible();
});

test('a limit that is proposed and withdrawn stays where it was proposed, with who withdrew it', async ({
  newDevice,
}) => {
  test.setTimeout(240_000);
  const [first, second, tess, adam] = await openTwo(newDevice);
  const name = 'Largest send';
  await first.goto(`${consoleUrl}/terms`);
  const [was, becomes] = await readLimit(first, name);
  const why = reason('A wish of the sales team');
  await proposeLimit(first, { name, becomes, why });

  await second.goto(`${consoleUrl}/terms`);
  const row = section(second, 'Proposed and withdrawn').getByRole('row').filter({ hasText: why });
  await expect(row).toContainText('proposed');
  await act(row, 'Withdraw');
  await signDecision(second, 'Withdraw this proposal', [tess, why]);
  await expect(row).toContainText('withdrawn');
  for (const shown of [`${name}: ${becomes}`, tess, adam]) await expect(row).toContainText(shown);
  await expect(row.getByRole('button')).toHaveCount(0);
  await expect(second.getByRole('row', { name: `${name} ${was}` })).toBeVisible();
  await first.reload();
  await expect(first.getByRole('row').filter({ hasText: why })).toContainText('withdrawn');
});

/** A limit in USDT as it is, and as it becomes with 1,000 more. */
async function readLimit(page: Page, name: string): Promise<readonly [was: string, becomes: string]> {
  const row = page.getByRole('row', { name: new RegExp(`^${name} [\\d,.]+ USDT`) });
  const before = Number(((await row.innerText()).match(/[\d,]+\.00 USDT/)?.[0] ?? '').replace(/[^\d.]/g, ''));
  const say = (amount: number): string => `${amount.toLocaleString('en-GB')}.00 USDT`;
  return [say(before), say(before + 1_000)];
}

async function proposeLimit(
  page: Page,
  { name, becomes, why }: { readonly name: string; readonly becomes: string; readonly why: string },
): Promise<void> {
  await page.getByRole('button', { name: `Change: ${name}` }).click();
  await page.getByLabel(`New value: ${name}`).fill(becomes.replace(/\.00 USDT|,/g, ''));
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await expect(page.locator('.terms-changed')).toContainText(becomes);
  const bar = page.getByRole('region', { name: 'Proposal' });
  await expect(bar).toContainText('Nothing here is worse for people');
  await act(bar, 'Propose 1 change', { Why: why });
  await signDecision(page, 'Propose this change', [why]);
  await expect(page.getByRole('row').filter({ hasText: why })).toBeVisible();
}

test('an announcement is written by one, released by another, and read by the person it is for', async ({
  device,
  newDevice,
}) => {
  test.setTimeout(240_000);
  const { api, page } = await openNewcomer(device);
  const { publicId } = await api.identity.account({});
  const [first, second] = [await openDesk(newDevice), await openDesk(newDevice)];
  const rosa = await enrolOperator(first, 'rosa', 'reviewer');
  const adam = await enrolOperator(second, 'adam', 'administrator');
  const title = `Night of the ${Date.now().toString(36)}`;
  await first.goto(`${consoleUrl}/announcements`);
  await first.getByLabel('Numbers of people; empty for everybody').fill(publicId);
  await first.getByLabel('Title').fill(title);
  await first.getByLabel('What people read').fill('Transfers pause from 2 to 3 UTC.');
  await first.getByRole('button', { name: 'Hand it to another operator' }).click();
  const own = first.getByRole('row', { name: title });
  await expect(own).toContainText('draft');
  await expect(own.getByRole('button', { name: 'Release' })).toBeDisabled();
  await expect(own).toContainText('You wrote it: another operator has to release it.');

  await second.goto(`${consoleUrl}/announcements`);
  const waiting = second.getByRole('row', { name: title });
  await expect(waiting).toContainText('1 person');
  await act(waiting, 'Release');
  await signDecision(second, 'Release this announcement', [title, 'Transfers pause from 2 to 3 UTC.', publicId]);
  await expect(waiting).toContainText('told to 1', { timeout: 60_000 });
  await expect(waiting).toContainText(`${rosa}, ${adam}`);
  await page.goto('/pages/my/message');
  await expect(page.getByRole('main')).toContainText(title);
});

test('an activity is drawn up by one and published by another, which sets its rewards aside, and closed', async ({
  device,
  newDevice,
}) => {
  test.setTimeout(240_000);
  const { api } = await openNewcomer(device);
  await api.preferences.declareCountry({ country: 'DE' });
  const [first, second, tess] = await openTwo(newDevice);
  const title = `Show your score ${Date.now().toString(36)}`;
  await first.goto(`${consoleUrl}/activities`);
  await first.getByRole('link', { name: 'Draw one up' }).click();
  for (const [label, text] of [
    ['Other service', 'Harbour Games'],
    [/^Reward in /, '2'],
    ['Places', '3'],
    ['Title', title],
    ['Sentence on the card', 'Show how far you came.'],
    ['What it is for', 'To learn who plays.'],
    ['What the picture has to show, one in each line', 'Your user ID\nYour score'],
  ] as const)
    await first.getByLabel(label, { exact: typeof label === 'string' }).fill(text);
  await first.getByRole('button', { name: 'Save the draft' }).click();
  await expect(first.getByRole('heading', { name: title })).toBeVisible();
  await expect(first.getByRole('button', { name: 'Publish' })).toBeDisabled();
  await expect(first.getByText('You changed it last: another operator has to do it.')).toBeVisible();

  const offered = async () =>
    (await api.activities.listActivities({ language: 'en' })).activities.map((activity) => activity.title);
  expect(await offered()).not.toContain(title);
  await second.goto(first.url());
  await expect(second.getByRole('main')).toContainText(`someone other than ${tess}`);
  await act(second.getByRole('main'), 'Publish');
  await signDecision(second, 'Publish this activity', [title, 'Harbour Games', '3', tess]);
  await expect(second.getByRole('button', { name: 'Close it' })).toBeVisible();
  await expect.poll(offered).toContain(title);
  expect(await activityBalance(first.url().split('/').at(-1) ?? '')).toBe(toUnits('reward', '6'));

  await act(second.getByRole('main'), 'Close it');
  await signDecision(second, 'Close this activity', [title]);
  await expect(second.getByText('closed', { exact: true })).toBeVisible();
  await expect.poll(offered).not.toContain(title);
});

test('deposits are switched off and on: what arrives meanwhile is credited afterwards', async ({
  device,
  newDevice,
}) => {
  test.setTimeout(240_000);
  const ana = await openNewcomer(device);
  const page = await openDesk(newDevice);
  const adam = await enrolOperator(page, 'adam', 'administrator');
  await page.goto(`${consoleUrl}/switches`);
  const deposits = page
    .getByRole('table', { name: 'Switches' })
    .getByRole('row')
    .filter({ hasText: /^Deposits/ });
  await expect(deposits).toContainText('runs');
  await act(deposits, 'Stop', { Why: 'The node is being replaced' });
  await signDecision(page, 'Stop this flow', ['The node is being replaced']);
  try {
    await expect(deposits).toContainText('stopped');
    await expect(deposits).toContainText(new RegExp(`${adam}, .*: The node is being replaced`));
    await faucet(ana.address, 'trx', toUnits('trx', '31'));
    // The chain goes on, and the worker books none of it.
    await expect
      .poll(async () => {
        const [booked, height] = [await readBooked(), await readHeight()];
        await expect.poll(readHeight, { intervals: [200] }).toBeGreaterThan(height + 3);
        return (await readBooked()) - booked;
      })
      .toBe(0);
    expect(await readAvailable(ana.api, ana.walletId, 'trx')).toBe(0n);
  } finally {
    await act(deposits, 'Let it run', { Why: 'The node is there' });
    await signDecision(page, 'Restart this flow', ['The node is there']);
  }
  await expect(deposits).toContainText('runs');
  await expectCredited(ana, 'trx').toBe(toUnits('trx', '31'));
});

/** What was booked for the change that was proposed for this reason. */
async function setAside(why: string): Promise<readonly unknown[]> {
  const { rows } = await asOwner(({ kysely }) =>
    sql`
      SELECT t.amount::text, d.code AS from, c.code AS to
        FROM house_changes h JOIN ledger.journals j ON j.idempotency_key = 'liquidity-funding:change:' || h.id
        JOIN ledger.transfers t ON t.journal_id = j.id
        JOIN ledger.accounts d ON d.id = t.debit_account_id JOIN ledger.accounts c ON c.id = t.credit_account_id
       WHERE h.note = ${why}`.execute(kysely),
  );
  return rows;
}

/** What is set aside for an activity, in base units of the reward token. */
async function activityBalance(id: string): Promise<bigint> {
  const { rows } = await asOwner(({ kysely }) =>
    sql<{
      posted: string;
    }>`SELECT posted::text FROM ledger.accounts WHERE code = ${`promotion:activity-${id}`}`.execute(kysely),
  );
  return BigInt(rows[0]?.posted ?? 0);
}

/** Number of the last block that is booked. */
async function readBooked(): Promise<number> {
  const { rows } = await asOwner(({ kysely }) =>
    sql<{ block: string }>`SELECT block_number AS block FROM deposit_cursor`.execute(kysely),
  );
  return Number(rows[0]?.block);
}
