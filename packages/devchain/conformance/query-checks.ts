import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { fromInner, toBase58 } from '../src/crypto/address.ts';
import { toHex } from '../src/crypto/bytes.ts';
import { bothRoots } from './check.ts';
import type { Check } from './check.ts';
import type { Node } from './node.ts';
import { requireOffered } from './require-offered.ts';

const unknownAddress = () => fromInner(Uint8Array.from(randomBytes(20)));
/** The one account every chain has: that of whoever made the head. */
async function witnessOf(node: Node): Promise<string> {
  const head = (await node.post('/wallet/getnowblock')) as {
    block_header: { raw_data: { witness_address: string } };
  };
  return head.block_header.raw_data.witness_address;
}

const unknownId = () => toHex(randomBytes(32));

export const queryChecks: readonly Check[] = [
  {
    name: 'what does not exist is an empty object',
    paths: [
      ...bothRoots('getaccount'),
      '/wallet/getaccountresource',
      '/wallet/gettransactionbyid',
      ...bothRoots('gettransactioninfobyid'),
    ],
    page: 'account/getaccount',
    run: async (node) => {
      const address = unknownAddress();
      assert.deepEqual(await node.post('/wallet/getaccount', { address: toHex(address) }), {});
      assert.deepEqual(
        await node.post('/walletsolidity/getaccount', { address: toBase58(address), visible: true }),
        {},
      );
      assert.deepEqual(await node.post('/wallet/getaccountresource', { address: toHex(address) }), {});
      assert.deepEqual(await node.post('/wallet/gettransactionbyid', { value: unknownId() }), {});
      assert.deepEqual(await node.post('/wallet/gettransactioninfobyid', { value: unknownId() }), {});
      assert.deepEqual(await node.post('/walletsolidity/gettransactioninfobyid', { value: unknownId() }), {});
    },
  },
  {
    name: 'a wrong address is an Error in a 200',
    paths: ['/wallet/getaccount'],
    page: 'account/getaccount',
    run: async (node) => {
      assert.ok('Error' in (await node.post('/wallet/getaccount', { address: 'T000', visible: true })));
    },
  },
  {
    name: 'chain parameters name the fees, and none has the value 0',
    paths: ['/wallet/getchainparameters'],
    page: 'witness-and-governance/getchainparameters',
    run: async (node) => {
      const { chainParameter } = (await node.post('/wallet/getchainparameters')) as {
        chainParameter: { key: string; value?: number }[];
      };
      const values = new Map(chainParameter.map(({ key, value }) => [key, value]));
      for (const key of [
        'getEnergyFee',
        'getTransactionFee',
        'getCreateAccountFee',
        'getMemoFee',
        'getMaxFeeLimit',
        'getMultiSignFee',
        'getUpdateAccountPermissionFee',
        'getUnfreezeDelayDays',
      ]) {
        assert.ok((values.get(key) ?? 0) > 0, key);
      }
      assert.equal(
        chainParameter.some(({ value }) => value === 0),
        false,
      );
    },
  },
  {
    name: 'prices are a history whose last entry is the present price',
    paths: ['/wallet/getenergyprices'],
    page: 'node-and-tools/getenergyprices',
    run: async (node) => {
      const { prices } = (await node.post('/wallet/getenergyprices')) as { prices: string };
      assert.match(prices, /^\d+:\d+(,\d+:\d+)*$/);
      const { chainParameter } = (await node.post('/wallet/getchainparameters')) as {
        chainParameter: { key: string; value?: number }[];
      };
      const energyFee = chainParameter.find(({ key }) => key === 'getEnergyFee')?.value;
      assert.equal(Number(prices.split(':').at(-1)), energyFee);
    },
  },
  {
    name: 'calling what is no contract is refused in the result, not by the status',
    paths: ['/wallet/triggerconstantcontract'],
    page: 'smart-contract/triggerconstantcontract',
    run: async (node) => {
      const reply = await node.post('/wallet/triggerconstantcontract', {
        owner_address: toBase58(unknownAddress()),
        contract_address: toBase58(unknownAddress()),
        function_selector: 'symbol()',
        visible: true,
      });
      requireOffered(reply);
      assert.deepEqual(reply['result'], { code: 'CONTRACT_VALIDATE_ERROR', message: 'Smart contract is not exist.' });
    },
  },
  {
    name: 'resources of an account tell its share and the totals of the network',
    paths: ['/wallet/getaccountresource'],
    page: 'account/getaccountresource',
    run: async (node) => {
      const resources = await node.post('/wallet/getaccountresource', { address: await witnessOf(node) });
      for (const key of ['freeNetLimit', 'TotalNetLimit', 'TotalNetWeight', 'TotalEnergyLimit', 'TotalEnergyWeight']) {
        assert.ok(Number(resources[key]) > 0, key);
      }
    },
  },
  {
    name: 'an account has an owner permission, and active ones with 32 bytes of operations',
    paths: ['/wallet/getaccount'],
    page: 'account/getaccount',
    run: async (node) => {
      const account = (await node.post('/wallet/getaccount', { address: await witnessOf(node) })) as {
        owner_permission: { type?: string; threshold: number; keys: { address: string; weight: number }[] };
        active_permission: { type: string; id: number; operations: string }[];
      };
      const { type, threshold, keys } = account.owner_permission;
      assert.equal(type, undefined);
      assert.ok(keys.reduce((sum, { weight }) => sum + weight, 0) >= threshold);
      for (const [index, active] of account.active_permission.entries()) {
        assert.deepEqual([active.type, active.id], ['Active', index + 2]);
        assert.match(active.operations, /^[0-9a-f]{64}$/);
      }
    },
  },
  {
    name: 'of 32 places for ended stakes an account has what it does not use, and can withdraw nothing of the past',
    paths: ['/wallet/getavailableunfreezecount', '/wallet/getcanwithdrawunfreezeamount'],
    page: 'stake-v2/getavailableunfreezecount',
    run: async (node) => {
      const owner_address = await witnessOf(node);
      const { count = 0 } = await node.post('/wallet/getavailableunfreezecount', { owner_address });
      assert.ok(Number(count) >= 0 && Number(count) <= 32);
      const nothing = await node.post('/wallet/getcanwithdrawunfreezeamount', { owner_address, timestamp: 1 });
      assert.deepEqual(nothing, {});
    },
  },
  {
    name: 'an account that does not exist can stake nothing, and the words say so',
    paths: ['/wallet/freezebalancev2'],
    page: 'stake-v2/freezebalancev2',
    run: async (node) => {
      const owner = unknownAddress();
      const reply = await node.post('/wallet/freezebalancev2', {
        owner_address: toHex(owner),
        frozen_balance: 1_000_000,
        resource: 'ENERGY',
      });
      assert.match(String(reply['Error']), /ContractValidateException : Account\[.+\] (does )?not exist/);
    },
  },
  {
    name: 'a path that does not exist is a 404, and the solid root has no broadcast',
    paths: [],
    page: 'index',
    run: async (node) => {
      assert.equal(await node.status('/wallet/nosuchthing'), 404);
      assert.notEqual(await node.status('/walletsolidity/broadcasttransaction'), 200);
    },
  },
];
