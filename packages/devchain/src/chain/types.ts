import type { ContractResult, Transaction } from '../proto/types.ts';
import type { BalanceChange } from '../state/accounts.ts';
import type { Resource } from '../state/stakes.ts';
import type { InternalTransaction } from '../tvm/internal-transactions.ts';
import type { VmLog } from '../tvm/tvm.ts';

/** What a transaction did and cost. Amounts in SUN, bandwidth in bytes. */
export type Receipt = {
  /** All fees together. */
  readonly feeSun: bigint;
  readonly netUsage: number;
  readonly netFeeSun: bigint;
  readonly contractResult: ContractResult;
  /** The number of the TRC-10 token that was issued. */
  readonly assetId?: string;
  /** Ended stakes that came back into the balance. */
  readonly withdrawnSun?: bigint;
  /** Ended stakes that are staked again. */
  readonly cancelledSun?: { readonly [Name in Resource]: bigint };
  /** Rewards that came into the balance. */
  readonly rewardSun?: bigint;
  /** What a trading pair gave or took. */
  readonly exchange?: {
    /** The number of the pair that was opened. */
    readonly id?: number;
    readonly received?: bigint;
    readonly injectedOther?: bigint;
    readonly withdrawnOther?: bigint;
  };
  /** Every change of a balance, in order; receipts of older chains have none. */
  readonly balances?: readonly BalanceChange[];
  /** Only for transactions that ran the virtual machine. */
  readonly vm?: {
    readonly contractHex: string;
    /** All energy, staked or burnt for. */
    readonly energyUsed: bigint;
    /** The part of it that the caller's stake paid; receipts of older chains have none. */
    readonly stakedEnergy?: bigint;
    /** The part that the stake of the contract's deployer paid. */
    readonly originEnergy?: bigint;
    readonly energyFeeSun: bigint;
    readonly returned: Uint8Array;
    readonly message: string;
    readonly logs: readonly VmLog[];
    readonly internal: readonly InternalTransaction[];
  };
};

/** A transaction the chain took, with its outcome. */
export type TransactionRecord = {
  /** 64 hex digits: SHA-256 of the raw data. */
  readonly id: string;
  readonly transaction: Transaction;
  readonly receipt: Receipt;
};

export type Block = {
  readonly number: number;
  /** 32 bytes: the number, then the tail of the header's hash. */
  readonly id: Uint8Array;
  readonly parentId: Uint8Array;
  readonly timestampMs: number;
  readonly transactionRoot: Uint8Array;
  readonly transactions: readonly TransactionRecord[];
};

/** The block a transaction runs in. */
export type BlockContext = {
  readonly number: number;
  readonly timestampMs: number;
  readonly witness: Uint8Array;
};
