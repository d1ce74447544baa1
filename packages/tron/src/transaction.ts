import type { Units } from '@tern/money/units';
import type { TronAddress } from './address.ts';

/** The block a transaction refers to; on another fork the transaction is void. */
export type ReferenceBlock = {
  readonly number: number;
  /** 64 lower-case hexadecimal digits; the first 16 are the number. */
  readonly id: string;
  /** Chain time of the block. */
  readonly timeMs: number;
};

/** A move of TRX: TransferContract. */
export type TrxTransfer = {
  readonly kind: 'trx';
  readonly owner: TronAddress;
  readonly to: TronAddress;
  readonly amountSun: Units;
};

/** A call of `transfer(address,uint256)` of a TRC-20 contract: TriggerSmartContract without value. */
export type TokenTransfer = {
  readonly kind: 'trc20';
  readonly owner: TronAddress;
  readonly contract: TronAddress;
  readonly to: TronAddress;
  readonly amount: Units;
};

/** What a stake earns: energy for contract calls, bandwidth for every transaction. */
export type StakeResource = 'bandwidth' | 'energy';

/** What Stake 2.0 does with TRX of one's own; nothing of it changes owner. */
export type Staking =
  | {
      /** FreezeBalanceV2Contract and UnfreezeBalanceV2Contract. */
      readonly kind: 'stake' | 'unstake';
      readonly owner: TronAddress;
      readonly resource: StakeResource;
      readonly amountSun: Units;
    }
  | {
      /** DelegateResourceContract (without lock) and UnDelegateResourceContract. */
      readonly kind: 'delegate' | 'undelegate';
      readonly owner: TronAddress;
      readonly to: TronAddress;
      readonly resource: StakeResource;
      /** The stake whose resource is delegated, not the resource itself. */
      readonly amountSun: Units;
    }
  | {
      /** WithdrawExpireUnfreezeContract: takes home all unstaked TRX whose waiting time is over. */
      readonly kind: 'withdraw-unstaked';
      readonly owner: TronAddress;
    };

/** Who owns an account from now on: so many of these keys together. */
export type Owners = { readonly addresses: readonly TronAddress[]; readonly threshold: number };

/** AccountPermissionUpdateContract in the one form written here: the account's own key loses all but some operations. */
export type PermissionUpdate = {
  readonly kind: 'restrict';
  readonly owner: TronAddress;
  readonly owners: Owners;
  /** Contract types the own key may sign still, by Tron's numbers in ascending order. */
  readonly operations: readonly number[];
};

/** A transfer as it is signed. */
export type RawTransaction = RawFrame & { readonly transfer: TrxTransfer | TokenTransfer };

/** A step of staking as it is signed. */
export type StakingTransaction = RawFrame & { readonly staking: Staking };

/** A change of permissions as it is signed. */
export type PermissionTransaction = RawFrame & { readonly permission: PermissionUpdate };

/** These are all the forms this package writes and the only ones its decoder understands. */
export type AnyTransaction = RawTransaction | StakingTransaction | PermissionTransaction;

type RawFrame = {
  /** Bytes 6 and 7 of the reference block's number: 4 digits. */
  readonly refBlockBytes: string;
  /** Bytes 8 to 15 of the reference block's id: 16 digits. */
  readonly refBlockHash: string;
  /** Chain time: no block may hold the transaction whose parent's time is this or later. */
  readonly expirationMs: number;
  readonly timestampMs: number;
  /** Most that the energy of the call may cost, in sun, whether burnt or staked for; zero for TRX transfers. */
  readonly feeLimitSun: Units;
  /** UTF-8 note stored on chain; costs the network's memo fee. */
  readonly memo?: string;
  /** Signed by the account's first active permission; absent as its owner. */
  readonly permissionId?: 2;
};

/** What every built transaction needs besides its transfer. */
export type TransactionFrame = {
  readonly refBlock: ReferenceBlock;
  readonly expirationMs: number;
  readonly timestampMs: number;
  readonly memo?: string;
  /** Present where the account's own key is not its owner any more. */
  readonly permissionId?: 2;
};
