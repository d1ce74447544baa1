import type { PersonId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import {
  transactionKind,
  type TransactionKind,
  type TransactionRowView,
  type TransactionSource,
  type TransactionState,
} from '@tern/contracts/routes/console-transactions';
import { recordStatus } from '@tern/contracts/routes/records';
import { assetIds, type AssetId } from '@tern/money/asset';
import type { Units } from '@tern/money/units';
import type { Place } from './place.ts';

export type Party = { readonly id: PersonId; readonly publicId: string };

/** A row of the list, whatever it comes from. */
export type Transaction = {
  readonly source: TransactionSource;
  /** Unique within its source. */
  readonly id: string;
  readonly place: Place;
  readonly kind: TransactionKind;
  readonly state: TransactionState;
  readonly direction: 'in' | 'out' | null;
  readonly assetId: AssetId | null;
  readonly amount: Units | null;
  readonly fee: Units;
  readonly counter: { readonly assetId: AssetId; readonly amount: Units } | null;
  readonly person: Party | null;
  readonly other: { readonly person: Party | null; readonly address: string | null };
  readonly txId: string | null;
  readonly dust: boolean;
};

/** A stretch of the list: what lies between two places, from one end, at most so many rows. */
export type Stretch = {
  readonly above: Place;
  readonly below: Place;
  readonly oldestFirst: boolean;
  readonly limit: number;
};

/** What rows have to be, besides how they are looked for. */
export type Wanted = {
  readonly kinds: readonly TransactionKind[];
  readonly state: TransactionState | undefined;
  readonly assets: readonly AssetId[];
  readonly personId: PersonId | undefined;
  readonly address: string | undefined;
  readonly amounts: readonly { readonly assetId: AssetId; readonly amount: Units }[] | undefined;
  /** Dust and what is not understood as well. */
  readonly noise: boolean;
  /** The receiver's record of an internal transfer as well, for which its sender's stands elsewhere. */
  readonly received?: boolean;
};

/** Everything there is, noise included. */
export const anything: Wanted = {
  kinds: transactionKind.options,
  state: undefined,
  assets: assetIds,
  personId: undefined,
  address: undefined,
  amounts: undefined,
  noise: true,
  received: true,
};

/** The pairs of type and settlement that records of each kind have. */
export const pairsOf = {
  deposit: [['incoming', 'chain']],
  send: [['outgoing', 'chain']],
  internal: [['outgoing', 'internal']],
  swap: [['swap', 'internal']],
  reward: [['airdrop-reward', 'internal']],
  bonus: [['activation-reward', 'internal']],
  correction: [],
  unknown: [],
} as const satisfies Record<TransactionKind, readonly (readonly [type: string, settlement: string])[]>;

const recordStates: ReadonlySet<TransactionState> = new Set(recordStatus.options);
const arrivalStates: ReadonlySet<TransactionState> = new Set<TransactionState>(['in-suspense', 'house', 'sent-back']);
const itemStates: ReadonlySet<TransactionState> = new Set<TransactionState>(['not-understood', 'looked-at']);

/** Which sources can have rows like these at all. */
export function sourcesOf({ kinds, state, personId, amounts }: Wanted): ReadonlySet<TransactionSource> {
  const has = (states: ReadonlySet<TransactionState>): boolean => state === undefined || states.has(state);
  const sources = new Set<TransactionSource>();
  if (kinds.some((kind) => pairsOf[kind].length > 0) && has(recordStates)) sources.add('record');
  // What has no record is nobody's yet.
  if (kinds.includes('deposit') && personId === undefined && has(arrivalStates)) sources.add('arrival');
  // The amount of a token that is not known here says nothing.
  if (kinds.includes('unknown') && amounts === undefined && has(itemStates)) sources.add('item');
  if (kinds.includes('correction') && has(new Set(['success']))) sources.add('journal');
  return sources;
}

export function renderTransaction(row: Transaction): TransactionRowView {
  const { place, amount, fee, counter, other, ...rest } = row;
  return toWire({
    ...rest,
    at: new Date(place.at),
    amount,
    fee,
    counter: counter === null ? null : { assetId: counter.assetId, amount: counter.amount },
    other: { ...other },
  });
}
