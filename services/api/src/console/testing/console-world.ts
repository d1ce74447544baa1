import { randomBytes, randomUUID } from 'node:crypto';
import { assert } from '@tern/base/assert';
import type { OperatorId, PersonId, WalletId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { houseAccount, openCustomerAccount } from '@tern/ledger/account';
import { holdFundsEach } from '@tern/ledger/hold';
import { postJournal } from '@tern/ledger/post-journal';
import { units } from '@tern/money/units';
import { recordOperatorAction } from '@tern/server/people/operators/public';
import type { TestDatabase } from '@tern/testkit/database';
import { findAddressFromBytes, type TronAddress } from '@tern/tron/address';
import { sql, type RawBuilder } from 'kysely';

/** Addresses of strangers on the chain. */
export const [payee, sender, cold] = [randomAddress(), randomAddress(), randomAddress()];

/** One that nobody has. */
export function randomAddress(): TronAddress {
  const address = findAddressFromBytes(randomBytes(20));
  assert(address !== undefined, '20 bytes are an address');
  return address;
}

export type TestOwner = {
  readonly personId: PersonId;
  readonly publicId: string;
  readonly walletId: WalletId;
  readonly address: string;
};

const usdt = 1_000_000n;
/** What every transfer here sends and costs, in base units. */
export const sent = { amount: String(6_000n * usdt), fee: String(2n * usdt) };
const hex = (bytes: number): string => randomBytes(bytes).toString('hex');

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const inviteCode = (number: number): string =>
  `AAAAAA${letters[Math.floor(number / letters.length)] ?? ''}${letters[number % letters.length] ?? ''}`;

type ActionKind = Parameters<typeof recordOperatorAction>[1]['kind'];

export type ConsoleWorld = ReturnType<typeof openConsoleWorld>;

/** For tests: what waits for operators, as the rest of the product would have left it, over a database of their own. */
export function openConsoleWorld(database: TestDatabase) {
  const run = <Row>(query: ReturnType<typeof sql<Row>>) => query.execute(database.db.kysely);
  let people = 0;

  const person = async (): Promise<TestOwner> => {
    people += 1;
    const [personId, walletId] = [randomUUID() as PersonId, randomUUID() as WalletId];
    const publicId = String(30_000_000 + people);
    const address = randomAddress();
    await run(sql`
      INSERT INTO people (id, public_id, invite_code, terms_accepted_at, created_at)
      VALUES (${personId}, ${publicId}, ${inviteCode(people)}, now(), now())`);
    await run(sql`
      INSERT INTO address_pool (derivation_index, address, mac) VALUES (${1_000 + people}, ${address}, 'mac')`);
    await run(sql`
      INSERT INTO wallets (id, person_id, name, address, position, is_default)
      VALUES (${walletId}, ${personId}, 'Main', ${address}, 0, true)`);
    return { personId, publicId, walletId, address };
  };

  /** A transfer to the chain under review by two operators, its money held. */
  const transfer = async (owner: TestOwner): Promise<string> => {
    const [id, draftId, recordId] = [randomUUID(), randomUUID(), randomUUID()];
    const { personId, walletId } = owner;
    const total = units(BigInt(sent.amount) + BigInt(sent.fee));
    const account = await transact(database.asWorker, async (tx) => {
      const credit = await openCustomerAccount(tx, { personId, walletId, asset: 'usdt' });
      const debit = await houseAccount(tx, 'custody:deposit', 'usdt');
      const leg = { debit, credit, asset: 'usdt', amount: total, code: 'deposit' } as const;
      await postJournal(tx, { key: `test:${id}`, kind: 'deposit', legs: [leg] });
      return credit;
    });
    const pending = await transact(database.asApi, async (tx) => {
      const hold = { kind: 'withdrawal-hold', code: 'withdrawal', asset: 'usdt', amount: total } as const;
      const [held] = await holdFundsEach(tx, [{ ...hold, key: `withdrawal:${id}:hold`, account }]);
      assert(held !== undefined && 'pendingId' in held, 'the money is held');
      return held.pendingId;
    });
    await run(sql`
      INSERT INTO records (id, person_id, wallet_id, type, direction, status, settlement, asset, amount, source_kind, source_id)
      VALUES (${recordId}, ${personId}, ${walletId}, 'outgoing', 'out', 'pending-review', 'chain', 'usdt', ${sent.amount},
        'withdrawal', ${recordId})`);
    await run(sql`
      INSERT INTO withdrawal_drafts (id, person_id, wallet_id, asset_id, network_id, settlement, receiver_class, own_move,
        to_address, amount, fee, usdt_value, hash, expires_at)
      VALUES (${draftId}, ${personId}, ${walletId}, 'usdt', 'tron', 'chain', 'holds-token', false, ${payee}, ${sent.amount},
        ${sent.fee}, ${sent.amount}, ${randomBytes(32)}, now() + interval '1 hour')`);
    await run(sql`
      INSERT INTO withdrawals (id, draft_id, person_id, wallet_id, asset_id, settlement, own_move, to_address, amount, fee,
        usdt_value, approvals_needed, review_cause, state, record_id, pending_id)
      VALUES (${id}, ${draftId}, ${personId}, ${walletId}, 'usdt', 'chain', false, ${payee}, ${sent.amount}, ${sent.fee},
        ${sent.amount}, 2, 'amount', 'under-review', ${recordId}, ${pending})`);
    return id;
  };

  /** The signed attempt of a transfer, with a receipt that shows neither the payment nor a failure. */
  const unexpectedReceipt = async (id: string): Promise<void> => {
    await run(sql`
      INSERT INTO withdrawal_attempts (withdrawal_id, number, state, signing_order, expiration, raw_hex, signature_hex, tx_id,
        cost_max_sun)
      VALUES (${id}, 1, 'signed', '{}', now(), 'aa', 'bb', ${hex(32)}, 1)`);
    await run(sql`
      INSERT INTO withdrawal_unexpected_receipts (withdrawal_id, number, block_number, block_id, block_time, detail, outflow, fee_sun,
        energy_used, bandwidth_used, events)
      VALUES (${id}, 1, 77, 'b77', now(), '2 Transfer events', 5990000000, 13000000, 0, 0, '[]')`);
  };

  const operatorId = async (name: string): Promise<OperatorId> => {
    const { rows } = await run(sql<{ id: OperatorId }>`SELECT id FROM operators WHERE name = ${name}`);
    return rows[0]?.id as OperatorId;
  };

  /** A decision with the row of the log that the database asks for beside it. Returns when it was made. */
  const decided = async (
    { by, kind, subject }: { readonly by: OperatorId; readonly kind: ActionKind; readonly subject: string },
    decision: RawBuilder<{ at: Date }>,
  ): Promise<string> =>
    transact(database.db, async (tx) => {
      await recordOperatorAction(tx, { operatorId: by, kind, subject });
      return (await decision.execute(tx)).rows[0]?.at.toISOString() ?? '';
    });

  return {
    person,
    transfer,
    /** An approved transfer that waits, or a signed one that was stopped. */
    advance: (
      id: string,
      to:
        | { readonly state: 'approved'; readonly waitingFor: string; readonly waitingDetail: string }
        | { readonly state: 'signed'; readonly attention: string },
    ) =>
      run(sql`
        UPDATE withdrawals SET state = ${to.state}, attention = ${to.state === 'signed' ? to.attention : null},
          waiting_for = ${to.state === 'approved' ? to.waitingFor : null},
          waiting_detail = ${to.state === 'approved' ? to.waitingDetail : null}
         WHERE id = ${id}`),
    unexpectedReceipt,
    operatorId,
    /** What an operator has said about a transfer under review. */
    review: async (id: string, by: OperatorId, reason: string): Promise<string> => {
      return decided(
        { by, kind: 'withdrawal-approved', subject: id },
        sql<{ at: Date }>`
        INSERT INTO withdrawal_reviews (withdrawal_id, operator_id, decision, reason)
        VALUES (${id}, ${by}, 'approve', ${reason}) RETURNING at`,
      );
    },
    receiptDecision: async (
      id: string,
      by: OperatorId,
      said: { readonly decision: 'settle' | 'return'; readonly reason: string },
    ): Promise<string> => {
      return decided(
        { by, kind: `unexpected-receipt-${said.decision === 'settle' ? 'settled' : 'returned'}`, subject: id },
        sql<{ at: Date }>`
        INSERT INTO withdrawal_receipt_decisions (withdrawal_id, number, operator_id, decision, reason)
        VALUES (${id}, 1, ${by}, ${said.decision}, ${said.reason}) RETURNING at`,
      );
    },
    /** Money that came in and is nobody's. */
    suspense: async (): Promise<{ readonly id: string; readonly txId: string }> => {
      const [id, txId] = [randomUUID(), hex(32)];
      const journalId = await transact(database.asWorker, async (tx) => {
        const debit = await houseAccount(tx, 'custody:deposit', 'usdt');
        const credit = await houseAccount(tx, 'suspense', 'usdt');
        const leg = { debit, credit, asset: 'usdt', amount: units(25n * usdt), code: 'unidentified' } as const;
        return (await postJournal(tx, { key: `deposit:${id}`, kind: 'deposit-unidentified', legs: [leg] })).journalId;
      });
      await run(sql`
        INSERT INTO deposits (id, tx_id, kind, index, asset, amount, from_address, to_address, block_number, block_id,
          block_time, destination, reason, journal_id)
        VALUES (${id}, ${txId}, 'trc20', 0, 'usdt', 25000000, ${sender}, ${payee}, 90, 'b90', now(), 'suspense',
          'unassigned-address', ${journalId})`);
      return { id, txId };
    },
    vote: async (
      subject: string,
      by: OperatorId,
      said: { readonly decision: string; readonly reason: string },
    ): Promise<string> => {
      return decided(
        { by, kind: 'suspense-assigned', subject: subject.replace(/^[a-z]+:/, '') },
        sql<{ at: Date }>`
        INSERT INTO quarantine_votes (subject, operator_id, decision, reason)
        VALUES (${subject}, ${by}, ${said.decision}, ${said.reason}) RETURNING voted_at AS at`,
      );
    },
    /** Something nobody understands. */
    grave: async (): Promise<{ readonly id: string; readonly txId: string }> => {
      const txId = hex(32);
      const { rows } = await run(sql<{ id: string }>`
        INSERT INTO quarantined_inflows (tx_id, kind, index, block_number, block_id, subject, reason)
        VALUES (${txId}, 'trc20', 0, 91, 'b91', ${payee}, 'malformed-event') RETURNING id`);
      return { id: rows[0]?.id ?? '', txId };
    },
    freezeToken: async (): Promise<string> => {
      const { rows } = await run(sql<{ at: Date }>`
        INSERT INTO token_freezes (asset, address, block_number, booked, found)
        VALUES ('reward', ${payee}, 92, 100, 90) RETURNING frozen_at AS at`);
      return rows[0]?.at.toISOString() ?? '';
    },
    pause: async (): Promise<string> => {
      const { rows } = await run(sql<{ at: Date }>`
        INSERT INTO sending_pauses (asset_id, reason) VALUES ('usdt', '2 Transfer events') RETURNING started_at AS at`);
      return rows[0]?.at.toISOString() ?? '';
    },
    /** An order to cold storage as the worker proposes it, or one that it stopped. */
    coldOrder: async (order: { readonly state: 'proposed' } | { readonly attention: string }): Promise<string> => {
      const id = randomUUID();
      const attention = 'attention' in order ? order.attention : null;
      // One of a purpose is open at a time.
      await run(
        sql`UPDATE treasury_orders SET state = 'dropped', ended_at = now() WHERE state IN ('proposed', 'ready')`,
      );
      await run(sql`
        INSERT INTO treasury_orders (id, kind, asset_id, amount, state, cost_max_sun, attention)
        VALUES (${id}, 'cold', 'usdt', 900000000, 'proposed', 5000000, ${attention})`);
      return id;
    },
    approveOrder: async (id: string, by: OperatorId): Promise<string> => {
      return decided(
        { by, kind: 'cold-order-approved', subject: id },
        sql<{ at: Date }>`
        INSERT INTO treasury_reviews (order_id, operator_id, decision) VALUES (${id}, ${by}, 'approve') RETURNING at`,
      );
    },
    /** What the signer says of the house's accounts. */
    signerAccounts: () =>
      run(sql`
        INSERT INTO signer_accounts (hot_address, fee_address, cold_address, owner_addresses, owner_threshold)
        VALUES (${payee}, ${sender}, ${cold}, '{}', 0)`),
    /** A bonus that waits for a look. */
    heldBonus: async ({ personId, walletId }: TestOwner): Promise<string> => {
      const id = randomUUID();
      const journalId = await transact(database.asWorker, async (tx) => {
        const debit = await houseAccount(tx, 'custody:deposit', 'trx');
        const credit = await openCustomerAccount(tx, { personId, walletId, asset: 'trx' });
        const leg = { debit, credit, asset: 'trx', amount: units(1n), code: 'deposit' } as const;
        return (await postJournal(tx, { key: `deposit:${id}`, kind: 'deposit', legs: [leg] })).journalId;
      });
      await run(sql`
        INSERT INTO deposits (id, tx_id, kind, index, asset, amount, from_address, to_address, block_number, block_id,
          block_time, destination, wallet_id, journal_id)
        VALUES (${id}, ${hex(32)}, 'trx', 0, 'trx', 1, ${sender}, ${payee}, 93, 'b93', now(), 'customer', ${walletId},
          ${journalId})`);
      await run(sql`
        INSERT INTO activations (person_id, deposit_id, source_address) VALUES (${personId}, ${id}, ${sender})`);
      const { rows } = await run(sql<{ at: Date }>`
        INSERT INTO bonus_grants (campaign, person_id, wallet_id, state, amount)
        VALUES ('activation', ${personId}, ${walletId}, 'review', 20000000000000000000) RETURNING created_at AS at`);
      return rows[0]?.at.toISOString() ?? '';
    },
    /** Somebody who lost every factor. */
    reset: async ({
      personId,
    }: TestOwner): Promise<{ readonly id: string; readonly at: string; readonly ready: string }> => {
      const id = randomUUID();
      const { rows } = await run(sql<{ at: Date; ready: Date }>`
        INSERT INTO factor_resets (id, person_id, started_at, ready_at, told_at)
        VALUES (${id}, ${personId}, now() - interval '8 days', now() - interval '1 day', now())
        RETURNING started_at AS at, ready_at AS ready`);
      return { id, at: rows[0]?.at.toISOString() ?? '', ready: rows[0]?.ready.toISOString() ?? '' };
    },
    resetDecision: async (id: string, by: OperatorId, reason: string): Promise<string> => {
      return decided(
        { by, kind: 'reset-approved', subject: id },
        sql<{ at: Date }>`
        INSERT INTO factor_reset_decisions (reset_id, operator_id, decision, reason)
        VALUES (${id}, ${by}, 'approve', ${reason}) RETURNING at`,
      );
    },
    /** An entry of an activity that waits for a reviewer. */
    entry: async ({ personId }: TestOwner, activityId: string): Promise<string> => {
      const [id, participation] = [randomUUID(), randomUUID()];
      const picture = `${hex(16)}.webp`;
      await run(sql`
        INSERT INTO activity_pictures (name, person_id, content_hash, image_hash, bytes, delete_at)
        VALUES (${picture}, ${personId}, ${randomBytes(32)}, ${'0'.repeat(256)}::bit(256), 10, now() + interval '1 day')`);
      await run(sql`
        INSERT INTO participations (id, activity_id, person_id, state, entries)
        VALUES (${participation}, ${activityId}, ${personId}, 'under-review', 1)`);
      await run(sql`UPDATE activities SET places_taken = places_taken + 1 WHERE id = ${activityId}`);
      await run(sql`
        INSERT INTO activity_entries (id, participation_id, number, external_id, external_id_key, external_id_skeleton,
          picture_name, due_at)
        VALUES (${id}, ${participation}, 1, ${id}, ${id}, ${id}, ${picture}, now() + interval '1 hour')`);
      return id;
    },
  };
}
