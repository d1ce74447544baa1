import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDevchain } from '../start-devchain.ts';
import type { Devchain } from '../start-devchain.ts';
import { walletTable } from './table.ts';

let chain: Devchain;

beforeAll(async () => {
  chain = await startDevchain({ port: 0, seed: 'fuzz', mining: { mode: 'manual' } });
});

afterAll(() => chain.close());

const names = [
  'address',
  'owner_address',
  'to_address',
  'account_address',
  'receiver_address',
  'fromAddress',
  'toAddress',
  'contract_address',
  'amount',
  'balance',
  'frozen_balance',
  'unfreeze_balance',
  'resource',
  'lock',
  'lock_period',
  'type',
  'timestamp',
  'asset_name',
  'offset',
  'limit',
  'id',
  'url',
  'votes',
  'brokerage',
  'parameters',
  'proposal_id',
  'exchange_id',
  'token_id',
  'quant',
  'frozen_supply',
  'total_supply',
  'owner',
  'actives',
  'keys',
  'value',
  'num',
  'startNum',
  'endNum',
  'id_or_num',
  'data',
  'parameter',
  'function_selector',
  'call_value',
  'abi',
  'bytecode',
  'transaction',
  'raw_data',
  'signature',
  'Permission_id',
  'extra_data',
  'account_identifier',
  'block_identifier',
  'hash',
  'number',
  'contractType',
  'account_name',
  'account_id',
  'consume_user_resource_percent',
  'origin_energy_limit',
  'offset',
  'limit',
] as const;

const odd = fc.oneof(
  fc.constantFrom('', '41', '0x', 'zz', '41'.repeat(21), 'T'.repeat(34), '-1', '1e3', '9'.repeat(25), 'f'.repeat(64)),
  fc.constantFrom(null, true, -1, 0.5, 1e300, 99_999_999_999, 1_000_000, 'ENERGY', 'BANDWIDTH', 'TRON_POWER'),
  fc.constantFrom({ address: `41${'0'.repeat(40)}` }, { hash: '0'.repeat(64), number: 0 }),
  fc.constantFrom({ threshold: 1, keys: [{ address: 'zz', weight: -1 }] }, [{ type: 'Active', operations: 'ff' }]),
  fc.json().map((text) => JSON.parse(text) as unknown),
);
const contractTypes = [
  'TransferContract',
  'TriggerSmartContract',
  'CreateSmartContract',
  'TransferAssetContract',
  'AssetIssueContract',
  'AccountPermissionUpdateContract',
  'FreezeBalanceV2Contract',
  'UnfreezeBalanceV2Contract',
  'WithdrawExpireUnfreezeContract',
  'CancelAllUnfreezeV2Contract',
  'DelegateResourceContract',
  'UnDelegateResourceContract',
  'ParticipateAssetIssueContract',
  'UnfreezeAssetContract',
  'UpdateAssetContract',
  'ExchangeCreateContract',
  'ExchangeInjectContract',
  'ExchangeWithdrawContract',
  'ExchangeTransactionContract',
  'WitnessCreateContract',
  'WitnessUpdateContract',
  'VoteWitnessContract',
  'UpdateBrokerageContract',
  'WithdrawBalanceContract',
  'ProposalCreateContract',
  'ProposalApproveContract',
  'ProposalDeleteContract',
  'FreezeBalanceContract',
  'UnfreezeBalanceContract',
  'AccountUpdateContract',
  'SetAccountIdContract',
  'ClearABIContract',
  'UpdateSettingContract',
  'UpdateEnergyLimitContract',
] as const;
const contract = fc.record({
  type: fc.oneof(odd, fc.constantFrom(...contractTypes)),
  parameter: fc.oneof(
    odd,
    fc.record({ value: fc.oneof(odd, fc.dictionary(fc.constantFrom(...names), odd)), type_url: odd }),
  ),
  Permission_id: odd,
});
const raw = fc.record({ contract: fc.oneof(odd, fc.array(contract, { maxLength: 2 })), expiration: odd, data: odd });
const member = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom(...names), odd) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('raw_data'), raw) },
);
// Half of the requests go where transactions are read, the deepest of all.
const path = fc.oneof(
  fc.constantFrom(...walletTable.keys()),
  fc.constantFrom('/wallet/broadcasttransaction', '/wallet/getsignweight', '/wallet/deploycontract'),
);
const body = fc.array(member, { maxLength: 8 }).map((members) => Object.fromEntries(members));

test('no endpoint breaks on any body: always 200 and JSON', async () => {
  await fc.assert(
    fc.asyncProperty(path, body, fc.boolean(), async (path, members, visible) => {
      const response = await fetch(`${chain.url}${path}`, {
        method: 'POST',
        body: JSON.stringify({ ...members, visible }),
      });
      expect({ path, status: response.status, text: response.ok ? '' : await response.text() }).toEqual({
        path,
        status: 200,
        text: '',
      });
    }),
    { numRuns: 2_000 },
  );
});
