import { hkdfSync } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2.js';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import { assert } from '@tern/base/assert';
import type { TronAddress } from '@tern/tron/address';
import { decodeAnyTransaction } from '@tern/tron/decode-raw-transaction';
import { ownerOf } from '@tern/tron/owner-of';
import { addressOfPublicKey } from '@tern/tron/recover-signer';
import { chainPath, keyPath, type KeyPlace, type KeyPurpose } from './key-path.ts';
import { wordsOfSeed } from './seed.ts';
import { signDigest } from './sign-digest.ts';

/** The keys behind one seed. Only addresses and signatures over understood transactions ever leave it. */
export type Keychain = {
  readonly addressAt: (place: KeyPlace) => TronAddress;
  /**
   * Signs the raw bytes of a transfer or a step of staking owned by this key: 65 bytes as hexadecimal text.
   * Throws where the bytes are not exactly understood (`CodecFault`) or name another owner.
   */
  readonly signRawTransaction: (place: KeyPlace, raw: Uint8Array) => string;
  /** 32 bytes of a secret of its own for `label`; the same after a restore from the words. */
  readonly deriveSecret: (label: string) => Uint8Array;
  /** Overwrites the root. The keychain is unusable afterwards. */
  readonly close: () => void;
};

export function openKeychain(seed: Uint8Array): Keychain {
  const root = mnemonicToSeedSync(wordsOfSeed(seed));
  const publicChains = new Map<KeyPurpose, HDKey>();
  let closed = false;

  const withKey = <Result>(path: string, use: (key: HDKey) => Result): Result => {
    assert(!closed, 'the keychain is closed');
    const master = HDKey.fromMasterSeed(root);
    const key = master.derive(path);
    try {
      return use(key);
    } finally {
      key.wipePrivateData();
      master.wipePrivateData();
    }
  };

  const publicChain = (purpose: KeyPurpose): HDKey => {
    const known = publicChains.get(purpose);
    if (known !== undefined) return known;
    // Addresses need the public half only, so listing them never touches a private key again.
    const chain = withKey(chainPath(purpose), (key) => HDKey.fromExtendedKey(key.publicExtendedKey));
    publicChains.set(purpose, chain);
    return chain;
  };

  const addressAt = (place: KeyPlace): TronAddress => {
    const publicKey = publicChain(place.purpose).deriveChild(place.index).publicKey;
    assert(publicKey !== null, 'a derived key has a public half');
    return addressOfPublicKey(publicKey);
  };

  return {
    addressAt,
    signRawTransaction: (place, raw) => {
      const decoded = decodeAnyTransaction(raw);
      const owner = ownerOf(decoded);
      assert(owner === addressAt(place), 'the key does not own the transaction');
      return withKey(keyPath(place), ({ privateKey }) => {
        assert(privateKey !== null, 'a derived key has a private half');
        return signDigest(privateKey, sha256(raw));
      });
    },
    deriveSecret: (label) => new Uint8Array(hkdfSync('sha256', root, '', label, 32)),
    close: () => {
      closed = true;
      root.fill(0);
      publicChains.clear();
    },
  };
}
