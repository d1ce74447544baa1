import { bytesToHex } from '@noble/hashes/utils.js';
import { addressToHex, type TronAddress } from './address.ts';
import type { ChainView, TronNode } from './open-node.ts';
import { malformed, readReply, type Reply } from './reply.ts';
import { viewRoot } from './view-root.ts';

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

/** Runs a call without sending it. @throws NodeFault where the node cannot answer. */
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
  if (!result.flag('result') || message !== '') return { outcome: 'reverted', message: message || result.text('code') };
  const [resultHex] = reply.texts('constant_result');
  if (resultHex === undefined || !/^([0-9a-f]{2})*$/i.test(resultHex)) throw malformed(place, 'no result');
  return {
    outcome: 'returned',
    resultHex: resultHex.toLowerCase(),
    energyUsed: reply.amount('energy_used'),
  };
}

/** Node messages are hexadecimal UTF-8 in this form of the API, and plain text in some answers. */
export function readMessage(result: Reply): string {
  const text = result.text('message');
  return /^([0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex').toString('utf8') : text;
}
