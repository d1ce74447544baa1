import { invalidContract } from '../chain/refusal.ts';
import { energyLimit, payEnergy } from '../fees/energy.ts';
import { paySponsored, sponsoredLimit, sponsorOfCall } from '../fees/sponsored-energy.ts';
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

  const nowMs = context.block.timestampMs;
  const { ownerHex, contractHex, valueSun } = run;
  const callerEnergy = energyLimit(state, { ownerHex, feeLimitSun, valueSun, nowMs });
  const sponsor = run.creates ? undefined : sponsorOfCall(state, { contractHex, callerHex: ownerHex });
  const sponsored = sponsor === undefined ? 0n : sponsoredLimit(state, sponsor, callerEnergy, nowMs);
  const outcome = await context.tvm.run({
    state,
    txId: context.txId,
    callerHex: ownerHex,
    contractHex,
    creates: run.creates,
    data: run.data,
    valueSun,
    energyLimit: callerEnergy + sponsored,
    energyPriceSun: getParameter(state, 'getEnergyFee'),
    block: context.block,
  });
  const { result, energyUsed, returned, message, logs, internal } = outcome;
  const originEnergy = sponsor === undefined ? 0n : paySponsored(state, sponsor, energyUsed, nowMs);
  const { stakedEnergy, energyFeeSun } = payEnergy(state, { ownerHex, energyUsed: energyUsed - originEnergy, nowMs });
  return {
    feeSun: 0n,
    contractResult: result,
    vm: {
      contractHex,
      energyUsed,
      stakedEnergy,
      originEnergy,
      energyFeeSun,
      returned,
      message,
      logs,
      internal,
    },
  };
}
