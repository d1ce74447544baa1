import { expect, test } from 'vitest';
import { chainIdOf } from './chain-id.ts';

test.each([
  ['mainnet', '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc', 'tron:0x2b6653dc'],
  ['Nile', '0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc', 'tron:0xcd8690dc'],
  ['a network of one’s own', `${'0'.repeat(56)}0000002a`, 'tron:0x0000002a'],
])('%s has the chain id that Tron’s documentation gives', (_, genesisId, chainId) => {
  expect(chainIdOf(genesisId)).toBe(chainId);
});
