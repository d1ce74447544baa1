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
  getCreateNewAccountFeeInSystemContract: 1_000_000n,
  getCreateNewAccountBandwidthRate: 1n,
  getAllowCreationOfContracts: 1n,
  /** SUN per unit of energy. */
  getEnergyFee: 100n,
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
  getAllowTvmConstantinople: 1n,
  getAllowTvmSolidity059: 1n,
  getAllowTvmIstanbul: 1n,
  getForbidTransferToContract: 1n,
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
