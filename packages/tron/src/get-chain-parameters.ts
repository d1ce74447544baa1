import type { Units } from '@tern/money/units';
import type { TronNode } from './open-node.ts';
import { malformed, readReply } from './reply.ts';

/** Prices the network sets by vote. Always read live; none has a default here. */
export type ChainParameters = {
  /** Sun burnt per unit of energy and per point of bandwidth not covered by staking. */
  readonly energyPriceSun: Units;
  readonly bandwidthPriceSun: Units;
  /** What the first payment to a new address costs: a fixed part and one in place of bandwidth. */
  readonly activationFeeSun: Units;
  readonly activationBandwidthFeeSun: Units;
  readonly memoFeeSun: Units;
  /** Highest fee limit the network accepts. */
  readonly feeLimitMaxSun: Units;
};

/**
 * Reads the prices that the network has voted for, in sun, at the head. They change by vote at any time, so read them
 * anew for each decision. What they are charged for is on https://developers.tron.network/docs/resource-model.
 *
 * @throws NodeFault, also where one of these prices is missing from the node's list.
 * @example
 * const prices = await getChainParameters(node);
 * prices.activationFeeSun; // → 1_000_000n
 * prices.bandwidthPriceSun; // → 1_000n
 */
export async function getChainParameters(node: TronNode): Promise<ChainParameters> {
  const place = { node, path: '/wallet/getchainparameters' };
  const entries = readReply(await node.ask(place.path, {}), place).objects('chainParameter');
  const values = new Map(entries.map((entry) => [entry.text('key'), entry]));
  const price = (key: string): Units => {
    const entry = values.get(key);
    if (entry === undefined) throw malformed(place, `${key} is missing`);
    return entry.amount('value');
  };
  return {
    energyPriceSun: price('getEnergyFee'),
    bandwidthPriceSun: price('getTransactionFee'),
    activationFeeSun: price('getCreateNewAccountFeeInSystemContract'),
    activationBandwidthFeeSun: price('getCreateAccountFee'),
    memoFeeSun: price('getMemoFee'),
    feeLimitMaxSun: price('getMaxFeeLimit'),
  };
}
