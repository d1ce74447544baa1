import type { CellReader } from './cells.ts';
import { getParameter, parametersAboveZero, setParameter } from './parameters.ts';
import type { ParameterName } from './parameters.ts';
import type { Workspace } from './workspace.ts';

/** The words against a proposed value, or none. */
type Rule = (value: bigint, state: CellReader) => string | undefined;

const largest = 100_000_000_000_000_000n;
const feeMax = 100_000_000_000n;
const marketFeeMax = 10_000_000_000n;
const lockBlocksMax = 10_512_000n;

const within =
  (least: bigint, most: bigint, words: string): Rule =>
  (value) =>
    value < least || value > most ? words : undefined;

const anything: Rule = () => undefined;
const upToLargest = within(0n, largest, `Bad chain parameter value, valid range is [0,${largest}]`);
const upToFeeMax = within(0n, feeMax, 'Bad chain parameter value, valid range is [0, 100_000_000_000L]');
const oneOnly = (name: string): Rule => within(1n, 1n, `This value[${name}] is only allowed to be 1`);
const oneOrZero = (name: string): Rule => within(0n, 1n, `This value[${name}] is only allowed to be 1 or 0`);
const between = (name: string, least: bigint, most: bigint, shown = `${most}`): Rule =>
  within(least, most, `This value[${name}] is only allowed to be in the range ${least}-${shown}`);

/** The rule holds after the words for what is in force already. */
const onceOnly =
  (parameter: ParameterName, words: string, rule: Rule): Rule =>
  (value, state) =>
    getParameter(state, parameter) === 0n ? rule(value, state) : words;

const marketFee =
  (name: string, word: string): Rule =>
  (value, state) => {
    if (getParameter(state, 'getAllowMarketTransaction') === 0n) {
      return `Market Transaction is not activated, can not set Market ${word} Fee`;
    }
    return within(0n, marketFeeMax, `Bad ${name} parameter value, valid range is [0,10_000_000_000L]`)(value, state);
  };

const maxFeeLimit: Rule = (value, state) => {
  if (value < 0n) return 'Bad MAX_FEE_LIMIT parameter value, value must not be negative';
  return upToLargest(value, state);
};

const lockPeriod: Rule = (value, state) => {
  const present = getParameter(state, 'getMaxDelegateLockPeriod');
  const words =
    `This value[MAX_DELEGATE_LOCK_PERIOD] is only allowed to be greater than ${present} ` +
    `and less than or equal to ${lockBlocksMax} !`;
  return within(present + 1n, lockBlocksMax, words)(value, state);
};

const createAccountSize = within(
  500n,
  10_000n,
  'This value[MAX_CREATE_ACCOUNT_TX_SIZE] is only allowed to be greater than or equal to 500 ' +
    'and less than or equal to 10000!',
);

const noPowerOfGenesis: Rule = (value, state) =>
  getParameter(state, 'getRemoveThePowerOfTheGr') === -1n
    ? 'This proposal has been executed before and is only allowed to be executed once'
    : oneOnly('REMOVE_THE_POWER_OF_THE_GR')(value, state);

const maxCpuTime: Rule = (value, state) => {
  const most = getParameter(state, 'getAllowHigherLimitForMaxCpuTimeOfOneTx') === 1n ? 400n : 100n;
  return within(10n, most, `Bad chain parameter value, valid range is [10,${most}]`)(value, state);
};

