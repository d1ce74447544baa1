import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashText } from './hash-text.ts';

test.each(['', 'Sign in to Harbour Market', 'Harbour\u200bMarket', 'مرحبا 👩\u200d💻', 'half \ud800 a pair'])(
  'the hash of %j is the one that the server computes',
  async (text) => {
    expect(await hashText(text)).toBe(createHash('sha256').update(text).digest('hex'));
  },
);
