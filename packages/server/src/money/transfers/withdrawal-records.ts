import type { WithdrawalId } from '@tern/base/ids';
import type { JournalId } from '@tern/ledger/ids';
import type { TronAddress } from '@tern/tron/address';
import type { RecordWithSteps } from '../../people/records/public.ts';
import { findShownAddress, type Wallet } from '../../people/wallets/public.ts';
import type { SentTo } from './draft.ts';
import { recordStatusOf, type ReviewCause, type SendContent, type WithdrawalState } from './withdrawal.ts';

/** The sender's record of a new withdrawal, with the first steps of its timeline. */
export function outgoingRecord(
  content: SendContent,
  send: {
    readonly withdrawalId: WithdrawalId;
    readonly state: WithdrawalState;
    readonly reviewCause: ReviewCause | null;
    readonly payAddress: TronAddress | null;
    /** Who was found by a contact; null for an address. */
    readonly sentTo: SentTo | null;
    /** What settled it already; null where that is still to come. */
    readonly journalId: JournalId | null;
  },
): RecordWithSteps {
  const { state, journalId, sentTo } = send;
  const reviewed = state === 'under-review';
  return {
    record: {
      personId: content.personId,
      walletId: content.walletId,
      type: 'outgoing',
      direction: 'out',
      status: recordStatusOf(state, reviewed),
      settlement: content.settlement,
      assetId: content.assetId,
      amount: content.amount,
      fee: content.fee,
      payAddress: send.payAddress,
      payAddressIsHouse: content.settlement === 'chain',
      receiveAddress: sentTo === null ? content.toAddress : null,
      ...(sentTo === null ? {} : { sentTo: { contact: sentTo.contact.value, name: sentTo.name } }),
      memo: content.memo,
      // That others sent much today is no reason of this person's.
      ...(send.reviewCause === 'amount' ? { reason: 'above-review-limit' } : {}),
      source: { kind: 'withdrawal', id: send.withdrawalId },
      ...(journalId === null ? {} : { journalId }),
    },
    steps: [
      { step: 'requested' },
      ...(reviewed ? [{ step: 'under-review' } as const] : []),
      ...(state === 'completed' ? [{ step: 'settled' } as const] : []),
    ],
  };
}

/** The receiver's record of a send that was settled in the ledger. */
export function incomingRecord(
  content: SendContent,
  send: {
    readonly withdrawalId: WithdrawalId;
    readonly journalId: JournalId;
    readonly payAddress: TronAddress | null;
    readonly receiver: Pick<Wallet, 'id' | 'personId' | 'address' | 'trusted'>;
  },
): RecordWithSteps {
  return {
    record: {
      personId: send.receiver.personId,
      walletId: send.receiver.id,
      type: 'incoming',
      direction: 'in',
      status: 'success',
      settlement: 'internal',
      assetId: content.assetId,
      amount: content.amount,
      payAddress: send.payAddress,
      receiveAddress: findShownAddress(send.receiver),
      memo: content.memo,
      source: { kind: 'withdrawal', id: send.withdrawalId },
      journalId: send.journalId,
    },
    steps: [{ step: 'credited' }],
  };
}
