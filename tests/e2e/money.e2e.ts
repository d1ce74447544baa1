import { expect, type Page } from '@playwright/test';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import { declareCountry } from './pages/country-sheet.ts';
import { bindAuthenticatorOnPage, setTradePasswordOnPage } from './pages/factor-pages.ts';
import { factOf } from './pages/facts.ts';
import { expectHomeBalance } from './pages/home-page.ts';
import { arrivals, followArrivals, openReceive, pressFaucet } from './pages/receive-page.ts';
import { expectStatus, openFurtherDetail, timeline } from './pages/record-page.ts';
import {
  askForDraft,
  confirmSheet,
  fillTransfer,
  goToVerification,
  toField,
  verify,
  waitForRecord,
} from './pages/transfer-page.ts';
import { creditedWithinMs, getWallet, type AssetId } from './support/account.ts';
import { shown, toUnits } from './support/amounts.ts';
import type { Device } from './support/device.ts';
import { openOutsideWallet, readChainBalance, readTokensReceived, readTrxReceived } from './support/outside.ts';
import { registerByEmail, registerByPhone } from './support/person.ts';
import { withPoolRewards } from './support/pool.ts';
import { promotionIsOpen } from './support/promotion.ts';
import { expectScreensToAgree } from './support/screens-agree.ts';
import { test } from './support/test.ts';

// Goal: the whole way of money through the product as two people live it, one from the e-mail and one from the phone
// form. Method: two browsers, the real processes, the local chain, and an outside wallet that is plain tronweb.

const usdt = (plain: string): bigint => toUnits('usdt', plain);
const trx = (plain: string): bigint => toUnits('trx', plain);

/** A second tab of the same browser on the home page: it has to follow without being touched. */
async function openHomeTab({ context }: Device): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/pages/index/index');
  return page;
}

