import type { TreasuryOrderId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import type { JournalId } from '@tern/ledger/ids';
import type { AssetId } from '@tern/money/asset';
import { units, type Units } from '@tern/money/units';
import type { TronAddress } from '@tern/tron/address';

/** From the hot wallet back to where money in suspense came from. */
export type ReturnContent = {
  readonly kind: 'return';
  readonly assetId: AssetId;
  readonly amount: Units;
  readonly to: TronAddress;
  /** The signer's name for all attempts at it, made of the arrival: the same in every database that knows the arrival. */
  readonly signerOrderId: string;
};

/** What one return burns at most before its cost is estimated: 5 TRX, an activation included. */
export const returnCostMaxSun = units(5_000_000n);

/** Orders a return from the house. Undefined where one of this arrival is open or done. */
export type OrderReturn = (
  tx: DbTx,
  order: { readonly content: ReturnContent; readonly costMaxSun: Units },
) => Promise<TreasuryOrderId | undefined>;

/**
 * Whether the newest try of this name that was signed pays another amount or somebody else. The signer then refuses every
 * further one for good.
 */
export type IsSignedOtherwise = (db: DbReader, content: ReturnContent) => Promise<boolean>;

/** `journalId` is what moved the money out of suspense; absent where nothing was paid, now and for ever. */
export type ReturnEnd = {
  readonly orderId: TreasuryOrderId;
  readonly content: ReturnContent;
  readonly journalId?: JournalId | undefined;
};

/**
 * Only of an order that a restored database had lost: the arrival it paid back is not read again yet, or was settled
 * otherwise meanwhile. Then nothing may be booked.
 */
export type ReturnSettling = 'settled' | 'not-known-yet' | 'settled-otherwise';
