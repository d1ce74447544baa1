import { expect } from '@playwright/test';
import { sql } from 'kysely';
import { openAccount } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { countNow } from './support/count-now.ts';
import { asOwner } from './support/owner.ts';
import { test } from './support/test.ts';

// Goal: each of a person's own checks takes less than a second on a slow phone: `npm run web-performance`. Method: what the page
// itself says all of them took together, without waiting for answers, on this processor and on one that is four times slower.
// The published history is as long as a quarter of a year. The newest statement in it is signed by both keys of the house, and
// a device looks at no older signature.

const statements = 90;
const rounds = 5;

test('how long a person’s own checks take on a slow phone', async ({ device }) => {
  test.setTimeout(20 * 60_000);
  const { page, context } = await openAccount(device, { usdt: toUnits('usdt', '123.45'), trx: toUnits('trx', '1250') });
  for (let count = 0; count < statements; count += 1) await countNow();
  await newestIsSigned();
  const status = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /^Checked at/ });
  const lines = page.getByText(/^Your lines are in the published list/);
  for (const slowdown of [1, 4]) {
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const took: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await page.goto('/pages/my/check');
      await expect(lines).toBeVisible();
      took.push(Number(/in ([\d.]+) seconds?/.exec((await status.textContent()) ?? '')?.[1]));
    }
    process.stdout.write(`${slowdown} times slower, ${await lines.textContent()}: ${took.join(', ')} s\n`);
    expect(Math.max(...took), `${slowdown} times slower`).toBeLessThan(1);
  }
});

/** The signer follows what is counted in steps of its own, and only once the anchor of an earlier statement is in the chain. */
async function newestIsSigned(): Promise<void> {
  const countSigned = () =>
    asOwner(async ({ kysely }) => {
      const { rows } = await sql<{ signed: number }>`
        SELECT count(*)::int AS signed FROM reserve_signatures
         WHERE snapshot_number = (SELECT max(number) FROM liability_snapshots)`.execute(kysely);
      return rows[0]?.signed;
    });
  await expect.poll(countSigned, { intervals: [1_000], timeout: 300_000 }).toBe(2);
}
