import type { CellReader } from './cells.ts';
import type { Workspace } from './workspace.ts';

/** Chain parameters by the names `getchainparameters` uses. Fees in SUN, limits in the unit named. */
export const defaultParameters = {
  getMaintenanceTimeInterval: 21_600_000n,
  getAccountUpgradeCost: 9_999_000_000n,
  /** SUN for activating an account, when no staked bandwidth covers it. */
  getCreateAccountFee: 100_000n,
  /** SUN per byte of bandwidth. */
  getTransactionFee: 1_000n,
  getAssetIssueFee: 1_024_000_000n,
  /** SUN for the witness of a block. */
  getWitnessPayPerBlock: 8_000_000n,
  getWitnessStandbyAllowance: 115_200_000_000n,
  getCreateNewAccountFeeInSystemContract: 1_000_000n,
  getCreateNewAccountBandwidthRate: 1n,
  getAllowCreationOfContracts: 1n,
  getRemoveThePowerOfTheGr: 0n,
  /** SUN per unit of energy. */
  getEnergyFee: 100n,
  getExchangeCreateFee: 1_024_000_000n,
  getMaxCpuTimeOfOneTx: 80n,
  getAllowUpdateAccountName: 0n,
  getAllowSameTokenName: 1n,
  getAllowDelegateResource: 1n,
  getTotalEnergyLimit: 180_000_000_000n,
  getAllowTvmTransferTrc10: 1n,
  getTotalEnergyCurrentLimit: 180_000_000_000n,
  getAllowMultiSign: 1n,
  getAllowAdaptiveEnergy: 0n,
  getUpdateAccountPermissionFee: 100_000_000n,
  getMultiSignFee: 1_000_000n,
  getAllowAccountStateRoot: 0n,
  getAllowProtoFilterNum: 0n,
  getAllowTvmConstantinople: 1n,
  getAllowTvmSolidity059: 1n,
  getAllowTvmIstanbul: 1n,
  getAllowShieldedTRC20Transaction: 0n,
  getForbidTransferToContract: 1n,
  getAdaptiveResourceLimitTargetRatio: 10n,
  getAdaptiveResourceLimitMultiplier: 1_000n,
  getChangeDelegation: 1n,
  /** SUN per block for the 127 witnesses with most votes, in proportion to them. */
  getWitness127PayPerBlock: 128_000_000n,
  getAllowMarketTransaction: 0n,
  getMarketSellFee: 0n,
  getMarketCancelFee: 0n,
  getAllowPBFT: 0n,
  getAllowTransactionFeePool: 0n,
  getAllowOptimizeBlackHole: 1n,
  getAllowNewResourceModel: 0n,
  getAllowTvmFreeze: 0n,
  getAllowAccountAssetOptimization: 1n,
  getAllowTvmVote: 0n,
  getAllowTvmCompatibleEvm: 0n,
  getAllowHigherLimitForMaxCpuTimeOfOneTx: 1n,
  getAllowAssetOptimization: 1n,
  getAllowNewReward: 1n,
  getAllowDelegateOptimization: 1n,
  getAllowOptimizedReturnValueOfChainId: 1n,
  getAllowDynamicEnergy: 0n,
  getDynamicEnergyThreshold: 0n,
  getDynamicEnergyIncreaseFactor: 0n,
  getDynamicEnergyMaxFactor: 0n,
  getAllowCancelAllUnfreezeV2: 1n,
  getAllowOldRewardOpt: 1n,
  getAllowEnergyAdjustment: 1n,
  getAllowStrictMath: 1n,
  getConsensusLogicOptimization: 1n,
  getAllowTvmBlob: 0n,
  getFreeNetLimit: 600n,
  getTotalNetLimit: 43_200_000_000n,
  getAllowTvmLondon: 1n,
  getMaxFeeLimit: 15_000_000_000n,
  getMemoFee: 1_000_000n,
  getUnfreezeDelayDays: 14n,
  /** Blocks of three seconds: thirty days. */
  getMaxDelegateLockPeriod: 864_000n,
  getAllowTvmShangHai: 1n,
  getAllowTvmCancun: 1n,
  getMaxCreateAccountTxSize: 1_000n,
} as const;

export type ParameterName = keyof typeof defaultParameters;

export const parameterNames = Object.keys(defaultParameters) as ParameterName[];

export function isParameterName(name: string): name is ParameterName {
  return name in defaultParameters;
}

/** What others are divided by: never 0. */
export const parametersAboveZero: readonly ParameterName[] = [
  'getMaintenanceTimeInterval',
  'getEnergyFee',
  'getTotalNetLimit',
  'getTotalEnergyCurrentLimit',
];

export function getParameter(state: CellReader, name: ParameterName): bigint {
  return (state.get(`parameter/${name}`) as bigint | undefined) ?? defaultParameters[name];
}

/** Sets a parameter and notes since when (`ts:price,ts:price`, as the price endpoints tell it). */
export function setParameter(state: Workspace, name: ParameterName, value: bigint, nowMs: number): void {
  state.set(`parameter-history/${name}`, `${getParameterHistory(state, name)},${nowMs}:${value}`);
  state.set(`parameter/${name}`, value);
}

/** Every value a parameter had, oldest first: `0:100,1735689600000:420`. */
export function getParameterHistory(state: CellReader, name: ParameterName): string {
  return (state.get(`parameter-history/${name}`) as string | undefined) ?? `0:${defaultParameters[name]}`;
}
