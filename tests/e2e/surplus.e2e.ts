import { expect, type Page } from '@playwright/test';
import { sql } from 'kysely';
import { consoleUrl } from './installation.ts';
import { expectCredited, openNewcomer, readAvailable, type Newcomer } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { enrolOperator, openDesk, signDecision } from './support/console.ts';
import { faucet } from './support/devchain.ts';
import { concealFromNode, openOutsideWallet, readChainBalance } from './support/outside.ts';
import { asOwner } from './support/owner.ts';
import { test } from './support/test.ts';

// Goal: what a deposit address has more than the books explain waits in suspense for all operators to see, until two of them
// return it or take it, and is credited to nobody. Method: the node hides a payment from everybody who reads its blocks, and
// shows it in the balance; two treasurers sign in two browsers.

const deposit = toUnits('trx', '20');

test('a surplus that nothing explains is seen by operators, and two of them return one and take another', async ({
  device,
  newDevice,
}) => {
  // A deposit, two comparisons of each of two addresses, two enrolments and a payment.
  test.setTimeout(480_000);
  const sender = await openOutsideWallet({ trx: toUnits('trx', '100') });
  const [ana, ben] = [await openNewcomer(device), await openNewcomer(await newDevice())];
  for (const { address } of [ana, ben]) await faucet(address, 'trx', deposit);
  for (const person of [ana, ben]) await expectCredited(person, 'trx').toBe(deposit);
  for (const [{ address }, amount] of [
    [ana, '7.25'],
    [ben, '4.5'],
  ] as const)
    await concealFromNode(await sender.pay(address, 'trx', toUnits('trx', amount)));

  const [first, second] = [await openDesk(newDevice), await openDesk(newDevice)];
  const tess = await enrolOperator(first, 'tess', 'treasurer');
  await enrolOperator(second, 'otto', 'treasurer');
  for (const page of [first, second]) await page.goto(`${consoleUrl}/treasury`);
  await untilKept([ana.address, ben.address]);
  for (const page of [first, second]) {
    await expect(surplusOf(page, ana)).toContainText('7.25 TRX');
    await expect(surplusOf(page, ben)).toContainText('4.50 TRX');
  }

  const leftWithSender = await readChainBalance(sender.address, 'trx');
  const toReturn = surplusOf(first, ana);
  await toReturn.getByRole('button', { name: 'Propose to return it' }).click();
  await toReturn.getByLabel('Address of its sender').fill(sender.address);
  await toReturn.getByLabel('Why').fill('The sender asked for it');
  await toReturn.getByRole('button', { name: 'Propose to return it' }).click();
  await signDecision(first, 'Propose this change', ['7.25 TRX', sender.address, 'The sender asked for it']);
  const returning = `Return the surplus of 7.25 TRX on ${ana.address} to ${sender.address}`;
  // Whoever proposed it cannot carry it out.
  const own = first.getByRole('row', { name: returning });
  await expect(own.getByRole('button', { name: 'Carry out' })).toBeDisabled();
  await expect(own).toContainText('You proposed it: another operator has to carry it out.');
  await carryOut(second, returning, ['7.25 TRX', sender.address, tess]);
  await expect
    .poll(() => readChainBalance(sender.address, 'trx'), { timeout: 120_000 })
    .toBe(leftWithSender + toUnits('trx', '7.25'));
  for (const page of [first, second]) await expect(surplusOf(page, ana)).toBeHidden();

  const toTake = surplusOf(second, ben);
  await toTake.getByRole('button', { name: 'Propose to book it to the house' }).click();
  await toTake.getByLabel('Why').fill('Nobody has claimed it');
  await toTake.getByRole('button', { name: 'Propose to book it to the house' }).click();
  await signDecision(second, 'Propose this change', ['4.50 TRX', 'Nobody has claimed it']);
  await carryOut(first, `Book the surplus of 4.50 TRX on ${ben.address} to the house`, ['4.50 TRX']);
  for (const page of [first, second]) await expect(surplusOf(page, ben)).toBeHidden();

  expect(await readEnds([ana.address, ben.address])).toEqual([
    { address: ana.address, state: 'returned' },
    { address: ben.address, state: 'house' },
  ]);
  // Neither is anybody's deposit.
  for (const { api, walletId } of [ana, ben]) expect(await readAvailable(api, walletId, 'trx')).toBe(deposit);
});

/** The line of the treasury page about what was kept of an address. */
function surplusOf(page: Page, { address }: Newcomer) {
  const kept = page.getByRole('heading', { name: 'Surplus on deposit addresses, kept in suspense' });
  return page.locator('section').filter({ has: kept }).getByRole('row').filter({ hasText: address });
}

async function carryOut(page: Page, proposal: string, shown: readonly string[]): Promise<void> {
  await page.getByRole('row', { name: proposal }).getByRole('button', { name: 'Carry out' }).click();
  await signDecision(page, 'Carry out this change', shown);
}

/**
 * Waits until two comparisons have found the same on each address. The addresses of all tests are looked at in turn, twenty
 * in each round: here it is always the turn of these.
 */
async function untilKept(addresses: readonly string[]): Promise<void> {
  await asOwner(async ({ kysely }) => {
    await expect
      .poll(
        async () => {
          await sql`
            UPDATE treasury_holdings SET checked_at = NULL WHERE address = ANY(${[...addresses]}::text[])`.execute(
            kysely,
          );
          const { rows } = await sql`
            SELECT FROM deposit_surpluses WHERE address = ANY(${[...addresses]}::text[]) AND state = 'kept'`.execute(
            kysely,
          );
          return rows.length;
        },
        { timeout: 180_000 },
      )
      .toBe(addresses.length);
  });
}

async function readEnds(addresses: readonly string[]) {
  return await asOwner(async ({ kysely }) => {
    const { rows } = await sql`
      SELECT address, state FROM deposit_surpluses WHERE address = ANY(${[...addresses]}::text[])
       ORDER BY array_position(${[...addresses]}::text[], address)`.execute(kysely);
    return rows;
  });
}
