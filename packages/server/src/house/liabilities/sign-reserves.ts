import { assert } from '@tern/base/assert';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { recoverMessageSigner } from '@tern/tron/recover-signer';
import { readReservesText } from '@tern/tron/reserves-text';
import type { Signer } from '@tern/tron/signer-client';
import { SignerRefusal } from '@tern/tron/signer-fault';
import { findSignable, insertSignature, listSigned } from './reserve-signature-store.ts';

const accounts = ['hot', 'fee'] as const;

/** `unknown-command` is a signer of a former version. */
const laterCodes: ReadonlySet<SignerRefusal['code']> = new Set(['quarantined', 'messages-off', 'unknown-command']);

/**
 * Has the hot wallet and the fee account sign the newest statement of what is owed, where it names them, so that everybody
 * sees that the house has their keys. A signer in quarantine, of a former version, or whose keys sign no texts is asked again later. Returns how many signed.
 * @throws SignerRefusal where the signer knows another statement of this number, SignerUnavailable
 */
export async function signReserves({
  db,
  signer,
}: {
  readonly db: Database;
  readonly signer: Signer;
}): Promise<number> {
  const statement = await findSignable(db.kysely);
  if (statement === undefined) return 0;
  const { about, addresses } = statement;
  const signed = await listSigned(db.kysely, about.number);
  const due = accounts.filter((each) => addresses.some(({ place }) => place === each) && !signed.includes(each));
  let count = 0;
  for (const account of due) {
    const answer = await askSigner(signer, { ...about, account });
    if (answer === undefined) return count;
    const read = readReservesText(answer.text);
    assert(read !== undefined && recoverMessageSigner(answer) === read.address, 'the signature is the account’s');
    if (await transact(db, (tx) => insertSignature(tx, { ...answer, place: account, statement: read }))) count += 1;
  }
  return count;
}

async function askSigner(
  signer: Signer,
  order: Parameters<Signer['signReserves']>[0],
): Promise<Awaited<ReturnType<Signer['signReserves']>> | undefined> {
  try {
    return await signer.signReserves(order);
  } catch (error) {
    if (error instanceof SignerRefusal && laterCodes.has(error.code)) return undefined;
    throw error;
  }
}
