import type { CrashPoint } from '@tern/base/crash-point';
import type { Database, DbReader, DbTx } from '@tern/db/database';
import type { Units } from '@tern/money/units';
import type { TronAddress } from '@tern/tron/address';
import type { BlockFacts, TransactionFacts } from '@tern/tron/block-facts';
import type { BroadcastAnswer } from '@tern/tron/broadcast';
import type { PaymentVerdict } from '@tern/tron/judge-payment';
import type { TronNode } from '@tern/tron/open-node';
import type { Signer } from '@tern/tron/signer-client';
import type { DeathProof, OrderFrame, SignedOrder } from '@tern/tron/signer-protocol';
import type { StallLimits } from '../chain-view/public.ts';
import type { Attempt, Question, SignedAttempt } from './attempt.ts';
import type { HotNeed, SumOutflows } from './find-hot-shortage.ts';
import type { Wait } from './waiting.ts';

/**
 * Everything that leaves an address of the house goes through this engine: payments of people, and what the house moves
 * itself. A kind of order brings a policy; how it is claimed, asked for, signed, handed out, followed and proven dead is the
 * same for all.
 *
 *   waiting ──► asked ──► signed ──► handed out ──► seen in a block ──► irreversible: paid, failed or unexpected
 *      ▲          │          └─────────────┴──────────────┴──────────► expired: proven to be in no block, now and for ever
 *      └──────────┘ the signer refuses: the question is forgotten
 *
 * Three steps move an order, each in a loop of its own and in any number of workers: `signDue` from waiting to signed,
 * `broadcastDue` to handed out, `followDue` to its end. Whoever moves one has claimed it, and writes only while the
 * claim holds. What follows an end, another attempt or another decision, is the policy's.
 *
 * What a crash leaves, by the points of `OrderPoints`:
 * - `asked`: the question is stored. It is asked again unchanged, and the signer answers it with the same bytes for ever.
 * - `signed`: as before; the signer has signed, nobody here knows it yet.
 * - `stored`: bytes that no node has. They are handed out, or proven dead once they have expired.
 * - `handedOut`, `answered`: bytes that may be in a block at any time. Only the irreversible chain says what became of them.
 * - `seen`: as before; the block may be reorganised away.
 * - `paid`, `failed`, `proven`: an end that is known and not written. It is found again.
 * - `ended`: everything is written, in one database transaction with what the end moves in the books.
 */
export type OrderPoints = Readonly<
  Record<
    'asked' | 'signed' | 'stored' | 'handedOut' | 'answered' | 'seen' | 'paid' | 'failed' | 'proven' | 'ended',
    CrashPoint
  >
>;

/** Which of the three steps takes an order. */
export type OrderStep = 'sign' | 'broadcast' | 'follow';

/** Tables of orders. Each has `lease`, `leased_until`, `due_at`, `waiting_for`, `waiting_detail` and `attention`. */
export type OrderTable = 'withdrawals' | 'treasury_orders';

export type OrderItem = { readonly id: string };

/** What all kinds need. */
export type OrderDeps = {
  readonly db: Database;
  /** First one first; all of them count where something has to be proven. */
  readonly nodes: readonly [TronNode, ...TronNode[]];
  readonly signer: Pick<Signer, 'signOrder' | 'signTreasuryOrder'>;
  /** What every kind of order may still take out of the hot wallet. */
  readonly outflows: readonly SumOutflows[];
  readonly settings: OrderSettings;
  /** Aborts when this worker is to stop: what it has claimed and not begun it gives back. */
  readonly stopping?: AbortSignal | undefined;
};

export type OrderSettings = {
  /** How long a signed transaction may be included, in chain time. */
  readonly lifetimeMs: number;
  /** When the same bytes are handed to the nodes again while they are in no block. */
  readonly rebroadcastAfterMs: number;
  /** From when on the chain counts as standing still, so that nothing is signed for it. */
  readonly stallLimits: StallLimits;
};

/** When an order that cannot be signed now is looked at again. */
export type OrderPace = {
  /** What ends by itself at any moment. */
  readonly soonMs: number;
  /** What the signer refuses. */
  readonly refusedMs: number;
  /** Energy that is too expensive, or a contract that does not let it go. */
  readonly expensiveMs: number;
};

/** What an order is to be signed with, but for its frame. */
export type OrderTerms = {
  /** Most sun it can burn beside its amount. */
  readonly costMaxSun: Units;
  /** The account of the house whose key signs; undefined for deposit addresses, which their keys own for ever. */
  readonly account: TronAddress | undefined;
  /** What has to be there in the hot wallet, promised to nobody else, when the question is stored. */
  readonly need: HotNeed | undefined;
  readonly write: (frame: Pick<OrderFrame, 'refBlock' | 'expirationMs' | 'timestampMs' | 'permissionId'>) => Question;
};

/** What the signed bytes have to say, and whose signature they have to carry. */
export type OrderedBytes = {
  /** The content of the transaction, as `decodeAnyTransaction` tells it. */
  readonly does: Readonly<Record<string, unknown>>;
  readonly owner: TronAddress;
  /** The note that the bytes have to carry; any or none where absent. */
  readonly memo?: string;
};

