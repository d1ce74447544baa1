import type { AssetMessages } from './asset-types.ts';
import type { CommitteeMessages } from './committee-types.ts';
import type { ExchangeMessages } from './exchange-types.ts';
import type { SettingMessages } from './setting-types.ts';

/** Decoded wire messages: bytes as `Uint8Array`, 64-bit integers as `bigint` (SUN or milliseconds), enums by name. */

export type ContractType =
  | keyof AssetMessages
  | keyof CommitteeMessages
  | keyof ExchangeMessages
  | keyof SettingMessages
  | 'FreezeBalanceContract'
  | 'UnfreezeBalanceContract'
  | 'AccountCreateContract'
  | 'TransferContract'
  | 'CreateSmartContract'
  | 'TriggerSmartContract'
  | 'TransferAssetContract'
  | 'AssetIssueContract'
  | 'AccountPermissionUpdateContract'
  | 'FreezeBalanceV2Contract'
  | 'UnfreezeBalanceV2Contract'
  | 'WithdrawExpireUnfreezeContract'
  | 'CancelAllUnfreezeV2Contract'
  | 'DelegateResourceContract'
  | 'UnDelegateResourceContract';

export type ContractCall = {
  readonly type: string;
  readonly parameter: { readonly type_url: string; readonly value: Uint8Array };
  readonly Permission_id: number;
};

export type TransactionRaw = {
  readonly ref_block_bytes: Uint8Array;
  readonly ref_block_hash: Uint8Array;
  readonly expiration: bigint;
  readonly data: Uint8Array;
  readonly contract: readonly ContractCall[];
  readonly timestamp: bigint;
  readonly fee_limit: bigint;
};

export type ContractResult =
  | 'DEFAULT'
  | 'SUCCESS'
  | 'REVERT'
  | 'BAD_JUMP_DESTINATION'
  | 'OUT_OF_MEMORY'
  | 'STACK_TOO_SMALL'
  | 'STACK_TOO_LARGE'
  | 'ILLEGAL_OPERATION'
  | 'OUT_OF_ENERGY'
  | 'UNKNOWN'
  | 'TRANSFER_FAILED'
  | 'INVALID_CODE';

export type Transaction = {
  readonly raw_data: TransactionRaw;
  readonly signature: readonly Uint8Array[];
  /** Only where a transaction stands in a block. */
  readonly ret?: readonly { readonly contractRet: ContractResult }[];
};

export type TransferContract = {
  readonly owner_address: Uint8Array;
  readonly to_address: Uint8Array;
  readonly amount: bigint;
};

export type AccountCreateContract = {
  readonly owner_address: Uint8Array;
  readonly account_address: Uint8Array;
};

export type TransferAssetContract = {
  /** The token's number as text. */
  readonly asset_name: Uint8Array;
  readonly owner_address: Uint8Array;
  readonly to_address: Uint8Array;
  readonly amount: bigint;
};

export type AssetIssueContract = {
  readonly owner_address: Uint8Array;
  readonly name: Uint8Array;
  readonly abbr: Uint8Array;
  readonly total_supply: bigint;
  readonly frozen_supply: readonly { readonly frozen_amount: bigint; readonly frozen_days: bigint }[];
  readonly trx_num: number;
  readonly precision: number;
  readonly num: number;
  readonly start_time: bigint;
  readonly end_time: bigint;
  readonly description: Uint8Array;
  readonly url: Uint8Array;
  readonly free_asset_net_limit: bigint;
  readonly public_free_asset_net_limit: bigint;
  readonly public_free_asset_net_usage: bigint;
  /** Given by the chain. */
  readonly id: string;
};

/** Who may sign for an account, and for what. */
export type Permission = {
  readonly type: 'Owner' | 'Witness' | 'Active';
  /** 0 for the owner's, 1 for a witness's, 2 and up for active ones. */
  readonly id: number;
  readonly permission_name: string;
  /** Weight of signatures needed. */
  readonly threshold: bigint;
  readonly parent_id: number;
  /** 32 bytes: a bit per contract type number, lowest bit first. Only for active permissions. */
  readonly operations: Uint8Array;
  readonly keys: readonly { readonly address: Uint8Array; readonly weight: bigint }[];
};

