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

/**
 * Reads what an address can still use without burning TRX, at the head: points of bandwidth (one for each byte of a
 * transaction) and units of energy (https://developers.tron.network/docs/resource-model). All are zero for an address
 * that is not activated.
 *
 * @throws NodeFault
 * @example
 * await getAccountResources(node, alice); // → { freeBandwidth: 600, stakedBandwidth: 0, energy: 0 }
 * await getAccountResources(node, bob); // → { freeBandwidth: 0, stakedBandwidth: 0, energy: 0 }
 */
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
