import type { AssetId } from '@tern/money/asset';

/** Names an asset at a place on chain (`hot`, `energy`, `cold` or `deposit <address>`), the unit that is compared. */
export function spotName(place: string, assetId: AssetId): string {
  return `${place} ${assetId}`;
}

/** Names how the fee account's TRX are split between its balance and its stake. */
export const stakeSpot = 'stake trx';
