import { units } from '@tern/money/units';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getAddress } from './address.ts';
import { parseScan, type Scan } from './parse-scan.ts';
import { formatPaymentLink } from './payment-link.ts';

const address = getAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
const other = getAddress('TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7');
const ownOrigin = 'https://wallet.example';
const tronLink = (param: object): string =>
  `tronlinkoutside://pull.activity?param=${encodeURIComponent(JSON.stringify(param))}`;

test.each<[string, Scan]>([
  [address, { kind: 'payment', address }],
  [`  ${address}\n`, { kind: 'payment', address }],
  [`tron:${address}`, { kind: 'payment', address }],
  [`TRON:${address}?amount=12.5`, { kind: 'payment', address, amount: '12.5' }],
  [`tron:${address}?amount=1&token=${other}`, { kind: 'payment', address, amount: '1', token: other }],
  [`tron:${address}?amount=1&memo=rent%20May`, { kind: 'payment', address, amount: '1', memo: 'rent May' }],
  [`tron:${address}?amount=1e3`, { kind: 'unknown' }],
  [`tron:${address}?amount=-1`, { kind: 'unknown' }],
  [`tron:${address}?token=USDT`, { kind: 'unknown' }],
  [`tron:${address.slice(0, -1)}u`, { kind: 'unknown' }],
  [`${ownOrigin}/pages/index/transfer?address=${address}&amount=3`, { kind: 'payment', address, amount: '3' }],
  [`https://evil.example/pages/index/transfer?address=${address}`, { kind: 'unknown' }],
  [`https://tronscan.org/#/address/${address}`, { kind: 'payment', address }],
  [`https://nile.tronscan.org/#/address/${address}/transfers`, { kind: 'payment', address }],
  [`https://tronscan.org.evil.example/#/address/${address}`, { kind: 'unknown' }],
  [
    tronLink({ action: 'transfer', to: address, amount: '7', contract: other }),
    { kind: 'payment', address, amount: '7', token: other },
  ],
  [tronLink({ action: 'transfer', to: address, amount: '7', tokenId: '0' }), { kind: 'payment', address, amount: '7' }],
  [tronLink({ action: 'transfer', to: address, amount: '7', tokenId: '1002000' }), { kind: 'unknown' }],
  [tronLink({ action: 'sign', to: address }), { kind: 'unknown' }],
  ['tronlinkoutside://pull.activity?param=%7B', { kind: 'unknown' }],
  [
    'wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?relay-protocol=irn&symKey=00',
    {
      kind: 'wallet-connect',
      uri: 'wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?relay-protocol=irn&symKey=00',
    },
  ],
  ['wc://7f6e@2?relay-protocol=irn', { kind: 'wallet-connect', uri: 'wc://7f6e@2?relay-protocol=irn' }],
  [`${ownOrigin}/wc?uri=wc%3A7f6e%402%3Fa%3D1`, { kind: 'wallet-connect', uri: 'wc:7f6e@2?a=1' }],
  [`${ownOrigin}/wc?uri=https%3A%2F%2Fevil.example`, { kind: 'unknown' }],
  ['https://evil.example/wc?uri=wc%3A7f6e%402%3Fa%3D1', { kind: 'unknown' }],
  ['0xa614f803b6fd780986a42c78ec9c7f77e6ded13c', { kind: 'evm-address' }],
  ['ethereum:0xa614f803b6fd780986a42c78ec9c7f77e6ded13c@1', { kind: 'evm-address' }],
  ['', { kind: 'unknown' }],
  ['javascript:alert(1)', { kind: 'unknown' }],
])('reads %s', (text, scan) => {
  expect(parseScan(text, { ownOrigin })).toEqual(scan);
});

test('reads back the payment links it writes', () => {
  expect(formatPaymentLink({ address })).toBe(`tron:${address}`);
  const link = formatPaymentLink({ address, amount: { units: units(12_500_000n), decimals: 6 }, token: other });
  expect(parseScan(link)).toEqual({ kind: 'payment', address, amount: '12.5', token: other });
});

test('never throws, whatever a camera sees', () => {
  const prefixes = fc.constantFrom('', 'tron:', 'wc:', 'https://', 'tronlinkoutside://pull.activity?param=');
  fc.assert(
    fc.property(
      prefixes,
      fc.string({ unit: 'binary', maxLength: 120 }),
      (prefix, text) => void parseScan(prefix + text),
    ),
    { numRuns: 2_000 },
  );
});
