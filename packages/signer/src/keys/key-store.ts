import type { TronAddress } from '@tern/tron/address';
import type { KeyPlace } from '@tern/vault/key-path';

/**
 * Whoever holds the keys of a signer. The signer decides what is signed, and asks one of these to sign it; it never sees a
 * key. `testing/key-store-contract.ts` is the contract as tests that every implementation passes:
 *
 * 1. The same place has the same address for ever, and different places have different ones.
 * 2. A signature is over SHA-256 of exactly the bytes given, by the key of exactly the place given, in 65 bytes.
 * 3. Bytes that are no transaction of the place's own address are not signed. There is no way to have a digest signed.
 * 4. A text is signed over `messageDigest`, with deposit keys alone, and not where it may be a digest itself. Keys that sign
 *    no texts throw `KeyRefusal`. The hot wallet and the fee account sign `reservesText` about themselves, and no other text.
 * 5. `mac` is HMAC-SHA-256 with a key of its own for each label; the same after the keys were restored from their backup.
 * 6. Whatever cannot be answered throws. Nothing is answered by a guess, and nothing after `close`.
 * 7. No answer contains a private key, the seed, a chain code or a key of `mac`.
 */
export type KeyStore = {
  readonly addressAt: (place: KeyPlace) => TronAddress;
  /** Signs the raw bytes of a transaction: 65 bytes as hexadecimal text in lower case. */
  readonly signRawTransaction: (place: KeyPlace, raw: Uint8Array) => string;
  /** Signs a text with the key of a deposit address: 65 bytes as hexadecimal text in lower case. */
  readonly signMessage: (place: KeyPlace, text: string) => string;
  /** Signs a statement of reserves with the account of the house that it names: 65 bytes as hexadecimal text in lower case. */
  readonly signReserves: (place: KeyPlace, text: string) => string;
  /** 32 bytes as hexadecimal text. */
  readonly mac: (label: string, text: string) => string;
  readonly close: () => void;
};
