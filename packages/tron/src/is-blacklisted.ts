import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import type { TronAddress } from './address.ts';
import { callContract } from './call-contract.ts';
import type { TronNode } from './open-node.ts';
import { addressWord, selectors } from './token-call.ts';

/**
 * Tells whether the issuer of a token has blocked an address, at the head, by what the contract answers to Tether's
 * `isBlackListed`. `false` for tokens without such a list.
 *
 * @throws NodeFault
 * @example
 * await isBlacklisted(node, { contract: usdt, address: alice }); // → false
 */
export async function isBlacklisted(
  node: TronNode,
  { contract, address }: { readonly contract: TronAddress; readonly address: TronAddress },
): Promise<boolean> {
  const data = concatBytes(hexToBytes(selectors.isBlackListed), addressWord(address));
  const result = await callContract(node, { view: 'head', owner: address, contract, data });
  return result.outcome === 'returned' && /^0*1$/.test(result.resultHex);
}
