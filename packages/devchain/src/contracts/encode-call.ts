import { toInner } from '../crypto/address.ts';
import { bytesToUint, concat, uintBytes, utf8Bytes } from '../crypto/bytes.ts';
import { keccak256 } from '../crypto/hash.ts';

/** An unsigned integer, a 21-byte address, or a text. */
export type Argument = bigint | Uint8Array | string;

const wordBytes = 32;

/** First four bytes of the signature's hash, for example of `transfer(address,uint256)`. */
export function selectorOf(signature: string): Uint8Array {
  return keccak256(utf8Bytes(signature)).slice(0, 4);
}

/** Arguments of a call or a constructor: texts stand behind the words that tell where. */
export function encodeArguments(values: readonly Argument[]): Uint8Array {
  const heads: Uint8Array[] = [];
  const tails: Uint8Array[] = [];
  let tailStart = values.length * wordBytes;
  for (const value of values) {
    if (typeof value !== 'string') {
      heads.push(uintBytes(typeof value === 'bigint' ? value : bytesToUint(toInner(value)), wordBytes));
      continue;
    }
    const tail = encodeText(value);
    heads.push(uintBytes(BigInt(tailStart), wordBytes));
    tails.push(tail);
    tailStart += tail.length;
  }
  return concat(...heads, ...tails);
}

/** Call data. */
export function encodeCall(signature: string, values: readonly Argument[]): Uint8Array {
  return concat(selectorOf(signature), encodeArguments(values));
}

function encodeText(text: string): Uint8Array {
  const bytes = utf8Bytes(text);
  const padding = new Uint8Array((wordBytes - (bytes.length % wordBytes)) % wordBytes);
  return concat(uintBytes(BigInt(bytes.length), wordBytes), bytes, padding);
}
