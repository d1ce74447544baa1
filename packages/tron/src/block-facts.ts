import type { Units } from '@tern/money/units';
import type { TronAddress } from './address.ts';
import type { BlockHead } from './get-block-head.ts';

/** One event of a contract, in the order of its transaction's receipt. */
export type EventLog = {
  readonly index: number;
  readonly contract: TronAddress;
  /** Lower-case hexadecimal, as many as there are, unchecked. */
  readonly topics: readonly string[];
  /** Lower-case hexadecimal, unchecked. */
  readonly data: string;
};

/** TRX or a TRC-10 token moved by a contract. Only nodes that save internal transactions show them. */
export type InternalTransfer = {
  readonly index: number;
  readonly from: TronAddress;
  readonly to: TronAddress;
  readonly amountSun: Units;
  /** Numeric id of a TRC-10 token; absent for TRX. */
  readonly tokenId?: string;
  readonly rejected: boolean;
};

/**
 * `success`: every field that can say so says so · `failed`: a failure this package knows by name ·
 * `unknown`: fields contradict each other or hold a word that is not in Tron's list; never to be credited or settled.
 */
export type TransactionResult = 'success' | 'failed' | 'unknown';

export type TransactionFacts = {
  readonly txId: string;
  readonly kind: 'transfer' | 'trigger' | 'other';
  /** Tron's name, for example `TransferContract`. */
  readonly contractType: string;
  /** Who signed; absent only in the few forms that name nobody. */
  readonly owner?: TronAddress;
  /** Receiver of a transfer (TRX or TRC-10) or of what the contract form names so. */
  readonly to?: TronAddress;
  /** TRX moved by a transfer, or sent along with a call; zero elsewhere. */
  readonly amountSun: Units;
  /** The contract called. */
  readonly contract?: TronAddress;
  /** TRC-10 transfers: numeric id and amount. */
  readonly token?: { readonly id: string; readonly amount: Units };
  readonly result: TransactionResult;
  /** The node's word, for example `OUT_OF_ENERGY`. */
  readonly resultCode: string;
  readonly energyUsed: bigint;
  readonly bandwidthUsed: bigint;
  /** All that was burnt: energy, bandwidth, activation, memo. */
  readonly feeSun: Units;
  readonly logs: readonly EventLog[];
  readonly internal: readonly InternalTransfer[];
  /** UTF-8 note; bytes that are no text are left out. */
  readonly memo?: string;
};

/** One block joined with its receipts. */
export type BlockFacts = BlockHead & { readonly transactions: readonly TransactionFacts[] };
