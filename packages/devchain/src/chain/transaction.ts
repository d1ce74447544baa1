import { toHex } from '../crypto/bytes.ts';
import { sha256 } from '../crypto/hash.ts';
import { decodeMessage, encodeMessage } from '../proto/codec.ts';
import type { ContractCall, Transaction } from '../proto/types.ts';

/** Asked for again and again while a transaction is checked and run. */
const hashes = new WeakMap<Transaction['raw_data'], Uint8Array>();

/** SHA-256 of the raw data: what is signed, and the transaction's id. */
export function hashTransaction({ raw_data }: Pick<Transaction, 'raw_data'>): Uint8Array {
  const known = hashes.get(raw_data);
  if (known !== undefined) return known;
  const hash = sha256(encodeMessage('Transaction.raw', raw_data));
  hashes.set(raw_data, hash);
  return hash;
}

export function transactionId(transaction: Pick<Transaction, 'raw_data'>): string {
  return toHex(hashTransaction(transaction));
}

/** Wire bytes without results. */
export function encodeTransaction({ raw_data, signature }: Transaction): Uint8Array {
  return encodeMessage('Transaction', { raw_data, signature });
}

/** Throws when the bytes are no transaction. */
export function decodeTransaction(bytes: Uint8Array): Transaction {
  const { raw_data, signature } = decodeMessage('Transaction', bytes);
  if (raw_data === null) throw new RangeError('a transaction without raw data');
  return { raw_data, signature };
}

/** The message's name, taken from the type url as nodes do; the enum beside it must agree. */
export function contractName(contract: ContractCall): string {
  return contract.parameter.type_url.split('.').at(-1) ?? '';
}
