import { expect, test } from 'vitest';
import { findOtherHost } from './find-other-host.ts';

const host = 'app.harbour.example';
const signIn = (named: string, uri = `https://${host}/login`) =>
  `${named} wants you to sign in with your Tron account:\nTQ5m8wVnPZ8cQ3g1Hr4yJk7bNfXs2LdAeU\n\nURI: ${uri}\nVersion: 1`;

test('a text to sign in at the site that asks is for nobody else', () => {
  expect(findOtherHost(signIn(host), host)).toBeUndefined();
  expect(findOtherHost(signIn(`https://${host.toUpperCase()}`), host)).toBeUndefined();
  expect(findOtherHost(signIn(host, 'not an address'), host)).toBeUndefined();
});

test('a text to sign in somewhere else is for that site', () => {
  expect(findOtherHost(signIn('bank.example'), host)).toBe('bank.example');
  expect(findOtherHost(signIn(host, 'https://bank.example/login'), host)).toBe('bank.example');
  expect(findOtherHost(signIn('app.harbour.example.evil.example'), host)).toBe('app.harbour.example.evil.example');
});

test.each([
  ['behind a space', ` ${signIn('bank.example')}`],
  ['behind lines', `Welcome!\n\n${signIn('bank.example')}`],
  ['behind another one', `${signIn(host)}\n\n${signIn('bank.example')}`],
  ['in quotes', `“Hello”. "bank.example wants you to sign in`],
  ['in other words', 'bank.example wants you to log in with your Tron account'],
  ['in other capitals', 'bank.example WANTS YOU TO SIGN-IN with your Tron account'],
  ['in two lines', 'bank.example\nwants you to sign in'],
  ['with another scheme', signIn('wss://bank.example')],
  ['with a scheme of an app', signIn('com.bank-app+v2://bank.example')],
  ['with a second URI', `${signIn(host)}\nuri: https://bank.example/login`],
])('C05 a text to sign in somewhere else is found %s', (_, text) => {
  expect(findOtherHost(text, host)).toBe('bank.example');
});

test('any other text is for nobody', () => {
  expect(findOtherHost('Sign in to Harbour Market', host)).toBeUndefined();
  expect(findOtherHost('URI: https://bank.example', host)).toBeUndefined();
  expect(findOtherHost('Harbour Market wants you to sign in', host)).toBeUndefined();
});
