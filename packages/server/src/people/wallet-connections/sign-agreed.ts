import { assert } from '@tern/base/assert';
import { messageRefusal, type MessageRefusal } from '@tern/contracts/routes/wallet-connections';
import { transact } from '@tern/db/transact';
import { recoverMessageSigner } from '@tern/tron/recover-signer';
import type { Signer } from '@tern/tron/signer-client';
import { SignerRefusal } from '@tern/tron/signer-fault';
import type { SignerRefusalCode } from '@tern/tron/signer-protocol';
import { lockPeople, tellAccountEvent } from '../accounts/public.ts';
import { findSealedAddress } from '../wallets/public.ts';
import { hashText } from './agree-to-sign.ts';
import { isOpened, selectConnection } from './connection-store.ts';
import type { ConnectionDeps } from './deps.ts';
import {
  markAsked,
  selectAgreed,
  selectRequests,
  updateSigned,
  updateSignedLate,
  type AgreedRequest,
} from './request-store.ts';
import { settleRequest } from './settle-request.ts';
import { hostOf } from './wallet-connection.ts';

export type SignAgreedDeps = ConnectionDeps & { readonly signer: Pick<Signer, 'signMessage'> };

type Signed = { readonly signature: string } | { readonly fault: MessageRefusal };

/**
 * Worker step: has the signer sign the texts that persons agreed to, and answers their sites. The request's id is the signer's
 * message id, so whatever was signed before a crash is given again and nothing is signed twice. That the signer is asked is noted
 * before: such a text ends with the signer's word, also where its connection is over by then. What the site gets, the account's
 * history and the notice are one transaction. A signer that does not answer leaves the text for the next time, and delays no
 * other one. Returns how many were settled.
 */
export async function signAgreed(deps: SignAgreedDeps, { limit }: { readonly limit: number }): Promise<number> {
  const agreed = await selectAgreed(deps.db.kysely, deps.box, { now: deps.clock.now(), limit });
  let settled = 0;
  const faults: unknown[] = [];
  for (const request of agreed) {
    try {
      const evidence = await readEvidence(deps, request);
      if (!(await markAsked(deps.db.kysely, { id: request.id, now: deps.clock.now() }))) continue;
      if (await settle(deps, { request, evidence, signed: await askSigner(deps, request) })) settled += 1;
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw faults[0];
  return settled;
}

async function askSigner({ db, signer }: SignAgreedDeps, request: AgreedRequest): Promise<Signed> {
  const { id, asks, address, agreedHash } = request;
  if (asks.kind !== 'message' || hashText(asks.text) !== agreedHash.toString('hex')) return { fault: 'unavailable' };
  const from = await findSealedAddress(db.kysely, address);
  if (from === undefined) return { fault: 'unavailable' };
  const { text } = asks;
  try {
    const { signatureHex } = await signer.signMessage({ messageId: id, from: { purpose: 'deposit', ...from }, text });
    assert(recoverMessageSigner({ text, signatureHex }) === address, 'the signature is the address’s');
    return { signature: `0x${signatureHex}` };
  } catch (error) {
    const fault = error instanceof SignerRefusal ? faultOf(error) : undefined;
    if (fault === undefined) throw error;
    return { fault };
  }
}

const finalRefusals: Readonly<Partial<Record<SignerRefusalCode, MessageRefusal>>> = {
  'message-limit': 'limit',
  'messages-off': 'off',
  'message-changed': 'unavailable',
  malformed: 'unavailable',
};

/** Undefined where the signer may sign the text later. */
function faultOf({ code, detail }: SignerRefusal): MessageRefusal | undefined {
  if (code !== 'message-refused') return finalRefusals[code];
  return messageRefusal.safeParse(detail).data ?? 'unavailable';
}

type Evidence = { readonly detail?: string };

/** Which site asks, read before the signer is asked: a connection that ends meanwhile forgets it. */
async function readEvidence({ db, box }: SignAgreedDeps, { personId, connectionId }: AgreedRequest): Promise<Evidence> {
  const row = await selectConnection(db.kysely, box, { personId, id: connectionId });
  return isOpened(row) ? hostOf(row.protocol) : {};
}

/**
 * False where the person, the site or the time ended it meanwhile: the signature then leaves the house for nobody, and the
 * account's history mentions it all the same.
 */
async function settle(
  deps: SignAgreedDeps,
  {
    request: { id, personId },
    evidence,
    signed,
  }: { readonly request: AgreedRequest; readonly evidence: Evidence; readonly signed: Signed },
): Promise<boolean> {
  return transact(deps.db, async (tx) => {
    await lockPeople(tx, [personId]);
    const now = deps.clock.now();
    const mention = () => tellAccountEvent(tx, { personId, kind: 'site-text-signed', now, ...evidence });
    const [present] = await selectRequests(tx, deps.box, { personId, now, id });
    if (present?.state !== 'agreed') {
      if ('fault' in signed) await updateSigned(tx, { id, fault: signed.fault, now });
      else if (await updateSignedLate(tx, { id, now })) await mention();
      return false;
    }
    const fault = 'fault' in signed ? signed.fault : null;
    const answer = 'fault' in signed ? { rejected: 'The wallet does not sign this text.' } : signed;
    const store = (at: Date) => updateSigned(tx, { id, fault, now: at });
    await settleRequest(tx, deps, { personId, id, answer, store });
    if (fault === null) await mention();
    return true;
  });
}