/** Parameters by the numbers that proposals name them by, with the values they may have. */
const proposable: ReadonlyMap<bigint, readonly [ParameterName, Rule]> = new Map(
  Object.entries({
    0: [
      'getMaintenanceTimeInterval',
      within(81_000n, 86_400_000n, 'Bad chain parameter value, valid range is [3 * 27 * 1000,24 * 3600 * 1000]'),
    ],
    1: ['getAccountUpgradeCost', upToLargest],
    2: ['getCreateAccountFee', upToLargest],
    3: ['getTransactionFee', upToLargest],
    4: ['getAssetIssueFee', upToLargest],
    5: ['getWitnessPayPerBlock', upToLargest],
    6: ['getWitnessStandbyAllowance', upToLargest],
    7: ['getCreateNewAccountFeeInSystemContract', upToLargest],
    8: ['getCreateNewAccountBandwidthRate', upToLargest],
    9: ['getAllowCreationOfContracts', oneOnly('ALLOW_CREATION_OF_CONTRACTS')],
    10: ['getRemoveThePowerOfTheGr', noPowerOfGenesis],
    11: ['getEnergyFee', anything],
    12: ['getExchangeCreateFee', anything],
    13: ['getMaxCpuTimeOfOneTx', maxCpuTime],
    14: ['getAllowUpdateAccountName', oneOnly('ALLOW_UPDATE_ACCOUNT_NAME')],
    15: ['getAllowSameTokenName', oneOnly('ALLOW_SAME_TOKEN_NAME')],
    16: ['getAllowDelegateResource', oneOnly('ALLOW_DELEGATE_RESOURCE')],
    17: ['getTotalEnergyLimit', () => 'Bad chain parameter id'],
    18: ['getAllowTvmTransferTrc10', oneOnly('ALLOW_TVM_TRANSFER_TRC10')],
    19: ['getTotalEnergyCurrentLimit', upToLargest],
    20: ['getAllowMultiSign', oneOnly('ALLOW_MULTI_SIGN')],
    21: ['getAllowAdaptiveEnergy', oneOnly('ALLOW_ADAPTIVE_ENERGY')],
    22: ['getUpdateAccountPermissionFee', upToFeeMax],
    23: ['getMultiSignFee', upToFeeMax],
    24: ['getAllowProtoFilterNum', oneOrZero('ALLOW_PROTO_FILTER_NUM')],
    25: ['getAllowAccountStateRoot', oneOrZero('ALLOW_ACCOUNT_STATE_ROOT')],
    26: ['getAllowTvmConstantinople', oneOnly('ALLOW_TVM_CONSTANTINOPLE')],
    29: [
      'getAdaptiveResourceLimitMultiplier',
      within(1n, 10_000n, 'Bad chain parameter value, valid range is [1,10_000]'),
    ],
    30: ['getChangeDelegation', oneOrZero('ALLOW_CHANGE_DELEGATION')],
    31: ['getWitness127PayPerBlock', upToLargest],
    32: ['getAllowTvmSolidity059', oneOnly('ALLOW_TVM_SOLIDITY_059')],
    33: [
      'getAdaptiveResourceLimitTargetRatio',
      within(1n, 1_000n, 'Bad chain parameter value, valid range is [1,1_000]'),
    ],
    35: ['getForbidTransferToContract', oneOnly('FORBID_TRANSFER_TO_CONTRACT')],
    39: ['getAllowShieldedTRC20Transaction', oneOrZero('ALLOW_SHIELDED_TRC20_TRANSACTION')],
    40: ['getAllowPBFT', oneOnly('ALLOW_PBFT')],
    41: ['getAllowTvmIstanbul', oneOnly('ALLOW_TVM_ISTANBUL')],
    44: ['getAllowMarketTransaction', oneOnly('ALLOW_MARKET_TRANSACTION')],
    45: ['getMarketSellFee', marketFee('MARKET_SELL_FEE', 'Sell')],
    46: ['getMarketCancelFee', marketFee('MARKET_CANCEL_FEE', 'Cancel')],
    47: ['getMaxFeeLimit', maxFeeLimit],
    48: ['getAllowTransactionFeePool', oneOrZero('ALLOW_TRANSACTION_FEE_POOL')],
    49: ['getAllowOptimizeBlackHole', oneOrZero('ALLOW_REMOVE_BLACKHOLE')],
    51: ['getAllowNewResourceModel', oneOnly('ALLOW_NEW_RESOURCE_MODEL')],
    52: ['getAllowTvmFreeze', oneOnly('ALLOW_TVM_FREEZE')],
    53: ['getAllowAccountAssetOptimization', oneOnly('ALLOW_ACCOUNT_ASSET_OPTIMIZATION')],
    59: ['getAllowTvmVote', oneOnly('ALLOW_TVM_VOTE')],
    60: ['getAllowTvmCompatibleEvm', oneOnly('ALLOW_TVM_COMPATIBLE_EVM')],
    61: ['getFreeNetLimit', within(0n, 100_000n, 'Bad chain parameter value, valid range is [0,100_000]')],
    62: [
      'getTotalNetLimit',
      within(0n, 1_000_000_000_000n, 'Bad chain parameter value, valid range is [0, 1_000_000_000_000L]'),
    ],
    63: ['getAllowTvmLondon', oneOnly('ALLOW_TVM_LONDON')],
    65: ['getAllowHigherLimitForMaxCpuTimeOfOneTx', oneOnly('ALLOW_HIGHER_LIMIT_FOR_MAX_CPU_TIME_OF_ONE_TX')],
    66: ['getAllowAssetOptimization', oneOnly('ALLOW_ASSET_OPTIMIZATION')],
    67: ['getAllowNewReward', onceOnly('getAllowNewReward', 'New reward has been valid.', oneOnly('ALLOW_NEW_REWARD'))],
    68: ['getMemoFee', between('MEMO_FEE', 0n, 1_000_000_000n, '1000_000_000')],
    69: ['getAllowDelegateOptimization', oneOnly('ALLOW_DELEGATE_OPTIMIZATION')],
    70: ['getUnfreezeDelayDays', between('UNFREEZE_DELAY_DAYS', 1n, 365n)],
    71: ['getAllowOptimizedReturnValueOfChainId', oneOnly('ALLOW_OPTIMIZED_RETURN_VALUE_OF_CHAIN_ID')],
    72: ['getAllowDynamicEnergy', between('ALLOW_DYNAMIC_ENERGY', 0n, 1n)],
    73: ['getDynamicEnergyThreshold', upToLargest],
    74: ['getDynamicEnergyIncreaseFactor', between('DYNAMIC_ENERGY_INCREASE_FACTOR', 0n, 10_000n)],
    75: ['getDynamicEnergyMaxFactor', between('DYNAMIC_ENERGY_MAX_FACTOR', 0n, 100_000n)],
    76: ['getAllowTvmShangHai', oneOnly('ALLOW_TVM_SHANGHAI')],
    77: ['getAllowCancelAllUnfreezeV2', oneOnly('ALLOW_CANCEL_ALL_UNFREEZE_V2')],
    78: ['getMaxDelegateLockPeriod', lockPeriod],
    79: ['getAllowOldRewardOpt', againstRepeat('getAllowOldRewardOpt', 'ALLOW_OLD_REWARD_OPT')],
    81: ['getAllowEnergyAdjustment', againstRepeat('getAllowEnergyAdjustment', 'ALLOW_ENERGY_ADJUSTMENT')],
    82: ['getMaxCreateAccountTxSize', createAccountSize],
    83: ['getAllowTvmCancun', againstRepeat('getAllowTvmCancun', 'ALLOW_TVM_CANCUN')],
    87: ['getAllowStrictMath', againstRepeat('getAllowStrictMath', 'ALLOW_STRICT_MATH')],
    88: [
      'getConsensusLogicOptimization',
      againstRepeat('getConsensusLogicOptimization', 'CONSENSUS_LOGIC_OPTIMIZATION'),
    ],
    89: ['getAllowTvmBlob', againstRepeat('getAllowTvmBlob', 'ALLOW_TVM_BLOB')],
  } satisfies Record<number, readonly [ParameterName, Rule]>).map(([number, entry]) => [BigInt(number), entry]),
);

/** Why a value cannot be proposed for the parameter of this number, in a node's words; `undefined` when it can. */
export function refusalOfProposal(state: CellReader, number: bigint, value: bigint): string | undefined {
  const entry = proposable.get(number);
  return entry === undefined ? `Does not support code : ${number}` : entry[1](value, state);
}

/** Puts an approved value into force. What this chain divides by keeps its value when it would no longer be above zero. */
export function enactProposal(
  state: Workspace,
  { key, value }: { readonly key: bigint; readonly value: bigint },
  nowMs: number,
): void {
  const name = proposable.get(key)?.[0];
  if (name === undefined || (value <= 0n && parametersAboveZero.includes(name))) return;
  setParameter(state, name, value, nowMs);
}

function againstRepeat(parameter: ParameterName, name: string): Rule {
  return onceOnly(parameter, `[${name}] has been valid, no need to propose again`, oneOnly(name));
}
