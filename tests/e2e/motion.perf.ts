import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import { assetRow } from './pages/home-page.ts';
import { askForDraft, fillTransfer, goToVerification, verify, waitForSent } from './pages/transfer-page.ts';
import { openAccount } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { readMotion, watchMotion, type Motion } from './support/motion.ts';
import { test } from './support/test.ts';

// Goal: whether what moves does so at 60 frames a second on a slow phone: `npm run web-performance`. Method: a real transfer to the
// chain, with the processor four times slower; the page writes down each movement and each frame it could have drawn.

const cpuSlowdown = 4;
const frameMs = 1000 / 60;
/** Two frames in the time of one: what an eye sees as a stumble begins above it. */
const stumbleMs = 2 * frameMs;

const sheetMoves = 'Sheet opens or closes';
const isArrival = ({ of }: Motion): boolean => of.endsWith('now-point-breathe');
const watched: readonly { readonly name: string; readonly is: (motion: Motion) => boolean }[] = [
  { name: sheetMoves, is: ({ of }) => /^sheet( |$).*translate$/.test(of) },
  { name: 'Ring of a code that counts down', is: ({ of }) => of === 'countdown-left stroke-dasharray' },
  { name: 'Ring of confirmations advances by a step', is: ({ of }) => of.startsWith('ring-tick') },
  { name: 'Point that pulses once when the transfer has arrived', is: isArrival },
];

/**
 * Presses the button, or goes back, and waits until a sheet has moved. All of it within the page: whatever the test asks of a slow
 * page meanwhile costs some of the frames that are counted.
 */
const moveSheet = async (button?: Element): Promise<void> => {
  const moved = new Promise<void>((resolve) => {
    addEventListener('transitionend', ({ target, propertyName }) => {
      if (propertyName === 'translate' && target instanceof Element && target.matches('.sheet')) resolve();
    });
  });
  if (button === undefined) history.back();
  else (button as HTMLElement).click();
  await moved;
};

test('the motion of a transfer on a slow phone', async ({ device }) => {
  test.setTimeout(600_000);
  const { page, authenticator } = await openAccount(device, {
    usdt: toUnits('usdt', '100'),
    trx: toUnits('trx', '500'),
  });
  await watchMotion(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });

  await page.goto('/pages/index/index');
  await expect(page.getByRole('heading', { name: 'Latest records' })).toBeVisible();
  for (let round = 0; round < 5; round += 1) {
    for (const asset of ['USDT', 'TRX']) {
      await assetRow(page, asset).evaluate(moveSheet);
      await expect(page.getByRole('dialog', { name: asset })).toContainText('Latest records');
      await page.evaluate(moveSheet, undefined);
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  }
  const atHome = await readMotion(page);

  await fillTransfer(page, { coin: 'trx', to: freshAddress(), amount: '25' });
  await askForDraft(page);
  await goToVerification(page);
  await verify(page, authenticator);
  await waitForSent(page);
  await expect(page.getByText(/^Arrived/)).toBeVisible({ timeout: 180_000 });
  const arrivalEnd = async () => (await readMotion(page)).motions.find(isArrival)?.endMs ?? Number.POSITIVE_INFINITY;
  await expect.poll(arrivalEnd).toBeLessThan(Number.POSITIVE_INFINITY);
  const onTheWay = await readMotion(page);

  const lines = ['| motion | times | frames a second, median | worst | longest gap |', '|---|---|---|---|---|'];
  for (const { name, is } of watched) {
    const rates: number[] = [];
    let longestMs = 0;
    // The sheets of the transfer move while the test looks for them.
    for (const { motions, frames } of name === sheetMoves ? [atHome] : [atHome, onTheWay]) {
      for (const { startMs, endMs } of motions.filter(is)) {
        const within = frames.filter((atMs) => atMs >= startMs - frameMs && atMs <= endMs);
        const gaps = within.slice(1).map((atMs, index) => atMs - (within[index] ?? atMs));
        if (gaps.length === 0) continue;
        rates.push((1000 * gaps.length) / gaps.reduce((sum, ms) => sum + ms, 0));
        longestMs = Math.max(longestMs, ...gaps);
      }
    }
    expect(rates.length, name).toBeGreaterThan(0);
    const sorted = rates.toSorted((a, b) => a - b);
    const said = [sorted[sorted.length >> 1], sorted[0]].map((rate) => Math.round(rate ?? 0));
    const stumble = longestMs > stumbleMs ? ' (stumbles)' : '';
    lines.push(`| ${[name, rates.length, ...said, `${Math.round(longestMs)} ms${stumble}`].join(' | ')} |`);
  }
  const table = `${lines.join('\n')}\n`;
  appendFileSync(join(import.meta.dirname, '../../test-results/web-performance.md'), `\n${table}`);
  process.stdout.write(`\n${table}`);
});
