import { expect, type Page } from '@playwright/test';
import { assetRow } from '../pages/home-page.ts';
import { fillSwap, givenField, openDetails, openSwap, swapButton, swapSheet, verifySwap } from '../pages/swap-page.ts';
import { changeAnswer } from './change-answer.ts';
import type { Scene } from './scene.ts';

const quoted = { coin: 'usdt', for: 'reward', amount: '200' } as const;

async function openReward(page: Page): Promise<void> {
  await page.goto('/pages/reward/index');
  await expect(page.getByRole('timer')).toBeVisible();
}

type Options = { directions: { closed: string | null }[] };
type Pool = { total: string; nextAmount: string; today: string; earned: string; underWay: string | null };
type Distributions = { distributions: { id: string; reward: string; endsAt: string; holders: number }[] };

const pastDays = Array.from({ length: 13 }, (_, day) => day);

/** What a day brought, in parts of today's. */
function rewardOf(day: number): bigint {
  return BigInt(8000 - 240 * day + (day % 3) * 320);
}

export const rewardScenes: readonly Scene[] = [
  {
    name: 'swap-quote',
    as: 'owner',
    open: async (page) => {
      await fillSwap(page, quoted);
      await givenField(page).blur();
    },
  },
  {
    name: 'swap-details',
    as: 'owner',
    open: async (page) => {
      await fillSwap(page, quoted);
      await openDetails(page);
    },
  },
  {
    name: 'swap-nothing-there',
    as: 'newcomer',
    open: async (page) => {
      await openSwap(page, quoted);
      await givenField(page).fill('200');
      await expect(swapButton(page)).toHaveText('Insufficient balance');
    },
  },
  {
    name: 'swap-tokens',
    as: 'owner',
    open: async (page) => {
      await openSwap(page, quoted);
      await page.getByRole('button', { name: /^Token you get/ }).click();
      await expect(page.getByRole('dialog', { name: 'Token you get' })).toBeVisible();
    },
  },
  {
    name: 'swap-verify',
    as: 'owner',
    open: async (page) => {
      await fillSwap(page, quoted);
      await swapButton(page).click();
      await expect(swapSheet(page)).toBeVisible();
    },
  },
  {
    name: 'swap-price-changed',
    as: 'owner',
    open: async (page) => {
      await page.route('**/api/swaps/quotes/*/execute', (route) =>
        route.fulfill({
          status: 409,
          json: { defined: true, code: 'PRICE_CHANGED', status: 409, message: 'The price changed' },
        }),
      );
      await fillSwap(page, quoted);
      await verifySwap(page);
      await expect(swapSheet(page).getByRole('button', { name: 'Swap at the new quote' })).toBeVisible();
    },
  },
  {
    name: 'swap-closed',
    as: 'owner',
    open: async (page) => {
      await changeAnswer<Options>(page, '**/api/swaps/options', (answer) => ({
        ...answer,
        directions: answer.directions.map((direction) => ({ ...direction, closed: 'prices' })),
      }));
      await openSwap(page, quoted);
      await expect(swapButton(page)).toHaveText('Not available right now');
    },
  },
  {
    name: 'swap-unreachable',
    as: 'owner',
    open: async (page) => {
      await page.route('**/api/swaps/options', (route) => route.abort());
      await page.goto('/pages/reward/swap');
      await expect(page.getByText('Couldn’t load prices or balances.')).toBeVisible({ timeout: 30_000 });
    },
  },
  {
    name: 'swap-records',
    as: 'owner',
    open: async (page) => {
      await page.goto('/pages/reward/swap-record');
      await expect(page.getByText('You’ve reached the end')).toBeVisible();
    },
  },
  {
    name: 'swap-records-empty',
    as: 'newcomer',
    open: async (page) => {
      await page.goto('/pages/reward/swap-record');
      await expect(page.getByText('No swaps yet')).toBeVisible();
    },
  },
  {
    name: 'swap-record',
    as: 'owner',
    open: async (page, { swapId }) => {
      await page.goto(`/pages/reward/swap-record?id=${swapId}`);
      await expect(page.getByText('Completed').first()).toBeVisible();
    },
  },
  {
    name: 'swap-record-distributing',
    as: 'owner',
    open: async (page, { swapId }) => {
      await changeAnswer<object>(page, `**/api/swaps/${swapId}`, (answer) => ({
        ...answer,
        status: 'distributing',
        reward: '1170000000000000000',
      }));
      await page.goto(`/pages/reward/swap-record?id=${swapId}`);
      await expect(page.getByText('Distributing')).toBeVisible();
    },
  },
  {
    name: 'reward',
    as: 'owner',
    open: async (page) => {
      // A past of two weeks, which no run can wait for.
      await changeAnswer<Distributions>(page, '**/api/pool/distributions*', (answer) => ({
        ...answer,
        distributions: pastDays.map((day) => {
          const [first] = answer.distributions;
          if (first === undefined) throw new Error('no distribution yet');
          return {
            ...first,
            id: day === 0 ? first.id : crypto.randomUUID(),
            endsAt: new Date(Date.parse(first.endsAt) - day * 86_400_000).toISOString(),
            reward: String((BigInt(first.reward) * rewardOf(day)) / rewardOf(0)),
          };
        }),
      }));
      await changeAnswer<Pool>(page, '**/api/pool', (answer) => ({
        ...answer,
        earned: String(pastDays.reduce((sum, day) => sum + (BigInt(answer.today) * rewardOf(day)) / rewardOf(0), 0n)),
      }));
      await openReward(page);
      await expect(page.getByRole('slider', { name: /^Your rewards by distribution/ })).toBeVisible();
    },
  },
  {
    name: 'home-bonus-arrived',
    as: 'owner',
    open: async (page) => {
      await changeAnswer<object>(page, '**/api/promotions/activation-prompt', (answer) => ({
        ...answer,
        due: true,
        bonus: { state: 'arrived', amount: '20000000000000000000' },
      }));
      await page.goto('/pages/index/index');
      await expect(page.getByText('Your account is active')).toBeVisible();
    },
  },
  {
    name: 'reward-no-country',
    as: 'newcomer',
    open: async (page) => {
      await openReward(page);
      await expect(page.getByText('Declare the country you live in')).toBeVisible();
    },
  },
  {
    name: 'reward-closed',
    as: 'newcomer',
    open: async (page) => {
      await changeAnswer<object>(page, '**/api/pool', (answer) => ({
        ...answer,
        excluded: 'closed',
        underWay: 'reserves',
      }));
      await openReward(page);
      await expect(page.getByText('Not available in your country')).toBeVisible();
    },
  },
  {
    name: 'reward-empty',
    as: 'owner',
    open: async (page) => {
      await changeAnswer<Pool>(page, '**/api/pool', (answer) => ({
        ...answer,
        total: '0',
        nextAmount: '0',
        underWay: 'paying',
      }));
      await changeAnswer<Distributions>(page, '**/api/pool/distributions*', (answer) => ({
        ...answer,
        distributions: [],
      }));
      await openReward(page);
      await expect(page.getByText('The pool is empty.')).toBeVisible();
    },
  },
  {
    name: 'reward-unreachable',
    as: 'owner',
    open: async (page) => {
      await page.route('**/api/pool*', (route) => route.abort());
      await page.route('**/api/pool/**', (route) => route.abort());
      await page.goto('/pages/reward/index');
      await expect(page.getByText('Couldn’t load the pool.')).toBeVisible({ timeout: 30_000 });
    },
  },
  {
    name: 'reward-terms',
    as: 'newcomer',
    open: async (page) => {
      await openReward(page);
      await page.getByRole('button', { name: 'How it works' }).click();
      await expect(page.getByText('Where rewards come from')).toBeVisible();
    },
  },
  {
    name: 'reward-checked',
    as: 'owner',
    open: async (page) => {
      await openReward(page);
      await page.getByRole('region', { name: 'Past distributions' }).getByRole('button').first().click();
      await page.getByRole('button', { name: 'Check my reward on this device' }).click();
      await expect(page.getByText('Correct: your line is in the published list')).toBeVisible();
    },
  },
  {
    name: 'asset-chart',
    as: 'owner',
    open: async (page) => {
      // A day with a gap in it, which a fresh installation does not have yet.
      await changeAnswer<{ series: { assetId: string; points: (string | null)[] }[] }>(
        page,
        '**/api/prices/history*',
        (answer) => ({
          ...answer,
          series: answer.series.map(({ assetId, points }) => ({
            assetId,
            points: points.map((_, step) =>
              step >= 40 && step < 47 ? null : (0.3 + 0.02 * Math.sin(step / 9) + step / 4000).toFixed(6),
            ),
          })),
        }),
      );
      await page.goto('/pages/index/index');
      await assetRow(page, 'TRX').click();
      await expect(page.getByRole('slider', { name: 'Price of TRX over time' })).toBeVisible();
    },
  },
];
