import { expect, type Locator } from '@playwright/test';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import { amountField, askForDraft, openTransfer, pressKeys, toField } from './pages/transfer-page.ts';
import { openAccount } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { tradePassword } from './support/factors.ts';
import { test } from './support/test.ts';

// Goal: a person names an address, lets only named ones be paid, and is led by it when sending. Method: the pages with
// real factors; races, waits and stolen sessions are shown beside the server's code.

test('M33 a named address is paid from the list, and with the rule on no other one can be', async ({ device }) => {
  // Each of three changes takes an authenticator code of its own, which come every 30 seconds.
  test.setTimeout(240_000);
  const { page, api, authenticator, walletId } = await openAccount(device, { usdt: toUnits('usdt', '50') });
  const [lena, stranger] = [freshAddress(), freshAddress()];

  const giveFactors = async (sheet: Locator): Promise<void> => {
    await pressKeys(sheet, tradePassword);
    await expect(sheet.getByRole('textbox', { name: 'Authenticator code' })).toBeFocused();
    await expect(sheet.getByRole('img', { name: /^Time left for this code: \d+ seconds?$/ })).toBeVisible();
    await pressKeys(sheet, await authenticator.nextCode());
  };

  await page.goto('/pages/my/index');
  await page.getByRole('link', { name: 'Address book' }).click();
  await expect(page.getByText('No saved addresses')).toBeVisible();
  await page.getByRole('button', { name: 'Save an address' }).click();
  const save = page.getByRole('dialog', { name: 'Save an address' });
  await save.getByLabel('Tron address').fill(`${lena.slice(0, -1)}${lena.endsWith('x') ? 'y' : 'x'}`);
  await expect(save.getByLabel('Tron address')).toHaveAccessibleDescription(/character of this address is wrong/);
  await save.getByLabel('Tron address').fill(lena);
  await save.getByRole('button', { name: 'Continue' }).click();
  await expect(save.getByLabel('Name')).toHaveAccessibleDescription('Enter a name of 1 to 40 characters.');
  await save.getByLabel('Name').fill('Lena');
  await save.getByRole('button', { name: 'Continue' }).click();
  // The system's keyboard stays away, and back leads to the fields as they were.
  await expect(save.getByLabel('Trade password')).toHaveAttribute('inputmode', 'none');
  await page.goBack();
  await expect(save.getByLabel('Name')).toHaveValue('Lena');
  await save.getByRole('button', { name: 'Continue' }).click();
  await giveFactors(save);
  await save.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: /^Lena/ })).toContainText('New');

  await page.getByRole('button', { name: /^Only saved addresses/ }).click();
  const rule = page.getByRole('dialog', { name: 'Only saved addresses' });
  await giveFactors(rule);
  await rule.getByRole('button', { name: 'Switch on' }).click();
  await expect(page.getByRole('button', { name: /^Only saved addresses/ })).toContainText(/On$/);

  await openTransfer(page, 'usdt');
  await toField(page).fill(stranger);
  await expect(toField(page)).toHaveAccessibleDescription(/allow transfers only to addresses in your address book/);
  await amountField(page).fill('5');
  await expect(page.getByRole('button', { name: 'This address cannot be used' })).toBeDisabled();
  const byApi = api.transfers.createDraft({
    walletId,
    assetId: 'usdt',
    networkId: 'tron',
    to: stranger,
    amount: '5',
    acknowledged: ['first-time', 'never-used-on-chain'],
  });
  await expect(byApi).rejects.toMatchObject({ code: 'ADDRESS_NOT_LISTED' });

  await page.getByRole('button', { name: 'Clear the address' }).click();
  await page.getByRole('button', { name: 'Address book' }).click();
  await page.getByRole('dialog', { name: 'Choose a receiver' }).getByRole('button', { name: /^Lena/ }).click();
  await expect(toField(page)).toHaveValue(lena);
  await page.getByRole('checkbox', { name: /I have checked the address/ }).check();
  const draft = await askForDraft(page);
  await expect(draft).toContainText('To Lena');
  await expect(draft).toContainText('In your address book');
});
