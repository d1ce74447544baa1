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

/** How far above the true need an estimate may lie: the energy one TRX buys. */
const toleranceSun = 1_000_000n;

/**
 * The energy limit a call needs, found by halving as nodes do: inner calls get at most 63/64 of what is left, so the need
 * can exceed what is used. The outcome tells when it fails even with the most. To be called inside `core.exclusively`.
 */
export async function estimateEnergy(
  core: ChainCore,
  input: Simulation,
): Promise<VmOutcome & { readonly required: bigint }> {
  const first = await simulate(core, input);
  if (first.result !== 'SUCCESS') return { ...first, required: 0n };
  const succeeds = async (energyLimit: bigint): Promise<boolean> =>
    (await simulate(core, { ...input, energyLimit })).result === 'SUCCESS';
  const tolerance = toleranceSun / getParameter(input.state, 'getEnergyFee');
  let low = first.energyUsed;
  if (await succeeds(low)) return { ...first, required: low };
  let high = simulationEnergy;
  while (high - low > tolerance) {
    const middle = (low + high) / 2n;
    if (await succeeds(middle)) high = middle;
    else low = middle;
  }
  return { ...first, required: high };
}
