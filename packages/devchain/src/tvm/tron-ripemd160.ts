import { EVMError } from '@ethereumjs/evm';
import type { PrecompileFunc } from '@ethereumjs/evm';
import { sha256 } from '../crypto/hash.ts';

const baseEnergy = 600n;
const wordEnergy = 120n;

/** Where Ethereum has RIPEMD-160. */
export const ripemd160Address = '0x0000000000000000000000000000000000000003';

/**
 * What Tron has at the address of RIPEMD-160, at the same price: SHA-256 of the first 20 bytes of the input's SHA-256, in
 * 32 bytes.
 */
export const tronRipemd160: PrecompileFunc = ({ data, gasLimit }) => {
  const energy = baseEnergy + wordEnergy * BigInt(Math.ceil(data.length / 32));
  if (energy > gasLimit) return outOfEnergy(gasLimit);
  return { executionGasUsed: energy, returnValue: sha256(sha256(data).subarray(0, 20)) };
};

function outOfEnergy(energyLimit: bigint): ReturnType<PrecompileFunc> {
  return {
    executionGasUsed: energyLimit,
    returnValue: new Uint8Array(0),
    exceptionError: new EVMError(EVMError.errorMessages.OUT_OF_GAS),
  };
}