export type AccountPermissionUpdateContract = {
  readonly owner_address: Uint8Array;
  readonly owner: Permission | null;
  readonly witness: Permission | null;
  readonly actives: readonly Permission[];
};

export type ResourceCode = 'BANDWIDTH' | 'ENERGY' | 'TRON_POWER';

export type FreezeBalanceV2Contract = {
  readonly owner_address: Uint8Array;
  readonly frozen_balance: bigint;
  readonly resource: ResourceCode;
};

export type UnfreezeBalanceV2Contract = {
  readonly owner_address: Uint8Array;
  readonly unfreeze_balance: bigint;
  readonly resource: ResourceCode;
};

/** Stakes of before 2023, which no chain takes any more. */
export type OldStakeContract = { readonly owner_address: Uint8Array; readonly resource: ResourceCode };

/** Contracts that name nothing but who asks. */
export type OwnerContract = { readonly owner_address: Uint8Array };

export type UnDelegateResourceContract = {
  readonly owner_address: Uint8Array;
  readonly resource: ResourceCode;
  readonly receiver_address: Uint8Array;
  readonly balance: bigint;
};

export type DelegateResourceContract = UnDelegateResourceContract & {
  readonly lock: boolean;
  /** Blocks of three seconds. */
  readonly lock_period: bigint;
};

export type TriggerSmartContract = {
  readonly owner_address: Uint8Array;
  readonly contract_address: Uint8Array;
  readonly call_value: bigint;
  readonly data: Uint8Array;
  readonly call_token_value: bigint;
  readonly token_id: bigint;
};

export type AbiParam = { readonly indexed: boolean; readonly name: string; readonly type: string };

export type AbiEntry = {
  readonly anonymous: boolean;
  readonly name: string;
  readonly inputs: readonly AbiParam[];
  readonly outputs: readonly AbiParam[];
  readonly type: string;
  readonly stateMutability: string;
};

export type SmartContract = {
  readonly origin_address: Uint8Array;
  readonly contract_address: Uint8Array;
  readonly abi: { readonly entrys: readonly AbiEntry[] } | null;
  readonly bytecode: Uint8Array;
  readonly call_value: bigint;
  readonly consume_user_resource_percent: bigint;
  readonly name: string;
  readonly origin_energy_limit: bigint;
  readonly code_hash: Uint8Array;
  readonly trx_hash: Uint8Array;
  readonly version: number;
};

export type CreateSmartContract = {
  readonly owner_address: Uint8Array;
  readonly new_contract: SmartContract | null;
  readonly call_token_value: bigint;
  readonly token_id: bigint;
};

export type BlockHeaderRaw = {
  readonly timestamp: bigint;
  readonly txTrieRoot: Uint8Array;
  readonly parentHash: Uint8Array;
  readonly number: bigint;
  readonly witness_address: Uint8Array;
  readonly version: number;
};

/** Message names of `tron.proto` and what they decode to. */
export type Messages = AssetMessages &
  CommitteeMessages &
  ExchangeMessages &
  SettingMessages & {
    FreezeBalanceContract: OldStakeContract;
    UnfreezeBalanceContract: OldStakeContract;
    Transaction: Transaction;
    'Transaction.raw': TransactionRaw;
    'BlockHeader.raw': BlockHeaderRaw;
    TransferContract: TransferContract;
    AccountCreateContract: AccountCreateContract;
    TriggerSmartContract: TriggerSmartContract;
    TransferAssetContract: TransferAssetContract;
    AssetIssueContract: AssetIssueContract;
    Permission: Permission;
    AccountPermissionUpdateContract: AccountPermissionUpdateContract;
    FreezeBalanceV2Contract: FreezeBalanceV2Contract;
    UnfreezeBalanceV2Contract: UnfreezeBalanceV2Contract;
    WithdrawExpireUnfreezeContract: OwnerContract;
    CancelAllUnfreezeV2Contract: OwnerContract;
    DelegateResourceContract: DelegateResourceContract;
    UnDelegateResourceContract: UnDelegateResourceContract;
    CreateSmartContract: CreateSmartContract;
    SmartContract: SmartContract;
    'SmartContract.ABI': NonNullable<SmartContract['abi']>;
  };
