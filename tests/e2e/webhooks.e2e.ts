import { expect, type Page } from '@playwright/test';
import { openWebhookReceiver } from '@tern/testkit/webhook-receiver';
import { consoleUrl, installation } from './installation.ts';
import { expectCredited, openNewcomer } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { enrolOperator, openDesk, signDecision } from './support/console.ts';
import { faucet } from './support/devchain.ts';
import { listMessages } from './support/inbox.ts';
import { test } from './support/test.ts';

// Goal: two administrators have another system told what happens, see that it is, and send it again. Method: two browsers, a
// receiver that checks signatures by code of its own, and a deposit from the chain.

test('two administrators open a webhook, a deposit reaches it in order, and one of its events is sent again', async ({
  device,
  newDevice,
}) => {
  // Two enrolments, a deposit and its 19 blocks.
  test.setTimeout(480_000);
  const receiver = await openWebhookReceiver({ port: Number(new URL(installation.WEBHOOK_HOSTS).port) });
  try {
    const [first, second] = [await openDesk(newDevice), await openDesk(newDevice)];
    await enrolOperator(first, 'abel', 'administrator');
    await enrolOperator(second, 'beth', 'administrator');
    const name = `Books ${Date.now().toString(36)}`;
    await propose(first, { name, url: receiver.url });
    await second.goto(`${consoleUrl}/webhooks`);
    const proposal = second.getByRole('row', { name: `Open the webhook “${name}”` });
    await proposal.getByRole('button', { name: 'Carry out' }).click();
    await signDecision(second, 'Carry out this change', [name, receiver.url]);
    const secret = second.locator('code').filter({ hasText: /^whsec_/ });
    receiver.secrets = [await secret.innerText()];
    await second.getByRole('button', { name: 'I have passed it on' }).click();
    await expect(secret).toBeHidden();

    const ana = await openNewcomer(device);
    await faucet(ana.address, 'trx', toUnits('trx', '20'));
    await expectCredited(ana, 'trx').toBe(toUnits('trx', '20'));
    const ofDeposit = () =>
      receiver.events.filter(({ data }) => data['wallet'] === ana.walletId).map(({ type }) => type);
    await expect.poll(ofDeposit, { timeout: 60_000 }).toEqual(['deposit.confirming', 'deposit.success']);
    expect(receiver.refused).toEqual([]);

    await second.goto(`${consoleUrl}/webhooks?state=delivered`);
    await second.getByRole('link', { name: 'deposit.success' }).first().click();
    await expect(second.locator('.detail-title')).toContainText('deposit.success');
    await second.getByRole('button', { name: 'Send again' }).click();
    await second.getByLabel('Why').fill('The receiver lost it');
    await second.getByRole('button', { name: 'Send again' }).click();
    await signDecision(second, 'Send this event again', [name, 'deposit.success', 'The receiver lost it']);
    await expect
      .poll(() => receiver.events.filter(({ replay }) => replay).map(({ type }) => type), { timeout: 30_000 })
      .toEqual(['deposit.success']);
  } finally {
    await receiver.close();
  }
});

async function propose(page: Page, { name, url }: { readonly name: string; readonly url: string }): Promise<void> {
  await page.goto(`${consoleUrl}/webhooks`);
  const form = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Open or change a webhook' }) });
  await expect(form.getByRole('button', { name: 'Propose' })).toBeDisabled();
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Address of the receiver').fill(url);
  await form.getByRole('button', { name: 'Propose' }).click();
  await form.getByLabel('Why').fill('The books are kept elsewhere');
  await form.getByRole('button', { name: 'Propose' }).click();
  await signDecision(page, 'Propose this change', [name, url, 'The books are kept elsewhere']);
}

test('an operator is told by mail that something waits for their decision', async ({ newDevice }) => {
  test.setTimeout(240_000);
  const [first, second] = [await openDesk(newDevice), await openDesk(newDevice)];
  await enrolOperator(first, 'cleo', 'administrator');
  await enrolOperator(second, 'dora', 'administrator');
  const email = `dora-${Date.now().toString(36)}@example.org`;
  await second.goto(`${consoleUrl}/notices`);
  await second.getByLabel('E-mail address').fill(email);
  await second.getByRole('button', { name: 'Save' }).click();
  await propose(first, { name: `Mail ${Date.now().toString(36)}`, url: installation.WEBHOOK_HOSTS });
  await expect
    .poll(async () => (await listMessages(email)).map(({ text }) => text).join('\n'), { timeout: 120_000 })
    .toMatch(/proposals about webhooks: \d/);
});
