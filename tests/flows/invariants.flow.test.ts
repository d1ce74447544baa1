import { randomUUID } from 'node:crypto';
import type { DbTx } from '@tern/db/database';
import { findBreaches, invariantIds } from '@tern/server/house/invariants/public';
import { letHoursPass } from '@tern/testkit/let-hours-pass';
import type { OperatorDesk } from '@tern/testkit/operator-desk';
import { mineUntil } from '@tern/testkit/system/chain-control';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import type { Person } from '@tern/testkit/system/person';
import { startSystem, type System } from '@tern/testkit/system/start-system';
import { swapRewardTokens } from '@tern/testkit/system/swap';
import { until } from '@tern/testkit/system/until';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// Goal: whatever goes wrong in the books is found and named, by a look at everything and by a look at what is recent.
// Method: a system with a deposit, a bonus and sends of every kind; each breach is planted by the database's owner, with
// triggers and constraints out of the way, in a transaction that is rolled back after the look.
const usdt = 1_000_000n;
const trx = 1_000_000n;
const hourMs = 3_600_000;
let system: System;
let ana: Person;
let waiting: string;

beforeAll(async () => {
  system = await startSystem({ blocks: 'on-demand' });
  let ben: Person;
  [ana, ben] = await Promise.all([system.register('email'), system.register('phone')]);
  await ana.setFactors();
  // TRX is credited as it comes; tokens may wait in suspense until their contract was asked, which is another journal.
  await system.chain.give(ana.wallet.address, 'trx', 50n * trx);
  await system.chain.give(ana.wallet.address, 'usdt', 40_000n * usdt);
  await mineUntil(
    system.chain,
    'the top-ups',
    async () => (await ana.available('usdt')) === 40_000n * usdt && (await ana.available('trx')) === 50n * trx,
  );
  // A swap whose reward a distribution has paid a moment ago, and one whose reward is still to come.
  await swapRewardTokens(ana, '100');
  await system.processes.kill('worker');
  await letHoursPass(system.db, 24);
  await system.processes.start('worker');
  await until('a distribution', async () => {
    const { rows } = await sql`SELECT FROM distributions WHERE state = 'closed' AND holders > 0`.execute(
      system.db.kysely,
    );
    return rows.length === 1;
  });
  await swapRewardTokens(ana, '100');
  // A deposit and a bonus of now.
  await system.chain.give(ben.wallet.address, 'trx', 50n * trx);
  await mineUntil(
    system.chain,
    'another top-up and its bonus',
    async () => (await ben.available('trx')) === 50n * trx && (await ben.available('reward')) > 0n,
  );
  const [olga, pavel] = [await system.desk('olga', 'reviewer'), await system.desk('pavel', 'reviewer')];

  await ana.send({ to: ben.wallet.address, assetId: 'usdt', amount: '12' });
  const small = await ana.send({ to: freshAddress(), assetId: 'usdt', amount: '20' });
  const large = await ana.send({ to: freshAddress(), assetId: 'usdt', amount: '12000' });
  for (const desk of [olga, pavel]) await decide('approve', desk);
  await ana.send({ to: freshAddress(), assetId: 'usdt', amount: '6000' });
  await decide('reject', olga);
  for (const { id } of [small, large]) {
    await mineUntil(system.chain, 'a payment', async () => (await ana.record(id)).status === 'success');
  }
  waiting = (await ana.send({ to: freshAddress(), assetId: 'usdt', amount: '7000' })).id;
  // Nobody else touches the books while they are wrong.
  for (const name of ['worker', 'api'] as const) await system.processes.kill(name);
});
afterAll(() => system.stop());

