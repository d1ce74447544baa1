import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { fromInner, toBase58 } from '../src/crypto/address.ts';
import type { Check } from './check.ts';
import type { Json, Node } from './node.ts';

const someone = () => toBase58(fromInner(Uint8Array.from(randomBytes(20))));

async function resultOf(node: Node, path: string, body: Json): Promise<unknown> {
  return (await node.post(path, { visible: true, ...body }))['result'];
}

/** What calls of contracts are refused with; none of these needs an account. */
export const callChecks: readonly Check[] = [
  {
    name: 'triggersmartcontract: where there is no contract, the result says so',
    paths: ['/wallet/triggersmartcontract'],
    page: 'smart-contract/triggersmartcontract',
    run: async (node) => {
      const body = { owner_address: someone(), contract_address: someone(), function_selector: 'symbol()' };
      assert.deepEqual(await resultOf(node, '/wallet/triggersmartcontract', body), {
        code: 'CONTRACT_VALIDATE_ERROR',
        message: 'No contract or not a valid smart contract',
      });
    },
  },
  {
    name: 'triggersmartcontract: what the request lacks is told in the result',
    paths: ['/wallet/triggersmartcontract'],
    page: 'smart-contract/triggersmartcontract',
    run: async (node) => {
      assert.deepEqual(await resultOf(node, '/wallet/triggersmartcontract', { contract_address: someone() }), {
        code: 'OTHER_ERROR',
        message: "class java.security.InvalidParameterException : owner_address isn't set.",
      });
    },
  },
  {
    name: 'triggerconstantcontract and estimateenergy: a call without contract and data is told in the result',
    paths: ['/wallet/triggerconstantcontract', '/walletsolidity/estimateenergy'],
    page: 'smart-contract/triggerconstantcontract',
    run: async (node) => {
      for (const path of ['/wallet/triggerconstantcontract', '/walletsolidity/estimateenergy']) {
        assert.deepEqual(await resultOf(node, path, { owner_address: someone() }), {
          code: 'OTHER_ERROR',
          message:
            'class java.security.InvalidParameterException : At least one of contract_address and data must be set.',
        });
      }
    },
  },
  {
    name: 'delegateresource and undelegateresource: each says in its own words that the account does not exist',
    paths: ['/wallet/delegateresource', '/wallet/undelegateresource'],
    page: 'stake-v2/delegateresource',
    run: async (node) => {
      const body = { owner_address: someone(), receiver_address: someone(), balance: 1_000_000, visible: true };
      const errorOf = async (path: string) => String((await node.post(path, body))['Error']);
      const refused = 'class org\\.tron\\.core\\.exception\\.ContractValidateException : Account\\[41[0-9a-f]{40}\\]';
      assert.match(await errorOf('/wallet/delegateresource'), new RegExp(`^${refused} not exists$`));
      assert.match(await errorOf('/wallet/undelegateresource'), new RegExp(`^${refused} does not exist$`));
    },
  },
];
