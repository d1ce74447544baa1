import { addressToHex, type TronAddress } from './address.ts';
import type { TronNode } from './open-node.ts';
import { readReply } from './reply.ts';

/** Whether a contract lives at the address. @throws NodeFault */
export async function hasCode(node: TronNode, address: TronAddress): Promise<boolean> {
  const path = '/wallet/getcontract';
  const contract = readReply(await node.ask(path, { value: addressToHex(address) }), { node, path });
  return contract.has('contract_address') || contract.has('bytecode');
}
