import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { units, type Units } from '@tern/money/units';
import type { TronAddress } from './address.ts';
import { callContract } from './call-contract.ts';
import type { ChainView, TronNode } from './open-node.ts';
import { malformed } from './reply.ts';
import { addressWord, selectors } from './token-call.ts';

/**
 * Reads the balance of an address in a TRC-20 token, in the token's base units, as the view knows it. It is what the
 * contract answers to `balanceOf`, and as trustworthy as the contract.
 *
 * @throws NodeFault, `malformed` where the contract answers with no number or is no contract.
 * @example
 * await getTokenBalance(node, { view: 'solid', contract: usdt, owner: alice }); // → 50_000_000n
 * await getTokenBalance(node, { view: 'solid', contract: bob, owner: alice }); // throws NodeFault('no balance of')
 */
export async function getTokenBalance(
  node: TronNode,
  { view, contract, owner }: { readonly view: ChainView; readonly contract: TronAddress; readonly owner: TronAddress },
): Promise<Units> {
  const data = concatBytes(hexToBytes(selectors.balanceOf), addressWord(owner));
  const result = await callContract(node, { view, owner, contract, data });
  if (result.outcome !== 'returned' || result.resultHex.length !== 64) {
    const said = result.outcome === 'returned' ? `it returned "${result.resultHex.slice(0, 80)}"` : result.message;
    throw malformed({ node, path: 'balanceOf' }, `no balance of ${contract}: ${said.slice(0, 200)}`);
  }
  return units(BigInt(`0x${result.resultHex}`));
}
