import { randomBytes, randomUUID } from 'node:crypto';
import { transact } from '@tern/db/transact';
import { houseAccount, openCustomerAccount } from '@tern/ledger/account';
import { holdFunds } from '@tern/ledger/hold';
import { postJournal } from '@tern/ledger/post-journal';
import { units, type Units } from '@tern/money/units';
import type { TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { payee, sender, type TestOwner } from './console-world.ts';

/** A deposit, of 25 USDT unless said, that is held because its sender is on a list. Its value null: as without a price. */
export async function holdDeposit(
  database: TestDatabase,
  { personId, walletId }: TestOwner,
  {
    amount = units(25_000_000n),
    usdtValue = amount,
  }: { readonly amount?: Units; readonly usdtValue?: Units | null } = {},
): Promise<{ readonly id: string; readonly txId: string; readonly until: string }> {
  const [id, txId, recordId] = [randomUUID(), randomBytes(32).toString('hex'), randomUUID()];
  const { kysely } = database.db;
  const [journalId, pendingId] = await transact(database.asWorker, async (tx) => {
    const debit = await houseAccount(tx, 'custody:deposit', 'usdt');
    const account = await openCustomerAccount(tx, { personId, walletId, asset: 'usdt' });
    const leg = { debit, credit: account, asset: 'usdt', amount, code: 'deposit' } as const;
    const posted = await postJournal(tx, { key: `deposit:${id}`, kind: 'deposit', legs: [leg] });
    const hold = { kind: 'deposit-hold', code: 'deposit', asset: 'usdt', amount, account } as const;
    return [posted.journalId, (await holdFunds(tx, { ...hold, key: `deposit-hold:${id}` })).pendingId];
  });
  await sql`
    INSERT INTO records (id, person_id, wallet_id, type, direction, status, settlement, asset, amount, source_kind, source_id)
    VALUES (${recordId}, ${personId}, ${walletId}, 'incoming', 'in', 'pending-review', 'chain', 'usdt', ${amount}, 'deposit',
      ${recordId})`.execute(kysely);
  await sql`
    INSERT INTO deposits (id, tx_id, kind, index, asset, amount, from_address, to_address, block_number, block_id,
      block_time, destination, wallet_id, record_id, journal_id)
    VALUES (${id}, ${txId}, 'trc20', 0, 'usdt', ${amount}, ${sender}, ${payee}, 90, 'b90', now(), 'customer', ${walletId},
      ${recordId}, ${journalId})`.execute(kysely);
  const found = [{ list: 'Sanctions', source: 'https://lists.example.org', asOf: '2026-11-01', reason: 'legal-order' }];
  const { rows } = await sql<{ until: Date }>`
    INSERT INTO deposit_cases (deposit_id, pending_id, record_id, reason, evidence, usdt_value)
    VALUES (${id}, ${pendingId}, ${recordId}, 'legal-order', ${JSON.stringify(found)}::jsonb, ${usdtValue})
    RETURNING until`.execute(kysely);
  return { id, txId, until: rows[0]?.until.toISOString() ?? '' };
}
