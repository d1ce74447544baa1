import { expect, type Page } from '@playwright/test';
import { renderUnicodeCompact } from 'uqr';
import { toField } from './pages/transfer-page.ts';
import { openNewcomer } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { openDesk } from './support/console.ts';
import { faucet } from './support/devchain.ts';
import { describeEmptyInstallation, removeEmptyInstallation, withLaunch } from './support/empty-installation.ts';
import { test } from './support/test.ts';

// Goal: whoever starts an empty installation sees in the start's own output and in the console what it still needs, which
// address to pay to and how much, and sees each step ticked as soon as it is true. Method: the real command beside the
// installation of the other tests, on their chain; its first operator's browser stays on one page while the chain pays.

const [hotStep, feeStep] = ['The hot wallet holds its minimum', 'The fee account holds its minimum'];

test('the first steps of an empty installation are ticked before the operator’s eyes, and the start shows what to fund', async ({
  device,
  newDevice,
}) => {
  // Two starts of a whole installation, and money that arrives, is compared and moves on.
  test.setTimeout(660_000);
  const settings = await describeEmptyInstallation();
  const hot = await withLaunch(settings, ['--reset', '--yes'], async ({ says, output }) => {
    await says('The reward pool has money');
    await says('Fee account: ');
    const [, address = ''] = /Hot wallet: (T\w{33})\n/.exec(output()) ?? [];
    expect(address, output()).not.toBe('');
    for (const said of [`· ${hotStep}`, `· ${feeStep}`, '– The activation bonus', '· The reward pool'])
      expect(output()).toContain(said);
    for (const minimum of ['100 USDT', '200 TRX', '50 TRX']) expect(output()).toContain(`, minimum ${minimum}\n`);
    expect(output()).toContain(indent(renderUnicodeCompact(address)));

    const [, link = ''] = /^ *(http\S+enrol#\S+)$/m.exec(output()) ?? [];
    const page = await openDesk(newDevice);
    await page.goto(link);
    await page.getByRole('button', { name: 'Make the passkey' }).click();
    // Home names the steps as well, as something that waits.
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'First steps' }).click();
    const loads = countLoads(page);
    await expect(stepOf(page, hotStep)).toContainText('open');
    await expect(stepOf(page, feeStep)).toContainText('open');
    await expect(stepOf(page, 'The activation bonus')).toContainText('not needed');
    for (const [minimum, present] of [
      ['100.00 USDT', '0.00 USDT'],
      ['200.00 TRX', '0.00 TRX'],
    ] as const)
      await expect(balanceOf(page, minimum)).toHaveText(present);

    await expectReadByPhone(await openNewcomer(device), page, address);

    await faucet(address, 'trx', toUnits('trx', '450'));
    // The fee account is filled from the hot wallet to twice its minimum, and ticked by itself. To make an account of it costs
    // 1.1 TRX. On a busy machine the credit, the worker's next look and the payment take minutes.
    await expect(stepOf(page, feeStep)).toContainText('done', { timeout: 300_000 });
    await expect(balanceOf(page, '200.00 TRX')).toHaveText('348.90 TRX', { timeout: 60_000 });
    await expect(balanceOf(page, '50.00 TRX')).toHaveText('100.00 TRX', { timeout: 60_000 });
    await expect(stepOf(page, hotStep)).toContainText('open');
    await faucet(address, 'usdt', toUnits('usdt', '99.99'));
    await faucet(address, 'reward', toUnits('reward', '1500'));
    await expect(balanceOf(page, '100.00 USDT')).toHaveText('99.99 USDT', { timeout: 120_000 });
    await expect(stepOf(page, hotStep)).toContainText('open');
    await faucet(address, 'usdt', toUnits('usdt', '0.01'));
    await expect(stepOf(page, hotStep)).toContainText('done', { timeout: 120_000 });
    await expect(balanceOf(page, '100.00 USDT')).toHaveText('100.00 USDT');
    expect(loads()).toBe(0);
    return address;
  });

  // The next start says what is true by then.
  await withLaunch(settings, [], async ({ says, output }) => {
    await says('Fee account: ');
    await says(indent('  The worker fills it from the hot wallet. Do not pay here.'));
    for (const said of [`✓ ${hotStep}`, `✓ ${feeStep}`, '· The reward pool', `Hot wallet: ${hot}`])
      expect(output()).toContain(said);
    expect(output()).toContain('USDT: has 100 USDT, minimum 100 USDT');
  });
  // After a failure its logs are still there.
  removeEmptyInstallation();
});

/** As the launcher shows what a command prints. */
function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}

function stepOf(page: Page, text: string) {
  return page.getByRole('main').getByRole('row').filter({ hasText: text });
}

/** The present balance beside this minimum of one asset of one account. */
function balanceOf(page: Page, minimum: string) {
  return page.getByRole('main').locator(`xpath=.//td[1][normalize-space()="${minimum}"]/following-sibling::td[1]`);
}

function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  return () => loads;
}

/** The code in the console, photographed, fills in a transfer to this address in somebody's wallet. */
async function expectReadByPhone({ page: phone }: { readonly page: Page }, desk: Page, address: string): Promise<void> {
  const code = desk.getByRole('img', { name: `QR code of ${address}` });
  await phone.goto('/pages/index/scan');
  await phone
    .getByLabel('Photo of a QR code')
    .setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: await code.screenshot() });
  await expect(toField(phone)).toHaveValue(address);
}
