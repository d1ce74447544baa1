import { addressToHex, type TronAddress } from './address.ts';
import type { TronNode } from './open-node.ts';
import { readReply } from './reply.ts';

/**
 * Tells whether a contract lives at an address, at the head. `false` is no promise: one may be deployed there later.
 *
 * @throws NodeFault
 * @example
 * await hasCode(node, usdt); // → true
 * await hasCode(node, alice); // → false
 */
export async function hasCode(node: TronNode, address: TronAddress): Promise<boolean> {
  const path = '/wallet/getcontract';
  const contract = readReply(await node.ask(path, { value: addressToHex(address) }), { node, path });
  return contract.has('contract_address') || contract.has('bytecode');
}
