import assert from 'node:assert/strict';
import { toBase58 } from '../src/crypto/address.ts';
import { fromHex } from '../src/crypto/bytes.ts';
import { askBoth, castOf, randomAddress, required, seenOf } from './cast.ts';
import { bothRoots } from './check.ts';
import type { Check } from './check.ts';
import type { Json, Node } from './node.ts';

/** Fresh accounts have none of these members, so the answer has to be asked for an account that has done something. */
async function ownerOf(node: Node): Promise<string> {
  return required((await castOf(node)).owners, 'nobody signed');
}

export const accountChecks: readonly Check[] = [
  {
    name: 'getaccount: the address in the form that was asked for, times and permissions; no address is nobody',
    paths: bothRoots('getaccount'),
    page: 'account/getaccount',
    run: async (node) => {
      const address = await ownerOf(node);
      const base58 = toBase58(fromHex(address));
      for (const path of bothRoots('getaccount')) {
        const account = await node.post(path, { address });
        assert.equal(account['address'], address);
        assert.equal((await node.post(path, { address: base58, visible: true }))['address'], base58);
        assert.ok(Number(account['create_time'] ?? 0) >= 0);
        const { threshold, keys } = account['owner_permission'] as { threshold: number; keys: Json[] };
        assert.ok(threshold > 0 && keys.length > 0);
        assert.deepEqual(await node.post(path), {});
      }
    },
  },
  {
    name: 'getaccountbyid: the account that took the id',
    paths: bothRoots('getaccountbyid'),
    page: '../http (getaccountbyid)',
    run: async (node) => {
      const { value } = required(seenOf(await castOf(node), 'SetAccountIdContract'), 'no account id');
      for (const path of bothRoots('getaccountbyid')) {
        const account = await node.post(path, { account_id: value['account_id'] });
        assert.deepEqual([account['address'], account['account_id']], [value['owner_address'], value['account_id']]);
      }
    },
  },
  {
    name: 'getaccountnet: the bandwidth part of getaccountresource; no address and a stranger have none',
    paths: ['/wallet/getaccountnet', '/wallet/getaccountresource'],
    page: 'account/getaccountnet',
    run: async (node) => {
      const body = { address: await ownerOf(node) };
      const net = await node.post('/wallet/getaccountnet', body);
      const resources = await node.post('/wallet/getaccountresource', body);
      for (const name of ['freeNetLimit', 'TotalNetLimit', 'TotalNetWeight']) {
        assert.ok(Number(net[name]) > 0, name);
        assert.equal(net[name], resources[name], name);
      }
      assert.equal('TotalEnergyLimit' in net, false);
      for (const path of ['/wallet/getaccountnet', '/wallet/getaccountresource']) {
        assert.deepEqual(await node.post(path), {});
        assert.deepEqual(await node.post(path, { address: randomAddress() }), {});
      }
    },
  },
  {
    name: 'validateaddress: three forms that the length tells apart, and words for the rest',
    paths: ['/wallet/validateaddress'],
    page: 'account/validateaddress',
    run: async (node) => {
      const bytes = fromHex(randomAddress());
      const base58 = toBase58(bytes);
      const wrongSum = base58.slice(0, -1) + (base58.endsWith('1') ? '2' : '1');
      for (const [address, result, message] of [
        [Buffer.from(bytes).toString('hex'), true, 'Hex string format'],
        [base58, true, 'Base58check format'],
        [Buffer.from(bytes).toString('base64'), true, 'Base64 format'],
        [`a0${Buffer.from(bytes.subarray(1)).toString('hex')}`, false, 'Invalid address'],
        [wrongSum, false, 'Invalid address'],
        ['41', false, 'Length error'],
      ] as const) {
        assert.deepEqual(await node.post('/wallet/validateaddress', { address }), { result, message });
      }
    },
  },
  {
    name: 'getaccountbalance and getblockbalance: the last change of a balance is in a block, with the balance after it',
    paths: ['/wallet/getaccountbalance', '/wallet/getblockbalance'],
    page: 'account/getaccountbalance',
    run: async (node) => {
      const { txId, height, value } = required(
        seenOf(await castOf(node), 'TransferContract'),
        'no transfer was carried out',
      );
      const { blockID: hash } = await node.post('/wallet/getblockbynum', { num: height });
      const identifier = { hash, number: height };
      const block = (await node.post('/wallet/getblockbalance', identifier)) as {
        block_identifier: Json;
        timestamp: number;
        transaction_balance_trace: {
          transaction_identifier: string;
          operation: Json[];
          type: string;
          status: string;
        }[];
      };
      assert.deepEqual(block.block_identifier, identifier);
      const trace = block.transaction_balance_trace.find(
        ({ transaction_identifier }) => transaction_identifier === txId,
      );
      assert.deepEqual([trace?.type, trace?.status], ['TransferContract', 'SUCCESS']);
      const paid = trace?.operation.find(({ address }) => address === value['to_address']);
      assert.equal(paid?.['amount'], value['amount']);
      assert.deepEqual(
        trace?.operation.map(({ operation_identifier }) => operation_identifier ?? 0),
        trace?.operation.map((_operation, index) => index),
      );
      const account = await node.post('/wallet/getaccountbalance', {
        account_identifier: { address: value['to_address'] },
        block_identifier: identifier,
      });
      assert.deepEqual(account['block_identifier'], identifier);
      assert.ok(Number(account['balance']) >= Number(value['amount']));
    },
  },
  {
    name: 'getaccountbalance and getblockbalance: what a request lacks or contradicts is told in words',
    paths: ['/wallet/getaccountbalance', '/wallet/getblockbalance'],
    page: 'account/getaccountbalance',
    run: async (node) => {
      const { blockID: hash } = await node.post('/wallet/getblockbynum', { num: 1 });
      const account_identifier = { address: randomAddress() };
      const illegal = 'class java.lang.IllegalArgumentException : ';
      const wordsOf = async (path: string, body: Json) => (await node.post(`/wallet/${path}`, body))['Error'];
      for (const [body, words] of [
        [{}, 'account_identifier is null'],
        [{ account_identifier: {} }, 'account_identifier address is null'],
        [{ account_identifier }, 'block_identifier null'],
        [{ account_identifier, block_identifier: { hash, number: 2 } }, 'number and hash do not match'],
      ] as const) {
        assert.equal(await wordsOf('getaccountbalance', body), `${illegal}${words}`);
      }
      for (const [body, words] of [
        [{ hash, number: -1 }, 'block_identifier number less than 0'],
        [{ hash: '00', number: 1 }, 'block_identifier hash length not equals 32'],
        [{ hash, number: 2 }, 'number and hash do not match'],
      ] as const) {
        assert.equal(await wordsOf('getblockbalance', body), `${illegal}${words}`);
      }
    },
  },
  {
    name: 'getdelegatedresource and its index: Stake 1.0 alone, of which a stranger has none',
    paths: [...bothRoots('getdelegatedresource'), ...bothRoots('getdelegatedresourceaccountindex')],
    page: 'stake-v1/getdelegatedresource',
    run: async (node) => {
      const value = randomAddress();
      assert.deepEqual(
        await askBoth(node, 'getdelegatedresource', { fromAddress: value, toAddress: randomAddress() }),
        {},
      );
      const index = await askBoth(node, 'getdelegatedresourceaccountindex', { value });
      // Nodes whose chain keeps the index another way answer with nothing at all.
      assert.ok(Object.keys(index).length === 0 || index['account'] === value, JSON.stringify(index));
    },
  },
];
