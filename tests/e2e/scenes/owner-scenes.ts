import { expect } from '@playwright/test';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import { assetRow } from '../pages/home-page.ts';
import { openReceive, pressFaucet } from '../pages/receive-page.ts';
import { openFurtherDetail, openRecord } from '../pages/record-page.ts';
import {
  amountField,
  askForDraft,
  fillTransfer,
  goToVerification,
  pressKeys,
  toField,
} from '../pages/transfer-page.ts';
import { faucet } from '../support/devchain.ts';
import { tradePassword } from '../support/factors.ts';
import type { Scene } from './scene.ts';

const home: Scene['open'] = async (page) => {
  await page.goto('/pages/index/index');
  await expect(assetRow(page, 'USDT')).toBeVisible();
};

export const ownerScenes: readonly Scene[] = [
  { name: 'home', as: 'owner', open: home },
  {
    name: 'home-hidden',
    as: 'owner',
    open: async (page, people) => {
      await home(page, people);
      // Said to be kept, and not kept: the other scenes of this person show amounts.
      await page.route('**/api/preferences', async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        const kept = (await (await page.request.get('/api/preferences')).json()) as object;
        await route.fulfill({ json: { ...kept, hideBalances: true } });
      });
      await page.getByRole('button', { name: 'Hide balances' }).click();
    },
  },
  {
    name: 'home-search-nothing',
    as: 'owner',
    open: async (page, people) => {
      await home(page, people);
      await page.getByRole('button', { name: /search/i }).click();
      await page.getByRole('searchbox').fill('doubloons');
    },
  },
  {
    name: 'home-unreachable',
    as: 'owner',
    open: async (page) => {
      await page.route('**/api/wallets/**', (route) => route.abort());
      await page.goto('/pages/index/index');
      await expect(page.getByText('Couldn’t load your balances.')).toBeVisible({ timeout: 30_000 });
    },
  },
  {
    name: 'receive-arriving',
    as: 'own-newcomer',
    open: async (page) => {
      await openReceive(page);
      // A moment of some four seconds is held: whenever the page asks, the deposit is at the seventh of its blocks.
      await page.route('**/api/records?*', async (route) => {
        const response = await route.fetch();
        const answer = (await response.json()) as { records: object[] };
        const moment = { status: 'confirming', confirmations: { seen: 7, required: 19 } };
        await route.fulfill({
          response,
          json: { ...answer, records: answer.records.map((record) => ({ ...record, ...moment })) },
        });
      });
      await pressFaucet(page, 'TRX');
      await expect(page.getByText('Seen, 7 of 19 confirmed')).toBeVisible();
      // What is seen now stays: no further answer comes.
      await page.route('**/api/**', () => undefined);
    },
  },
  {
    name: 'my',
    as: 'owner',
    open: async (page) => {
      await page.goto('/pages/my/index');
      await expect(page.getByText('This device')).toBeVisible();
    },
  },
  {
    name: 'trade-password-set',
    as: 'owner',
    open: async (page) => {
      await page.goto('/pages/my/password-trade-setting');
      await expect(page.getByText('Your trade password is set')).toBeVisible();
    },
  },
  {
    name: 'authenticator-bound',
    as: 'owner',
    open: async (page) => {
      await page.goto('/pages/my/google-code/index');
      await expect(page.getByText('Your authenticator is bound')).toBeVisible();
    },
  },
  {
    name: 'authenticator-take-off',
    as: 'owner',
    open: async (page) => {
      await page.goto('/pages/my/google-code/index');
      await page.getByRole('button', { name: 'Remove authenticator' }).click();
      await expect(page.getByRole('heading', { name: 'Remove authenticator' })).toBeVisible();
    },
  },
  {
    name: 'authenticator-new-codes',
    as: 'owner',
    open: async (page) => {
      await page.goto('/pages/my/google-code/index');
      await page.getByRole('button', { name: 'New recovery codes' }).click();
      await expect(page.getByRole('heading', { name: 'New recovery codes' })).toBeVisible();
    },
  },
  {
    name: 'login-password',
    as: 'owner',
    open: async (page) => {
      await page.goto('/pages/my/password-login-edit');
      await expect(page.getByLabel('New password', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'passkeys-none',
    as: 'owner',
    open: async (page) => {
      await page.goto('/pages/my/passkeys');
      await expect(page.getByText('No passkey yet')).toBeVisible();
    },
  },
  {
    name: 'passkeys',
    as: 'owner',
    open: async (page) => {
      const passkey = { synced: true, createdAt: '2026-01-02T03:04:05.000Z' };
      const passkeys = [
        { ...passkey, id: '00000000-0000-4000-8000-000000000001', name: 'Pixel 9', usedAt: '2026-02-03T04:05:06.000Z' },
        { ...passkey, id: '00000000-0000-4000-8000-000000000002', name: 'Kitchen tablet', usedAt: null },
      ];
      await page.route('**/api/protection/passkeys', (route) => route.fulfill({ json: { passkeys } }));
      await page.goto('/pages/my/passkeys');
      await page.getByRole('button', { name: /Pixel 9/ }).click();
      await expect(page.getByLabel('Name')).toBeVisible();
    },
  },
  {
    name: 'passkeys-unreachable',
    as: 'owner',
    open: async (page) => {
      await page.route('**/api/protection/**', (route) => route.abort());
      await page.goto('/pages/my/passkeys');
      await expect(page.getByText('Couldn’t load your passkeys.')).toBeVisible({ timeout: 30_000 });
    },
  },
  {
    name: 'contact',
    as: 'owner',
    open: async (page) => {
      await page.goto('/pages/my/contact');
      await expect(page.getByText('What do you want to change?')).toBeVisible();
    },
  },
  {
    name: 'message-word',
    as: 'owner',
    open: async (page) => {
      await page.goto('/pages/my/message-word');
      await expect(page.getByLabel('Your phrase')).toBeVisible();
    },
  },
  {
    name: 'factor-reset-none',
    as: 'owner',
    open: async (page) => {
      await page.goto('/pages/my/factor-reset');
      await expect(page.getByText('No open request')).toBeVisible();
    },
  },
  {
    name: 'factor-reset',
    as: 'owner',
    open: async (page) => {
      await page.route('**/api/identity/account', async (route) => {
        const answer = await route.fetch();
        const factorReset = {
          startedAt: '2026-01-02T03:04:05.000Z',
          readyAt: '2026-01-09T03:04:05.000Z',
          approvals: 1,
        };
        await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), factorReset } });
      });
      await page.goto('/pages/my/factor-reset');
      await expect(page.getByText(/somebody with your login password reported/)).toBeVisible();
    },
  },
  {
    name: 'account-history',
    as: 'owner',
    open: async (page) => {
      await page.goto('/pages/my/security-history');
      await expect(page.getByText('You’ve reached the end')).toBeVisible();
    },
  },
  {
    name: 'records',
    as: 'owner',
    open: async (page) => {
      await page.goto('/pages/record/index');
      await expect(page.getByText('You’ve reached the end')).toBeVisible();
    },
  },
  {
    name: 'records-assets',
    as: 'owner',
    open: async (page) => {
      await page.goto('/pages/record/index');
      await page.getByRole('button', { name: 'Asset' }).click();
      await expect(page.getByRole('dialog', { name: 'Asset' })).toBeVisible();
    },
  },
  {
    name: 'records-period',
    as: 'owner',
    open: async (page) => {
      await page.goto('/pages/record/index?search=usdt');
      await page.getByRole('button', { name: 'Period' }).click();
      await expect(page.getByRole('dialog', { name: 'Period' })).toBeVisible();
    },
  },
  {
    name: 'receipt',
    as: 'owner',
    open: async (page, { records }) => {
      await page.goto(`/pages/record/receipt?id=${records.outside}`);
      await expect(page.getByRole('button', { name: 'Print or save as PDF' })).toBeVisible();
    },
  },
  {
    name: 'home-asset',
    as: 'owner',
    open: async (page, people) => {
      await home(page, people);
      await assetRow(page, 'USDT').click();
      await expect(page.getByRole('dialog', { name: 'USDT' })).toContainText('Latest records');
    },
  },
  {
    name: 'home-manage-tokens',
    as: 'owner',
    open: async (page, people) => {
      await home(page, people);
      await page.getByRole('button', { name: 'Manage tokens' }).click();
      await expect(page.getByRole('dialog', { name: 'Manage tokens' })).toBeVisible();
    },
  },
  {
    name: 'address-book',
    as: 'owner',
    open: async (page) => {
      await page.goto('/pages/my/address-book');
      await expect(page.getByText('Sent to before, not saved')).toBeVisible();
    },
  },
  {
    name: 'address-book-save',
    as: 'owner',
    open: async (page, { friend }) => {
      await page.goto(`/pages/my/address-book?add=${friend.address}`);
      await page.getByRole('dialog', { name: 'Save an address' }).getByLabel('Name').fill('Lena');
    },
  },
  {
    name: 'address-book-factors',
    as: 'owner',
    open: async (page, { friend }) => {
      await page.goto(`/pages/my/address-book?add=${friend.address}`);
      const sheet = page.getByRole('dialog', { name: 'Save an address' });
      await sheet.getByLabel('Name').fill('Lena');
      await sheet.getByRole('button', { name: 'Continue' }).click();
      await pressKeys(sheet, '739146407');
      await expect(sheet.getByRole('textbox', { name: 'Authenticator code' })).toHaveValue('407');
    },
  },
  {
    name: 'address-book-rule',
    as: 'owner',
    open: async (page) => {
      await page.goto('/pages/my/address-book');
      await page.getByRole('button', { name: /^New addresses wait/ }).click();
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Switch on' })).toBeVisible();
    },
  },
  {
    name: 'address-book-unreachable',
    as: 'owner',
    open: async (page) => {
      await page.route('**/api/address-book', (route) => route.abort());
      await page.goto('/pages/my/address-book');
      await expect(page.getByText('Couldn’t load the address book.')).toBeVisible({ timeout: 30_000 });
    },
  },
  {
    name: 'transfer-receivers',
    as: 'owner',
    open: async (page) => {
      await page.goto('/pages/index/transfer');
      await page.getByRole('button', { name: 'Address book' }).click();
      await expect(page.getByRole('dialog', { name: 'Choose a receiver' })).toBeVisible();
    },
  },
  {
    name: 'deposit-search-elsewhere',
    as: 'owner',
    open: async (page) => {
      const txId = await faucet(freshAddress(), 'trx', 1_000_000n);
      await page.goto('/pages/index/deposit-search');
      await page.getByLabel('Transaction ID').fill(txId);
      await expect(async () => {
        await page.getByRole('button', { name: 'Look up transaction' }).click();
        await expect(page.getByText('This is not one of your addresses.')).toBeVisible({ timeout: 1_000 });
      }).toPass();
    },
  },
  { name: 'record-received', as: 'owner', open: (page, { records }) => openRecord(page, records.received) },
  { name: 'record-outside', as: 'owner', open: (page, { records }) => openRecord(page, records.outside) },
  { name: 'record-rejected', as: 'owner', open: (page, { records }) => openRecord(page, records.rejected) },
  { name: 'record-under-review', as: 'owner', open: (page, { records }) => openRecord(page, records.waiting) },
  {
    name: 'record-cancel',
    as: 'owner',
    open: async (page, { records }) => {
      await openRecord(page, records.waiting);
      await page.getByRole('button', { name: 'Cancel transfer' }).click();
      await expect(page.getByRole('dialog', { name: 'Cancel this transfer?' })).toBeVisible();
    },
  },
  {
    name: 'record-further-detail',
    as: 'owner',
    open: async (page, { records }) => {
      await openRecord(page, records.outside);
      await openFurtherDetail(page);
    },
  },
  {
    name: 'transfer-inside',
    as: 'owner',
    open: (page, { friend }) => fillTransfer(page, { coin: 'usdt', to: friend.address, amount: '12.5' }),
  },
  {
    name: 'transfer-outside',
    as: 'owner',
    open: (page) => fillTransfer(page, { coin: 'usdt', to: freshAddress(), amount: '100' }),
  },
  {
    name: 'transfer-coins',
    as: 'owner',
    open: async (page) => {
      await page.goto('/pages/index/transfer');
      await page.locator('.transfer-coin').click();
      await expect(page.getByRole('dialog', { name: 'Choose a coin' })).toBeVisible();
    },
  },
  {
    name: 'transfer-refused',
    as: 'owner',
    open: async (page, { owner }) => {
      await fillTransfer(page, { coin: 'usdt', to: owner.address, amount: '99999' });
      await expect(toField(page)).toHaveAttribute('aria-invalid');
      await expect(amountField(page)).toHaveAttribute('aria-invalid');
    },
  },
  {
    name: 'transfer-confirm',
    as: 'owner',
    open: async (page) => {
      await fillTransfer(page, { coin: 'usdt', to: freshAddress(), amount: '100' });
      await askForDraft(page);
    },
  },
  {
    name: 'transfer-verify',
    as: 'owner',
    open: async (page, { friend }) => {
      await fillTransfer(page, { coin: 'usdt', to: friend.address, amount: '12.5' });
      await askForDraft(page);
      const sheet = await goToVerification(page);
      await pressKeys(sheet, tradePassword);
      await pressKeys(sheet, '41');
    },
  },
];