test('two people register, top up, protect their accounts, pay each other and the outside, and everything agrees', async ({
  newDevice,
}) => {
  test.setTimeout(600_000);
  await promotionIsOpen();
  const ana = await newDevice();
  const ben = await newDevice();
  const [anaPerson, benPerson] = await Promise.all([registerByEmail(ana.page), registerByPhone(ben.page)]);
  const [anaWallet, benWallet] = await Promise.all([getWallet(ana.api), getWallet(ben.api)]);

  await test.step('home tells what the first top-up brings before anybody tops up', async () => {
    const main = ana.page.getByRole('main');
    await expect(main).toContainText('Top up once, get 20.00 TERN');
    await expect(main).toContainText('From 10.00 USDT. Your deposit stays yours, and you can send it out at any time.');
    await expect(main.getByRole('link', { name: 'Set a trade password to send' })).toBeVisible();
    await expectHomeBalance(ana.page, 'usdt', 'USDT', 0n);
  });

  const anaHome = await openHomeTab(ana);
  await test.step('coins of the faucet turn the receive page from waiting over n of 19 to credited', async () => {
    await openReceive(ana.page);
    const following = await followArrivals(ana.page);
    await pressFaucet(ana.page, 'USDT');
    expectCountsOnTheWay(await following.until('+500.00 USDTCredited'));
  });

  await test.step('the first top-up makes the account active; the reward waits until she says where she lives', async () => {
    await expectHomeBalance(anaHome, 'usdt', 'USDT', usdt('500'));
    await expectHomeBalance(anaHome, 'reward', 'TERN', 0n);
    await anaHome.getByRole('button', { name: 'Declare your country' }).click();
    await declareCountry(anaHome, 'Switz', 'Switzerland');
    await expect(arrivals(ana.page)).toContainText('Activation bonus, credited');
    await expect(anaHome.getByText('Your bonus of 20.00 TERN is in your balance')).toBeVisible();
    await expect(anaHome.getByText('Your bonus is on its way')).toHaveCount(0);
    await withPoolRewards(ana.api, (given) =>
      expectHomeBalance(anaHome, 'reward', 'TERN', toUnits('reward', '20') + given),
    );
    await expect(anaHome.getByText('Top up once')).toBeHidden();
    expect((await ana.api.identity.account()).activated).toBe(true);
  });

  await test.step('a payment of an outside wallet arrives the same way', async () => {
    const outside = await openOutsideWallet({ usdt: usdt('100'), trx: trx('100') });
    const following = await followArrivals(ana.page);
    await outside.pay(anaWallet.address, 'usdt', usdt('37.654321'));
    expectCountsOnTheWay(await following.until('+37.654321 USDTCredited'));
    await expectHomeBalance(anaHome, 'usdt', 'USDT', usdt('537.654321'));
  });

  await test.step('the second person says where he lives first, tops up with TRX and has the reward at once', async () => {
    await ben.api.preferences.declareCountry({ country: 'CH' });
    await openReceive(ben.page);
    await pressFaucet(ben.page, 'TRX');
    await expect(arrivals(ben.page)).toContainText('+1,000.00 TRXCredited', { timeout: creditedWithinMs });
  });

  const anaAuthenticator =
    await test.step('a first transfer leads through both factors and keeps what was filled in', async () => {
      const { page } = ana;
      await fillTransfer(page, { coin: 'usdt', to: benWallet.address, amount: '12.5' });
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('dialog', { name: 'Trade password not set' }).getByRole('link').click();
      await setTradePasswordOnPage(page, anaPerson);

      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('dialog', { name: 'Bind Google Authenticator first' }).getByRole('link').click();
      const { authenticator, recoveryCodes } = await bindAuthenticatorOnPage(page, anaPerson);
      expect(new Set(recoveryCodes).size).toBe(10);
      await expect(page.getByRole('button', { name: 'Save the codes first' })).toBeDisabled();
      await page.getByLabel('I’ve saved the codes').check();
      await page.getByRole('button', { name: 'Done' }).click();

      await expect(toField(page)).toHaveValue(benWallet.address);
      await page.goto('/pages/my/google-code/index');
      await expect(page.getByText('Your authenticator is bound')).toBeVisible();
      for (const code of recoveryCodes) await expect(page.getByText(code)).toBeHidden();
      return authenticator;
    });

  const benAuthenticator = await test.step('the second person sets both from home', async () => {
    const { page } = ben;
    await page.goto('/pages/index/index');
    await page.getByRole('link', { name: 'Set a trade password to send' }).click();
    await setTradePasswordOnPage(page, benPerson);
    await page.waitForURL('**/pages/my/index');
    await page.goto('/pages/index/index');
    await page.getByRole('link', { name: 'Bind Google Authenticator to send' }).click();
    const { authenticator } = await bindAuthenticatorOnPage(page, benPerson);
    await page.getByLabel('I’ve saved the codes').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.waitForURL('**/pages/my/index');
    return authenticator;
  });

  await test.step('inside it is settled at once and without a fee, and both see it live', async () => {
    const { page } = ana;
    const benHome = await openHomeTab(ben);
    await expectHomeBalance(benHome, 'usdt', 'USDT', 0n);
    await fillTransfer(page, { coin: 'usdt', to: benWallet.address, amount: '12.5' });
    await expect(page.getByRole('main')).toContainText('Also uses this wallet. Arrives instantly');
    const sheet = await askForDraft(page);
    await expect(sheet).toContainText('To a person here');
    await expect(factOf(sheet, 'Fee')).toHaveText('none');
    await expect(factOf(sheet, 'You keep')).toHaveText('525.154321 USDT');
    await goToVerification(page);
    await verify(page, anaAuthenticator);
    await waitForRecord(page);
    await expectStatus(page, 'Success');
    await expectHomeBalance(benHome, 'usdt', 'USDT', usdt('12.5'));
    await expectHomeBalance(anaHome, 'usdt', 'USDT', usdt('525.154321'));
  });

  const benFee = await test.step('TRX go to an address nobody has used', async () => {
    const { page } = ben;
    const to = freshAddress();
    await fillTransfer(page, { coin: 'trx', to, amount: '111.5' });
    const fee = await readFee(page);
    expect(fee).toBeGreaterThan(0n);
    await goToVerification(page);
    await verify(page, benAuthenticator);
    await waitForRecord(page);
    await expectStatus(page, 'Success');
    expect(await readChainBalance(to, 'trx')).toBe(trx('111.5'));
    return fee;
  });

  const anaFee = await test.step('USDT go to an address nobody has used, and the record tells every step', async () => {
    const { page } = ana;
    const to = freshAddress();
    await fillTransfer(page, { coin: 'usdt', to, amount: '20.000001' });
    const fee = await readFee(page);
    await goToVerification(page);
    await verify(page, anaAuthenticator);
    await waitForRecord(page);
    await expectStatus(page, 'Success');
    await expect(timeline(page).getByRole('listitem')).toHaveText([
      /^Requested done/,
      /^Signed done/,
      /^Broadcast done/,
      /^Confirming done/,
      /^Success done/,
    ]);
    const facts = page.getByRole('main');
    await expect(factOf(facts, 'From')).toContainText('Hot wallet of this service');
    await expect(factOf(facts, 'Receiver gets')).toHaveText('20.000001 USDT');
    expect(await readChainBalance(to, 'usdt')).toBe(usdt('20.000001'));

    await openFurtherDetail(page);
    await expect(factOf(facts, 'Transaction ID')).toHaveText(/^[0-9a-f]{64}$/);
    await expect(factOf(facts, 'Block')).toHaveText(/^[\d,]+$/);
    await expect(factOf(facts, 'Confirmations')).toHaveText('all 19, final');
    await expect(factOf(facts, 'Energy used')).toHaveText(/^[1-9][\d,]*$/);
    await expect(factOf(facts, 'Network fee')).toHaveText(/^[\d.,]+ TRX, paid by this service$/);
    await expect(factOf(facts, 'Fee')).toHaveText(`${shownExactly(fee)} USDT`);
    await expect(factOf(facts, 'Ledger reference')).not.toBeEmpty();
    return fee;
  });

  await test.step('every screen, the records and the chain agree to the unit', async () => {
    await expectAgreement(ana, {
      usdt: usdt('537.654321') - usdt('12.5') - usdt('20.000001') - anaFee,
      trx: 0n,
      reward: toUnits('reward', '20'),
    });
    await expectAgreement(ben, {
      usdt: usdt('12.5'),
      trx: trx('1000') - trx('111.5') - benFee,
      reward: toUnits('reward', '20'),
    });
    // What arrived is theirs for good; the coins themselves may have been swept to the paying wallet meanwhile.
    expect(await readTokensReceived(anaWallet.address, 'usdt')).toBe(usdt('537.654321'));
    expect(await readTokensReceived(benWallet.address, 'usdt'), 'settled inside').toBe(0n);
    expect(await readTrxReceived(benWallet.address)).toBe(trx('1000'));
  });
});

