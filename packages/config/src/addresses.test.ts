import { expect, test } from 'vitest';
import { tronNodes } from './addresses.ts';
import { loadConfig } from './load-config.ts';

const placesOf = (env: Record<string, string>, keys?: readonly (string | undefined)[]) =>
  tronNodes(loadConfig(env), keys).map(({ url, solidityUrl, apiKeyHeader, apiKey }) => [
    url,
    solidityUrl,
    apiKey === undefined ? undefined : `${apiKeyHeader}: ${apiKey}`,
  ]);

test('each node has its two addresses and its own key, which no other node is shown', () => {
  const env = {
    TRON_NODE_URLS: 'http://a:8090,https://b,https://c',
    TRON_SOLIDITY_URLS: 'http://a:8091,https://b,https://c',
    TRON_API_KEY_HEADERS: 'x-a,TRON-PRO-API-KEY,x-c',
  };
  expect(placesOf(env, [undefined, 'second', 'third'])).toEqual([
    ['http://a:8090', 'http://a:8091', undefined],
    ['https://b', 'https://b', 'TRON-PRO-API-KEY: second'],
    ['https://c', 'https://c', 'x-c: third'],
  ]);
  expect(placesOf({ TRON_NODE_URLS: 'https://a,https://b' }, ['first'])).toEqual([
    ['https://a', 'https://a', 'TRON-PRO-API-KEY: first'],
    ['https://b', 'https://b', undefined],
  ]);
});

test('a private network is asked at the default ports of java-tron on this machine', () => {
  const contract = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
  const genesisId = `${'0'.repeat(16)}${'ab'.repeat(24)}`;
  const env = { TRON_NETWORK: 'private', TRON_PRIVATE_GENESIS_ID: genesisId, TRON_PRIVATE_NAME: 'Harbour chain' };
  const config = loadConfig({ ...env, USDT_CONTRACT: contract, REWARD_CONTRACT: contract });
  expect(tronNodes(config)).toMatchObject([
    { url: 'http://127.0.0.1:8090', solidityUrl: 'http://127.0.0.1:8091', genesisId },
  ]);
});

test('the local chain has a second port where its setting says so', () => {
  expect(placesOf({ DEVCHAIN_PORT: '8090' })).toEqual([['http://127.0.0.1:8090', 'http://127.0.0.1:8090', undefined]]);
  expect(placesOf({ DEVCHAIN_PORT: '8090', DEVCHAIN_SOLIDITY_PORT: '8091' })).toEqual([
    ['http://127.0.0.1:8090', 'http://127.0.0.1:8091', undefined],
  ]);
});
