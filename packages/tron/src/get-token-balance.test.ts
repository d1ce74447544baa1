import { expect, test } from 'vitest';
import { getAddress } from './address.ts';
import { getTokenBalance } from './get-token-balance.ts';
import { scriptedNode } from './testing/scripted-node.ts';

const contract = getAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');

/** Asks a node that gives this answer for the balance. */
function ask(answer: object) {
  const node = scriptedNode({ '/walletsolidity/triggerconstantcontract': () => answer });
  return getTokenBalance(node, { view: 'solid', contract, owner: contract });
}

test('the node’s own words say why there is no balance', async () => {
  const words = 'Contract validate error : No contract or not a valid smart contract';
  const message = Buffer.from(words).toString('hex');
  await expect(ask({ result: { code: 'CONTRACT_VALIDATE_ERROR', message } })).rejects.toThrow(words);
  await expect(ask({ result: { result: true }, constant_result: ['01'] })).rejects.toThrow('it returned "01"');
});

test('a node that runs no calls says so, and nothing of the contract', async () => {
  const message = Buffer.from('this node does not support constant').toString('hex');
  await expect(ask({ result: { code: 'CONTRACT_VALIDATE_ERROR', message } })).rejects.toMatchObject({
    kind: 'refused',
  });
});
