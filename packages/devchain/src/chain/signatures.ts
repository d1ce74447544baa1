import { toBase58 } from '../crypto/address.ts';
import { equalBytes, toHex } from '../crypto/bytes.ts';
import { recoverAddress } from '../crypto/keys.ts';
import { findContractNumber } from '../proto/codec.ts';
import type { Permission, Transaction } from '../proto/types.ts';
import { hashTransaction } from './transaction.ts';

const signatureBytes = 65;

/** A signature that does not count; `code` is what the endpoints about signatures call it. */
export class SignatureFault extends Error {
  override name = 'SignatureFault';
  readonly code: 'SIGNATURE_FORMAT_ERROR' | 'COMPUTE_ADDRESS_ERROR' | 'PERMISSION_ERROR';

  constructor(code: SignatureFault['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** Who signed, in order. Throws `SignatureFault` when a signature is cut short or nobody's. */
export function signersOf(transaction: Transaction): Uint8Array[] {
  const hash = hashTransaction(transaction);
  return transaction.signature.map((signature) => signerOf(hash, signature));
}

/**
 * Who of a permission's keys signed, and what they weigh together. Throws `SignatureFault` when someone else signed, when
 * someone signed twice, or when there are more signatures than keys.
 */
export function checkWeight(
  transaction: Transaction,
  permission: Permission,
): { readonly approved: readonly Uint8Array[]; readonly weight: bigint } {
  const hash = hashTransaction(transaction);
  const { signature: signatures } = transaction;
  const { keys } = permission;
  if (signatures.length > keys.length) {
    const counts = `Signature count is ${signatures.length} more than key counts of permission : ${keys.length}`;
    throw new SignatureFault('PERMISSION_ERROR', counts);
  }
  const approved: Uint8Array[] = [];
  let weight = 0n;
  for (const signature of signatures) {
    const signer = signerOf(hash, signature);
    const key = keys.find(({ address }) => equalBytes(address, signer));
    if (key === undefined) {
      const stranger = `${toHex(signature)} is signed by ${toBase58(signer)} but it is not contained of permission.`;
      throw new SignatureFault('PERMISSION_ERROR', stranger);
    }
    if (approved.some((other) => equalBytes(other, signer))) {
      throw new SignatureFault('PERMISSION_ERROR', `${toBase58(signer)} has signed twice!`);
    }
    approved.push(signer);
    weight += key.weight;
  }
  return { approved, weight };
}

/** Whether an active permission covers contracts of this type. */
export function permitted({ operations }: Permission, type: string): boolean {
  const number = findContractNumber(type);
  return number !== undefined && hasOperation(operations, number);
}

/** Whether the bit of a contract type number is set. */
export function hasOperation(operations: Uint8Array, number: number): boolean {
  return ((operations[number >> 3] ?? 0) & (1 << (number & 7))) !== 0;
}

function signerOf(hash: Uint8Array, signature: Uint8Array): Uint8Array {
  if (signature.length < signatureBytes) {
    throw new SignatureFault('SIGNATURE_FORMAT_ERROR', `Signature size is ${signature.length}`);
  }
  try {
    return recoverAddress(hash, signature);
  } catch (error) {
    throw new SignatureFault('COMPUTE_ADDRESS_ERROR', error instanceof Error ? error.message : String(error));
  }
}
