import type { Clock } from '@tern/base/clock';
import type { PersonId } from '@tern/base/ids';
import type { Database, DbReader, DbTx } from '@tern/db/database';
import { outboxBox } from '../../platform/messaging/public.ts';
import { deriveRing, secretBox, type KeyRing, type SecretBox } from '../../platform/secret-box.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { IdentitySettings } from './settings.ts';
import type { StrangerLane } from './stranger-lane.ts';

/** Everything the identity slice needs; each operation asks for its part. */
export type IdentityDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: IdentitySettings;
  /** For people who are known: by a session, a remembered device or a right code. */
  readonly hasher: PasswordHasher;
  /** For everybody else. */
  readonly strangers: StrangerLane;
  readonly keys: IdentityKeys;
  /** Gives a new person what other slices owe every person (a wallet), within the registration's transaction. */
  readonly onRegistered: (tx: DbTx, personId: PersonId) => Promise<void>;
  /** Takes back what was widened elsewhere in a person's name since then, within the transaction of a stop link. */
  readonly onStopped: (tx: DbTx, personId: PersonId, since: Date) => Promise<void>;
  /** The part of the account view that other slices know. */
  readonly describeAccount: (
    db: DbReader,
    personId: PersonId,
  ) => Promise<{ readonly activated: boolean; readonly defaultWalletId: string }>;
  /** Tells whoever watches the installation, without names or secrets. */
  readonly alert: (event: 'login-under-attack' | 'codes-under-attack' | 'sms-budget-spent') => void;
};

export type IdentityKeys = {
  /** Keys the hashes of codes, recovery codes and targets. */
  readonly hashKey: Uint8Array;
  /** Recovery codes that were given out under an earlier key are recognised by it. */
  readonly olderHashKeys: readonly Uint8Array[];
  /** Seals authenticator keys. */
  readonly factorBox: SecretBox;
  /** Seals the values of waiting messages. */
  readonly outboxBox: SecretBox;
};

/** The keys of the slice from the installation's two stored secrets (keys of 32 bytes, newest first). */
export function identityKeys(secrets: { readonly sessionKeys: KeyRing; readonly factorKeys: KeyRing }): IdentityKeys {
  const [hashKey, ...olderHashKeys] = deriveRing(secrets.sessionKeys, 'identity hashes');
  return {
    hashKey,
    olderHashKeys,
    factorBox: secretBox(...deriveRing(secrets.factorKeys, 'authenticator keys')),
    outboxBox: outboxBox(secrets.sessionKeys),
  };
}
