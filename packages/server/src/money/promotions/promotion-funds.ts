import type { Database, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { houseAccount } from '@tern/ledger/account';
import { getAccountBalance } from '@tern/ledger/balances';
import { units, type Units } from '@tern/money/units';
import { canPay } from './bonus.ts';

/** What the promotion can still pay, in reward token base units. */
export async function getPromotionFunds(tx: DbTx): Promise<Units> {
  return units((await getAccountBalance(tx, await houseAccount(tx, 'promotion:activation', 'reward'))).available);
}

/** Whether an account activated now would be promised `bonus` (reward token base units). */
export async function isPromotionOpen(db: Database, bonus: Units): Promise<boolean> {
  return canPay({ bonus, funds: await transact(db, getPromotionFunds) });
}
