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
 * The account of a wallet for an asset, made at the first call. Throws `wallet-owned-by-another` when the wallet already
 * has it for another person.
 */
export async function openCustomerAccount(tx: DbTx, input: OpenCustomerAccountInput): Promise<AccountId> {
  const { personId, walletId, asset } = input;
  return await readId(tx, sql`SELECT ledger.open_customer_account(${personId}, ${walletId}, ${asset}) AS id`);
}

/** As `openCustomerAccount` for many at once, in one order for everyone; ids in the order they were asked for. */
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

/** The house's account of a code for an asset, made at the first call. Throws `account-not-found` for an unknown code. */
export async function houseAccount(tx: DbTx, code: HouseAccountCode, asset: AssetId): Promise<AccountId> {
  return await readId(tx, sql`SELECT ledger.house_account(${code}, ${asset}) AS id`);
}

async function readId(tx: DbTx, query: ReturnType<typeof sql<unknown>>): Promise<AccountId> {
  const { rows } = await refusing(query.$castTo<{ id: AccountId }>().execute(tx));
  const id = rows[0]?.id;
  assert(id !== undefined, 'the ledger answered without an account');
  return id;
}
