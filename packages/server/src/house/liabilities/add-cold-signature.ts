import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { recoverMessageSigner } from '@tern/tron/recover-signer';
import { reservesText, type ReservesStatement } from '@tern/tron/reserves-text';
import { insertSignature, listStatements } from './reserve-signature-store.ts';
import { findColdStatement } from './write-cold-text.ts';

/** How old the statement may be for which an operator brings a signature: the way to the key may be long. */
const statementsBack = 31;

/**
 * Keeps what the key of cold storage has signed, once it is found for which of the last statements: nobody can bring a signature
 * that is not of that key. Returns the statement; undefined where the signature is of none of them.
 */
export async function addColdSignature(
  db: Database,
  { house, signature }: { readonly house: string; readonly signature: string },
): Promise<ReservesStatement | undefined> {
  const signatureHex = readSignature(signature);
  for (const each of await listStatements(db.kysely, statementsBack)) {
    const statement = findColdStatement(each, house);
    if (statement === undefined) continue;
    const text = reservesText(statement);
    if (recoverMessageSigner({ text, signatureHex }) !== statement.address) continue;
    await transact(db, (tx) => insertSignature(tx, { place: 'cold', statement, text, signatureHex }));
    return statement;
  }
  return undefined;
}

/** Wallets write a signature with or without `0x`, in either case, and its last byte from 0 or from 27 on. */
function readSignature(signature: string): string {
  const digits = signature.trim().toLowerCase().replace(/^0x/, '');
  const last = digits.slice(128);
  return digits.slice(0, 128) + (last === '00' ? '1b' : last === '01' ? '1c' : last);
}
