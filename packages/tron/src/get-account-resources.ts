import { addressToHex, type TronAddress } from './address.ts';
import type { TronNode } from './open-node.ts';
import { readReply } from './reply.ts';

export type AccountResources = {
  /** Bandwidth points left of the free daily allowance, and of what was staked. A transaction uses one pot or the other. */
  readonly freeBandwidth: number;
  readonly stakedBandwidth: number;
  /** Energy left from staking and delegation. */
  readonly energy: number;
};

/** What an address can still spend without burning TRX, at the head. @throws NodeFault */
export async function getAccountResources(node: TronNode, address: TronAddress): Promise<AccountResources> {
  const path = '/wallet/getaccountresource';
  const reply = readReply(await node.ask(path, { address: addressToHex(address) }), { node, path });
  const left = (limit: string, used: string): number => Math.max(0, reply.count(limit) - reply.count(used));
  return {
    freeBandwidth: left('freeNetLimit', 'freeNetUsed'),
    stakedBandwidth: left('NetLimit', 'NetUsed'),
    energy: left('EnergyLimit', 'EnergyUsed'),
  };
}
