/** The sale of TRC-10 tokens, beside `AssetIssueContract` and `TransferAssetContract`. */
export type AssetMessages = {
  ParticipateAssetIssueContract: ParticipateAssetIssueContract;
  UnfreezeAssetContract: { readonly owner_address: Uint8Array };
  UpdateAssetContract: UpdateAssetContract;
};

export type ParticipateAssetIssueContract = {
  readonly owner_address: Uint8Array;
  /** Who issued the token. */
  readonly to_address: Uint8Array;
  /** The token's number as text. */
  readonly asset_name: Uint8Array;
  /** SUN paid. */
  readonly amount: bigint;
};

export type UpdateAssetContract = {
  readonly owner_address: Uint8Array;
  readonly description: Uint8Array;
  readonly url: Uint8Array;
  /** Bytes of bandwidth that the issuer gives one holder. */
  readonly new_limit: bigint;
  /** Bytes of bandwidth that the issuer gives all holders together. */
  readonly new_public_limit: bigint;
};
