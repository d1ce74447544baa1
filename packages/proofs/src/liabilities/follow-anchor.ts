import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';

/** What a transaction has to be to anchor a statement. */
export type ExpectedAnchor = {
  /** Of the statement. */
  readonly number: number;
  /** Of the statement, hexadecimal. */
  readonly hash: string;
  /** The hot wallet's address as the statement names it; undefined where it names none, and then nobody's is asked for. */
  readonly hotAddress: string | undefined;
  /** As the wallet says it. */
  readonly txId: string;
};

/**
 * What is wrong with the bytes that a node shows for an anchor: `bytes`: they are not those of that id. `note`: they say
 * something else. `sender`: they are not the hot wallet's. Undefined where nothing is. Only the bytes are read, because the id
 * covers nothing else that a node shows (docs/proof-of-liabilities.md). Pure.
 *
 * @param rawHex `raw_data_hex` of the transaction, as the node gives it.
 */
export function findAnchorFault(expected: ExpectedAnchor, rawHex: string): 'bytes' | 'note' | 'sender' | undefined {
  const { number, hash, hotAddress, txId } = expected;
  if (!/^(?:[0-9a-f]{2})+$/.test(rawHex)) return 'bytes';
  const raw = hexToBytes(rawHex);
  if (bytesToHex(sha256(raw)) !== txId) return 'bytes';
  const fields = readFields(raw);
  const note = fields.filter(({ number: each }) => each === noteField);
  const said = note[0] === undefined ? '' : new TextDecoder().decode(note[0].bytes);
  if (note.length !== 1 || said !== `liabilities 1 ${number} ${hash}`) return 'note';
  const contracts = fields.filter(({ number: each }) => each === contractField);
  const owner = contracts[0] === undefined ? undefined : readOwner(contracts[0].bytes);
  const isSent = contracts.length === 1 && owner !== undefined;
  return hotAddress === undefined || (isSent && writeAddress(owner) === hotAddress) ? undefined : 'sender';
}

/** Fields of Tron's `Transaction.raw`, `Transaction.Contract`, `Any` and `TransferContract`. */
const [noteField, contractField, parameterField, valueField, ownerField] = [10, 11, 2, 2, 1];

function readOwner(contract: Uint8Array): Uint8Array | undefined {
  let bytes: Uint8Array | undefined = contract;
  for (const wanted of [parameterField, valueField, ownerField])
    bytes = bytes && readFields(bytes).find(({ number }) => number === wanted)?.bytes;
  return bytes?.length === 21 ? bytes : undefined;
}

type Field = { readonly number: number; readonly bytes: Uint8Array };

/** The fields of a protobuf message that hold bytes, up to where it is not one. */
function readFields(message: Uint8Array): readonly Field[] {
  const fields: Field[] = [];
  let at = 0;
  const readCount = (): number => {
    let [count, shift] = [0, 0];
    while (at < message.length) {
      const byte = message[at] ?? 0;
      at += 1;
      count += (byte & 0x7f) * 2 ** shift;
      shift += 7;
      if (byte < 0x80) break;
    }
    return count;
  };
  while (at < message.length) {
    const tag = readCount();
    const kind = tag % 8;
    if (kind === 0) readCount();
    else if (kind === 2) {
      const length = readCount();
      fields.push({ number: Math.floor(tag / 8), bytes: message.subarray(at, at + length) });
      at += length;
    } else break;
  }
  return fields;
}

const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Base58Check of the 21 bytes of an address. */
function writeAddress(bytes: Uint8Array): string {
  const checked = concatBytes(bytes, sha256(sha256(bytes)).subarray(0, 4));
  let rest = BigInt(`0x${bytesToHex(checked)}`);
  let text = '';
  for (; rest > 0n; rest /= 58n) text = (letters[Number(rest % 58n)] ?? '') + text;
  return text;
}
