import { expect, test } from 'vitest';
import { fromBase64Url, toBase64Url } from './bytes.ts';

test.each([[], [0], [255, 254, 253], [62, 63, 251, 240], Array.from({ length: 256 }, (_, byte) => byte)])(
  'bytes survive the way there and back without padding or signs that mean something in an address',
  (...bytes) => {
    const text = toBase64Url(Uint8Array.from(bytes).buffer);
    expect(text).toMatch(/^[A-Za-z0-9_-]*$/);
    expect([...fromBase64Url(text)]).toEqual(bytes);
  },
);
