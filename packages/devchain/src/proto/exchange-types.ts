/** Trading pairs of TRC-10 tokens and TRX. A token is named by its number as text, TRX by `_`. */
export type ExchangeMessages = {
  ExchangeCreateContract: ExchangeCreateContract;
  ExchangeInjectContract: ExchangeMoveContract;
  ExchangeWithdrawContract: ExchangeMoveContract;
  ExchangeTransactionContract: ExchangeTransactionContract;
};

export type ExchangeCreateContract = {
  readonly owner_address: Uint8Array;
  readonly first_token_id: Uint8Array;
  readonly first_token_balance: bigint;
  readonly second_token_id: Uint8Array;
  readonly second_token_balance: bigint;
};

/** An amount of one side, which an amount of the other side goes with. */
export type ExchangeMoveContract = {
  readonly owner_address: Uint8Array;
  readonly exchange_id: bigint;
  readonly token_id: Uint8Array;
  readonly quant: bigint;
};

export type ExchangeTransactionContract = ExchangeMoveContract & {
  /** The least that is bought for `quant`. */
  readonly expected: bigint;
};
