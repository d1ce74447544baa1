import { i18n } from '@lingui/core';
import { beforeAll, expect, test } from 'vitest';
import { formatStart } from './format-start.ts';

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

test('a beginning is told as exactly as it is far', () => {
  const now = new Date(2026, 10, 21, 14, 32);
  const told = (...at: [number, number, number, number, number]) =>
    formatStart(new Date(...at).toISOString(), now).replace('\u202f', ' ');
  expect(told(2026, 10, 21, 8, 5)).toBe('8:05 AM');
  expect(told(2026, 10, 20, 14, 32)).toBe('Nov 20, 2026, 2:32 PM');
  expect(told(2026, 9, 22, 14, 32)).toBe('Oct 22');
  expect(told(2025, 9, 22, 14, 32)).toBe('October 22, 2025');
});
