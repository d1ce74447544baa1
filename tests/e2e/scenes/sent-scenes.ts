import { expect } from '@playwright/test';
import type { Scene } from './scene.ts';

export const sentScenes: readonly Scene[] = [
  {
    name: 'sent-internal',
    as: 'owner',
    open: async (page, { records }) => {
      await page.goto(`/pages/record/sent?id=${records.inside}`);
      await expect(page.getByText(/^Arrived/)).toBeVisible();
    },
  },
  {
    name: 'sent-outgoing',
    as: 'owner',
    open: async (page, { records }) => {
      // A moment of some seconds is held: whenever the page asks, the transfer is at the seventh of its blocks.
      await page.route(`**/api/records/${records.outside}`, async (route) => {
        const response = await route.fetch();
        const moment = { status: 'confirming', confirmations: { seen: 7, required: 19 } };
        await route.fulfill({ response, json: { ...((await response.json()) as object), ...moment } });
      });
      await page.goto(`/pages/record/sent?id=${records.outside}`);
      await expect(page.getByText(/^Final in about/)).toBeVisible();
    },
  },
  {
    name: 'sent-review',
    as: 'owner',
    open: async (page, { records }) => {
      await page.goto(`/pages/record/sent?id=${records.waiting}`);
      await expect(page.getByText(/It has not been sent yet/)).toBeVisible();
    },
  },
];
