import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { describeSupplyChain } from './describe-supply-chain.ts';

// Goal: the page lists what is installed. Method: it is written anew and compared; a page without its marks is refused.
const root = fileURLToPath(new URL('../../../', import.meta.url));

test('the page of the supply chain is current', () => {
  const page = readFileSync(`${root}docs/security/supply-chain.md`, 'utf8');
  expect(page).toContain('| of these without a SHA-512 in the lock | 0 |');
  expect(describeSupplyChain(root, page)).toBe(page);
});

test('a page that has lost its marks is not written over', () => {
  expect(() => describeSupplyChain(root, '# Supply chain\n')).toThrow('lost its marks');
});
