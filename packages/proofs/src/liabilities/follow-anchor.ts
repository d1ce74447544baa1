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

/** A transaction as a node shows it: `raw_data_hex` and `signature`. */
type SignedBytes = { readonly rawHex: string; readonly signatures: readonly string[] };

/** Whose key signed these bytes, as `recoverSigner` of the Tron package answers it; undefined where no key can have. */
export type RecoverSigner = (signed: { readonly rawHex: string; readonly signatureHex: string }) => string | undefined;

/**
 * What is wrong with what a node shows for an anchor: `bytes`: they are not those of that id. `note`: they say something else.
 * `sender`: they are not the hot wallet's. `signature`: the sender's key has not signed them. Undefined where nothing is. Only
 * bytes and signatures are read, because nothing else that a node shows is covered by the id or by a key
 * (docs/proof-of-liabilities.md). Pure where `recover` is.
 */
export function findAnchorFault(
  expected: ExpectedAnchor,
  { rawHex, signatures }: SignedBytes,
  recover: RecoverSigner,
): 'bytes' | 'note' | 'sender' | 'signature' | undefined {
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
  const sender = contracts.length === 1 && owner !== undefined ? writeAddress(owner) : undefined;
  if (sender === undefined || sender !== (hotAddress ?? sender)) return 'sender';
  return signatures.some((signatureHex) => recover({ rawHex, signatureHex }) === sender) ? undefined : 'signature';
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
