import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { units, type Units } from '@tern/money/units';
import type { TronAddress } from './address.ts';
import { callContract } from './call-contract.ts';
import type { ChainView, TronNode } from './open-node.ts';
import { malformed } from './reply.ts';
import { addressWord, selectors } from './token-call.ts';

/** `balanceOf(owner)` of a TRC-20 contract as the view knows it. @throws NodeFault, also where the contract gives no number. */
export async function getTokenBalance(
  node: TronNode,
  { view, contract, owner }: { readonly view: ChainView; readonly contract: TronAddress; readonly owner: TronAddress },
): Promise<Units> {
  const data = concatBytes(hexToBytes(selectors.balanceOf), addressWord(owner));
  const result = await callContract(node, { view, owner, contract, data });
  if (result.outcome !== 'returned' || result.resultHex.length !== 64) {
    throw malformed({ node, path: 'balanceOf' }, `no balance of ${contract}`);
  }
  return units(BigInt(`0x${result.resultHex}`));
}
