import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { getAddress } from './address.ts';
import { listIssuerActs } from './list-issuer-acts.ts';

const ours = getAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
const word = `${'0'.repeat(24)}a614f803b6fd780986a42c78ec9c7f77e6ded13c`;
const amount = 1_234_567n.toString(16).padStart(64, '0');
const topic = bytesToHex(keccak_256(new TextEncoder().encode('DestroyedBlackFunds(address,uint256)')));
const rules = { ownAddresses: new Set([ours]), tokens: new Map([[ours, 'usdt' as const]]) };

function destroyed(topics: readonly string[], data: string) {
  const log = { index: 0, contract: ours, topics, data };
  const transaction = { txId: 'aa', result: 'success', logs: [log] };
  return listIssuerActs({ transactions: [transaction] } as never, rules);
}

test.each([
  ['indexed', [topic, word], amount],
  ['plain', [topic], word + amount],
])('D17 what an issuer destroyed is read with its amount where the address is %s', (_, topics, data) => {
  expect(destroyed(topics, data)).toMatchObject([
    { act: 'DestroyedBlackFunds', address: ours, assetId: 'usdt', amount: 1_234_567n },
  ]);
});

test('an amount that is no word is left out, and the act still counts', () => {
  const [act] = destroyed([topic, word], 'abc');
  expect(act).toMatchObject({ act: 'DestroyedBlackFunds', address: ours });
  expect(act).not.toHaveProperty('amount');
});
