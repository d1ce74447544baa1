import { describe, expect, test } from 'vitest';
import { openSeed, SealFault, sealSeed } from './seal-seed.ts';
import { createSeed } from './seed.ts';

const cost = { memoryKib: 8_192, passes: 1 };
const passphrase = 'correct horse battery';
const purpose = 'signer';

test('opens what was sealed, and the seed is not readable in it', () => {
  const seed = createSeed();
  const sealed = sealSeed({ seed, passphrase, purpose, cost });
  expect(openSeed({ sealed, passphrase, purpose })).toEqual(seed);
  expect(Buffer.from(sealed).includes(Buffer.from(seed))).toBe(false);
});

test('the default cost opens too', () => {
  const seed = createSeed();
  expect(openSeed({ sealed: sealSeed({ seed, passphrase, purpose }), passphrase, purpose })).toEqual(seed);
});

describe('K02 the seal fails closed', () => {
  const sealed = sealSeed({ seed: createSeed(), passphrase, purpose, cost });

  test('on every flipped byte', { timeout: 60_000 }, () => {
    for (const at of sealed.keys()) {
      const flipped = Uint8Array.from(sealed, (byte, position) => (position === at ? byte ^ 0x01 : byte));
      expect(() => openSeed({ sealed: flipped, passphrase, purpose }), `byte ${at}`).toThrow(SealFault);
    }
  });

  test('on another passphrase, another purpose, and every shorter or longer text', () => {
    expect(() => openSeed({ sealed, passphrase: `${passphrase} `, purpose })).toThrow(SealFault);
    expect(() => openSeed({ sealed, passphrase, purpose: 'other' })).toThrow(SealFault);
    expect(() => openSeed({ sealed: sealed.slice(0, -1), passphrase, purpose })).toThrow(SealFault);
    expect(() => openSeed({ sealed: new Uint8Array(), passphrase, purpose })).toThrow(SealFault);
    expect(() => openSeed({ sealed: Buffer.concat([sealed, Buffer.alloc(1)]), passphrase, purpose })).toThrow(
      SealFault,
    );
  });

  test('on the parts of two seals put together', () => {
    const other = sealSeed({ seed: createSeed(), passphrase, purpose, cost });
    const mixed = Buffer.concat([sealed.subarray(0, 38), other.subarray(38)]);
    expect(() => openSeed({ sealed: mixed, passphrase, purpose })).toThrow(SealFault);
  });

  test('salt and nonce are new each time', () => {
    const seals = Array.from({ length: 50 }, () => sealSeed({ seed: new Uint8Array(32), passphrase, purpose, cost }));
    expect(new Set(seals.map((seal) => Buffer.from(seal.subarray(10, 38)).toString('hex'))).size).toBe(50);
  });
});
