import { randomUUID } from 'node:crypto';
import { systemClock } from '@tern/base/clock';
import { newOrderedId, type OperatorId, type RecordId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { houseAccount, openCustomerAccount } from '@tern/ledger/account';
import { postJournal } from '@tern/ledger/post-journal';
import { units } from '@tern/money/units';
import type { TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { sender, type TestOwner } from './console-world.ts';

export type RecordOf = {
  readonly id?: string;
  readonly type?: string;
  readonly status?: string;
  readonly settlement?: string;
  readonly asset?: string;
  readonly amount?: string;
  readonly from?: string;
  readonly to?: string;
  readonly txId?: string;
  readonly folded?: boolean;
  readonly at?: string;
  readonly source?: readonly [kind: string, id: string];
};

/** A record of somebody, as the owner of its flow writes it. Returns its id. */
export async function writeRecord(database: TestDatabase, owner: TestOwner, of: RecordOf): Promise<string> {
  const id = of.id ?? newOrderedId<RecordId>(systemClock.nowMs());
  const type = of.type ?? 'incoming';
  const [kind, sourceId] = of.source ?? ['test', id];
  await sql`
    INSERT INTO records (id, person_id, wallet_id, type, direction, status, settlement, asset, amount, counter_asset,
      counter_amount, pay_address, receive_address, source_kind, source_id, tx_id, folded, created_at)
    VALUES (${id}, ${owner.personId}, ${owner.walletId}, ${type}, ${['outgoing', 'swap'].includes(type) ? 'out' : 'in'},
      ${of.status ?? 'success'}, ${of.settlement ?? 'chain'}, ${of.asset ?? 'usdt'}, ${of.amount ?? '5000000'},
      ${type === 'swap' ? 'trx' : null}, ${type === 'swap' ? '7' : null}, ${of.from ?? null}, ${of.to ?? null}, ${kind},
      ${sourceId}, ${of.txId ?? null}, ${of.folded ?? false}, coalesce(${of.at ?? null}::timestamptz, now()))`.execute(
    database.db.kysely,
  );
  return id;
}

/** A deposit as the worker leaves it: the row of the chain beside the record. Returns the record's id. */
export async function writeDeposit(
  database: TestDatabase,
  owner: TestOwner,
  of: RecordOf & { readonly txId: string; readonly index?: number },
): Promise<string> {
  const source = ['deposit', `${of.txId}:trc20:${of.index ?? 0}`] as const;
  const id = await writeRecord(database, owner, { from: sender, to: owner.address, source, ...of });
  await sql`
    INSERT INTO deposits (id, tx_id, kind, index, asset, amount, from_address, to_address, block_number, block_id,
      block_time, destination, wallet_id, record_id, journal_id)
    VALUES (${randomUUID()}, ${of.txId}, 'trc20', ${of.index ?? 0}, 'usdt', ${of.amount ?? '5000000'}, ${sender},
      ${owner.address}, 90, 'b90', now(), 'customer', ${owner.walletId}, ${id}, 1)`.execute(database.db.kysely);
  return id;
}

/** A journal by which two operators gave somebody money out of suspense. Returns its number. */
export function writeCorrection(
  database: TestDatabase,
  { personId, walletId }: TestOwner,
  { amount, operators }: { readonly amount: bigint; readonly operators: readonly [OperatorId, OperatorId] },
): Promise<string> {
  return transact(database.asConsole, async (tx) => {
    const debit = await houseAccount(tx, 'suspense', 'usdt');
    const credit = await openCustomerAccount(tx, { personId, walletId, asset: 'usdt' });
    const leg = { debit, credit, asset: 'usdt', amount: units(amount), code: 'correction' } as const;
    const details = { operators, reason: 'Credited twice' };
    const { journalId } = await postJournal(tx, {
      key: `test:${randomUUID()}`,
      kind: 'correction',
      legs: [leg],
      details,
    });
    return journalId;
  });
}
