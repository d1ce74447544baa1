import { expect } from '@playwright/test';
import { walletUrl } from '../installation.ts';

/** A first start opens the activation promotion some blocks after the wallet answers: its money has to be final. */
export async function promotionIsOpen(): Promise<void> {
  await expect
    .poll(async () => (await (await fetch(`${walletUrl}/api/installation`)).json()) as unknown, { timeout: 60_000 })
    .toMatchObject({ activation: { promotionOpen: true } });
}
