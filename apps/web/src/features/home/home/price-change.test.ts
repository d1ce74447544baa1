import { i18n } from '@lingui/core';
import { beforeAll, expect, test } from 'vitest';
import { showPriceChange } from './price-change.ts';

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

test('a change is the difference of the two prices as they are shown', () => {
  expect(showPriceChange('0.26941', '0.28')).toBe('+0.0106');
  expect(showPriceChange('1234.5', '1200')).toBe('−34.5000');
  expect(showPriceChange('0.001235', '0.001234')).toBe('−0.000001');
});

test('what is cut off both is no change', () => {
  expect(showPriceChange('0.10001', '0.10002')).toBeUndefined();
  expect(showPriceChange('1', '1')).toBeUndefined();
});
