import { bytesToHex } from '@noble/hashes/utils.js';
import { addressToHex, type TronAddress } from './address.ts';
import { NodeFault } from './node-fault.ts';
import type { ChainView, TronNode } from './open-node.ts';
import { malformed, readReply, type Reply } from './reply.ts';
import { viewRoot } from './view-root.ts';

/** What java-tron answers where `vm.supportConstant` is off: a fault of the node, which says nothing about the contract. */
const noCalls = 'this node does not support constant';

export type ContractCall = {
  readonly view: ChainView;
  /** Whose call it would be. */
  readonly owner: TronAddress;
  readonly contract: TronAddress;
  readonly data: Uint8Array;
};

export type CallResult =
  /** Returned data as lower-case hexadecimal, and what the call used. */
  | { readonly outcome: 'returned'; readonly resultHex: string; readonly energyUsed: bigint }
  /** The contract refused, or there is no such contract. `message` is the node's text. */
  | { readonly outcome: 'reverted'; readonly message: string };

/**
 * Runs a call of a contract on the node without sending a transaction, and gives back what it returns and the energy it
 * used. A call that reverts, or of an address without a contract, is the outcome `reverted` and no error. The node's
 * endpoint is `triggerconstantcontract`.
 *
 * @param call `data` is the call as the contract's ABI encodes it: four bytes of selector, then the arguments.
 * @throws NodeFault where the node does not answer, or not in the form that the API promises; `refused` where it runs no
 * calls at all.
 * @example
 * const decimals = Uint8Array.of(0x31, 0x3c, 0xe5, 0x67);
 * const answer = await callContract(node, { view: 'head', owner: alice, contract: usdt, data: decimals });
 * answer.outcome === 'returned' && BigInt(`0x${answer.resultHex}`); // → 6n
 * (await callContract(node, { view: 'head', owner: alice, contract: bob, data: decimals })).outcome; // → 'reverted'
 */
export async function callContract(node: TronNode, call: ContractCall): Promise<CallResult> {
  const place = { node, path: `${viewRoot(call.view)}/triggerconstantcontract` };
  const reply = readReply(
    await node.ask(place.path, {
      owner_address: addressToHex(call.owner),
      contract_address: addressToHex(call.contract),
      data: bytesToHex(call.data),
    }),
    place,
  );
  const result = reply.object('result');
  const message = readMessage(result);
  // A revert answers `result: true` with a message beside it; any other failure has a code and no `result`.
  if (message.includes(noCalls)) throw new NodeFault('refused', { node: node.name, path: place.path }, message);
  if (!result.flag('result') || message !== '') return { outcome: 'reverted', message: message || result.text('code') };
  const [resultHex] = reply.texts('constant_result');
  if (resultHex === undefined || !/^([0-9a-f]{2})*$/i.test(resultHex)) throw malformed(place, 'no result');
  return {
    outcome: 'returned',
    resultHex: resultHex.toLowerCase(),
    energyUsed: reply.amount('energy_used'),
  };
}

/**
 * Reads the `message` of a node's reply. It is UTF-8 in hexadecimal digits in most answers and plain text in some; text
 * that happens to be hexadecimal is taken for the first.
 *
 * @param result A reply of the node, or a part of it.
 * @throws NodeFault `malformed` where the message is no text.
 * @example
 * const place = { node, path: '/wallet/broadcasthex' };
 * readMessage(readReply({ message: '5461706f73' }, place)); // → 'Tapos'
 * readMessage(readReply({ message: 'Server busy.' }, place)); // → 'Server busy.'
 */
export function readMessage(result: Reply): string {
  const text = result.text('message');
  return /^([0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex').toString('utf8') : text;
}