/** Decides about the only send under review. */
async function decide(decision: 'approve' | 'reject', desk: OperatorDesk): Promise<void> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM withdrawals WHERE state = 'under-review'`.execute(
    system.db.kysely,
  );
  const id = rows[0]?.id ?? '';
  expect(await desk[decision](id)).toMatchObject({ status: 200 });
}

const scopes = {
  everything: {},
  'what is recent': { since: new Date(Date.now() - hourMs) },
} as const;

test.each(Object.entries(scopes))('nothing is found in sound books: %s', async (_, scope) => {
  const look = (tx: DbTx) => findBreaches(tx, scope);
  expect(await system.db.kysely.transaction().execute(look)).toEqual([]);
});

/** Where the ids of rows come from: `one('withdrawals', "state = 'failed'")`. */
const one = (table: string, where: string): string => `(SELECT id FROM ${table} WHERE ${where} ORDER BY id LIMIT 1)`;
const paid = one('withdrawals', "settlement = 'chain' AND state = 'completed'");
const inside = one('withdrawals', "settlement = 'internal'");
const reviewed = one('withdrawals', 'approvals_needed = 2');
const open = one('withdrawals', "state = 'under-review'");
const credit = "(SELECT max(id) FROM ledger.journals WHERE kind = 'deposit' AND idempotency_key <> 'again')";
const swapped = '(SELECT id FROM swaps ORDER BY created_at DESC LIMIT 1)';
const shared = 'distribution_id = (SELECT id FROM distributions WHERE holders > 0)';
const customer = one('ledger.accounts', "class = 'customer' AND held > 0");

/** Each breach, and what undoes it only by a rollback. */
const planted: readonly (readonly [invariant: (typeof invariantIds)[number], what: string, statement: string])[] = [
  ['I01', 'coins out of nothing', "UPDATE ledger.accounts SET posted = posted + 1 WHERE code = 'fee-income'"],
  ['I02', 'a balance above its entries', `UPDATE ledger.accounts SET posted = posted + 1 WHERE id = ${customer}`],
  ['I02', 'more held than there are holds', `UPDATE ledger.accounts SET held = held + 1 WHERE id = ${customer}`],
  [
    'I03',
    'a customer below zero',
    `ALTER TABLE ledger.accounts DROP CONSTRAINT accounts_overdraft_check;
     UPDATE ledger.accounts SET held = posted + 1 WHERE id = ${customer}`,
  ],
  [
    'I04',
    'people owed more than there is',
    `ALTER TABLE ledger.accounts DROP CONSTRAINT accounts_overdraft_check;
     UPDATE ledger.accounts SET posted = posted + 1e20 WHERE code = 'custody:hot' AND asset = 'usdt';
     UPDATE ledger.accounts SET posted = posted - 1e20 WHERE code = 'capital' AND asset = 'usdt'`,
  ],
  ['I06', 'an inflow of another amount', "UPDATE deposits SET amount = amount + 1 WHERE destination = 'customer'"],
  [
    'I06',
    'an inflow that was credited again',
    `INSERT INTO ledger.journals (idempotency_key, kind, content_hash, details)
       SELECT 'again', kind, content_hash, details FROM ledger.journals WHERE id = ${credit};
     INSERT INTO ledger.transfers (journal_id, leg, state, code, debit_account_id, credit_account_id, asset, amount)
       SELECT again.id, t.leg, t.state, t.code, t.debit_account_id, t.credit_account_id, t.asset, t.amount
       FROM ledger.journals again, ledger.journals j JOIN ledger.transfers t ON t.journal_id = j.id
       WHERE again.idempotency_key = 'again' AND j.id = ${credit}`,
  ],
  ['I07', 'a credit without an inflow', "DELETE FROM deposits WHERE destination = 'customer'"],
  ['I07', 'a bonus nobody was granted', 'DELETE FROM bonus_grants'],
  ['I07', 'money between people without a send', `DELETE FROM withdrawals WHERE id = ${inside}`],
  [
    'I07',
    'money behind a closed wallet',
    `UPDATE wallets SET closed_at = now() WHERE id = (SELECT wallet_id FROM ledger.accounts WHERE id = ${customer})`,
  ],
  ['I07', 'a swap nobody asked for', `DELETE FROM swaps WHERE id = ${swapped}`],
  ['I07', 'a swap reward of another amount', `UPDATE swaps SET reward = reward + 1 WHERE id = ${swapped}`],
  ['I07', 'a part of the pool that is nobody’s', `DELETE FROM distribution_shares WHERE ${shared}`],
  ['I07', 'a move that its kind forbids', "UPDATE ledger.transfers SET code = 'surplus' WHERE code = 'deposit'"],
  ['I08', 'a send that is over and keeps its money', `UPDATE withdrawals SET state = 'failed' WHERE id = ${open}`],
  ['I08', 'a send under way whose hold is gone', 'DELETE FROM ledger.open_holds'],
  ['I08', 'a payment that is not settled', `UPDATE withdrawals SET state = 'included' WHERE id = ${paid}`],
  ['I08', 'a hold for no send', `DELETE FROM withdrawals WHERE id = ${open}`],
  ['I09', 'an outflow that no attempt made', `DELETE FROM withdrawal_attempts WHERE withdrawal_id = ${paid}`],
  ['I09', 'a cost that is not booked', 'UPDATE withdrawal_attempts SET fee_sun = fee_sun + 1'],
  [
    'I10',
    'a second attempt while the first can pay',
    `DROP INDEX withdrawal_attempts_alive_key;
     INSERT INTO withdrawal_attempts (withdrawal_id, number, signing_order, expiration, cost_max_sun)
       SELECT withdrawal_id, 2, signing_order, expiration, cost_max_sun FROM withdrawal_attempts WHERE withdrawal_id = ${paid}`,
  ],
  [
    'I10',
    'an attempt given up too early',
    `UPDATE withdrawal_attempts SET state = 'dead', result = NULL, fee_sun = NULL, death_proof = jsonb_build_object(
       'cause', 'expired', 'txId', tx_id, 'scans', jsonb_build_array(jsonb_build_object('toBlock', jsonb_build_object('timeMs', 1))))
     WHERE withdrawal_id = ${paid}`,
  ],
  ['I11', 'another receiver', `UPDATE withdrawals SET to_address = '${freshAddress()}' WHERE id = ${paid}`],
  ['I11', 'a draft that was changed', "UPDATE withdrawal_drafts SET memo = 'for rent'"],
  [
    'I11',
    'a draft for somebody else',
    "UPDATE withdrawal_drafts SET sent_to_contact = 'eve@example.org', sent_to_name = 'Eve' WHERE settlement = 'internal'",
  ],
  [
    'I11',
    'signed bytes of another payment',
    `UPDATE withdrawal_attempts SET raw_hex = (SELECT raw_hex FROM withdrawal_attempts WHERE withdrawal_id <> ${paid} LIMIT 1)
     WHERE withdrawal_id = ${paid}`,
  ],
  ['I11', 'a swap at another price', `UPDATE swaps SET amount_in = amount_in - 1 WHERE id = ${swapped}`],
  [
    'I11',
    'a swap after its quote had expired',
    `UPDATE swap_quotes SET expires_at = used_at - interval '61 seconds' WHERE id = (SELECT quote_id FROM swaps WHERE id = ${swapped})`,
  ],
  ['I12', 'a fee above the one shown', `UPDATE withdrawal_drafts SET fee = fee - 1 WHERE fee > 0`],
  [
    'I12',
    'a fee that was booked above the one shown',
    `UPDATE ledger.transfers SET amount = amount + 1e12
      WHERE journal_id = (SELECT id FROM ledger.journals WHERE idempotency_key = 'withdrawal:' || ${paid} || ':settle')
        AND credit_account_id IN (SELECT id FROM ledger.accounts WHERE class = 'fee-income')`,
  ],
  ['I13', 'a send without its reply', 'DELETE FROM idempotent_replies'],
  [
    'I13',
    'a reply about somebody else',
    // Of a send: what a swap was answered names no record.
    `UPDATE idempotent_replies SET person_id = gen_random_uuid() WHERE key = (
       SELECT min(key::text)::uuid FROM idempotent_replies WHERE body ? 'settlement')`,
  ],
  [
    'I13',
    'a reply that tells somebody of a record which is not theirs',
    `INSERT INTO idempotent_replies
     SELECT (jsonb_populate_record(r, jsonb_build_object('key', gen_random_uuid(), 'person_id', gen_random_uuid()))).*
       FROM idempotent_replies r WHERE r.body ? 'settlement' LIMIT 1`,
  ],
  [
    'I14',
    'a step from one state to another that it never leads to',
    `UPDATE withdrawal_states SET to_state = 'signed' WHERE withdrawal_id = ${paid} AND to_state = 'approved';
     DELETE FROM withdrawal_states WHERE withdrawal_id = ${paid} AND from_state = 'approved'`,
  ],
  [
    'I14',
    'a step there is not',
    `INSERT INTO withdrawal_states (withdrawal_id, from_state, to_state) VALUES (${paid}, 'completed', 'approved')`,
  ],
  ['I14', 'a step left out', `DELETE FROM withdrawal_states WHERE withdrawal_id = ${paid} AND to_state = 'signed'`],
  [
    'I14',
    'history written anew',
    `UPDATE ledger.entries SET hash = sha256(hash) WHERE (account_id, transfer_id) IN (
       SELECT account_id, max(transfer_id) FROM ledger.entries WHERE account_id = ${customer} GROUP BY account_id)`,
  ],
  ['I15', 'a share one unit too large', `UPDATE distribution_shares SET reward = reward + 1 WHERE ${shared}`],
  [
    'I15',
    'a share that its weight does not give, in sums that are right',
    `UPDATE distribution_shares SET reward = reward - 1 WHERE ${shared};
     UPDATE distributions SET remainder = remainder + 1 WHERE holders > 0`,
  ],
  ['I15', 'a remainder that is not there', 'UPDATE distributions SET remainder = remainder + 1 WHERE holders > 0'],
  ['I15', 'a holder nobody counted', 'UPDATE distributions SET holders = holders + 1 WHERE holders > 0'],
  ['I15', 'a closed distribution that paid nobody', `UPDATE distribution_shares SET journal_id = NULL WHERE ${shared}`],
  ['I19', 'more than a day allows', `UPDATE withdrawals SET usdt_value = 5e10 + 1 WHERE id = ${paid}`],
  [
    'I19',
    'terms that were not in force yet',
    "UPDATE withdrawal_drafts SET created_at = created_at - interval '9 days' WHERE NOT own_move",
  ],
  ['I20', 'a send without factors', "DELETE FROM security_events WHERE kind = 'transfer-authorized'"],
  ['I20', 'factors for another draft', "UPDATE security_events SET detail = 'x' WHERE kind = 'transfer-authorized'"],
  [
    'I21',
    'one approval where two are needed',
    `DELETE FROM withdrawal_reviews WHERE (withdrawal_id, operator_id) IN (
       SELECT withdrawal_id, operator_id FROM withdrawal_reviews WHERE withdrawal_id = ${reviewed} LIMIT 1)`,
  ],
  [
    'I21',
    'a large send nobody had to look at',
    `UPDATE withdrawals SET approvals_needed = 0, review_cause = NULL WHERE id = ${reviewed}`,
  ],
  ['I21', 'a decision its operator did not take', 'DELETE FROM operator_actions'],
  [
    'I22',
    'a send that nobody looks after',
    `UPDATE withdrawals SET state = 'approved', changed_at = now() - interval '25 hours' WHERE id = ${open}`,
  ],
  [
    'I22',
    'a distribution that does not end',
    "UPDATE distributions SET state = 'paying', closed_at = NULL, created_at = now() - interval '25 hours' WHERE holders > 0",
  ],
  ['I24', 'a share shown as paid that is not', `UPDATE distribution_shares SET journal_id = 1 WHERE ${shared}`],
  ['I24', 'more swap rewards than are set aside', `UPDATE swaps SET reward = reward + 1 WHERE id = ${swapped}`],
  [
    'I24',
    'two periods that overlap',
    "UPDATE distributions SET starts_at = starts_at - interval '1 hour' WHERE holders > 0",
  ],
  ['I26', 'a record that shows another amount', `UPDATE records SET amount = amount + 1 WHERE type = 'outgoing'`],
  ['I26', 'a record of another state', `UPDATE records SET status = 'failed' WHERE source_id = ${paid}::text`],
  [
    'I26',
    'a receiver who reads another amount',
    `UPDATE records SET amount = amount + 1 WHERE type = 'incoming' AND source_kind = 'withdrawal'`,
  ],
  ['I26', 'a record of another swap', `UPDATE records SET counter_amount = counter_amount + 1 WHERE type = 'swap'`],
  ['I26', 'a record of another share', `UPDATE records SET amount = amount + 1 WHERE type = 'airdrop-reward'`],
  ['I26', 'a grant that was never credited', 'UPDATE bonus_grants SET amount = amount + 1'],
];

const rollback = new Error('rolled back');

describe.each(Object.entries(scopes))('a look at %s finds', (_, scope) => {
  test.each(planted)('%s %s', async (invariant, _what, statement) => {
    // The look back over a day reads what was changed long ago as well.
    const since = 'since' in scope && invariant === 'I22' ? new Date(0) : 'since' in scope ? scope.since : undefined;
    const looking = system.db.kysely.transaction().execute(async (tx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx);
      for (const each of statement.split(';')) await sql.raw(each).execute(tx);
      const found = await findBreaches(tx, since === undefined ? {} : { since });
      expect(found.map((breach) => breach.invariant)).toContain(invariant);
      throw rollback;
    });
    await expect(looking).rejects.toBe(rollback);
  });
});

test('every invariant the checker knows was broken once', () => {
  expect([...new Set(planted.map(([invariant]) => invariant))]).toEqual([...invariantIds]);
});

test('X10 the worker finds a breach by itself, /health says which, and the alarm ends when it is mended', async () => {
  const books = () =>
    ana.api.get<{ readonly books: { readonly detail: string } }>('/health').then((body) => body.books);
  const change = (by: number) =>
    sql`UPDATE records SET amount = amount + ${by} WHERE id = ${waiting}`.execute(system.db.kysely);
  await change(1);
  await Promise.all([lookAtEverything(), system.processes.start('api')]);
  await until('the alarm', async () => (await books()).detail === 'contradict themselves: I26');
  await change(-1);
  await system.processes.kill('worker');
  await lookAtEverything();
  await until('the end of the alarm', async () => (await books()).detail === 'agree');
  await ana.api.post(`/transfers/${waiting}/cancel`, {}, randomUUID());
  expect(await system.findContradictions()).toEqual([]);
});

/** A worker looks when it starts, at everything where a day has passed. */
async function lookAtEverything(): Promise<void> {
  await sql`UPDATE book_inspections SET inspected_at = NULL, full_at = NULL, claimed_until = NULL`.execute(
    system.db.kysely,
  );
  await system.processes.start('worker');
}
