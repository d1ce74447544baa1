import { expect, test } from 'vitest';
import { keptOfTransfer } from './kept-transfer.ts';

test.each([
  ['assetId', 'usdt', 'usdt'],
  ['assetId', 'gone', undefined],
  ['networkId', 'tron', 'tron'],
  ['networkId', 3, undefined],
  ['amount', '12.5', '12.5'],
  // Two amounts in two languages: none is better than another one.
  ['amount', '1,250', undefined],
  ['amount', '', undefined],
  ['isMax', true, true],
  ['isMax', 'true', undefined],
  ['feeFrom', 'amount', 'amount'],
  ['feeFrom', null, undefined],
  ['memo', 'rent', 'rent'],
] as const)('%s is read back from %j as %j', (field, raw, value) => {
  expect(keptOfTransfer[field]?.(raw)).toBe(value);
});

test('warnings that were accepted are not kept', () => {
  expect(Object.keys(keptOfTransfer)).not.toContain('acceptedAddress');
  expect(Object.keys(keptOfTransfer)).not.toContain('keptAddress');
});
