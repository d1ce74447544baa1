import { createHash } from 'node:crypto';
import { utils } from 'tronweb';
import type { ReadStatement } from './read-statement.ts';

/** A transaction as a Tron node shows it. */
export type ShownTransaction = {
  readonly txID?: string;
  readonly raw_data_hex?: string;
  /** What keys made of the id: 65 bytes each, hexadecimal. */
  readonly signature?: readonly string[];
  readonly raw_data?: {
    /** The note, hexadecimal. */
    readonly data?: string;
    readonly contract?: readonly {
      readonly type?: string;
      readonly parameter?: { readonly value?: { readonly owner_address?: string; readonly to_address?: string } };
    }[];
  };
};

/** What differs between the transaction that a node shows and the statement that it is said to anchor. */
export function checkAnchor(
  { number, assets }: Pick<ReadStatement, 'number' | 'assets'>,
  hash: string,
  { txId, shown }: { readonly txId: string; readonly shown: ShownTransaction },
): readonly string[] {
  const { raw_data_hex: rawHex = '', raw_data: raw, signature: signatures = [] } = shown;
  // The id covers the bytes, and the key of their sender has to have signed them.
  if (createHash('sha256').update(Buffer.from(rawHex, 'hex')).digest('hex') !== txId)
    return ['the node shows other bytes than the id stands for'];
  const note = `liabilities 1 ${number} ${hash}`;
  const found: string[] = [];
  if (!rawHex.includes(Buffer.from(note).toString('hex')) || raw?.data !== Buffer.from(note).toString('hex'))
    found.push('the note is another one');
  const owner = raw?.contract?.[0]?.parameter?.value?.owner_address;
  const hot = assets.flatMap(({ held }) => held).find(({ place }) => place === 'hot')?.seen?.address;
  // What a node says beside the bytes is not covered by the id.
  const sender = owner !== undefined && rawHex.includes(owner) ? encodeAddress(owner) : undefined;
  if (sender === undefined || sender !== (hot ?? sender))
    return [...found, `it is a transaction of ${sender ?? 'nobody'}, and the hot wallet is ${hot ?? 'not named'}`];
  const signers = signatures.map((signature) => recover(txId, signature));
  if (!signers.includes(sender))
    found.push(`it is signed by ${signers.length === 0 ? 'nobody' : signers.join(' and ')}, and not by ${sender}`);
  return found;
}

/** Whose key made a signature of an id. */
function recover(txId: string, signature: string): string {
  try {
    return encodeAddress(utils.crypto.ecRecover(txId, signature));
  } catch {
    return 'no key';
  }
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Base58Check of the 21 bytes of an address. */
function encodeAddress(hex: string): string {
  const bytes = Buffer.from(hex, 'hex');
  const twice = createHash('sha256').update(createHash('sha256').update(bytes).digest()).digest();
  let rest = BigInt(`0x${Buffer.concat([bytes, twice.subarray(0, 4)]).toString('hex')}`);
  let text = '';
  for (; rest > 0n; rest /= 58n) text = (alphabet[Number(rest % 58n)] ?? '') + text;
  return text;
}
