import { i18n } from '@lingui/core';
import { beforeAll, expect, test } from 'vitest';
import { formatPrice } from './format-price.ts';

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

test.each([
  ['0.299999999999999999', '0.3000'],
  ['0.300001', '0.3000'],
  ['0.29995', '0.3000'],
  ['0.299949999999999999', '0.2999'],
  ['9.99999', '10.0000'],
  ['0.00999999', '0.010000'],
  ['0.3', '0.3000'],
  ['0.0512', '0.0512'],
  ['0.01', '0.0100'],
  ['1', '1.0000'],
  ['0', '0.0000'],
  ['0.009', '0.009000'],
  ['0.000012345678', '0.00001235'],
  ['64123.456789', '64,123.4568'],
])('writes the price %s to the nearest digit, as %s', (plain, shown) => {
  expect(formatPrice(plain)).toBe(shown);
});
