import { units, type Units } from '@tern/money/units';
import type { TronAddress } from '@tern/tron/address';
import { buildTokenTransfer } from '@tern/tron/build-token-transfer';
import { buildTransfer } from '@tern/tron/build-transfer';
import { encodeRawTransaction } from '@tern/tron/encode-raw-transaction';
import { getChainParameters } from '@tern/tron/get-chain-parameters';
import type { TronNode } from '@tern/tron/open-node';
import { simulateTokenTransfer } from '@tern/tron/simulate-token-transfer';
import { networkCostSun } from './fee.ts';

export type CostEstimate = {
  /** Sun the payment burns when nothing is covered by staking. */
  readonly costSun: Units;
  /** Sun of it for energy: what the fee limit has to allow. */
  readonly energyCostSun: Units;
  /** Highest fee limit the network accepts. */
  readonly feeLimitMaxSun: Units;
};

export type CostInput = {
  readonly from: TronAddress;
  readonly to: TronAddress;
  /** Undefined for TRX. */
  readonly contract: TronAddress | undefined;
  readonly amount: Units;
  readonly activated: boolean;
};

/** Bytes a node adds to every transaction when it counts bandwidth (MAX_RESULT_SIZE_IN_TX). */
const resultBytes = 64;
/** One signature of 65 bytes with its protobuf frame, and the frame of the raw part. */
const signatureBytes = 67 + 3;

/**
 * What a payment from the hot wallet would cost now. `undefined` where the token's contract refuses the simulated
 * transfer, for example because the hot wallet is empty. @throws NodeFault
 */
export async function estimateCost(node: TronNode, input: CostInput): Promise<CostEstimate | undefined> {
  const { from, to, contract, amount } = input;
  const [prices, simulation] = await Promise.all([
    getChainParameters(node),
    contract === undefined ? undefined : simulateTokenTransfer(node, { from, to, contract, amount }),
  ]);
  if (simulation?.outcome === 'would-fail') return undefined;
  const energy = simulation?.energy ?? 0n;
  // Only a payment of TRX itself activates an address; a token contract just writes down the balance.
  const activates = contract === undefined && !input.activated;
  return {
    costSun: networkCostSun({ energy, bandwidth: bandwidthOf(input), activates }, prices),
    energyCostSun: units(energy * prices.energyPriceSun),
    feeLimitMaxSun: prices.feeLimitMaxSun,
  };
}

/** Size of the signed transaction as bandwidth counts it. Times and fee limit are of realistic length, not real ones. */
function bandwidthOf({ from, to, contract, amount }: CostInput): number {
  const now = 2_000_000_000_000;
  const frame = { refBlock: { number: 0, id: '0'.repeat(64), timeMs: now }, expirationMs: now, timestampMs: now };
  const raw =
    contract === undefined
      ? buildTransfer({ ...frame, owner: from, to, amountSun: amount })
      : buildTokenTransfer({ ...frame, owner: from, to, contract, amount, feeLimitSun: units(100_000_000n) });
  return encodeRawTransaction(raw).length + signatureBytes + resultBytes;
}
