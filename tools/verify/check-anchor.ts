import { createHash } from 'node:crypto';
import { utils } from 'tronweb';
import type { ReadStatement } from './read-statement.ts';

/** What is read of a transaction that a Tron node shows: its bytes and signatures. Nobody answers for anything beside them. */
export type ShownTransaction = {
  readonly raw_data_hex?: string;
  /** What keys made of the id: 65 bytes each, hexadecimal. */
  readonly signature?: readonly string[];
};

/** What differs between the transaction that a node shows and the statement that it is said to anchor. */
export function checkAnchor(
  { number, assets }: Pick<ReadStatement, 'number' | 'assets'>,
  hash: string,
  { txId, shown }: { readonly txId: string; readonly shown: ShownTransaction },
): readonly string[] {
  const { raw_data_hex: rawHex = '', signature: signatures = [] } = shown;
  // The id covers the bytes, and the key of their sender has to have signed them.
  if (createHash('sha256').update(Buffer.from(rawHex, 'hex')).digest('hex') !== txId)
    return ['the node shows other bytes than the id stands for'];
  const { note, owner } = decode(rawHex);
  const found = note === `liabilities 1 ${number} ${hash}` ? [] : ['the note is another one'];
  const hot = assets.flatMap(({ held }) => held).find(({ place }) => place === 'hot')?.seen?.address;
  const sender = owner === undefined ? undefined : encodeAddress(owner);
  if (sender === undefined || sender !== (hot ?? sender))
    return [...found, `it is a transaction of ${sender ?? 'nobody'}, and the hot wallet is ${hot ?? 'not named'}`];
  const signers = signatures.map((signature) => recover(txId, signature));
  if (!signers.includes(sender))
    found.push(`it is signed by ${signers.length === 0 ? 'nobody' : signers.join(' and ')}, and not by ${sender}`);
  return found;
}

type Decoded = { readonly note?: string; readonly owner?: string };

/** The note and the sender of a transfer of TRX, from its bytes; neither where they are something else. */
function decode(rawHex: string): Decoded {
  try {
    const raw = utils.deserializeTx.deserializeTransaction('TransferContract', rawHex) as {
      readonly data: string;
      readonly contract: readonly { readonly parameter: { readonly value: { readonly owner_address: string } } }[];
    };
    const owner = raw.contract[0]?.parameter.value.owner_address;
    return { note: Buffer.from(raw.data, 'hex').toString(), ...(owner === undefined ? {} : { owner }) };
  } catch {
    return {};
  }
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
