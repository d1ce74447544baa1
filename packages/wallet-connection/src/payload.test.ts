import { expect, test } from 'vitest';
import { readPayload } from './payload.ts';

test.each([
  [
    'a question',
    '{"id":1,"jsonrpc":"2.0","method":"m","params":[1]}',
    { request: { id: 1, method: 'm', params: [1] } },
  ],
  ['a question without parameters', '{"id":1,"jsonrpc":"2.0","method":"m"}', { request: { id: 1, method: 'm' } }],
  ['yes', '{"id":1,"jsonrpc":"2.0","result":true}', { response: { id: 1, accepted: true } }],
  ['a result that is nothing', '{"id":1,"jsonrpc":"2.0","result":null}', { response: { id: 1, accepted: true } }],
  ['no', '{"id":1,"jsonrpc":"2.0","error":{"code":1,"message":""}}', { response: { id: 1, accepted: false } }],
])('%s is read', (_, text, payload) => {
  expect(readPayload(text)).toEqual(payload);
});

test.each([
  '',
  'null',
  '1',
  '"wc_sessionPing"',
  '[{"id":1,"jsonrpc":"2.0","method":"m"}]',
  '{"id":1,"jsonrpc":"2.0"}',
  '{"id":1,"method":"m"}',
  '{"id":1,"jsonrpc":"1.0","method":"m"}',
  '{"jsonrpc":"2.0","method":"m"}',
  '{"id":null,"jsonrpc":"2.0","method":"m"}',
  '{"id":"1","jsonrpc":"2.0","method":"m"}',
  '{"id":0,"jsonrpc":"2.0","method":"m"}',
  '{"id":1.5,"jsonrpc":"2.0","method":"m"}',
  '{"id":9007199254740993,"jsonrpc":"2.0","method":"m"}',
  '{"id":1e400,"jsonrpc":"2.0","method":"m"}',
  '{"id":1,"jsonrpc":"2.0","method":7}',
  '{"id":1,"jsonrpc":"2.0","method":"m","result":true}',
  '{"id":1,"jsonrpc":"2.0","result":true,"error":{"code":1,"message":""}}',
  '{"id":1,"jsonrpc":"2.0","error":"no"}',
  `{"id":1,"jsonrpc":"2.0","method":"${'m'.repeat(65)}"}`,
])('C01 %s is refused', (text) => {
  expect(readPayload(text)).toEqual({ refusal: 'not-json-rpc' });
});
