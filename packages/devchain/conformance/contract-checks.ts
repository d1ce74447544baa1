import assert from 'node:assert/strict';
import { fromHex, toHex } from '../src/crypto/bytes.ts';
import { keccak256 } from '../src/crypto/hash.ts';
import { castOf, randomAddress, required, seenOf } from './cast.ts';
import { bothRoots } from './check.ts';
import type { Check } from './check.ts';
import type { Json, Node } from './node.ts';
import { requireOffered } from './require-offered.ts';
import { headsOf, verifyBuilt } from './verify-built.ts';

/** Selector of `transfer(address,uint256)`. */
const transferSelector = 'a9059cbb';

/** A call of `balanceOf` at a token that somebody moved lately. */
async function balanceCall(node: Node): Promise<Json> {
  const transfers = seenOf(await castOf(node), 'TriggerSmartContract').filter(({ value }) =>
    String(value['data']).startsWith(transferSelector),
  );
  const { owner_address, contract_address } = required(transfers, 'no token was moved').value;
  return {
    owner_address,
    contract_address,
    function_selector: 'balanceOf(address)',
    parameter: String(owner_address).slice(2).padStart(64, '0'),
  };
}

export const contractChecks: readonly Check[] = [
  {
    name: 'getcontract: who deployed it with what; nothing of what is no contract',
    paths: ['/wallet/getcontract'],
    page: 'smart-contract/getcontract',
    run: async (node) => {
      const { address, origin } = required((await castOf(node)).contracts, 'no contract was called');
      const contract = await node.post('/wallet/getcontract', { value: address });
      assert.deepEqual([contract['contract_address'], contract['origin_address']], [address, origin]);
      assert.match(String(contract['bytecode']), /^[0-9a-f]+$/);
      assert.match(String(contract['code_hash']), /^[0-9a-f]{64}$/);
      assert.equal('runtimecode' in contract, false);
      assert.deepEqual(await node.post('/wallet/getcontract', { value: randomAddress() }), {});
    },
  },
  {
    name: 'getcontractinfo: the same contract, with the code that runs, whose hash it has, and its state',
    paths: ['/wallet/getcontractinfo'],
    page: 'smart-contract/getcontractinfo',
    run: async (node) => {
      const { address } = required((await castOf(node)).contracts, 'no contract was called');
      const contract = await node.post('/wallet/getcontract', { value: address });
      const info = await node.post('/wallet/getcontractinfo', { value: address });
      assert.deepEqual(info['smart_contract'], contract);
      assert.equal(toHex(keccak256(fromHex(String(info['runtimecode'])))), contract['code_hash']);
      assert.equal(typeof info['contract_state'], 'object');
      assert.deepEqual(await node.post('/wallet/getcontractinfo', { value: randomAddress() }), {});
    },
  },
  {
    name: 'deploycontract: a deployment of code and parameters, with the address that it will have, in hex',
    paths: ['/wallet/deploycontract'],
    page: 'smart-contract/deploycontract',
    run: async (node) => {
      const owner_address = required((await castOf(node)).owners, 'nobody signed');
      const before = await headsOf(node);
      const terms = { consume_user_resource_percent: 100, origin_energy_limit: 10_000_000 };
      const body = { owner_address, name: 'Nothing', abi: '[]', bytecode: '6000', parameter: '01', ...terms };
      const built = await node.post('/wallet/deploycontract', { ...body, fee_limit: 1_000_000_000 });
      const { contract_address, ...transaction } = built;
      const value = {
        owner_address,
        new_contract: { origin_address: owner_address, abi: {}, bytecode: '600001', name: 'Nothing', ...terms },
      };
      await verifyBuilt(node, transaction, { type: 'CreateSmartContract', value, before });
      assert.equal((built['raw_data'] as Json)['fee_limit'], 1_000_000_000);
      const seed = fromHex(`${String(built['txID'])}${owner_address}`);
      assert.equal(contract_address, `41${toHex(keccak256(seed).subarray(12))}`);
      const tooMuch = await node.post('/wallet/deploycontract', { ...body, consume_user_resource_percent: 101 });
      assert.deepEqual(tooMuch, {
        Error: 'class org.tron.core.exception.ContractValidateException : percent must be >= 0 and <= 100',
      });
    },
  },
  {
    name: 'triggersmartcontract: a call of a function that changes something is built, not run',
    paths: ['/wallet/triggersmartcontract'],
    page: 'smart-contract/triggersmartcontract',
    run: async (node) => {
      const { owner_address, contract_address } = await balanceCall(node);
      const before = await headsOf(node);
      const parameter = `${'0'.repeat(64)}${'1'.padStart(64, '0')}`;
      const answer = await node.post('/wallet/triggersmartcontract', {
        owner_address,
        contract_address,
        function_selector: 'transfer(address,uint256)',
        parameter,
        fee_limit: 100_000_000,
        call_value: 0,
      });
      assert.deepEqual(Object.keys(answer).toSorted(), ['result', 'transaction']);
      assert.deepEqual(answer['result'], { result: true });
      const value = { owner_address, contract_address, data: `${transferSelector}${parameter}` };
      const transaction = answer['transaction'] as Json;
      await verifyBuilt(node, transaction, { type: 'TriggerSmartContract', value, before });
      assert.equal((transaction['raw_data'] as Json)['fee_limit'], 100_000_000);
    },
  },
  {
    name: 'triggerconstantcontract: the answer of a read and its energy, beside a call that is not to be sent',
    paths: bothRoots('triggerconstantcontract'),
    page: 'smart-contract/triggerconstantcontract',
    run: async (node) => {
      const body = await balanceCall(node);
      for (const path of bothRoots('triggerconstantcontract')) {
        const answer = await node.post(path, body);
        requireOffered(answer);
        assert.deepEqual(answer['result'], { result: true });
        assert.match(String((answer['constant_result'] as string[])[0]), /^[0-9a-f]{64}$/);
        assert.ok(Number(answer['energy_used']) > 0);
        assert.deepEqual((answer['transaction'] as Json)['ret'], [{}]);
      }
    },
  },
  {
    name: 'triggerconstantcontract: a function that is not there reverts, which the transaction tells',
    paths: bothRoots('triggerconstantcontract'),
    page: 'smart-contract/triggerconstantcontract',
    run: async (node) => {
      const { parameter: _parameter, ...call } = await balanceCall(node);
      for (const path of bothRoots('triggerconstantcontract')) {
        const answer = await node.post(path, { ...call, function_selector: 'noSuchFunction()' });
        requireOffered(answer);
        const { result, message } = answer['result'] as Json;
        assert.equal(result, true);
        assert.equal(Buffer.from(String(message), 'hex').toString('utf8'), 'REVERT opcode executed');
        assert.deepEqual((answer['transaction'] as Json)['ret'], [{ ret: 'FAILED' }]);
      }
    },
  },
  {
    name: 'estimateenergy: at least what the call uses',
    paths: bothRoots('estimateenergy'),
    page: 'smart-contract/estimateenergy',
    run: async (node) => {
      const body = await balanceCall(node);
      for (const root of ['/wallet', '/walletsolidity']) {
        const estimate = await node.post(`${root}/estimateenergy`, body);
        requireOffered(estimate);
        const { energy_used } = await node.post(`${root}/triggerconstantcontract`, body);
        assert.deepEqual(estimate['result'], { result: true });
        assert.ok(Number(estimate['energy_required']) >= Number(energy_used));
      }
    },
  },
];
