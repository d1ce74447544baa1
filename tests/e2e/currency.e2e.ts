import { expect } from '@playwright/test';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import {
  amountField,
  askForDraft,
  confirmSheet,
  fillTransfer,
  goToVerification,
  verify,
  waitForRecord,
} from './pages/transfer-page.ts';
import { openAccount } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import type { Api } from './support/api.ts';
import { test } from './support/test.ts';

// Goal: what an amount is worth is said in the unit the person chose, wherever they decide or look back. Method: the screens
// against the rates the API gives, computed here a second time.

/** An amount of USDT in TRX as the screens write it: two decimals, cut. */
async function inTrx(api: Api, usdtUnits: bigint): Promise<string> {
  const { currencies } = await api.preferences.currencies();
  const price = currencies.find(({ unit }) => unit === 'trx')?.usdtPrice;
  expect(price).toMatch(/^\d+\.?\d*$/);
  const cents = (usdtUnits * 100n * 10n ** 12n) / BigInt(Math.round(Number(price) * 1e12)) / 10n ** 6n;
  const [whole, part] = [cents / 100n, String(cents % 100n).padStart(2, '0')];
  return `≈ ${whole.toLocaleString('en-GB')}.${part} TRX`;
}

test('what an amount is worth stands in the chosen unit in the form, before confirming and in the record', async ({
  device,
}) => {
  const { page, api, authenticator } = await openAccount(device, { usdt: toUnits('usdt', '100') });
  await api.preferences.setPreferences({ currencyUnit: 'trx' });
  await fillTransfer(page, { coin: 'usdt', to: freshAddress(), amount: '12.5' });
  const worth = await inTrx(api, toUnits('usdt', '12.5'));
  await expect(page.getByRole('main')).toContainText(worth);
  await expect(await askForDraft(page)).toContainText(worth);
  await goToVerification(page);
  await verify(page, authenticator);
  const record = await api.records.record({ id: await waitForRecord(page) });
  const left = await inTrx(api, BigInt(record.amount) + BigInt(record.fee));
  await expect(page.getByText(`${left} at today’s price`)).toBeVisible();

  await api.preferences.setPreferences({ hideBalances: true });
  await expect(page.getByText('at today’s price')).toHaveCount(0);
});

test('an amount in the chosen unit itself is not valued a second time', async ({ device }) => {
  const { page } = await openAccount(device, { usdt: toUnits('usdt', '20') });
  await fillTransfer(page, { coin: 'usdt', to: freshAddress(), amount: '2' });
  await expect(amountField(page)).toHaveValue('2');
  await askForDraft(page);
  await expect(confirmSheet(page)).not.toContainText('≈');
});