export type NodeAnswer = BroadcastAnswer & { readonly node: string };

/** A signed transaction in an irreversible block, as every node shows it, and what it means. */
export type SolidFacts = {
  readonly block: BlockFacts;
  readonly transaction: TransactionFacts;
  readonly verdict: PaymentVerdict;
};

export type Conclusion = { readonly attempt: SignedAttempt; readonly facts: SolidFacts };

/** Something to tell about an order; once, not at every look. */
export type OrderNews =
  | { readonly news: 'waits'; readonly wait: Wait }
  /** Goes on only after an operator has looked. */
  | { readonly news: 'stopped'; readonly detail: string }
  /** Stopped too: in a block, and neither what was ordered nor a failure. */
  | { readonly news: 'unexpected'; readonly detail: string }
  | { readonly news: 'failed'; readonly detail: string }
  | { readonly news: 'expired'; readonly detail: string }
  | { readonly news: 'dropped'; readonly detail: string };

/**
 * Thrown by a policy within the database transaction of an end that cannot be booked: nothing of it stays. It is tried
 * again, or waits for an operator.
 */
export class Unbooked extends Error {
  override name = 'Unbooked';
  readonly then: 'try-again' | 'stop';

  constructor(then: 'try-again' | 'stop', detail: string) {
    super(detail);
    this.then = then;
  }
}

/**
 * What is particular to one kind of order: its content and its bookkeeping. Everything that takes a `tx` runs under the
 * claim, with the order's row locked and read anew; the engine keeps claim, waiting and attention.
 */
export type OrderPolicy<Item extends OrderItem> = {
  readonly table: OrderTable;
  readonly pace: OrderPace;
  readonly points: OrderPoints;

  /** Claims orders that are due for a step, oldest first. Workers side by side never get the same one. */
  readonly claim: (
    db: Database,
    claiming: {
      readonly step: OrderStep;
      readonly lease: string;
      readonly leaseSeconds: number;
      readonly limit: number;
    },
  ) => Promise<readonly Item[]>;
  readonly read: (db: DbReader, id: Item['id']) => Promise<Item>;
  /** The attempt that was asked for and has not ended. There is at most one. */
  readonly findAttempt: (db: DbReader, item: Item) => Promise<Attempt | undefined>;

  /**
   * Why nothing is asked for now, by the database alone; `attempt` is the one that was asked for already. Within a
   * transaction the answer holds until its end.
   */
  readonly findObstacle: (db: DbReader, item: Item, attempt: Attempt | undefined) => Promise<Wait | undefined>;
  /** Reads what the order takes with one node. What a node says here is checked by the chain itself. Throws `NodeFault`. */
  readonly plan: (node: TronNode, item: Item) => Promise<OrderTerms | Wait>;
  readonly storeQuestion: (
    tx: DbTx,
    item: Item,
    asked: { readonly question: Question; readonly costMaxSun: Units },
  ) => Promise<void>;
  /** Forgets a question that the signer has refused, and so never signed; the next look writes a new one. */
  readonly forgetQuestion: (tx: DbTx, item: Item, attempt: Attempt) => Promise<void>;
  /** Ends an order that the signer will never sign. Undefined where an operator has to. */
  readonly drop: ((tx: DbTx, item: Item) => Promise<void>) | undefined;
  readonly orderedBytes: (item: Item, question: Question) => Promise<OrderedBytes>;
  /** Stores the bytes, and the question they answer, which is another one where the signer remembered them. */
  readonly storeSigned: (
    tx: DbTx,
    item: Item,
    answer: { readonly question: Question; readonly signed: SignedOrder; readonly owner: TronAddress },
  ) => Promise<void>;

  /** Keeps what the nodes said; nothing is decided by it. None of them were asked where the bytes have expired. */
  readonly storeAnswers: (
    tx: DbTx,
    item: Item,
    handedOut: {
      readonly attempt: SignedAttempt;
      readonly answers: readonly NodeAnswer[];
      readonly againAfterMs: number;
    },
  ) => Promise<void>;
  /** In which block the head shows it now; null where it is in none, or in none any more. Only where that has changed. */
  readonly storeSeen: (
    tx: DbTx,
    item: Item,
    seen: { readonly attempt: SignedAttempt; readonly blockNumber: number | null },
  ) => Promise<void>;

  /** The chain shows what was ordered. May throw `Unbooked`. */
  readonly concludePaid: (tx: DbTx, item: Item, conclusion: Conclusion) => Promise<void>;
  /** The chain shows a failure: nothing moved but the fee. */
  readonly concludeFailed: (
    tx: DbTx,
    item: Item,
    conclusion: Conclusion & { readonly code: string; readonly proof: DeathProof },
  ) => Promise<void>;
  /** The bytes can never be included any more. */
  readonly concludeDead: (
    tx: DbTx,
    item: Item,
    end: { readonly attempt: SignedAttempt; readonly proof: DeathProof },
  ) => Promise<void>;
  /** The chain shows neither: nothing is booked, and the engine stops the order. */
  readonly concludeUnexpected: (
    tx: DbTx,
    item: Item,
    conclusion: Conclusion & { readonly detail: string },
  ) => Promise<void>;

  readonly say: (item: Item, news: OrderNews) => void;
};
