import { hkdfSync } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2.js';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import { assert } from '@tern/base/assert';
import type { TronAddress } from '@tern/tron/address';
import { decodeAnyTransaction } from '@tern/tron/decode-raw-transaction';
import { mayBeDigest, messageDigest } from '@tern/tron/message-digest';
import { ownerOf } from '@tern/tron/owner-of';
import { addressOfPublicKey } from '@tern/tron/recover-signer';
import { readReservesText } from '@tern/tron/reserves-text';
import { chainPath, keyPath, type KeyPlace, type KeyPurpose } from './key-path.ts';
import { wordsOfSeed } from './seed.ts';
import { signDigest } from './sign-digest.ts';

/** Deriving an address takes milliseconds, and every order of the house asks for the same few: so many are remembered. */
const rememberedMax = 1_000;

/** The keys behind one seed. Only addresses, and signatures over understood transactions and over texts, ever leave it. */
export type Keychain = {
  readonly addressAt: (place: KeyPlace) => TronAddress;
  /**
   * Signs the raw bytes of a transfer, a step of staking or a change of permissions whose owner is this key's address:
   * 65 bytes as hexadecimal text.
   * The digest is SHA-256 of the bytes, which is also the transaction's id.
   * @throws CodecFault where the bytes are not exactly understood, AssertionFault where they name another owner.
   */
  readonly signRawTransaction: (place: KeyPlace, raw: Uint8Array) => string;
  /**
   * Signs a text with the key of a deposit address, behind Tron's message prefix (`messageDigest`): 65 bytes as
   * hexadecimal text.
   * @throws AssertionFault for another account, and for a text that may be a digest; Error for what is no text to sign.
   */
  readonly signMessage: (place: KeyPlace, text: string) => string;
  /**
   * Signs a statement of reserves (`reservesText`) that names this very account, the hot wallet or the fee account, as
   * `signMessage` does.
   * @throws AssertionFault for any other account or text.
   */
  readonly signReserves: (place: KeyPlace, text: string) => string;
  /** 32 bytes of a secret of its own for `label`; the same after a restore from the words. */
  readonly deriveSecret: (label: string) => Uint8Array;
  /** Overwrites the root. Addresses and signatures are refused afterwards. */
  readonly close: () => void;
};

/**
 * Opens the keys behind a seed of 32 bytes. The seed's 24 words, without a passphrase of BIP-39, give the root of the
 * tree, and `keyPath` says where in it a key is. Private keys are derived for each use and overwritten after it. The
 * caller still owns `seed` and overwrites it.
 *
 * @throws AssertionFault where the seed has another length; from everything but `close` once it is closed.
 * @example
 * const seed = new Uint8Array(32);
 * const keychain = openKeychain(seed);
 * const hot = { purpose: 'hot', index: 0 };
 * keychain.addressAt(hot); // → 'TUeQNhjUcQwjB2epWHip6E6UJ7uhUJLUWV'
 * keychain.signRawTransaction(hot, Uint8Array.of(1, 2, 3)); // throws CodecFault('does not occur in a transaction')
 * keychain.signMessage(hot, 'hello'); // throws AssertionFault('only a deposit address signs texts')
 * keychain.close();
 * keychain.addressAt(hot); // throws AssertionFault('the keychain is closed')
 */
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

  const { addressAt, forget } = rememberAddresses(({ purpose, index }) =>
    addressOfKey(publicChain(purpose).deriveChild(index)),
  );

  const sign = (place: KeyPlace, digest: Uint8Array): string =>
    withKey(keyPath(place), ({ privateKey }) => {
      assert(privateKey !== null, 'a derived key has a private half');
      return signDigest(privateKey, digest);
    });

  return {
    addressAt,
    signRawTransaction: (place, raw) => {
      const decoded = decodeAnyTransaction(raw);
      const owner = ownerOf(decoded);
      assert(owner === addressAt(place), 'the key does not own the transaction');
      return sign(place, sha256(raw));
    },
    signMessage: (place, text) => {
      assert(place.purpose === 'deposit', 'only a deposit address signs texts');
      assert(!mayBeDigest(text), 'the text may be a digest');
      return sign(place, messageDigest(text));
    },
    signReserves: (place, text) => {
      assert(
        place.purpose === 'hot' || place.purpose === 'fee',
        'an account of the house signs statements of reserves',
      );
      assert(readReservesText(text)?.address === addressAt(place), 'a statement of reserves about this account');
      return sign(place, messageDigest(text));
    },
    deriveSecret: (label) => {
      assert(!closed, 'the keychain is closed');
      return new Uint8Array(hkdfSync('sha256', root, '', label, 32));
    },
    close: () => {
      closed = true;
      root.fill(0);
      publicChains.clear();
      forget();
    },
  };
}

function rememberAddresses(derive: Keychain['addressAt']): {
  readonly addressAt: Keychain['addressAt'];
  readonly forget: () => void;
} {
  const addresses = new Map<string, TronAddress>();
  return {
    addressAt: (place) => {
      const name = `${place.purpose} ${place.index}`;
      const known = addresses.get(name);
      if (known !== undefined) return known;
      const address = derive(place);
      if (addresses.size === rememberedMax) addresses.clear();
      addresses.set(name, address);
      return address;
    },
    forget: () => addresses.clear(),
  };
}

function addressOfKey({ publicKey }: HDKey): TronAddress {
  assert(publicKey !== null, 'a derived key has a public half');
  return addressOfPublicKey(publicKey);
}
