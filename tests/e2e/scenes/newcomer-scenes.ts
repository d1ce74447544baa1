import { expect } from '@playwright/test';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import { bindAuthenticatorOnPage } from '../pages/factor-pages.ts';
import { proveIdentity } from '../pages/proof-page.ts';
import { openReceive } from '../pages/receive-page.ts';
import { amountField, openTransfer, pressKeys, toField } from '../pages/transfer-page.ts';
import { tradePassword } from '../support/factors.ts';
import type { Scene } from './scene.ts';

export const newcomerScenes: readonly Scene[] = [
  {
    name: 'launch-no-network',
    as: 'newcomer',
    open: async (page) => {
      await page.addInitScript(() => localStorage.setItem('signed-in', 'yes'));
      await page.route('**/api/identity/account', (route) => route.abort());
      await page.goto('/pages/common/launch');
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 30_000 });
    },
  },
  {
    name: 'home-new',
    as: 'newcomer',
    open: async (page) => {
      await page.goto('/pages/index/index');
      await expect(page.getByText('Set a trade password to send')).toBeVisible();
    },
  },
  {
    name: 'home-conditions',
    as: 'newcomer',
    open: async (page) => {
      await page.goto('/pages/index/index');
      await page.getByRole('button', { name: 'Conditions' }).click();
      await expect(page.getByRole('dialog', { name: 'Activation and bonus' })).toBeVisible();
    },
  },
  {
    name: 'home-wallets',
    as: 'own-newcomer',
    open: async (page) => {
      await page.goto('/pages/my/wallet');
      await page.getByRole('button', { name: 'Add wallet' }).click();
      await page.getByLabel('Name').fill('Savings');
      await page.getByRole('dialog').getByRole('button', { name: 'Add wallet' }).click();
      await expect(page.getByRole('button', { name: /^Savings/ })).toBeVisible();
      await page.goto('/pages/index/index');
      await page.getByRole('button', { name: 'Choose a wallet' }).click();
      await expect(page.getByRole('dialog', { name: 'Your wallets' })).toBeVisible();
    },
  },
  {
    name: 'address-book-empty',
    as: 'newcomer',
    open: async (page) => {
      await page.goto('/pages/my/address-book');
      await expect(page.getByText('No saved addresses')).toBeVisible();
    },
  },
  {
    name: 'deposit-search-nothing',
    as: 'newcomer',
    open: async (page) => {
      await page.goto('/pages/index/deposit-search');
      await page.getByLabel('Transaction ID').fill('ab'.repeat(32));
      await page.getByRole('button', { name: 'Look up transaction' }).click();
      await expect(page.getByText(/no such transaction/)).toBeVisible();
    },
  },
  { name: 'receive', as: 'newcomer', open: openReceive },
  {
    name: 'receive-payment-link',
    as: 'newcomer',
    open: async (page) => {
      await openReceive(page);
      await page.getByRole('button', { name: 'Request an amount with a payment link' }).click();
      const sheet = page.getByRole('dialog', { name: 'Request an amount' });
      await sheet.getByLabel('Amount').fill('12.5');
      await expect(sheet.getByRole('img', { name: 'QR code of the payment link' })).toBeVisible();
    },
  },
  {
    name: 'records-empty',
    as: 'newcomer',
    open: async (page) => {
      await page.goto('/pages/record/index');
      await expect(page.getByText('No records yet')).toBeVisible();
    },
  },
  {
    name: 'records-none-like-this',
    as: 'newcomer',
    open: async (page) => {
      await page.goto('/pages/record/index?filter=failed');
      await expect(page.getByText('No results')).toBeVisible();
    },
  },
  {
    name: 'record-unknown',
    as: 'newcomer',
    open: async (page, { records }) => {
      await page.goto(`/pages/record/detail?id=${records.received}`);
      await expect(page.getByText('Record not found')).toBeVisible();
    },
  },
  {
    name: 'my-new',
    as: 'newcomer',
    open: async (page) => {
      await page.goto('/pages/my/index');
      await expect(page.getByText('This device')).toBeVisible();
    },
  },
  {
    name: 'transfer-without-money',
    as: 'newcomer',
    open: async (page) => {
      await openTransfer(page, 'usdt');
      await toField(page).fill(freshAddress());
      await amountField(page).fill('5');
      await expect(amountField(page)).toHaveAccessibleDescription(/^Insufficient balance/);
    },
  },
  {
    name: 'trade-password',
    as: 'newcomer',
    open: async (page) => {
      await page.goto('/pages/my/password-trade-setting');
      await pressKeys(page, '739');
    },
  },
  {
    name: 'trade-password-weak',
    as: 'newcomer',
    open: async (page) => {
      await page.goto('/pages/my/password-trade-setting');
      await pressKeys(page, '123456');
      await expect(page.getByText('Sequences are easy to guess. Choose other digits.')).toBeVisible();
    },
  },
  {
    name: 'trade-password-again',
    as: 'newcomer',
    open: async (page) => {
      await page.goto('/pages/my/password-trade-setting');
      await pressKeys(page, tradePassword);
      await expect(page.getByRole('heading', { name: 'Enter them again' })).toBeVisible();
    },
  },
  {
    name: 'trade-password-proof',
    as: 'newcomer',
    open: async (page) => {
      await page.goto('/pages/my/password-trade-setting');
      await pressKeys(page, tradePassword);
      await expect(page.getByRole('heading', { name: 'Enter them again' })).toBeVisible();
      await pressKeys(page, tradePassword);
      await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible();
    },
  },
  {
    name: 'authenticator-app',
    as: 'newcomer',
    open: async (page) => {
      await page.goto('/pages/my/google-code/index');
      await expect(page.getByRole('button', { name: 'I have an app' })).toBeVisible();
    },
  },
  {
    name: 'authenticator-key',
    as: 'own-newcomer',
    open: async (page, { own }) => {
      await page.goto('/pages/my/google-code/index');
      await page.getByRole('button', { name: 'I have an app' }).click();
      await proveIdentity(page, own);
      await page.getByRole('button', { name: 'Show key' }).click();
      await expect(page.getByRole('heading', { name: 'Add the key to your app' })).toBeVisible();
    },
  },
  {
    name: 'authenticator-recovery-codes',
    as: 'own-newcomer',
    open: async (page, { own }) => {
      await page.goto('/pages/my/google-code/index');
      await bindAuthenticatorOnPage(page, own);
    },
  },
];
