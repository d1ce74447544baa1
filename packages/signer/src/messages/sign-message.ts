import { assert } from '@tern/base/assert';
import type { Clock } from '@tern/base/clock';
import type { TronAddress } from '@tern/tron/address';
import { recoverMessageSigner } from '@tern/tron/recover-signer';
import { SignerRefusal } from '@tern/tron/signer-fault';
import type { SignedMessage, SignerMessage } from '@tern/tron/signer-protocol';
import { KeyRefusal } from '../keys/key-refusal.ts';
import type { KeyStore } from '../keys/key-store.ts';
import type { SignerStore } from '../open-store.ts';
import { fee, hot } from '../plan-order.ts';
import { isSealIntact } from '../seal-address.ts';
import { judgeMessage, type House } from './judge-message.ts';

export type SignMessageDeps = {
  readonly clock: Clock;
  readonly keychain: KeyStore;
  readonly store: SignerStore;
  /** How the installation is called and where it is opened. */
  readonly named: Pick<House, 'names' | 'hosts'>;
};

const dayMs = 24 * 60 * 60 * 1_000;

/**
 * Signs a text with a deposit address, never with another account. The same message id gives the same signature for ever,
 * and any other text or address under it is refused. The record is on the disk before the signature leaves. Synchronous
 * throughout, so no two texts pass the same limit.
 * @throws SignerRefusal
 */
export function signMessage(deps: SignMessageDeps, { messageId, from, text }: SignerMessage): SignedMessage {
  const { clock, keychain, store, named } = deps;
  const known = store.findMessage(messageId);
  if (known !== undefined) {
    if (known.text !== text || known.index !== from.index || known.address !== from.address)
      throw new SignerRefusal('message-changed', messageId);
    return { signatureHex: known.signatureHex };
  }
  if (store.findQuarantine() !== undefined)
    throw new SignerRefusal('quarantined', 'own outflows have to be read back first');
  const { version, document } = store.getPolicy();
  if (document.messages === undefined) throw new SignerRefusal('messages-off', 'the policy allows none');
  const accounts = listHouse(deps);
  if (!isSealIntact(keychain, from)) throw new SignerRefusal('malformed', 'the address is not under the seal');
  const fault = accounts.includes(from.address) ? 'house' : judgeMessage(text, { ...named, accounts });
  if (fault !== undefined) throw new SignerRefusal('message-refused', fault);
  // A clock set back must not open the limits again.
  const nowMs = Math.max(clock.nowMs(), store.lastMessageMs());
  const { perAddress, perDay } = document.messages;
  if (store.countMessages(nowMs - dayMs, from.address) >= perAddress)
    throw new SignerRefusal('message-limit', `${perAddress} of one address in 24 hours`);
  if (store.countMessages(nowMs - dayMs) >= perDay)
    throw new SignerRefusal('message-limit', `${perDay} of all in 24 hours`);

  const signatureHex = askKeys(keychain, from.index, text);
  assert(recoverMessageSigner({ text, signatureHex }) === from.address, 'the signature is the address’s');
  const { index, address } = from;
  store.recordMessage({ messageId, index, address, text, signatureHex, policyVersion: version, signedAtMs: nowMs });
  return { signatureHex };
}

/** The accounts that hold or own money of the house, of now and of before. */
function listHouse({ keychain, store }: SignMessageDeps): readonly TronAddress[] {
  return [
    keychain.addressAt(hot),
    keychain.addressAt(fee),
    ...store.listColdAddresses(),
    ...store.listOwners().flatMap(({ addresses }) => addresses),
  ];
}

/** Keys that sign no texts, such as those of an older service, are a refusal and no fault: asking again changes nothing. */
function askKeys(keychain: KeyStore, index: number, text: string): string {
  try {
    return keychain.signMessage({ purpose: 'deposit', index }, text);
  } catch (error) {
    if (error instanceof KeyRefusal) throw new SignerRefusal('messages-off', error.message);
    throw error;
  }
}
