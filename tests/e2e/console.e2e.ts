import { expect, type Page } from '@playwright/test';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import { sql } from 'kysely';
import { consoleUrl } from './installation.ts';
import { expectStatus } from './pages/record-page.ts';
import { send } from './pages/transfer-page.ts';
import { openAccount } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { enrolOperator, isHome, openDesk, signDecision, signingDialog } from './support/console.ts';
import { operator } from './support/operator.ts';
import { readChainBalance } from './support/outside.ts';
import { asOwner } from './support/owner.ts';
import { enterContact, newPhonePerson, sendCode } from './support/person.ts';
import { sendByApi } from './support/send-by-api.ts';
import { test } from './support/test.ts';

// Goal: operators work in a console of their own. Method: Chromium's virtual authenticator makes and uses real passkeys; the
// sender's page, the console's pages and the chain are looked at together.

test('O08 an operator enrols a passkey once, signs in with it, and nothing else opens the console', async ({
  newDevice,
}) => {
  const page = await openDesk(newDevice);
  const name = await enrolOperator(page, 'vera', 'viewer');
  await expect(page.getByRole('navigation', { name: 'Console' })).toContainText(name);
  const invitation = page.url();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();

  await page.goto(`${consoleUrl}/log?kind=operator-signed-in`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL(`${consoleUrl}/log?kind=operator-signed-in`);
  await expect(page.getByRole('cell', { name: `${name} signed in`, exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'are as they were written' })).toBeVisible();
  expect(invitation).not.toContain('enrol');

  const stranger = await openDesk(newDevice);
  await stranger.goto(consoleUrl);
  await stranger.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(stranger.getByRole('alert')).toContainText('No passkey was used');
});

test('O01 a send of 12,500 USDT goes through two operators to the chain, and not through one', async ({
  device,
  newDevice,
}) => {
  // A deposit, two enrolments, two decisions and a payment: a minute when nothing else runs, and three were not always enough.
  test.setTimeout(360_000);
  const account = await openAccount(device, { usdt: toUnits('usdt', '15000') });
  const to = freshAddress();
  await send(account.page, { coin: 'usdt', to, amount: '12500' }, account.authenticator);
  await expectStatus(account.page, 'Pending review');

  const [first, second] = [await openDesk(newDevice), await openDesk(newDevice, { width: 820, height: 1100 })];
  const nadia = await enrolOperator(first, 'nadia', 'reviewer');
  await first.getByRole('link', { name: new RegExp(`${to.slice(0, 6)}…${to.slice(-5)}`) }).click();
  const found = first.getByRole('main');
  await expect(found).toContainText(to);
  await expect(found).toContainText('First send to this receiver by anyone here');
  await expect(found).toContainText('Trade password and authenticator passed for exactly this send');
  await expect(found.getByRole('button', { name: 'Approve' })).toBeDisabled();
  await found.getByLabel('What you looked at', { exact: true }).fill('Called back, invoice on file');
  await found.getByRole('button', { name: 'Approve' }).click();
  // Whoever reads it and does not sign has decided nothing.
  await signingDialog(first, 'Approve this withdrawal').getByRole('button', { name: 'Decide later' }).click();
  await expect(found).toContainText('Not signed; nothing was changed.');
  await found.getByRole('button', { name: 'Approve' }).click();
  await signDecision(first, 'Approve this withdrawal', [
    '12,500.00 USDT',
    to,
    'None yet',
    'Called back, invoice on file',
  ]);
  await expect(found).toContainText('Your approval is kept');
  await expect(found.getByRole('button', { name: 'Approve' })).toBeHidden();
  const id = first.url().split('/').at(-1) ?? '';
  // Nor on the machine: there is no command that decides.
  expect((await operator('approve', id, '--as', nadia)).done).toBe(false);

  await enrolOperator(second, 'jonas', 'treasurer');
  await second.goto(`${consoleUrl}/reviews/${id}?waiting=second`);
  const again = second.getByRole('main');
  await expect(again).toContainText(`${nadia}: “Called back, invoice on file”`);
  await again.getByLabel('What you looked at', { exact: true }).fill('Checked the invoice');
  await again.getByRole('button', { name: 'Approve as second' }).click();
  // The second one signs what the first one has said as well.
  await signDecision(second, 'Approve this withdrawal', ['12,500.00 USDT', to, nadia, 'Called back, invoice on file']);
  await expect(again).toContainText('Approved. It is being settled.');

  await expectStatus(account.page, 'Success');
  expect(await readChainBalance(to, 'usdt')).toBe(toUnits('usdt', '12500'));
});

test('a rejection needs a reason of the list, and everything returns to the sender', async ({ device, newDevice }) => {
  const account = await openAccount(device, { usdt: toUnits('usdt', '15000') });
  const to = freshAddress();
  // One that goes on waiting beside it.
  await sendByApi(account, { assetId: 'usdt', to: freshAddress(), amount: '5500' });
  await send(account.page, { coin: 'usdt', to, amount: '6000' }, account.authenticator);
  await expectStatus(account.page, 'Pending review');

  const page = await openDesk(newDevice);
  await enrolOperator(page, 'ines', 'reviewer');
  await page.getByRole('link', { name: new RegExp(`${to.slice(0, 6)}…${to.slice(-5)}`) }).click();
  const found = page.getByRole('main');
  const place = /\d+ of (?:more than )?\d+/;
  await expect(found).toContainText(place);
  await expect(found.getByRole('link', { name: 'Decide later' })).toBeVisible();
  await found.getByLabel('What you looked at', { exact: true }).fill('Named in two reports');
  await expect(found.getByRole('button', { name: 'Reject' })).toBeDisabled();
  await found.getByLabel('Reason of a rejection').selectOption('Receiver is a risk');
  await found.getByRole('button', { name: 'Reject' }).click();
  await expect(signingDialog(page, 'Reject this withdrawal')).toContainText(place);
  await signDecision(page, 'Reject this withdrawal', [
    '6,000.00 USDT',
    to,
    'Receiver is a risk',
    'Named in two reports',
  ]);
  await expect(found).toContainText('Rejected. Everything held was returned.');
  const decisions = found.getByRole('list', { name: 'Decisions' });
  await expect(decisions).toContainText('Receiver is a risk');
  await expect(decisions).toContainText(': “Named in two reports”');
  await expectStatus(account.page, 'Review rejected');
  await expect(account.page.getByRole('main')).not.toContainText('reports');
});

test('O01 an operator is invited by two administrators in the console, given another role and shut out by two', async ({
  newDevice,
}) => {
  test.setTimeout(240_000);
  const [first, second] = [await openDesk(newDevice), await openDesk(newDevice)];
  const ada = await enrolOperator(first, 'ada', 'administrator');
  const ben = await enrolOperator(second, 'ben', 'administrator');
  const cleo = `cleo-${Date.now().toString(36)}`;
  for (const page of [first, second]) {
    await page.getByRole('link', { name: 'Operators' }).click();
    await expect(page.getByRole('heading', { name: 'Operators', level: 1 })).toBeVisible();
  }
  const propose = async (page: Page, change: string, fill: () => Promise<unknown>, whom = cleo): Promise<void> => {
    await page.getByRole('combobox', { name: 'Change', exact: true }).selectOption(change);
    await fill();
    await page.getByRole('button', { name: 'Propose the change' }).click();
    const reason = page.getByLabel('Reason, for the other administrators');
    await expect(reason).toBeFocused();
    await expect(page.getByText('Reason, for the other administrators')).toBeVisible();
    await expect(page.getByText('Write at least three characters')).toBeVisible();
    await reason.fill('Joins the team');
    await page.getByRole('button', { name: 'Propose the change' }).click();
    await signDecision(page, 'Propose this change of an operator', [whom, 'Joins the team']);
    await expect(page.getByRole('row', { name: whom }).getByRole('button', { name: 'Withdraw' })).toBeVisible();
  };
  const approve = async (page: Page, proposer: string): Promise<void> => {
    await page.getByRole('row', { name: cleo }).getByRole('button', { name: 'Approve' }).click();
    await signDecision(page, 'Approve this change of an operator', [cleo, proposer, 'Joins the team']);
  };

  await propose(first, 'Invite an operator', async () => {
    await first.getByRole('textbox', { name: 'Name', exact: true }).fill(cleo);
    await first.getByRole('combobox', { name: 'Role', exact: true }).selectOption('Reviewer');
  });
  const code = await first.getByRole('alert').locator('code').innerText();
  // A second invitation takes nothing away from the first: both codes are shown only now.
  const dora = cleo.replace('cleo', 'dora');
  const name = first.getByRole('textbox', { name: 'Name', exact: true });
  await propose(first, 'Invite an operator', () => name.fill(dora), dora);
  const codes = first.getByRole('alert').filter({ has: first.locator('code') });
  await expect(codes).toHaveCount(2);
  await expect(codes.filter({ hasText: cleo })).toContainText(code);
  await codes.filter({ hasText: dora }).getByRole('button', { name: 'I have passed it on' }).click();
  await expect(codes).toHaveCount(1);
  await expect(codes).toContainText(code);
  const own = first.getByRole('row', { name: cleo });
  await expect(own.getByRole('button', { name: 'Approve' })).toBeDisabled();
  await expect(own).toContainText('You proposed this. Another administrator has to approve it.');
  await approve(second, ada);
  const link = await second.getByRole('alert').locator('code').innerText();

  const third = await openDesk(newDevice);
  await third.goto(link);
  await third.getByLabel('Code from the administrator who invited you').fill('AAAA-BBBB-CCCC-DDDD');
  await third.getByRole('button', { name: 'Make the passkey' }).click();
  await expect(third.getByRole('alert')).toContainText('The code does not belong to this link');
  await third.getByLabel('Code from the administrator who invited you').fill(code.toLowerCase());
  await third.getByRole('button', { name: 'Make the passkey' }).click();
  await third.waitForURL(isHome);
  await expect(third.getByRole('navigation', { name: 'Console' })).toContainText('Reviewer');

  const choose = (page: Page) => page.getByRole('combobox', { name: 'Operator', exact: true }).selectOption(cleo);
  await propose(second, 'Change a role', async () => {
    await choose(second);
    await second.getByRole('combobox', { name: 'Role', exact: true }).selectOption('Viewer');
  });
  await approve(first, ben);
  await expect(first.getByRole('row', { name: new RegExp(`^${cleo} Viewer`) })).toBeVisible();
  await propose(second, 'Disable an operator', () => choose(second));
  await approve(first, ben);
  await expect(first.getByRole('row', { name: new RegExp(`^${cleo} Viewer`) })).toContainText('Disabled');
  await third.reload();
  await expect(third.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
  const history = first.locator('section').filter({ has: first.getByRole('heading', { name: 'History' }) });
  await expect(history).toContainText(`Disable ${cleo}`);
  await expect(history).toContainText(`proposed by ${ben}, approved by ${ada}`);
});

test('O07 a code that reached nobody with an account is counted in the console, and its address is not shown', async ({
  openPage,
  newDevice,
}) => {
  const [visitor, desk] = [await openPage(), await openDesk(newDevice)];
  await enrolOperator(desk, 'ursel', 'viewer');
  const mistyped = newPhonePerson();
  await visitor.goto('/pages/login/register');
  await enterContact(visitor, mistyped);
  await sendCode(visitor, mistyped);
  // What the provider's report does; the development inbox makes none.
  const code = `t-${mistyped.typed.slice(-6)}`;
  await asOwner(({ kysely }) =>
    sql`
      UPDATE message_tries SET state = 'undelivered', code = ${code}, reported_at = clock_timestamp()
       WHERE outbox_id IN (SELECT id FROM outbox WHERE recipient = ${mistyped.contact})`.execute(kysely),
  );

  await desk.getByRole('link', { name: 'People', exact: true }).click();
  const panel = desk
    .locator('section')
    .filter({ has: desk.getByRole('heading', { name: 'Undelivered messages without an account' }) });
  const row = panel.getByRole('row').filter({ hasText: code });
  await expect(row).toContainText('not delivered');
  await expect(row.getByRole('cell').nth(0)).toHaveText('Text message');
  await expect(row.getByRole('cell').nth(2)).toHaveText('1');
  await expect(row.getByRole('cell').nth(3)).toHaveText('1');
  await expect(desk.getByRole('main')).not.toContainText(mistyped.typed.slice(0, 5));
});

test('F-N7 what a Tron node lacks stands in the console beside the node, one sentence each', async ({ newDevice }) => {
  const page = await openDesk(newDevice);
  await enrolOperator(page, 'nino', 'viewer');
  const node = `lacking-${Date.now().toString(36)}.example:443`;
  const fault = 'It runs no constant calls. Set supportConstant = true.';
  const note = 'It estimates no energy. Set estimateEnergy = true.';
  // As a worker with a second node leaves it; services/worker/src/node-steps.db.test.ts has the worker's part.
  await asOwner(({ kysely }) =>
    sql`
      INSERT INTO node_reports (node, asked_at, version, head_block, solid_block, faults, notes)
      VALUES (${node}, now(), '4.7.2', 70000000, 69999981, ${[fault]}::text[], ${[note]}::text[])`.execute(kysely),
  );
  try {
    await page.goto(`${consoleUrl}/treasury`);
    const panel = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Tron nodes' }) });
    await expect(panel.locator('.cluster').filter({ hasText: node })).toContainText('lacks something');
    await expect(panel).toContainText('version 4.7.2 · block 70000000, irreversible 69999981');
    await expect(panel.getByRole('listitem').filter({ hasText: fault })).toHaveClass('danger');
    await expect(panel.getByRole('listitem').filter({ hasText: note })).not.toHaveClass('danger');
  } finally {
    await asOwner(({ kysely }) => sql`DELETE FROM node_reports WHERE node = ${node}`.execute(kysely));
  }
});