/**
 * The page told the way from seen to credited. How many of the 19 it showed is the machine's speed, blocks come every
 * 400 ms here, so only that there were some, that they rose and that none was beyond what is required.
 */
function expectCountsOnTheWay(counts: readonly number[]): void {
  expect(counts, 'counts of confirmations shown on the way').not.toEqual([]);
  expect(counts).toEqual([...new Set(counts)].toSorted((a, b) => a - b));
  expect(Math.max(...counts)).toBeLessThanOrEqual(19);
}

/** Every screen shows these balances, and what the pool has given beside them. */
async function expectAgreement(device: Device, balances: Readonly<Record<AssetId, bigint>>): Promise<void> {
  await withPoolRewards(device.api, (given) =>
    expectScreensToAgree(device, { ...balances, reward: balances.reward + given }),
  );
}

/** The fee of the draft, after looking whether form and draft name the same. */
async function readFee(page: Page): Promise<bigint> {
  const onForm = await factOf(page.getByRole('main'), 'Fee, from your balance').innerText();
  await askForDraft(page);
  await expect(factOf(confirmSheet(page), 'Fee')).toHaveText(onForm);
  return usdt(onForm.split(' ')[0] ?? '');
}

function shownExactly(units: bigint): string {
  return shown('usdt', units)
    .replace(/\.(\d)0$/, '.$1')
    .replace(/\.00$/, '');
}
