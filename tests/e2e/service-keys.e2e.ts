import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { openServiceClient } from '@tern/testkit/service-client';
import { consoleUrl } from './installation.ts';
import { enrolOperator, openDesk, signDecision } from './support/console.ts';
import { expectAccessible, expectNoOverflow, settled } from './support/looks.ts';
import { test } from './support/test.ts';

// Goal: two administrators let another system read and suggest, see what it does, sign what it suggests, and end it. Method: two
// browsers, and a client that knows only the page of the service API.

const withPictures = process.env['E2E_PICTURES'] === 'yes';

test('two administrators open a key, sign what the other system suggests, and revoke the key', async ({
  newDevice,
}, info) => {
  test.setTimeout(240_000);
  const [first, second] = [await openDesk(newDevice), await openDesk(newDevice)];
  await enrolOperator(first, 'ines', 'administrator');
  await enrolOperator(second, 'jana', 'administrator');
  const name = `Ledger ${Date.now().toString(36)}`;
  await propose(first, name);
  await second.goto(`${consoleUrl}/keys`);
  const opening = second.getByRole('row', { name: `Open the key “${name}”` });
  await opening.getByRole('button', { name: 'Carry out' }).click();
  await signDecision(second, 'Carry out this change', [name, '127.0.0.0/8']);
  const shown = second.locator('code').filter({ hasText: /^svc_/ });
  const token = await shown.innerText();
  await second.getByRole('button', { name: 'I have passed it on' }).click();
  await expect(shown).toBeHidden();

  const client = openServiceClient({ origin: new URL(consoleUrl).origin, token });
  expect((await client.get('/transactions')).outcome).toBe('answered');
  expect((await client.get('/books/days')).outcome).toBe('SERVICE_SCOPE_MISSING');
  const content = { kind: 'pool-schedule', everyHours: 12, shareBasisPoints: 77 };
  const id = randomUUID();
  expect((await client.post('/suggestions', { id, content, note: 'Rewards are late' })).outcome).toBe('answered');

  await first.goto(`${consoleUrl}/changes`);
  const suggested = first.getByRole('row', { name: 'Rewards are late' });
  await expect(suggested).toContainText(name);
  await expect(suggested).toContainText('0.77%');
  await look(first, 'changes', info.outputPath.bind(info));
  await suggested.getByRole('button', { name: 'Propose' }).click();
  await suggested.getByLabel('Why').fill('They are right');
  await suggested.getByRole('button', { name: 'Propose' }).click();
  await signDecision(first, 'Propose this change', [`${name}: Rewards are late`, 'They are right']);
  await expect.poll(async () => (await client.get(`/suggestions/${id}`)).body).toMatchObject({ state: 'proposed' });
  await second.goto(`${consoleUrl}/changes`);
  const change = second.getByRole('row', { name: 'They are right' });
  await change.getByRole('button', { name: 'Withdraw' }).click();
  await signDecision(second, 'Withdraw this proposal', [`${name}: Rewards are late`]);
  await expect.poll(async () => (await client.get(`/suggestions/${id}`)).body).toMatchObject({ state: 'withdrawn' });

  await first.goto(`${consoleUrl}/keys`);
  const own = first
    .getByRole('row', { name })
    .filter({ has: first.getByRole('button', { name: 'Propose to revoke' }) });
  await expect(own).toContainText('1 refused');
  await look(first, 'keys', info.outputPath.bind(info));
  await own.getByRole('button', { name: 'Propose to revoke' }).click();
  await own.getByLabel('Why').fill('Its server was lost');
  await own.getByRole('button', { name: 'Propose to revoke' }).click();
  await signDecision(first, 'Propose this change', [name, 'Its server was lost']);
  await second.goto(`${consoleUrl}/keys`);
  const revoking = second.getByRole('row', { name: `Revoke the key “${name}”` });
  await revoking.getByRole('button', { name: 'Carry out' }).click();
  await signDecision(second, 'Carry out this change', [name]);
  await expect.poll(async () => (await client.get('/transactions')).outcome).toBe('SERVICE_KEY_REFUSED');
});

async function propose(page: Page, name: string): Promise<void> {
  await page.goto(`${consoleUrl}/keys`);
  const form = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Open or change a key' }) });
  await expect(form.getByRole('button', { name: 'Propose' })).toBeDisabled();
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Suggest changes').check();
  await form.getByLabel('Addresses of the other system').fill('127.0.0.1/8');
  await expect(form).toContainText('127.0.0.1/8 is no range');
  await form.getByLabel('Addresses of the other system').fill('127.0.0.0/8\n::1/128');
  await form.getByRole('button', { name: 'Propose' }).click();
  await form.getByLabel('Why').fill('The ledger is kept elsewhere');
  await form.getByRole('button', { name: 'Propose' }).click();
  await signDecision(page, 'Propose this change', [name, 'The ledger is kept elsewhere']);
}

/** The page in every width and both themes: whole and accessible, with pictures for the eye where they are asked for. */
async function look(page: Page, name: string, pathOf: (file: string) => string): Promise<void> {
  for (const width of [1280, 820, 390]) {
    await page.setViewportSize({ width, height: width === 1280 ? 800 : 1100 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await settled(page);
      await expectNoOverflow(page, `${name} at ${width} px`);
      await expectAccessible(page, `${name} at ${width} px in ${colorScheme}`);
      if (withPictures) await page.screenshot({ path: pathOf(`${name}-${width}-${colorScheme}.png`), fullPage: true });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 800 });
}
