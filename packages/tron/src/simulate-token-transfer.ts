import { bytesToHex } from '@noble/hashes/utils.js';
import type { Units } from '@tern/money/units';
import { addressToHex, type TronAddress } from './address.ts';
import { callContract } from './call-contract.ts';
import { NodeFault } from './node-fault.ts';
import type { TronNode } from './open-node.ts';
import { readReply } from './reply.ts';
import { encodeTransferCall } from './token-call.ts';

export type TokenTransferSimulation =
  | {
      readonly outcome: 'would-pass';
      /** Energy the transfer needs now, by the dearer of the node's two ways to tell. */
      readonly energy: bigint;
    }
  | { readonly outcome: 'would-fail'; readonly message: string };

/**
 * Runs a TRC-20 transfer at the head without sending it, and tells whether it would pass and how much energy it needs.
 * The node's `estimateenergy` is asked too, but most nodes have it switched off; then the energy of the simulated call
 * counts. A transfer to an address without any of the token needs about twice the energy, because the contract writes a
 * new entry.
 *
 * @param input `amount` is in base units of the token.
 * @throws NodeFault where the node does not answer to the simulated call.
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
  const estimate = await findEnergyEstimate(node, { from, contract, data });
  return { outcome: 'would-pass', energy: estimate > result.energyUsed ? estimate : result.energyUsed };
}

/** Zero where the node does not estimate. */
async function findEnergyEstimate(
  node: TronNode,
  { from, contract, data }: { readonly from: TronAddress; readonly contract: TronAddress; readonly data: Uint8Array },
): Promise<bigint> {
  const path = '/wallet/estimateenergy';
  const question = {
    owner_address: addressToHex(from),
    contract_address: addressToHex(contract),
    data: bytesToHex(data),
  };
  try {
    return readReply(await node.ask(path, question), { node, path }).amount('energy_required');
  } catch (error) {
    if (error instanceof NodeFault) return 0n;
    throw error;
  }
}
