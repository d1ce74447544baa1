import { expect, test } from 'vitest';
import { limits } from './limits.ts';
import { readSite } from './site.ts';

test.each([
  ['https://app.harbour.example/swap?x=1', 'app.harbour.example', false],
  ['https://APP.Harbour.example.', 'app.harbour.example', false],
  ['https://app.harbour.example:8443', 'app.harbour.example:8443', false],
  // The first letter is Cyrillic.
  ['https://аpp.harbour.example', 'xn--pp-6kc.harbour.example', true],
])('C05 the address %s is shown as %s', (url, host, hasOtherLetters) => {
  expect(readSite({ url, name: 'Harbour Market' })).toEqual({ host, hasOtherLetters, name: 'Harbour Market' });
});

test.each([
  '',
  'app.harbour.example',
  'http://app.harbour.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://harbour',
  'https://localhost',
  'https://93.184.216.34',
  'https://1572395042',
  'https://[2606:2800:220:1::1]',
  'https://bank.example@evil.example',
  `https://${'a.'.repeat(126)}example`,
])('C05 the address %j is refused', (url) => {
  expect(readSite({ url, name: 'Harbour' })).toEqual({ refusal: 'bad-site-address' });
});

test('a site on this machine is taken in development alone', () => {
  const site = { url: 'http://localhost:5173/', name: 'Ours' };
  expect(readSite(site)).toEqual({ refusal: 'bad-site-address' });
  expect(readSite(site, { allowLoopback: true })).toMatchObject({ host: 'localhost:5173' });
  expect(readSite({ ...site, url: 'http://localhost.evil.example' }, { allowLoopback: true })).toEqual({
    refusal: 'bad-site-address',
  });
});

// Nobody proves what a site says of its address, so another port of ours is a way to look like us.
test.each([
  'https://wallet.test',
  'https://wallet.test:443/x',
  'https://wallet.test:8443',
  'https://WALLET.test.',
  'https://login.wallet.test',
  'https://login.wallet.test:8443',
  'https://console.test',
  'https://console.test:9443',
])('C05 %s is the house’s own and connects to nothing', (url) => {
  const ownHosts = ['wallet.test', 'console.test:8444'];
  expect(readSite({ url, name: 'Harbour' }, { ownHosts })).toEqual({ refusal: 'bad-site-address' });
});

test.each(['https://mywallet.test', 'https://wallet.test.evil.example'])(
  'C05 %s is another site than the house’s own',
  (url) => {
    expect(readSite({ url, name: 'Harbour' }, { ownHosts: ['wallet.test'] })).toMatchObject({ name: 'Harbour' });
  },
);

test.each([
  'https://tern.example..',
  'https://tern.example...',
  'https://tern.example。。',
  'https://www.tern.example..',
])('C05 dots behind the name make no other name: %s is the house’s', (url) => {
  expect(readSite({ url, name: 'Ours' }, { ownHosts: ['tern.example'] })).toEqual({ refusal: 'bad-site-address' });
});

test('on this machine another port is another site', () => {
  const rules = { allowLoopback: true, ownHosts: ['localhost:4300'] };
  expect(readSite({ url: 'http://localhost:5173', name: 'Ours' }, rules)).toMatchObject({ host: 'localhost:5173' });
  expect(readSite({ url: 'http://localhost:4300', name: 'Ours' }, rules)).toEqual({ refusal: 'bad-site-address' });
});

test('C05 a name that reads like the house is not shown: the address stands in its place', () => {
  const isHouseName = (name: string): boolean => name === 'Testwallet';
  const url = 'https://app.harbour.example';
  expect(readSite({ url, name: '\u200bTestwallet' }, { isHouseName })).toMatchObject({ name: 'app.harbour.example' });
  expect(readSite({ url, name: 'Harbour Market' }, { isHouseName })).toMatchObject({ name: 'Harbour Market' });
});

test.each([
  ['nothing', '', 'app.harbour.example'],
  ['invisible characters', '\u200b\u202e\u0000\u2066', 'app.harbour.example'],
  ['letters that nobody sees', '\u3164\u115f\u2800\u034f', 'app.harbour.example'],
  ['marks that cover what stands above', `Harbour${'\u0301'.repeat(50)}`, `Harbour${'\u0301'.repeat(4)}`],
  ['a turned direction', 'Harbour\u202etekraM', 'Harbour tekraM'],
  ['lines', 'Harbour\n\n  Market\t', 'Harbour Market'],
  ['half a character', 'Harbour \ud83d', 'Harbour \ufffd'],
  ['too many letters', '🦆'.repeat(200), '🦆'.repeat(limits.nameChars)],
])('C05 a name with %s', (_, name, shown) => {
  expect(readSite({ url: 'https://app.harbour.example', name })).toMatchObject({ name: shown });
});
