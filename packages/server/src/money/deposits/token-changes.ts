import type { AssetId } from '@tern/money/asset';
import type { TronAddress } from '@tern/tron/address';
import type { BlockMovements } from './deposit.ts';

/** What events of listed tokens did to what one address holds. */
export type TokenChange = {
  readonly address: TronAddress;
  readonly assetId: AssetId;
  /** Whether the issuer destroyed all of it first: an event of its own says so, no transfer does. */
  readonly emptied: boolean;
  /** Units, below zero for what left. */
  readonly change: bigint;
  /** The last block that changed it. */
  readonly block: number;
};

export type Moved = Pick<BlockMovements, 'block' | 'arrived' | 'outflows' | 'issuerActs'>;

/**
 * Adds up what the events of these blocks did, each address and asset once. The house's addresses are left out: they
 * are compared with the books as a whole. Pure.
 */
export function sumTokenChanges(
  movements: readonly Moved[],
  houseAddresses: Pick<ReadonlySet<TronAddress>, 'has'>,
): readonly TokenChange[] {
  const sums = new Map<string, TokenChange>();
  const put = (change: TokenChange): void => {
    if (houseAddresses.has(change.address)) return;
    const key = holdingKey(change);
    const before = change.emptied ? undefined : sums.get(key);
    sums.set(key, {
      ...change,
      emptied: change.emptied || before?.emptied === true,
      change: (before?.change ?? 0n) + change.change,
    });
  };
  for (const { block, arrived, outflows, issuerActs } of movements) {
    const at = { emptied: false, block: block.number };
    for (const { kind, to, assetId, amount } of arrived) {
      if (kind === 'trc20') put({ address: to, assetId, change: amount, ...at });
    }
    for (const { from, assetId, amount } of outflows) {
      if (assetId !== undefined) put({ address: from, assetId, change: 0n - amount, ...at });
    }
    for (const { act, address, assetId } of issuerActs) {
      if (act !== 'DestroyedBlackFunds' || address === undefined) continue;
      // All until here is destroyed; what later blocks bring is not.
      put({ address, assetId, change: 0n, ...at, emptied: true });
    }
  }
  return [...sums.values()];
}

/** Names what one address holds of one token. */
export function holdingKey({ address, assetId }: Pick<TokenChange, 'address' | 'assetId'>): string {
  return `${address} ${assetId}`;
}
