import { assert } from '@tern/base/assert';
import type { OperatorId, PersonId, WalletId, WithdrawalId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import { houseAccount, openCustomerAccount } from '@tern/ledger/account';
import { LedgerError } from '@tern/ledger/error';
import { holdFundsEach } from '@tern/ledger/hold';
import type { AccountId, JournalId, PendingId } from '@tern/ledger/ids';
import { postHold } from '@tern/ledger/post-hold';
import { postJournal } from '@tern/ledger/post-journal';
import { postJournals } from '@tern/ledger/post-journals';
import { voidHold } from '@tern/ledger/void-hold';
import { add, units, type Units } from '@tern/money/units';
import type { Withdrawal } from './withdrawal.ts';

/** Everything a withdrawal does to the ledger. Keys are made of its id, so each of these happens once, whoever calls it again. */
export type Payer = Pick<Withdrawal, 'id' | 'personId' | 'walletId' | 'assetId' | 'amount' | 'fee' | 'settlement'>;
export type Receiver = { readonly personId: PersonId; readonly walletId: WalletId };

/** Reserves amounts and fees. For each the pending transfer, or the ledger's refusal: `exceeds-available` above all. */
export async function holdWithdrawals(
  tx: DbTx,
  payers: readonly (Payer & { readonly account: AccountId })[],
): Promise<readonly (PendingId | LedgerError)[]> {
  const holds = await holdFundsEach(
    tx,
    payers.map((payer) => ({
      key: keyOf(payer.id, 'hold'),
      ...(payer.settlement === 'chain'
        ? { kind: 'withdrawal-hold', code: 'withdrawal' }
        : { kind: 'internal-transfer-hold', code: 'transfer' }),
      account: payer.account,
      amount: add(payer.amount, payer.fee),
      asset: payer.assetId,
      details: { withdrawalId: payer.id },
    })),
  );
  return holds.map((hold) => (hold instanceof LedgerError ? hold : hold.pendingId));
}

/** Moves amounts to other wallets here at once. For each the journal, or the ledger's refusal: `exceeds-available` above all. */
export async function transferInside(
  tx: DbTx,
  transfers: readonly { readonly payer: Payer; readonly debit: AccountId; readonly credit: AccountId }[],
): Promise<readonly (JournalId | LedgerError)[]> {
  const replies = await postJournals(
    tx,
    transfers.map(({ payer, debit, credit }) => ({
      key: keyOf(payer.id, 'settle'),
      kind: 'internal-transfer',
      legs: [{ debit, credit, asset: payer.assetId, amount: payer.amount, code: 'transfer' }],
      details: { withdrawalId: payer.id },
    })),
  );
  return replies.map((reply) => (reply instanceof LedgerError ? reply : reply.journalId));
}

/** Moves a held amount to another wallet here, after a review. Returns the journal. */
export async function transferHeldInside(
  tx: DbTx,
  payer: Payer & { readonly pendingId: PendingId | null },
  receiver: Receiver,
): Promise<JournalId> {
  const credit = await openCustomerAccount(tx, { ...receiver, asset: payer.assetId });
  const { journalId } = await postHold(tx, {
    key: keyOf(payer.id, 'settle'),
    pendingId: pendingIdOf(payer),
    legs: [{ credit, amount: payer.amount, code: 'transfer' }],
  });
  return journalId;
}

/** Books a payment the chain has confirmed: the amount leaves the hot wallet's custody, the fee becomes income. */
export async function settlePaid(
  tx: DbTx,
  payer: Payer & { readonly pendingId: PendingId | null },
): Promise<JournalId> {
  const custody = await houseAccount(tx, 'custody:hot', payer.assetId);
  const income = await houseAccount(tx, 'fee-income', payer.assetId);
  const { journalId } = await postHold(tx, {
    key: keyOf(payer.id, 'settle'),
    pendingId: pendingIdOf(payer),
    legs: [
      { credit: custody, amount: payer.amount, code: 'withdrawal' },
      ...(payer.fee === 0n ? [] : [{ credit: income, amount: payer.fee, code: 'withdrawal-fee' } as const]),
    ],
  });
  return journalId;
}

/** Gives the whole held amount, fee included, back to the person. */
export async function returnHeld(
  tx: DbTx,
  payer: Pick<Withdrawal, 'id' | 'pendingId'>,
  reason: string,
): Promise<JournalId> {
  const { journalId } = await voidHold(tx, { key: keyOf(payer.id, 'return'), pendingId: pendingIdOf(payer), reason });
  return journalId;
}

/** Books what the network burnt for one attempt, whether it paid or failed: always the house's cost. */
export async function bookNetworkCost(
  tx: DbTx,
  attempt: {
    readonly withdrawalId: WithdrawalId;
    readonly number: number;
    readonly txId: string;
    readonly feeSun: Units;
  },
): Promise<void> {
  if (attempt.feeSun === 0n) return;
  await postJournal(tx, {
    key: keyOf(attempt.withdrawalId, `network-cost:${attempt.number}`),
    kind: 'network-cost',
    legs: [
      {
        debit: await houseAccount(tx, 'network-cost', 'trx'),
        credit: await houseAccount(tx, 'custody:hot', 'trx'),
        asset: 'trx',
        amount: attempt.feeSun,
        code: 'network-cost',
      },
    ],
    details: { withdrawalId: attempt.withdrawalId, txId: attempt.txId },
  });
}

/**
 * Books what an unexpected receipt took out of the hot wallet beyond what was settled for it (below zero: what it left there),
 * against suspense, where it stays visible until it is cleared. Two operators answer for it.
 */
export async function bookReceiptDifference(
  tx: DbTx,
  unexpectedReceipt: {
    readonly withdrawal: Pick<Withdrawal, 'id' | 'assetId'>;
    readonly number: number;
    /** Base units. */
    readonly difference: bigint;
    readonly operators: readonly [OperatorId, OperatorId];
    readonly reason: string;
  },
): Promise<void> {
  const { withdrawal, difference, operators, reason } = unexpectedReceipt;
  if (difference === 0n) return;
  const custody = await houseAccount(tx, 'custody:hot', withdrawal.assetId);
  const suspense = await houseAccount(tx, 'suspense', withdrawal.assetId);
  const lost = difference > 0n;
  await postJournal(tx, {
    key: keyOf(withdrawal.id, `receipt-difference:${unexpectedReceipt.number}`),
    kind: 'correction',
    legs: [
      {
        debit: lost ? suspense : custody,
        credit: lost ? custody : suspense,
        asset: withdrawal.assetId,
        amount: units(lost ? difference : -difference),
        code: 'correction',
      },
    ],
    details: { withdrawalId: withdrawal.id, operators, reason },
  });
}

function keyOf(id: WithdrawalId, what: string): string {
  return `withdrawal:${id}:${what}`;
}

function pendingIdOf({
  id,
  pendingId,
}: {
  readonly id: WithdrawalId;
  readonly pendingId: PendingId | null;
}): PendingId {
  assert(pendingId !== null, `withdrawal ${id} holds nothing`);
  return pendingId;
}
