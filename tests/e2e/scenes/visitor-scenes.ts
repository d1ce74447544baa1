import { expect } from '@playwright/test';
import { enterContact, fillPasswords, logOut, newEmailPerson, sendCode, submitLogin } from '../support/person.ts';
import type { Scene } from './scene.ts';

export const visitorScenes: readonly Scene[] = [
  {
    name: 'login',
    as: 'visitor',
    open: async (page) => {
      await page.goto('/');
    },
  },
  {
    name: 'login-remembered',
    as: 'own-newcomer',
    open: async (page) => {
      await page.goto('/pages/my/setting');
      const remembers = page.getByRole('switch', { name: 'Remember me on the login page' });
      await remembers.uncheck();
      await remembers.check();
      await page.goto('/pages/my/index');
      await logOut(page);
      await expect(page.getByText('Last login on this device')).toBeVisible();
    },
  },
  {
    name: 'login-refused',
    as: 'visitor',
    open: async (page) => {
      await page.goto('/?redirect=%2Fpages%2Frecord%2Findex');
      await submitLogin(page, newEmailPerson());
      await expect(page.getByText('The account or the password is wrong.')).toBeVisible();
    },
  },
  {
    name: 'login-second-step',
    as: 'visitor',
    open: async (page, { newcomer }) => {
      await page.goto('/');
      await submitLogin(page, newcomer.person);
      await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible();
    },
  },
  {
    name: 'factors-lost',
    as: 'visitor',
    open: async (page) => {
      await page.goto('/pages/login/factors-lost');
      await expect(page.getByRole('button', { name: 'Request removal' })).toBeVisible();
    },
  },
  {
    name: 'factors-lost-asked',
    as: 'visitor',
    open: async (page) => {
      const challenge = { challengeId: '00000000-0000-4000-8000-000000000001', expiresAt: '2026-01-02T03:04:05.000Z' };
      await page.route('**/api/protection/factor-reset/code', (route) =>
        route.fulfill({ json: { ...challenge, resendAfterSeconds: 60, sentTo: 'an•••@example.org' } }),
      );
      await page.route('**/api/protection/factor-reset', (route) =>
        route.fulfill({ json: { readyAt: '2026-01-09T03:04:05.000Z' } }),
      );
      await page.goto('/pages/login/factors-lost');
      await enterContact(page, newEmailPerson());
      await page.getByRole('button', { name: 'Send code' }).click();
      // The field is emptied when a code has been sent.
      await expect(page.getByRole('button', { name: /^Resend in/ })).toBeVisible();
      await page.getByLabel('Verification code').fill('123456');
      await page.getByLabel('Login password').fill('seven quiet lighthouses 12');
      await page.getByRole('button', { name: 'Request removal' }).click();
      await expect(page.getByRole('heading', { name: 'Your request is in progress' })).toBeVisible();
    },
  },
  {
    name: 'login-area-codes',
    as: 'visitor',
    open: async (page) => {
      await page.goto('/pages/login/index');
      await page.getByRole('button', { name: /area code/i }).click();
      await expect(page.getByRole('dialog', { name: 'Area code' })).toBeVisible();
    },
  },
  {
    name: 'register',
    as: 'visitor',
    open: async (page) => {
      await page.goto('/pages/login/register');
    },
  },
  {
    name: 'register-faults',
    as: 'visitor',
    open: async (page) => {
      const person = newEmailPerson();
      await page.goto('/pages/login/register');
      await enterContact(page, person);
      await sendCode(page, person);
      await fillPasswords(page, person.password, 'another one entirely');
      await page.getByRole('button', { name: 'Create account' }).click();
      await expect(page.getByRole('checkbox')).toHaveAccessibleDescription('Check the terms first');
    },
  },
  {
    name: 'forgot-password',
    as: 'visitor',
    open: async (page) => {
      await page.goto('/pages/login/forgot-password');
    },
  },
  {
    name: 'stop-change-link-broken',
    as: 'visitor',
    open: async (page) => {
      await page.goto('/pages/login/stop');
      await expect(page.getByText('This link is incomplete.')).toBeVisible();
    },
  },
  {
    name: 'agreement',
    as: 'visitor',
    open: async (page) => {
      await page.goto('/pages/my/protocol');
    },
  },
  {
    name: 'not-found',
    as: 'visitor',
    open: async (page) => {
      await page.goto('/pages/nowhere');
    },
  },
];
