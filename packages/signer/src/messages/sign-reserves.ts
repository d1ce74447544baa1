import { assert } from '@tern/base/assert';
import { recoverMessageSigner } from '@tern/tron/recover-signer';
import { reservesText } from '@tern/tron/reserves-text';
import { SignerRefusal } from '@tern/tron/signer-fault';
import type { ReservesOrder, SignedReserves } from '@tern/tron/signer-protocol';
import { requireOneStatement } from '../anchor-store.ts';
import { KeyRefusal } from '../keys/key-refusal.ts';
import { fee, hot } from '../plan-order.ts';
import type { SignMessageDeps } from './sign-message.ts';

const places = { hot, fee } as const;

/**
 * Signs that an account of the house is this house's, for one statement of what is owed. The signer makes the text, so nobody
 * can have another one signed; and a number stands for one statement for ever, whether this or an anchor named it first. The
 * number is on the disk before the signature leaves. Synchronous throughout.
 * @throws SignerRefusal
 */
export function signReserves(
  { keychain, store, named }: Omit<SignMessageDeps, 'clock'>,
  { account, number, day, block, statementHash }: ReservesOrder,
): SignedReserves {
  if (store.findQuarantine() !== undefined)
    throw new SignerRefusal('quarantined', 'own outflows have to be read back first');
  const [house] = named.hosts;
  assert(house !== undefined, 'the house is opened somewhere');
  requireOneStatement(store, { number, hash: statementHash });
  store.putAnchor({ number, hash: statementHash });
  const place = places[account];
  const address = keychain.addressAt(place);
  const text = reservesText({ house, address, number, day, block, statementHash });
  try {
    const signatureHex = keychain.signReserves(place, text);
    assert(recoverMessageSigner({ text, signatureHex }) === address, 'the signature is the account’s');
    return { text, signatureHex };
  } catch (error) {
    if (error instanceof KeyRefusal) throw new SignerRefusal('messages-off', error.message);
    throw error;
  }
}
