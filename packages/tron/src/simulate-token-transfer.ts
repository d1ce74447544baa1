import { bytesToHex } from '@noble/hashes/utils.js';
import type { Units } from '@tern/money/units';
import { addressToHex, type TronAddress } from './address.ts';
import { callContract } from './call-contract.ts';
import type { TronNode } from './open-node.ts';
import { malformed, readReply } from './reply.ts';
import { encodeTransferCall } from './token-call.ts';

export type TokenTransferSimulation =
  | {
      readonly outcome: 'would-pass';
      /** Energy the transfer would use now. */
      readonly energy: bigint;
    }
  | { readonly outcome: 'would-fail'; readonly message: string };

/**
 * Runs a TRC-20 transfer at the head without sending it, and tells whether it would pass and how much energy it needs.
 * The energy is what the simulated call used, which is what the receipt of the same transfer shows. Only a node that does
 * not say it is asked for `estimateenergy`, which lies up to half above that: nodes stop looking within one TRX, and most
 * have it switched off. A transfer to an address without any of the token needs about twice the energy, because the contract writes a
 * new entry.
 *
 * @param input `amount` is in base units of the token.
 * @throws NodeFault where the node does not answer to the simulated call, or tells its energy in neither way.
 * @example
 * const transfer = { from: alice, to: bob, contract: usdt, amount: units(5_000_000n) };
 * (await simulateTokenTransfer(node, transfer)).outcome; // → 'would-pass'
 * (await simulateTokenTransfer(node, { ...transfer, amount: units(60_000_000n) })).outcome; // → 'would-fail'
 */
export async function simulateTokenTransfer(
  node: TronNode,
  input: {
    readonly from: TronAddress;
    readonly to: TronAddress;
    readonly contract: TronAddress;
    readonly amount: Units;
  },
): Promise<TokenTransferSimulation> {
  const { from, to, contract, amount } = input;
  const data = encodeTransferCall(to, amount);
  const result = await callContract(node, { view: 'head', owner: from, contract, data });
  if (result.outcome === 'reverted') return { outcome: 'would-fail', message: result.message };
  if (result.energyUsed > 0n) return { outcome: 'would-pass', energy: result.energyUsed };
  return { outcome: 'would-pass', energy: await estimateEnergy(node, { from, contract, data }) };
}

async function estimateEnergy(
  node: TronNode,
  { from, contract, data }: { readonly from: TronAddress; readonly contract: TronAddress; readonly data: Uint8Array },
): Promise<bigint> {
  const place = { node, path: '/wallet/estimateenergy' };
  const question = {
    owner_address: addressToHex(from),
    contract_address: addressToHex(contract),
    data: bytesToHex(data),
  };
  const energy = readReply(await node.ask(place.path, question), place).amount('energy_required');
  // No transfer of a token runs for nothing; a fee limit of zero would burn what it can and fail.
  if (energy === 0n) throw malformed(place, 'no energy, neither simulated nor estimated');
  return energy;
}
