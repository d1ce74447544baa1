import type { Units } from '@tern/money/units';
import { addressToHex, type TronAddress } from './address.ts';
import type { TronNode } from './open-node.ts';
import { readReply } from './reply.ts';

/** What an account can delegate to others now, and the rate between stakes and energy. */
export type DelegatableEnergy = {
  /** The part of its stake that is not delegated and whose energy is not used up, in sun. */
  readonly stakeSun: Units;
  /** The network's energy of a day, and the TRX (whole ones) everybody has staked for it. */
  readonly totalEnergy: bigint;
  readonly totalStakeTrx: bigint;
};

/**
 * Reads how much of an account's stake for energy can be delegated now, in sun, and what a stake gives, at the head: a stake
 * of `n` TRX gives `n × totalEnergy ÷ totalStakeTrx` units of energy a day
 * (https://developers.tron.network/docs/delegation).
 *
 * @throws NodeFault
 * @example
 * const delegatable = await getDelegatableEnergy(node, alice);
 * delegatable.stakeSun; // → 0n
 * delegatable.totalEnergy; // → 180_000_000_000n
 */
export async function getDelegatableEnergy(node: TronNode, address: TronAddress): Promise<DelegatableEnergy> {
  const owner = addressToHex(address);
  const paths = { most: '/wallet/getcandelegatedmaxsize', market: '/wallet/getaccountresource' } as const;
  const [most, market] = await Promise.all([
    node.ask(paths.most, { owner_address: owner, type: 1 }),
    node.ask(paths.market, { address: owner }),
  ]);
  const reply = readReply(market, { node, path: paths.market });
  return {
    stakeSun: readReply(most, { node, path: paths.most }).amount('max_size'),
    totalEnergy: BigInt(reply.count('TotalEnergyLimit')),
    totalStakeTrx: BigInt(reply.count('TotalEnergyWeight')),
  };
}
