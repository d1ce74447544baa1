import { createHmac } from 'node:crypto';
import { findAddressFromHex, type TronAddress } from '@tern/tron/address';
import { recoverMessageSigner, recoverSigner } from '@tern/tron/recover-signer';
import { reservesText } from '@tern/tron/reserves-text';
import type { KeyPlace } from '@tern/vault/key-path';
import { openKeychain } from '@tern/vault/open-keychain';
import { expect, onTestFinished, test } from 'vitest';
import type { KeyStore } from '../keys/key-store.ts';
import { encodeTestTransfer } from './encode-test-transfer.ts';

/** 32 bytes that the store under test is opened with: its addresses are those of this seed. */
export const contractSeed = new Uint8Array(32).fill(7);

const places: readonly KeyPlace[] = [
  { purpose: 'hot', index: 0 },
  { purpose: 'fee', index: 0 },
  { purpose: 'cold', index: 0 },
  { purpose: 'deposit', index: 0 },
  { purpose: 'deposit', index: 1_000_000 },
];
const other = findAddressFromHex('11'.repeat(20)) as TronAddress;

/** The contract of `KeyStore`, for any implementation: each gives an open store over `contractSeed`. */
export function testKeyStore(name: string, open: () => Promise<KeyStore>): void {
  const opened = (): Promise<KeyStore> => openForTest(open);
  testTexts(name, opened);
  testReserves(name, opened);

  test(`K03 ${name}: addresses are those of the seed, each place has its own, and they stay`, async () => {
    const keys = await opened();
    const expected = openKeychain(contractSeed);
    const addresses = places.map((place) => keys.addressAt(place));
    expect(addresses).toEqual(places.map((place) => expected.addressAt(place)));
    expect(new Set(addresses).size).toBe(places.length);
    expect(places.map((place) => keys.addressAt(place))).toEqual(addresses);
  });

  test(`K04 ${name}: a signature is of the key of the place, over exactly the bytes`, async () => {
    const keys = await opened();
    for (const place of places) {
      const raw = encodeTestTransfer(keys.addressAt(place), other);
      const signatureHex = keys.signRawTransaction(place, raw);
      expect(recoverSigner({ rawHex: Buffer.from(raw).toString('hex'), signatureHex })).toBe(keys.addressAt(place));
    }
  });

  test(`K05 ${name}: what is no transaction of its own address is not signed, least of all a digest`, async () => {
    const keys = await opened();
    const [hot, fee] = places;
    if (hot === undefined || fee === undefined) throw new Error('two places');
    const raw = encodeTestTransfer(keys.addressAt(hot), other);
    for (const [place, bytes] of [
      [hot, new Uint8Array(32).fill(1)],
      [hot, new Uint8Array()],
      [hot, raw.slice(0, -1)],
      [fee, raw],
      [{ purpose: 'hot', index: -1 }, raw],
      [{ purpose: 'hot', index: 2 ** 31 }, raw],
    ] as const)
      expect(() => keys.signRawTransaction(place, bytes)).toThrow();
  });

  test(`K11 ${name}: a MAC has a key of its own for each label, the same in every implementation`, async () => {
    const keys = await opened();
    const key = openKeychain(contractSeed).deriveSecret('one');
    expect(keys.mac('one', 'text')).toBe(createHmac('sha256', key).update('text').digest('hex'));
    expect(new Set([keys.mac('one', 'text'), keys.mac('two', 'text'), keys.mac('one', 'texts')]).size).toBe(3);
  });

  test(`K08 ${name}: closed, it answers nothing`, async () => {
    const keys = await opened();
    const [place] = places;
    if (place === undefined) throw new Error('a place');
    const raw = encodeTestTransfer(keys.addressAt(place), other);
    keys.close();
    expect(() => keys.addressAt(place)).toThrow('closed');
    expect(() => keys.signRawTransaction(place, raw)).toThrow('closed');
    expect(() => keys.signMessage({ purpose: 'deposit', index: 0 }, 'Sign in to Harbour')).toThrow('closed');
    expect(() => keys.mac('one', 'text')).toThrow('closed');
  });
}

function testTexts(name: string, opened: () => Promise<KeyStore>): void {
  test(`K12 ${name}: a text is signed by the deposit key of the place, exactly as it is`, async () => {
    const keys = await opened();
    for (const index of [0, 1_000_000]) {
      const place = { purpose: 'deposit', index } as const;
      for (const text of ['Sign in to Harbour', '欢迎来到海港', 'Cafe\u0301 🦆\r\n', `\ufeff${'長'.repeat(660)}`]) {
        const signatureHex = keys.signMessage(place, text);
        expect(recoverMessageSigner({ text, signatureHex })).toBe(keys.addressAt(place));
      }
    }
  });

  test(`K12 ${name}: no other account signs a text, and nobody signs what may be a digest or is none`, async () => {
    const keys = await opened();
    const deposit = { purpose: 'deposit', index: 0 } as const;
    for (const place of places.filter(({ purpose }) => purpose !== 'deposit'))
      expect(() => keys.signMessage(place, 'Sign in to Harbour')).toThrow();
    for (const text of ['', 'a'.repeat(32), `\n${'a'.repeat(32)}`, '長'.repeat(667), 'half \ud800 a pair'])
      expect(() => keys.signMessage(deposit, text)).toThrow();
    expect(() => keys.signMessage({ purpose: 'deposit', index: -1 }, 'Sign in to Harbour')).toThrow();
  });
}

function testReserves(name: string, opened: () => Promise<KeyStore>): void {
  test(`K12 ${name}: an account of the house signs statements of reserves about itself, and nothing else`, async () => {
    const keys = await opened();
    const [hot, fee] = places;
    if (hot === undefined || fee === undefined) throw new Error('two places');
    const about = (place: KeyPlace): string =>
      reservesText({
        ...{ house: 'wallet.example', number: 1, day: '2026-11-30', statementHash: 'ab'.repeat(32) },
        ...{ address: keys.addressAt(place), block: { number: 1, id: '00'.repeat(32) } },
      });
    for (const place of [hot, fee])
      expect(recoverMessageSigner({ text: about(place), signatureHex: keys.signReserves(place, about(place)) })).toBe(
        keys.addressAt(place),
      );
    const deposit = { purpose: 'deposit', index: 0 } as const;
    for (const [place, text] of [
      [fee, about(hot)],
      [hot, `${about(hot)}\n`],
      [hot, 'Sign in to Harbour'],
      [deposit, about(deposit)],
      [{ purpose: 'cold', index: 0 }, about({ purpose: 'cold', index: 0 })],
    ] as const)
      expect(() => keys.signReserves(place, text)).toThrow();
  });
}

async function openForTest(open: () => Promise<KeyStore>): Promise<KeyStore> {
  const keys = await open();
  onTestFinished(() => keys.close());
  return keys;
}
