import { expect, type Page } from '@playwright/test';
import type { PriceAlertsView, PriceAlertView } from '@tern/contracts/routes/price-alerts';
import type { Scene } from './scene.ts';

const minuteMs = 60_000;
const ago = (minutes: number): string => new Date(Date.now() - minutes * minuteMs).toISOString();

function alert(
  n: number,
  rest: Pick<PriceAlertView, 'direction' | 'target'> & Partial<PriceAlertView>,
): PriceAlertView {
  const id = `01890000-0000-7000-8000-00000000000${n}`;
  return { id, assetId: 'trx', unit: 'usdt', setAt: ago(180 * n), reached: null, ...rest };
}

/** What two sources said just now. */
function priceNow(): NonNullable<PriceAlertsView['price']> {
  const sources = [{ source: 'chain', at: ago(0.1) } as const, { source: 'operator', at: ago(0.2) } as const];
  return { price: '0.301245', at: ago(0.1), stale: false, sources, source: 'chain' };
}

/** A fresh price, and alerts in every state. */
function view(rest: Partial<PriceAlertsView> = {}): PriceAlertsView {
  return {
    price: priceNow(),
    judged: true,
    alerts: [
      alert(1, { direction: 'above', target: '0.35' }),
      alert(2, { direction: 'below', target: '0.2515', unit: 'eur' }),
      alert(3, { direction: 'above', target: '0.3', reached: { at: ago(90), price: '0.30012345' } }),
    ],
    used: 7,
    limit: 20,
    ...rest,
  };
}

async function openAlerts(page: Page, shown: PriceAlertsView, coin = 'trx'): Promise<void> {
  await page.route('**/api/price-alerts?*', (route) => route.fulfill({ json: shown }));
  await page.goto(`/pages/index/price-alerts?coin=${coin}`);
  await expect(page.getByText(`Price of ${coin.toUpperCase()}`).first()).toBeVisible();
}

/** Prices that somebody waits for. */
export const alertScenes: readonly Scene[] = [
  {
    name: 'price-alerts',
    as: 'owner',
    open: async (page) => {
      await openAlerts(page, view());
      await expect(page.getByText(/^Reached on/)).toBeVisible();
    },
  },
  {
    name: 'price-alerts-empty',
    as: 'owner',
    open: async (page) => {
      await openAlerts(page, view({ alerts: [], used: 0 }));
      await expect(page.getByText('No price alerts')).toBeVisible();
    },
  },
  {
    name: 'price-alerts-refused',
    as: 'owner',
    open: async (page) => {
      await openAlerts(page, view({ alerts: [], used: 0 }));
      const refused = { code: 'ALERT_PRICE_REACHED', status: 409, message: '', defined: true };
      await page.route('**/api/price-alerts', (route) => route.fulfill({ status: 409, json: refused }));
      await page.getByRole('textbox').fill('0.3');
      await page.getByRole('button', { name: 'Add alert' }).click();
      await expect(page.getByRole('textbox')).toHaveAccessibleDescription(/reached this already/);
    },
  },
  {
    name: 'price-alerts-full-and-stale',
    as: 'owner',
    open: async (page) => {
      await openAlerts(page, view({ judged: false, used: 20 }));
      await expect(page.getByText(/which is the maximum/)).toBeVisible();
    },
  },
  {
    name: 'price-alerts-fixed',
    as: 'owner',
    open: async (page) => {
      await openAlerts(page, view({ price: { ...priceNow(), price: '1' }, alerts: [], used: 0 }), 'usdt');
      await expect(page.getByText(/This price never changes/)).toBeVisible();
    },
  },
  {
    name: 'price-alerts-sheet',
    as: 'owner',
    open: async (page) => {
      await openAlerts(page, view());
      await page.getByRole('button', { name: /Reached on/ }).click();
      await expect(page.getByRole('button', { name: 'Remove alert' })).toBeVisible();
    },
  },
  {
    name: 'price-alerts-unreachable',
    as: 'owner',
    open: async (page) => {
      await page.route('**/api/price-alerts?*', (route) => route.abort());
      await page.goto('/pages/index/price-alerts?coin=trx');
      await expect(page.getByText('Couldn’t load your price alerts.')).toBeVisible();
    },
  },
];
