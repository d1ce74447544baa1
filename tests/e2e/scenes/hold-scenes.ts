import { expect, type Page } from '@playwright/test';
import { changeAnswer } from './change-answer.ts';
import type { Scene } from './scene.ts';

const onHold = /on hold until/;

/** From now on this account is on hold, as the server would tell it; the owner's other scenes have it as it is. */
async function putOnHold(page: Page): Promise<void> {
  await changeAnswer<object>(page, '**/api/identity/account', (account) => {
    return { ...account, freeze: { until: '2099-03-01T12:00:00.000Z' } };
  });
}

const scene = (name: string, path: string): Scene => ({
  name,
  as: 'owner',
  open: async (page) => {
    await putOnHold(page);
    await page.goto(path);
    await expect(page.getByText(onHold).first()).toBeVisible();
  },
});

/** Where a person reads that nothing can leave the account now. */
export const holdScenes: readonly Scene[] = [
  scene('home-on-hold', '/pages/index/index'),
  scene('my-on-hold', '/pages/my/index'),
  scene('transfer-on-hold', '/pages/index/transfer'),
  scene('swap-on-hold', '/pages/reward/swap'),
];
