import { createHash } from 'node:crypto';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { units } from '@tern/money/units';
import { buildTransfer } from '@tern/tron/build-transfer';
import { CodecFault } from '@tern/tron/codec-fault';
import { encodeRawTransaction } from '@tern/tron/encode-raw-transaction';
import { recoverSigner } from '@tern/tron/recover-signer';
import { Trx, TronWeb } from 'tronweb';
import { describe, expect, test } from 'vitest';
import { keyPath, type KeyPurpose } from './key-path.ts';
import { openKeychain } from './open-keychain.ts';
import { wordsOfSeed } from './seed.ts';
import { signDigest } from './sign-digest.ts';

const seed = Uint8Array.from({ length: 32 }, (_, at) => at);
const keychain = openKeychain(seed);
const hot = { purpose: 'hot', index: 0 } as const;
const refBlock = { number: 7, id: '0000000000000007'.padEnd(64, 'a'), timeMs: 1_000 };
const rawOf = (amountSun: bigint, owner = keychain.addressAt(hot)): Uint8Array =>
  encodeRawTransaction(
    buildTransfer({
      owner,
      to: keychain.addressAt({ purpose: 'deposit', index: 0 }),
      amountSun: units(amountSun),
      refBlock,
      expirationMs: 61_000,
      timestampMs: 1_000,
    }),
  );

describe('K03 keys', () => {
  test.each<[KeyPurpose, number, string]>([
    ['deposit', 0, "m/44'/195'/0'/0/0"],
    ['deposit', 1_999_999, "m/44'/195'/0'/0/1999999"],
    ['hot', 0, "m/44'/195'/1'/0/0"],
    ['fee', 3, "m/44'/195'/2'/0/3"],
    ['cold', 0, "m/44'/195'/3'/0/0"],
  ])('%s %i is at %s, with the address tronweb derives there', (purpose, index, path) => {
    expect(keyPath({ purpose, index })).toBe(path);
    const theirs = TronWeb.fromMnemonic(wordsOfSeed(seed), path) as { address: string };
    expect(keychain.addressAt({ purpose, index })).toBe(theirs.address);
  });

  test('addresses of all accounts and indexes differ', () => {
    const purposes: readonly KeyPurpose[] = ['deposit', 'hot', 'fee', 'cold'];
    const all = purposes.flatMap((purpose) =>
      Array.from({ length: 250 }, (_, index) => keychain.addressAt({ purpose, index })),
    );
    expect(new Set(all).size).toBe(1_000);
  });

  test('an address is the same however many were asked for since, and none is told once the keys are closed', () => {
    const own = openKeychain(seed);
    const ask = (): readonly string[] =>
      Array.from({ length: 1_001 }, (_, index) => own.addressAt({ purpose: 'deposit', index }));
    const first = ask();
    expect(ask()).toEqual(first);
    expect(first[0]).toBe(keychain.addressAt({ purpose: 'deposit', index: 0 }));
    own.close();
    expect(() => own.addressAt({ purpose: 'deposit', index: 1_000 })).toThrow('the keychain is closed');
  });

  test('an index out of range is refused', () => {
    for (const index of [-1, 0.5, 2 ** 31, Number.NaN]) {
      expect(() => keyPath({ purpose: 'deposit', index })).toThrow('not a key index');
    }
  });
});

describe('K04 signatures', () => {
  test.each([
    [
      'Satoshi Nakamoto',
      '934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d8',
      '2442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5',
    ],
    [
      'All those moments will be lost in time, like tears in rain. Time to die...',
      '8600dbd41e348fe5c9465ab92d23e3db8b98b873beecd930736488696438cb6b',
      '547fe64427496db33bf66019dacbf0039c04199abb0122918601db38a72cfc21',
    ],
  ])('RFC 6979 with key 1 over %j', (text, r, s) => {
    const digest = createHash('sha256').update(utf8ToBytes(text)).digest();
    const signature = signDigest(hexToBytes('1'.padStart(64, '0')), digest);
    expect(signature.slice(0, 64)).toBe(r);
    expect(signature.slice(64, 128)).toBe(s);
  });

  test('the signer of a transaction is the owner of the key; equal bytes give equal signatures', () => {
    const raw = rawOf(5n);
    const signatureHex = keychain.signRawTransaction(hot, raw);
    expect(recoverSigner({ rawHex: bytesToHex(raw), signatureHex })).toBe(keychain.addressAt(hot));
    expect(keychain.signRawTransaction(hot, raw)).toBe(signatureHex);
  });

  test('no r repeats and every s is low', () => {
    const half = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;
    const seen = new Set<string>();
    for (let amount = 1n; amount <= 300n; amount += 1n) {
      const signature = keychain.signRawTransaction(hot, rawOf(amount));
      expect(BigInt(`0x${signature.slice(64, 128)}`) <= half).toBe(true);
      seen.add(signature.slice(0, 64));
    }
    expect(seen.size).toBe(300);
  });
});

test('M28 bytes that are not a transfer of this key are not signed', () => {
  expect(() => keychain.signRawTransaction(hot, utf8ToBytes('sign me'))).toThrow(CodecFault);
  expect(() => keychain.signRawTransaction(hot, new Uint8Array(32))).toThrow(CodecFault);
  const another = rawOf(5n, keychain.addressAt({ purpose: 'fee', index: 0 }));
  expect(() => keychain.signRawTransaction(hot, another)).toThrow('does not own');
});

test('K12 a text is signed as tronweb signs it, by a deposit key alone', () => {
  const words = wordsOfSeed(seed);
  for (const text of ['hello', 'Cafe\u0301 🦆', '長'.repeat(666)]) {
    const { privateKey } = TronWeb.fromMnemonic(words, keyPath({ purpose: 'deposit', index: 4 })) as {
      privateKey: string;
    };
    const theirs = Trx.signMessageV2(text, privateKey);
    expect(`0x${keychain.signMessage({ purpose: 'deposit', index: 4 }, text)}`).toBe(theirs);
  }
  for (const purpose of ['hot', 'fee', 'cold'] as const)
    expect(() => keychain.signMessage({ purpose, index: 0 }, 'hello')).toThrow('only a deposit address');
  expect(() => keychain.signMessage({ purpose: 'deposit', index: 4 }, 'a'.repeat(32))).toThrow('digest');
});

test('a secret of its own for each label, the same after a restore', () => {
  expect(keychain.deriveSecret('a')).toEqual(openKeychain(seed).deriveSecret('a'));
  expect(keychain.deriveSecret('a')).not.toEqual(keychain.deriveSecret('b'));
});

test('a closed keychain signs and derives no more', () => {
  const closing = openKeychain(seed);
  closing.close();
  expect(() => closing.addressAt(hot)).toThrow('closed');
  expect(() => closing.signRawTransaction(hot, rawOf(5n))).toThrow('closed');
  expect(() => closing.signMessage({ purpose: 'deposit', index: 0 }, 'hello')).toThrow('closed');
});
