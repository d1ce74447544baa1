import type { Database, DbReader, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { houseAccount } from '@tern/ledger/account';
import { getAccountBalance } from '@tern/ledger/balances';
import { units, type Units } from '@tern/money/units';
import { sql } from 'kysely';
import { canPay } from './bonus.ts';

/** What the promotion can still pay, in reward token base units. */
export async function getPromotionFunds(tx: DbTx): Promise<Units> {
  return units((await getAccountBalance(tx, await houseAccount(tx, 'promotion:activation', 'reward'))).available);
}

/** Whether an account activated now would be promised `bonus` (reward token base units). */
export async function isPromotionOpen(db: Database, bonus: Units): Promise<boolean> {
  return canPay({ bonus, funds: await transact(db, getPromotionFunds) });
}

/** Whether the promotion has ever had money: before, it has not ended, it has not begun. */
export async function hasPromotionBegun(db: DbReader): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM ledger.accounts WHERE code = 'promotion:activation' AND asset = 'reward' AND version > 0`.execute(db);
  return rows.length > 0;
}
