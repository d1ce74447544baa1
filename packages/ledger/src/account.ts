import { assert } from '@tern/base/assert';
import type { PersonId, WalletId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { sql } from 'kysely';
import type { HouseAccountCode } from './chart.ts';
import { refusing } from './error.ts';
import type { AccountId } from './ids.ts';

export type OpenCustomerAccountInput = {
  readonly personId: PersonId;
  readonly walletId: WalletId;
  readonly asset: AssetId;
};

/**
 * Gives the account of a person's wallet for an asset, and makes it at the first call. Any number of calls at once give
 * the same account.
 *
 * @throws LedgerError `wallet-owned-by-another` where the wallet has an account for this asset that belongs to another
 *   person.
 * @example
 * await openCustomerAccount(tx, { personId: alice.personId, walletId: alice.walletId, asset: 'usdt' }); // → alice.usdt
 * await openCustomerAccount(tx, { personId: bob.personId, walletId: alice.walletId, asset: 'usdt' });
 * // throws LedgerError('wallet-owned-by-another')
 */
export async function openCustomerAccount(tx: DbTx, input: OpenCustomerAccountInput): Promise<AccountId> {
  const { personId, walletId, asset } = input;
  return await readId(tx, sql`SELECT ledger.open_customer_account(${personId}, ${walletId}, ${asset}) AS id`);
}

/**
 * Gives the accounts of many wallets at once, as `openCustomerAccount` does for one, in the order in which they were
 * asked for. They are made in one order for everyone, so two calls for the same wallets cannot end in a deadlock.
 *
 * @throws LedgerError `wallet-owned-by-another` where one of the wallets has such an account of another person; then
 *   none is opened.
 * @example
 * const { personId, walletId } = alice;
 * const asked = [{ personId, walletId, asset: 'usdt' }, { personId, walletId, asset: 'reward' }];
 * await openCustomerAccounts(tx, asked); // → [alice.usdt, alice.reward]
 */
export async function openCustomerAccounts(
  tx: DbTx,
  inputs: readonly OpenCustomerAccountInput[],
): Promise<readonly AccountId[]> {
  if (inputs.length === 0) return [];
  const query = sql<{ id: AccountId }>`
    SELECT opened.id FROM (
      SELECT ledger.open_customer_account(w.person, w.wallet, w.asset) AS id, w.place
      FROM unnest(
        ${inputs.map(({ personId }) => personId)}::uuid[], ${inputs.map(({ walletId }) => walletId)}::uuid[],
        ${inputs.map(({ asset }) => asset)}::text[]
      ) WITH ORDINALITY AS w (person, wallet, asset, place)
      -- Two who open the same accounts must not wait for each other in a ring.
      ORDER BY w.wallet, w.asset
      OFFSET 0
    ) opened ORDER BY opened.place`;
  const { rows } = await refusing(query.execute(tx));
  return rows.map(({ id }) => id);
}

/**
 * Gives the house's account of a code for an asset, and makes it at the first call. docs/ledger.md says what each code
 * is for.
 *
 * @param code One of `houseCodes`, or `promotion:` and a campaign of 1 to 64 lower-case letters, digits and hyphens.
 * @throws LedgerError `account-not-found` for any other code.
 * @example
 * await houseAccount(tx, 'fee-income', 'usdt'); // → house.income
 * await houseAccount(tx, 'promotion:Spring Sale', 'usdt'); // throws LedgerError('account-not-found')
 */
export async function houseAccount(tx: DbTx, code: HouseAccountCode, asset: AssetId): Promise<AccountId> {
  return await readId(tx, sql`SELECT ledger.house_account(${code}, ${asset}) AS id`);
}

async function readId(tx: DbTx, query: ReturnType<typeof sql<unknown>>): Promise<AccountId> {
  const { rows } = await refusing(query.$castTo<{ id: AccountId }>().execute(tx));
  const id = rows[0]?.id;
  assert(id !== undefined, 'the ledger answered without an account');
  return id;
}
