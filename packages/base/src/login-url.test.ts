import { expect, test } from 'vitest';
import { hasLogin, hasPassword, withLogin, withoutLogin, withPassword } from './login-url.ts';

test.each([
  ['postgres://db.example/tern?sslmode=verify-full', 'postgres://role:p%40ss@db.example/tern?sslmode=verify-full'],
  ['postgres://owner:secret@db.example:5433/tern', 'postgres://role:p%40ss@db.example:5433/tern'],
  // Before an empty host a login would be lost, and the driver would log in as whoever runs the process.
  ['postgres:///tern?host=/run/postgresql', 'postgres:///tern?host=%2Frun%2Fpostgresql&user=role&password=p%40ss'],
])('%s gets a login', (address, expected) => {
  const url = withLogin(address, 'role', 'p@ss');
  expect(url).toBe(expected);
  expect(hasLogin(url)).toBe(true);
});

test.each([
  ['postgres://owner:secret@db.example/tern', 'postgres://db.example/tern'],
  ['postgres:///tern?host=/run&user=owner&password=secret', 'postgres:///tern?host=%2Frun'],
  ['postgres://db.example/tern', 'postgres://db.example/tern'],
])('%s loses its login', (address, expected) => {
  expect(withoutLogin(address)).toBe(expected);
  expect(hasLogin(withoutLogin(address))).toBe(false);
});

test.each([
  ['postgres://owner:secret@db.example/tern', true],
  ['postgres:///tern?host=/run&user=owner&password=secret', true],
  ['postgres://owner@db.example/tern', false],
  ['postgres:///tern?host=/run&user=owner', false],
])('whether %s has a password: %s', (address, expected) => {
  expect(hasPassword(address)).toBe(expected);
});

test.each([
  ['postgres://an%20owner@db.example/tern', 'postgres://an%20owner:p%40ss@db.example/tern'],
  ['postgres:///tern?host=/run&user=owner', 'postgres:///tern?host=%2Frun&user=owner&password=p%40ss'],
])('%s gets a password', (address, expected) => {
  expect(withPassword(address, 'p@ss')).toBe(expected);
});
