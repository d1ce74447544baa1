import type { AssetId } from '@tern/money/asset';

/** What a list has of customers' balances is not what the books owe them: somebody would be missing, or counted away. */
export class UnsoundListError extends Error {
  override readonly name = 'UnsoundListError';
  /** Base units. */
  readonly finding: { readonly assetId: AssetId; readonly owed: bigint; readonly listed: bigint };
  constructor(finding: UnsoundListError['finding']) {
    const { assetId, owed, listed } = finding;
    super(`the books owe customers ${owed} of ${assetId}, and the list has ${listed}`);
    this.finding = finding;
  }
}
