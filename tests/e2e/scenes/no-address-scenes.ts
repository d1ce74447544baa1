import { expect } from '@playwright/test';
import { dropAddress } from '../support/no-address.ts';
import type { Scene } from './scene.ts';

/** A wallet whose address the signer has disowned: nobody may send to it any more. */
export const noAddressScenes: readonly Scene[] = [
  {
    name: 'home-no-address',
    as: 'newcomer',
    open: async (page) => {
      await dropAddress(page);
      await page.goto('/pages/index/index');
      await expect(page.getByText('Address no longer valid')).toBeVisible();
    },
  },
  {
    name: 'receive-no-address',
    as: 'newcomer',
    open: async (page) => {
      await dropAddress(page);
      await page.goto('/pages/index/receive');
      await expect(page.getByText('The address of this wallet is no longer valid.')).toBeVisible();
    },
  },
];
