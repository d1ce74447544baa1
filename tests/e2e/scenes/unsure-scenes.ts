import { expect, type Locator, type Page } from '@playwright/test';
import { askForDraft, fillTransfer, goToVerification, pressKeys } from '../pages/transfer-page.ts';
import { tradePassword } from '../support/factors.ts';
import type { People } from './people.ts';
import type { Scene } from './scene.ts';

/** Nothing was sent, nobody knows whether something was, or nobody knows when it is final. */
export const unsureScenes: readonly Scene[] = [
  {
    name: 'receipt-rejected',
    as: 'owner',
    open: async (page, { records }) => {
      await page.goto(`/pages/record/receipt?id=${records.rejected}`);
      await expect(page.getByRole('heading', { name: 'Nothing was sent' })).toBeVisible();
    },
  },
  {
    name: 'record-network-delayed',
    as: 'owner',
    open: async (page, { records }) => {
      // A stalled network is held: all blocks are there that count, and none of them becomes final.
      await answerWith(page, `**/api/records/${records.received}`, {
        status: 'confirming',
        confirmations: { seen: 19, required: 19 },
      });
      const since = '2026-11-21T14:31:00.000Z';
      const stall = { kind: 'chain-stalled', flow: null, assetId: null, missing: null, since, until: null };
      await answerWith(page, '**/api/status?*', { incidents: [stall] });
      await page.goto(`/pages/record/detail?id=${records.received}`);
      await expect(page.getByText('The Tron network is delayed')).toBeVisible();
      await expect(page.getByText(/Yours in about/)).toBeHidden();
    },
  },
  {
    name: 'transfer-answer-lost',
    as: 'owner',
    open: async (page, people) => void (await loseSend(page, people)),
  },
  {
    name: 'transfer-unsure',
    as: 'owner',
    open: async (page, people) => {
      const sheet = await loseSend(page, people);
      await sheet.getByRole('button', { name: 'Close' }).click();
      await expect(page.getByText('Your last transfer may have been sent')).toBeVisible();
    },
  },
];

/** The factors are given, and no answer comes. */
async function loseSend(page: Page, { friend }: People): Promise<Locator> {
  await page.route('**/api/transfers/drafts/*/confirm', (route) => route.abort('connectionreset'));
  await fillTransfer(page, { coin: 'usdt', to: friend.address, amount: '12.5' });
  await askForDraft(page);
  const sheet = await goToVerification(page);
  await pressKeys(sheet, tradePassword);
  await pressKeys(sheet, '416273');
  await expect(sheet.getByRole('button', { name: 'Try again' })).toBeEnabled();
  return sheet;
}

/** What the server says, with these facts in place of its own. */
async function answerWith(page: Page, url: string, facts: object): Promise<void> {
  await page.route(url, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), ...facts } });
  });
}
