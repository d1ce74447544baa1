import { hexToBytes } from '@noble/hashes/utils.js';
import { findAddressFromHex, type TronAddress } from './address.ts';
import { callContract } from './call-contract.ts';
import type { ChainView, TronNode } from './open-node.ts';
import { malformed } from './reply.ts';

/** A pair of two tokens that keeps the product of its reserves, with the interface of Uniswap's and SunSwap's version 2. */
export type PairState = {
  readonly token0: TronAddress;
  readonly token1: TronAddress;
  /** Base units. */
  readonly reserve0: bigint;
  readonly reserve1: bigint;
  /** Sum of price times seconds, the price of each token in the other with 112 binary places, modulo 2^256. */
  readonly cumulative0: bigint;
  readonly cumulative1: bigint;
  /** Until when the sums count: seconds of chain time, modulo 2^32. */
  readonly countedUntilS: bigint;
};

/** First four bytes of the hash of each signature. */
const calls = {
  token0: '0dfe1681',
  token1: 'd21220a7',
  reserves: '0902f1ac',
  cumulative0: '5909c0d5',
  cumulative1: '5a3d5493',
} as const;

/**
 * Reads a pair's tokens, reserves and price sums as the view knows them. They are asked for in five calls at once, and
 * the chain may move on in between; whoever needs one moment reads twice and compares.
 *
 * @throws NodeFault, `malformed` where the contract is no such pair.
 * @example
 * const pair = getAddress(chain.info().contracts.pair.base58);
 * const { token0, reserve0, reserve1 } = await getPairState(node, { view: 'solid', pair });
 * token0; // → usdt
 * [reserve0, reserve1]; // → [3_000_000_000_000n, 10_000_000_000_000n]
 * await getPairState(node, { view: 'solid', pair: usdt }); // throws NodeFault('is no pair')
 */
export async function getPairState(
  node: TronNode,
  { view, pair }: { readonly view: ChainView; readonly pair: TronAddress },
): Promise<PairState> {
  const ask = async (name: keyof typeof calls, words: number): Promise<readonly bigint[]> => {
    const result = await callContract(node, { view, owner: pair, contract: pair, data: hexToBytes(calls[name]) });
    if (result.outcome !== 'returned' || result.resultHex.length !== words * 64)
      throw malformed({ node, path: name }, `${pair} is no pair`);
    return (result.resultHex.match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`));
  };
  const askToken = async (name: 'token0' | 'token1'): Promise<TronAddress> => {
    const [word = 0n] = await ask(name, 1);
    const address = findAddressFromHex(word.toString(16).padStart(40, '0'));
    if (address === undefined) throw malformed({ node, path: name }, `${pair} is no pair`);
    return address;
  };
  // At once: the less time a look takes, the seldomer the chain moves on in the middle of it.
  const [token0, token1, [reserve0 = 0n, reserve1 = 0n, countedUntilS = 0n], [cumulative0 = 0n], [cumulative1 = 0n]] =
    await Promise.all([
      askToken('token0'),
      askToken('token1'),
      ask('reserves', 3),
      ask('cumulative0', 1),
      ask('cumulative1', 1),
    ]);
  return { token0, token1, reserve0, reserve1, cumulative0, cumulative1, countedUntilS };
}
