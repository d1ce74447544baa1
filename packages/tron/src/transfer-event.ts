import { units, type Units } from '@tern/money/units';
import { findAddressFromHex, type TronAddress } from './address.ts';
import type { EventLog } from './block-facts.ts';

/** keccak256 of `Transfer(address,address,uint256)`. */
export const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

export type TransferEvent = { readonly from: TronAddress; readonly to: TronAddress; readonly amount: Units };

/**
 * Reads a TRC-20 Transfer event: this topic, exactly two indexed addresses with clean padding, exactly one word of
 * data. The answer is `undefined` for anything else, such as an NFT's event with three indexed values. The amount is in
 * base units of the token. Any contract can emit such an event: the caller checks that `log.contract` is one it knows.
 *
 * @example
 * findTransferEvent(payment.logs[0]); // → { from: alice, to: bob, amount: 5_000_000n }
 * findTransferEvent({ ...payment.logs[0], data: '' }); // → undefined
 */
export function findTransferEvent(log: EventLog): TransferEvent | undefined {
  const [topic, from, to] = log.topics;
  if (log.topics.length !== 3 || topic !== transferTopic) return undefined;
  const source = from === undefined ? undefined : findTopicAddress(from);
  const target = to === undefined ? undefined : findTopicAddress(to);
  if (source === undefined || target === undefined || !/^[0-9a-f]{64}$/.test(log.data)) return undefined;
  return { from: source, to: target, amount: units(BigInt(`0x${log.data}`)) };
}

/**
 * Takes the last 20 of the 32 bytes of a word as an address, whatever stands before them; `undefined` where the text is
 * not 64 lower-case hexadecimal digits. It is for finding out whom an odd event concerns, never for crediting anybody.
 *
 * @example
 * findMentionedAddress(`${'ff'.repeat(12)}a614f803b6fd780986a42c78ec9c7f77e6ded13c`);
 * // → 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
 * findMentionedAddress('a614f803'); // → undefined
 */
export function findMentionedAddress(word: string): TronAddress | undefined {
  return /^[0-9a-f]{64}$/.test(word) ? findTopicAddress(`${'0'.repeat(24)}${word.slice(24)}`) : undefined;
}

function findTopicAddress(word: string): TronAddress | undefined {
  return /^0{24}[0-9a-f]{40}$/.test(word) ? findAddressFromHex(word.slice(24)) : undefined;
}
