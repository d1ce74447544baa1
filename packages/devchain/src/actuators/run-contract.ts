import { invalidContract } from '../chain/refusal.ts';
import { energyLimit, payEnergy } from '../fees/energy.ts';
import { findAccount } from '../state/accounts.ts';
import { getParameter } from '../state/parameters.ts';
import type { ActuatorContext, ActuatorOutcome } from './actuator.ts';

export type ContractRun = {
  readonly ownerHex: string;
  readonly contractHex: string;
  readonly creates: boolean;
  readonly data: Uint8Array;
  readonly valueSun: bigint;
};

/** Runs the virtual machine for a transaction within its fee limit and burns SUN for the energy, failed or not. */
export async function runContract(context: ActuatorContext, run: ContractRun): Promise<ActuatorOutcome> {
  const { state, feeLimitSun } = context;
  const maxFeeLimit = getParameter(state, 'getMaxFeeLimit');
  if (feeLimitSun < 0n || feeLimitSun > maxFeeLimit) {
    throw invalidContract(`feeLimit must be >= 0 and <= ${maxFeeLimit}`);
  }
  if (run.valueSun < 0n) throw invalidContract('callValue must be >= 0');
  const balance = findAccount(state, run.ownerHex)?.balance ?? 0n;
  if (balance < run.valueSun) throw invalidContract('Validate InternalTransfer error, balance is not sufficient.');

  const outcome = await context.tvm.run({
    state,
    txId: context.txId,
    callerHex: run.ownerHex,
    contractHex: run.contractHex,
    creates: run.creates,
    data: run.data,
    valueSun: run.valueSun,
    energyLimit: energyLimit(state, {
      ownerHex: run.ownerHex,
      feeLimitSun,
      valueSun: run.valueSun,
      nowMs: context.block.timestampMs,
    }),
    energyPriceSun: getParameter(state, 'getEnergyFee'),
    block: context.block,
  });
  const { result, energyUsed, returned, message, logs, internal } = outcome;
  const nowMs = context.block.timestampMs;
  const { stakedEnergy, energyFeeSun } = payEnergy(state, { ownerHex: run.ownerHex, energyUsed, nowMs });
  return {
    feeSun: 0n,
    contractResult: result,
    vm: {
      contractHex: run.contractHex,
      energyUsed,
      stakedEnergy,
      energyFeeSun,
      returned,
      message,
      logs,
      internal,
    },
  };
}
