import type { PersonId, RecordId, WalletId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import type { RecordReason, RecordStatus, RecordType, RecordView, timelineStep } from '@tern/contracts/routes/records';
import type { AssetId } from '@tern/money/asset';
import type { Units } from '@tern/money/units';
import type { z } from 'zod';

export type TimelineStep = z.infer<typeof timelineStep>;
export type StepName = TimelineStep['step'];

/** What a record shows; owned by the slice that writes it. `id` is unique per wallet and kind. */
export type RecordSource = {
  readonly kind: 'deposit' | 'withdrawal' | 'bonus' | 'swap' | 'distribution' | 'activity';
  readonly id: string;
};

/** Facts of the chain transaction behind a record. */
export type ChainFacts = {
  readonly txId: string | null;
  readonly blockNumber: number | null;
  readonly blockId: string | null;
  readonly blockTime: Date | null;
  readonly energyUsed: number | null;
  /** In bytes. */
  readonly bandwidthUsed: number | null;
  /** What the house paid the network; null where somebody else did. */
  readonly networkFeeSun: Units | null;
};

/** A record as stored. */
export type StoredRecord = ChainFacts & {
  readonly id: RecordId;
  readonly personId: PersonId;
  readonly walletId: WalletId;
  readonly type: RecordType;
  readonly direction: 'in' | 'out';
  readonly status: RecordStatus;
  readonly settlement: 'chain' | 'internal';
  readonly assetId: AssetId;
  readonly amount: Units;
  readonly fee: Units;
  readonly payAddress: string | null;
  readonly payAddressIsHouse: boolean;
  readonly receiveAddress: string | null;
  readonly sentTo: SentTo | null;
  readonly reason: RecordReason | null;
  readonly memo: string | null;
  readonly journalId: string | null;
  /** The swap and what it brought; null for everything else. */
  readonly counter: (Counter & { readonly swapId: string }) | null;
  readonly folded: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** What a swap brought beside what it took. */
export type Counter = { readonly assetId: AssetId; readonly amount: Units };

/** The contact that found a receiver, and the name that was shown for it. */
export type SentTo = { readonly contact: string; readonly name: string };

export type NewRecord = {
  readonly personId: PersonId;
  readonly walletId: WalletId;
  readonly type: RecordType;
  readonly direction: 'in' | 'out';
  readonly status: RecordStatus;
  readonly settlement: 'chain' | 'internal';
  readonly assetId: AssetId;
  /** What the receiver gets. */
  readonly amount: Units;
  /** Of a swap alone, whose `amount` is all that was given. */
  readonly counter?: Counter;
  /** What the sender pays on top, in the same asset; none when absent. */
  readonly fee?: Units;
  readonly payAddress: string | null;
  readonly payAddressIsHouse?: boolean;
  readonly receiveAddress: string | null;
  /** In the place of the receive address. */
  readonly sentTo?: SentTo;
  readonly reason?: RecordReason;
  readonly memo?: string | null;
  /** Unique per wallet. */
  readonly source: RecordSource;
  readonly chain?: Partial<ChainFacts>;
  /** Journal that settled it. */
  readonly journalId?: string;
  /** Kept out of the lists: dust. */
  readonly folded?: boolean;
};

/** Fields that are absent stay as they are. */
export type RecordChanges = Partial<ChainFacts> & {
  readonly status?: RecordStatus;
  readonly reason?: RecordReason | null;
  readonly payAddress?: string | null;
  readonly journalId?: string;
};

export type StoredStep = { readonly step: StepName; readonly at: Date };

/**
 * "Seen n of required": the block itself counts as the first. Null unless the record waits for a block it is already in.
 * `headNumber` may lag behind the record's block by a moment; it never shows less than one.
 */
export function countConfirmations(
  record: Pick<StoredRecord, 'status' | 'blockNumber'>,
  headNumber: number | null,
  required: number,
): RecordView['confirmations'] {
  const waits = record.status === 'confirming' || record.status === 'withdrawing';
  if (!waits || record.blockNumber === null) return null;
  const depth = (headNumber ?? record.blockNumber) - record.blockNumber + 1;
  return { seen: Math.min(required, Math.max(1, depth)), required };
}

const finalStatuses: ReadonlySet<RecordStatus> = new Set(['success', 'failed', 'review-rejected', 'cancelled']);
const failedSteps: ReadonlySet<StepName> = new Set(['rejected', 'failed']);
// Steps that last: they are under way from when they are written until the next one is.
const lastingSteps: ReadonlySet<StepName> = new Set(['under-review', 'confirming']);

/**
 * The status timeline: what happened, what is under way, what is to come. A final record shows only what happened.
 * A step of the usual course that was not written (a deposit found already final was never just "seen") is left out.
 */
export function buildTimeline(
  record: Pick<StoredRecord, 'direction' | 'settlement' | 'status' | 'type'>,
  steps: readonly StoredStep[],
): TimelineStep[] {
  const done = steps.map(({ step, at }): TimelineStep => {
    return toWire({ step, state: failedSteps.has(step) ? 'failed' : 'done', at });
  });
  if (finalStatuses.has(record.status)) return done;
  const last = steps.at(-1)?.step;
  const course = usualCourse(record, steps);
  const ahead = course.slice(last === undefined ? 0 : course.lastIndexOf(last) + 1);
  const rest = ahead.map((step): TimelineStep => ({ step, state: 'todo', at: null }));
  const current = last !== undefined && lastingSteps.has(last) ? done.at(-1) : rest[0];
  if (current !== undefined) current.state = 'now';
  return [...done, ...rest];
}

function usualCourse(
  record: Pick<StoredRecord, 'direction' | 'settlement' | 'type'>,
  steps: readonly StoredStep[],
): StepName[] {
  const reviewed = steps.some(({ step }) => step === 'under-review');
  if (record.direction === 'in') {
    const check: StepName[] = reviewed ? ['under-review'] : [];
    return record.settlement === 'chain' ? ['seen', 'confirming', ...check, 'credited'] : ['credited'];
  }
  const review: StepName[] = reviewed ? ['under-review', 'approved'] : [];
  const settle: StepName[] =
    record.settlement === 'chain' ? ['signed', 'broadcast', 'confirming', 'settled'] : ['settled'];
  return ['requested', ...review, ...settle];
}

/** As the API shows it. */
export function renderRecord(record: StoredRecord, headNumber: number | null, required: number): RecordView {
  return toWire({
    id: record.id,
    type: record.type,
    direction: record.direction,
    status: record.status,
    confirmations: countConfirmations(record, headNumber, required),
    settlement: record.settlement,
    walletId: record.walletId,
    assetId: record.assetId,
    amount: record.amount,
    fee: record.fee,
    counter:
      record.counter === null
        ? null
        : {
            swapId: record.counter.swapId,
            assetId: record.counter.assetId,
            amount: record.counter.amount,
          },
    payAddress: record.payAddress,
    payAddressIsHouse: record.payAddressIsHouse,
    receiveAddress: record.receiveAddress,
    sentTo: record.sentTo,
    reason: record.reason,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
  });
}
