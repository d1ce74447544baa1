import type { OperatorId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { NewKeyInput } from '@tern/contracts/routes/console-operators';
import { findChallenge } from './access-store.ts';
import type { ConsoleAccessDeps } from './console-settings.ts';
import { checkMadePasskey } from './passkey-answer.ts';

/** A further key as it is signed and as the database keeps it, word by word; bytes as base64url. */
type NewKey = {
  readonly name: string;
  readonly credentialId: string;
  /** COSE. */
  readonly publicKey: string;
  readonly signCount: number;
  readonly transports: string[];
  readonly isSyncable: boolean;
};

/** The key that a browser made for this operator, who has still to sign for it. Throws `PASSKEY_REFUSED`. */
export async function readNewKey(
  { db, clock, settings }: ConsoleAccessDeps,
  { name, ceremonyId, passkey }: NewKeyInput,
  operatorId: OperatorId,
): Promise<NewKey> {
  const challenge = await findChallenge(db.kysely, { id: ceremonyId, purpose: 'enrol', operatorId }, clock.now());
  if (challenge === undefined) throw problem('PASSKEY_REFUSED');
  const { credential, credentialDeviceType } = await checkMadePasskey(passkey, { settings, challenge });
  return {
    name,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    signCount: credential.counter,
    transports: passkey.transports,
    isSyncable: credentialDeviceType === 'multiDevice',
  };
}
