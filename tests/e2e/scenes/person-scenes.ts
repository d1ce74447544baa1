import { expect, type Page } from '@playwright/test';
import { amountField, askForDraft, openTransfer, toField } from '../pages/transfer-page.ts';
import type { Scene } from './scene.ts';

const contact = '+4915112345678';
const sentTo = { contact, name: 'Lena Berger' };
const verdicts = [
  { code: 'person-here', severity: 'info', knownAddress: null, knownLabel: null },
  { code: 'first-time-person', severity: 'warning', knownAddress: null, knownLabel: null },
];

/** Somebody is found without being looked for: scenes are drawn more often than people may be looked up. */
async function findPerson(page: Page): Promise<void> {
  const report = { address: contact, sentTo, settlement: 'internal', receiverClass: 'internal', verdicts };
  await page.route('**/api/transfers/check-address', (route) =>
    route.fulfill({ json: { ...report, ownRule: null, fee: '0' } }),
  );
  await openTransfer(page, 'usdt');
  await toField(page).fill(contact);
  await amountField(page).fill('12.5');
  await page.getByRole('button', { name: 'Find the person' }).click();
  await expect(page.getByText(sentTo.name)).toBeVisible();
}

/** Sending to somebody by phone number or e-mail address, and allowing it. */
export const personScenes: readonly Scene[] = [
  {
    name: 'discovery',
    as: 'owner',
    open: async (page) => {
      await page.goto('/pages/my/discovery');
      await expect(page.getByRole('button', { name: 'Save' })).toBeVisible();
    },
  },
  {
    name: 'discovery-refused',
    as: 'owner',
    open: async (page) => {
      await page.goto('/pages/my/discovery');
      await page.getByRole('switch').first().check();
      await page.getByRole('textbox').fill('Support');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('textbox')).toHaveAccessibleDescription(/mistaken for ours/);
    },
  },
  {
    name: 'discovery-username',
    as: 'owner',
    open: async (page) => {
      await page.goto('/pages/my/discovery');
      await page.getByRole('switch', { name: 'By a username' }).check();
      await page.getByLabel('Username', { exact: true }).fill('lena_berger');
      await page.getByLabel('Name that senders see').fill('Lena Berger');
    },
  },
  { name: 'transfer-person', as: 'owner', open: findPerson },
  {
    name: 'transfer-person-nobody',
    as: 'owner',
    open: async (page) => {
      await page.route('**/api/transfers/check-address', (route) =>
        route.fulfill({ status: 404, json: { code: 'RECEIVER_NOT_FOUND', status: 404, message: '', defined: true } }),
      );
      await openTransfer(page, 'usdt');
      await toField(page).fill('lena@example.org');
      await page.getByRole('button', { name: 'Find the person' }).click();
      await expect(toField(page)).toHaveAccessibleDescription(/Nobody can be found/);
    },
  },
  {
    name: 'transfer-person-confirm',
    as: 'owner',
    open: async (page) => {
      await page.route('**/api/transfers/drafts', async (route) => {
        const asked = route.request().postDataJSON() as { walletId: string };
        const draft = {
          ...{ id: '01890000-0000-7000-8000-000000000001', hash: 'ab', walletId: asked.walletId, assetId: 'usdt' },
          ...{
            networkId: 'tron',
            settlement: 'internal',
            receiverClass: 'internal',
            to: contact,
            sentTo,
            toLabel: null,
          },
          ...{ amount: '12500000', fee: '0', total: '12500000', keeps: '24000000000', memo: null, arrival: 'at-once' },
          ...{ factors: ['trade-password', 'authenticator'], expiresAt: new Date(Date.now() + 300_000).toISOString() },
        };
        await route.fulfill({ json: draft });
      });
      await findPerson(page);
      await askForDraft(page);
    },
  },
];
