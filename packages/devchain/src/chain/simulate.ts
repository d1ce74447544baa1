import { contractAddressOf } from '../actuators/create-smart-contract.ts';
import { toHex } from '../crypto/bytes.ts';
import type { CellReader } from '../state/cells.ts';
import { getParameter } from '../state/parameters.ts';
import { createWorkspace } from '../state/workspace.ts';
import type { VmOutcome } from '../tvm/tvm.ts';
import type { ChainCore } from './core.ts';

/** Energy a simulated call may use, whatever the caller owns: all others wait for it, so less than a real node's 100 million. */
export const simulationEnergy = 10_000_000n;

export type Simulation = {
  readonly state: CellReader;
  readonly height: number;
  readonly timestampMs: number;
  readonly owner: Uint8Array;
  /** The contract called; a deployment of `data` without one. */
  readonly contract: Uint8Array | undefined;
  readonly data: Uint8Array;
  readonly valueSun: bigint;
  /** Default: `simulationEnergy`. */
  readonly energyLimit?: bigint;
};

/** Runs a call on `state` and throws its effects away. To be called inside `core.exclusively`. */
export async function simulate(core: ChainCore, input: Simulation): Promise<VmOutcome> {
  const txId = new Uint8Array(32);
  return core.tvm.run({
    state: createWorkspace(input.state),
    txId,
    callerHex: toHex(input.owner),
    contractHex: toHex(input.contract ?? contractAddressOf(txId, input.owner)),
    creates: input.contract === undefined,
    data: input.data,
    valueSun: input.valueSun,
    energyLimit: input.energyLimit ?? simulationEnergy,
    energyPriceSun: getParameter(input.state, 'getEnergyFee'),
    block: {
      number: input.height,
      timestampMs: input.timestampMs,
      witness: core.identity.witness.address,
    },
  });
}

/** How far above the true need an estimate may lie: nodes stop halving within one TRX of burnt energy. */
const toleranceSun = 1_000_000n;

/**
 * The energy limit a call needs, as a stock node finds it: starting from what the simulation used, it tries twice the
 * lower bound or the middle, whichever is less, and stops once the bounds are within one TRX. It does not try the lower
 * bound itself, so the answer for a plain token transfer lies 13 to 50 % above what the transfer then uses. The outcome
 * tells when the call fails even with the most. To be called inside `core.exclusively`.
 */
export async function estimateEnergy(
  core: ChainCore,
  input: Simulation,
): Promise<VmOutcome & { readonly required: bigint }> {
  const first = await simulate(core, input);
  if (first.result !== 'SUCCESS' || first.energyUsed === 0n) return { ...first, required: 0n };
  const price = getParameter(input.state, 'getEnergyFee');
  const succeeds = async (feeSun: bigint): Promise<boolean> =>
    (await simulate(core, { ...input, energyLimit: feeSun / price })).result === 'SUCCESS';
  let low = first.energyUsed * price;
  let high = simulationEnergy * price;
  while (low + toleranceSun < high) {
    const middle = (low + high) / 2n;
    const tried = middle < low * 2n ? middle : low * 2n;
    if (await succeeds(tried)) high = tried;
    else low = tried;
  }
  return { ...first, required: (high + price - 1n) / price };
}
