import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import type { TronAddress } from './address.ts';
import { callContract } from './call-contract.ts';
import { hasCode } from './has-code.ts';
import { NodeFault } from './node-fault.ts';
import type { TronNode } from './open-node.ts';
import { addressWord, selectors } from './token-call.ts';

export type ExpectedToken = {
  /** Name of the setting that holds the address; part of the sentence. */
  readonly setting: string;
  readonly contract: TronAddress;
  readonly decimals: number;
};

/** A contract address that is no such token on the network. The message says what to set. */
export class UnknownToken extends Error {
  override name = 'UnknownToken';
}

/**
 * Asks each node whether the contracts are tokens: code at the address, and an answer to `decimals` (which has to be the
 * expected one), `symbol` and `balanceOf`. A node that does not answer, or runs no calls, is left to later questions.
 *
 * @throws UnknownToken where a node answers that one of them is none.
 * @example
 * const token = { setting: 'USDT_CONTRACT', contract: usdt, decimals: 6 };
 * await refuseUnknownTokens([node], [token]); // → undefined
 * await refuseUnknownTokens([node], [{ ...token, contract: alice }]); // throws UnknownToken('has no contract')
 * await refuseUnknownTokens([node], [{ ...token, decimals: 18 }]); // throws UnknownToken('has 6 decimals')
 */
export async function refuseUnknownTokens(nodes: readonly TronNode[], tokens: readonly ExpectedToken[]): Promise<void> {
  for (const node of nodes) {
    for (const token of tokens) {
      const wrong = await findTokenFault(node, token).catch((error: unknown) => {
        if (error instanceof NodeFault && error.kind !== 'other-network') return undefined;
        throw error;
      });
      if (wrong === undefined) continue;
      throw new UnknownToken(
        `${token.setting}: ${token.contract} ${wrong}, says the node ${node.name}. Set it to the address of the token on this network.`,
      );
    }
  }
}

/**
 * Tells why a contract is not the expected token, as the end of a sentence that begins with its address; `undefined`
 * where it is.
 *
 * @throws NodeFault where the node does not answer, or runs no calls and so cannot tell.
 * @example
 * await findTokenFault(node, { contract: usdt, decimals: 6 }); // → undefined
 * await findTokenFault(node, { contract: usdt, decimals: 18 }); // → 'has 6 decimals, not 18'
 */
export async function findTokenFault(
  node: TronNode,
  { contract, decimals }: Pick<ExpectedToken, 'contract' | 'decimals'>,
): Promise<string | undefined> {
  if (!(await hasCode(node, contract))) return 'has no contract';
  const questions = [
    ['decimals()', hexToBytes(selectors.decimals), isWord],
    ['symbol()', hexToBytes(selectors.symbol), isText],
    ['balanceOf(address)', concatBytes(hexToBytes(selectors.balanceOf), addressWord(contract)), isWord],
  ] as const;
  for (const [name, data, isAnswer] of questions) {
    const answer = await callContract(node, { view: 'head', owner: contract, contract, data });
    if (answer.outcome === 'reverted') return `does not answer ${name} (${answer.message.slice(0, 100)})`;
    if (!isAnswer(answer.resultHex)) return `does not answer ${name} as a token does`;
    if (name === 'decimals()' && BigInt(`0x${answer.resultHex}`) !== BigInt(decimals))
      return `has ${BigInt(`0x${answer.resultHex}`)} decimals, not ${decimals}`;
  }
  return undefined;
}

function isWord(resultHex: string): boolean {
  return resultHex.length === 64;
}

/** Solidity's text, or the 32 bytes that some old tokens give; neither is empty. */
function isText(resultHex: string): boolean {
  return resultHex.length >= 64 && /[1-9a-f]/.test(resultHex);
}
