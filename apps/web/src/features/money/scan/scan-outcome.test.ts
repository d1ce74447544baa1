import type { AssetView } from '@tern/contracts/routes/installation';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readOutcome, type Filled, type ScanOutcome } from './scan-outcome.ts';

const address = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7';
const usdtContract = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const ownOrigin = 'https://wallet.example';
const asset = (id: AssetView['id'], contract: string | null): AssetView => ({
  id,
  symbol: id.toUpperCase(),
  name: id,
  decimals: 6,
  contract,
  networks: ['tron'],
});
const assets = [asset('usdt', usdtContract), asset('trx', null), asset('reward', null)];
const read = (texts: readonly string[], filled: Filled = {}) => readOutcome(texts, { filled, assets, ownOrigin });
const to = (query: Record<string, string>) => ({
  kind: 'go',
  path: `/pages/index/transfer?${new URLSearchParams(query)}`,
});

test('an address goes into the form with what was filled in already', () => {
  expect(read([address])).toEqual(to({ to: address }));
  expect(read([address], { coin: 'trx', amount: '1.5', fee: 'amount', memo: 'rent' })).toEqual(
    to({ coin: 'trx', to: address, amount: '1.5', fee: 'amount', memo: 'rent' }),
  );
});

test('what the code asks for takes the place of what was filled in', () => {
  const link = `tron:${address}?amount=12.5&token=${usdtContract}&memo=May`;
  expect(read([link], { coin: 'trx', amount: '1', memo: 'rent' })).toEqual(
    to({ coin: 'usdt', to: address, amount: '12.5', memo: 'May' }),
  );
});

test('an amount of no named coin asks which coin is meant, unless the person had chosen one', () => {
  const link = `tron:${address}?amount=12.5`;
  const outcome = read([link]);
  expect(outcome).toMatchObject({ kind: 'choose-coin', amount: '12.5' });
  expect(outcome.kind === 'choose-coin' && outcome.pathFor('trx')).toBe(
    to({ coin: 'trx', to: address, amount: '12.5' }).path,
  );
  expect(read([link], { coin: 'usdt' })).toEqual(to({ coin: 'usdt', to: address, amount: '12.5' }));
});

test('a link of our own says its coin by name', () => {
  expect(read([`${ownOrigin}/pages/index/transfer?coin=trx&to=${address}&amount=3`])).toEqual(
    to({ coin: 'trx', to: address, amount: '3' }),
  );
});

test('a token that is not held here is not taken for another one', () => {
  expect(read([`tron:${address}?token=${address}`])).toEqual({ kind: 'token-not-held' });
});

test.each<[string, ScanOutcome['kind']]>([
  ['0xa614f803b6fd780986a42c78ec9c7f77e6ded13c', 'evm-address'],
  ['https://evil.example/', 'unknown'],
  ['', 'unknown'],
])('%s leads nowhere', (text, kind) => {
  expect(read([text])).toEqual({ kind });
});

test('a link of a site leads to where sites are connected, with the whole link', () => {
  const link = `wc:${'7f'.repeat(32)}@2?relay-protocol=irn&symKey=${'0a'.repeat(32)}`;
  for (const text of [link, `${ownOrigin}/wc?uri=${encodeURIComponent(link)}`]) {
    expect(read([text])).toEqual({ kind: 'go', path: `/pages/my/connect?${new URLSearchParams({ uri: link })}` });
  }
});

test('two different codes are not chosen between, the same one twice is one', () => {
  expect(read([address, usdtContract])).toEqual({ kind: 'several' });
  expect(read([address, ` ${address}`])).toEqual(to({ to: address }));
});

test('W08 whatever 10,000 codes say, they fill in our own form or ask to connect at most', () => {
  const start = fc.constantFrom(
    '',
    `tron:${address}?`,
    'wc:',
    'https://',
    `${ownOrigin}/`,
    `${ownOrigin}/pages/index/transfer?to=${address}&`,
    'tronlinkoutside://pull.activity?param=',
    'javascript:',
    'bitcoin:',
  );
  const rest = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.webUrl(),
    fc.string({ minLength: 4096, maxLength: 4200 }),
  );
  fc.assert(
    fc.property(start, rest, (prefix, text) => {
      const outcome = read([prefix + text]);
      if (outcome.kind !== 'go') return;
      const url = new URL(outcome.path, ownOrigin);
      if (url.pathname === '/pages/my/connect') return expect(url.searchParams.get('uri')).toMatch(/^wc:/i);
      expect([url.origin, url.pathname, url.searchParams.get('to')]).toEqual([
        ownOrigin,
        '/pages/index/transfer',
        address,
      ]);
    }),
    { numRuns: 10_000 },
  );
});
