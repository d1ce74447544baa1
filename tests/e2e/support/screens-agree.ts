import { expect } from '@playwright/test';
import { expectHomeBalance } from '../pages/home-page.ts';
import { openTransfer } from '../pages/transfer-page.ts';
import type { AssetId } from './account.ts';
import { shown } from './amounts.ts';
import type { Api } from './api.ts';
import type { Device } from './device.ts';

const symbols = { usdt: 'USDT', trx: 'TRX', reward: 'TERN' } as const;

/** Looks at home, the transfer form and the sum of all records: each has to show exactly this. Base units. */
export async function expectScreensToAgree(
  { page, api }: Device,
  balances: Readonly<Record<AssetId, bigint>>,
): Promise<void> {
  await page.goto('/pages/index/index');
  for (const assetId of ['usdt', 'trx', 'reward'] as const) {
    await expectHomeBalance(page, assetId, symbols[assetId], balances[assetId]);
    expect(await sumRecords(api, assetId), `records of ${assetId}`).toBe(balances[assetId]);
  }
  for (const assetId of ['usdt', 'trx', 'reward'] as const) {
    await openTransfer(page, assetId);
    await expect(page.locator('.transfer-coin')).toContainText(`Available ${shown(assetId, balances[assetId])}`);
  }
}

/** What all records together leave: everything credited less everything sent with its fee. */
async function sumRecords(api: Api, assetId: AssetId): Promise<bigint> {
  let sum = 0n;
  let cursor: string | undefined;
  do {
    const page = await api.records.listRecords({ assetId, ...(cursor === undefined ? {} : { cursor }) });
    for (const record of page.records) {
      if (record.status !== 'success') continue;
      sum += record.direction === 'in' ? BigInt(record.amount) : -(BigInt(record.amount) + BigInt(record.fee));
    }
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return sum;
}
