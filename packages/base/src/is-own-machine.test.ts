import { expect, test } from 'vitest';
import { isOwnMachine } from './is-own-machine.ts';

test.each(['localhost', '127.0.0.1', '127.0.0.2', '127.255.255.254', '::1', '[::1]'])('%s is this machine', (host) => {
  expect(isOwnMachine(host)).toBe(true);
});

test.each([
  '',
  '0.0.0.0',
  '::',
  '128.0.0.1',
  '127.evil.example',
  '127.0.0.1.example',
  'localhost.example',
  'mail.example',
])('%s may be another machine', (host) => {
  expect(isOwnMachine(host)).toBe(false);
});
