import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { castOf, randomAddress, seenOf, text } from './cast.ts';
import type { Cast } from './cast.ts';
import { NotOffered } from './check.ts';
import type { Check } from './check.ts';
import type { Json, Node } from './node.ts';
import { headsOf, verifyBuilt } from './verify-built.ts';

type Builder = {
  readonly endpoint: string;
  readonly type: string;
  readonly page: string;
  /** What may be asked for, by whoever may be able to. The first that the node builds is looked at. */
  readonly bodies: (cast: Cast) => readonly Json[];
};

const trxSun = 1_000_000;
const dayMs = 86_400_000;
const bodiesMax = 40;
/** A permission for transfers alone, as hex of its 32 bytes. */
const transfersOnly = `02${'00'.repeat(31)}`;
const url = text('https://conformance.example');

const byOwner =
  (body: (owner_address: string, cast: Cast) => Json) =>
  (cast: Cast): Json[] =>
    cast.owners.map((owner_address) => ({ owner_address, ...body(owner_address, cast) }));
const byIssuer =
  (body: (token: Cast['tokens'][number], cast: Cast) => Json) =>
  (cast: Cast): Json[] =>
    cast.tokens.map((token) => ({ owner_address: token.owner_address, ...body(token, cast) }));
const byWitness =
  (body: Json) =>
  ({ witness }: Cast): Json[] => [{ owner_address: witness, ...body }];
const byDeployer =
  (body: Json) =>
  ({ contracts }: Cast): Json[] =>
    contracts.map(({ address, origin }) => ({ owner_address: origin, contract_address: address, ...body }));
/** A thousandth of what the pair has of its first token. */
const byPairOwner = ({ exchanges }: Cast): Json[] =>
  exchanges.map(({ exchange_id, creator_address, first_token_id, first_token_balance }) => ({
    owner_address: creator_address,
    exchange_id,
    token_id: first_token_id,
    quant: Math.max(1, Math.floor(first_token_balance / 1_000)),
  }));
const pending = ({ proposals }: Cast) => proposals.filter(({ state }) => state === undefined);

const accountBuilders: readonly Builder[] = [
  {
    endpoint: 'createtransaction',
    type: 'TransferContract',
    page: 'tx-build-and-broadcast/createtransaction',
    bodies: byOwner(() => ({ to_address: randomAddress(), amount: 1 })),
  },
  {
    endpoint: 'createCommonTransaction',
    type: 'TransferContract',
    page: 'java-tron CreateCommonTransactionServlet',
    bodies: byOwner(() => ({ to_address: randomAddress(), amount: 1, contractType: 'TransferContract' })),
  },
  {
    endpoint: 'createaccount',
    type: 'AccountCreateContract',
    page: 'account/createaccount',
    bodies: byOwner(() => ({ account_address: randomAddress() })),
  },
  {
    endpoint: 'updateaccount',
    type: 'AccountUpdateContract',
    page: 'account/updateaccount',
    bodies: byOwner(() => ({ account_name: text('conformance') })),
  },
  {
    endpoint: 'setaccountid',
    type: 'SetAccountIdContract',
    page: '../http (setaccountid)',
    bodies: byOwner(() => ({ account_id: text(randomBytes(8).toString('hex')) })),
  },
  {
    endpoint: 'accountpermissionupdate',
    type: 'AccountPermissionUpdateContract',
    page: 'account/accountpermissionupdate',
    bodies: byOwner((address) => {
      const keys = [{ address, weight: 1 }];
      return {
        owner: { permission_name: 'owner', threshold: 1, keys },
        actives: [{ type: 'Active', id: 2, permission_name: 'active', threshold: 1, operations: transfersOnly, keys }],
      };
    }),
  },
];

const stakeBuilders: readonly Builder[] = [
  {
    endpoint: 'freezebalancev2',
    type: 'FreezeBalanceV2Contract',
    page: 'stake-v2/freezebalancev2',
    bodies: byOwner(() => ({ frozen_balance: trxSun, resource: 'ENERGY' })),
  },
  {
    endpoint: 'unfreezebalancev2',
    type: 'UnfreezeBalanceV2Contract',
    page: 'stake-v2/unfreezebalancev2',
    bodies: byOwner(() => ({ unfreeze_balance: trxSun, resource: 'ENERGY' })),
  },
  {
    endpoint: 'withdrawexpireunfreeze',
    type: 'WithdrawExpireUnfreezeContract',
    page: 'stake-v2/withdrawexpireunfreeze',
    bodies: byOwner(() => ({})),
  },
  {
    endpoint: 'cancelallunfreezev2',
    type: 'CancelAllUnfreezeV2Contract',
    page: 'stake-v2/cancelallunfreezev2',
    bodies: byOwner(() => ({})),
  },
  {
    endpoint: 'delegateresource',
    type: 'DelegateResourceContract',
    page: 'stake-v2/delegateresource',
    bodies: byOwner((owner, { owners }) => ({
      receiver_address: owners.find((other) => other !== owner) ?? '',
      balance: trxSun,
      resource: 'ENERGY',
    })),
  },
  {
    endpoint: 'undelegateresource',
    type: 'UnDelegateResourceContract',
    page: 'stake-v2/undelegateresource',
    bodies: (cast) =>
      seenOf(cast, 'DelegateResourceContract')
        .filter(({ value }) => value['resource'] === 'ENERGY')
        .map(({ value: { owner_address, receiver_address } }) => ({
          owner_address,
          receiver_address,
          balance: trxSun,
          resource: 'ENERGY',
        })),
  },
];

const assetBuilders: readonly Builder[] = [
  {
    endpoint: 'createassetissue',
    type: 'AssetIssueContract',
    page: 'asset/createassetissue',
    bodies: byOwner((_owner, { solidMs }) => ({
      name: text('Conformance'),
      abbr: text('CON'),
      total_supply: 1_000,
      trx_num: 1,
      num: 1,
      start_time: solidMs + dayMs,
      end_time: solidMs + 2 * dayMs,
      description: text('Worth nothing'),
      url,
    })),
  },
  {
    endpoint: 'transferasset',
    type: 'TransferAssetContract',
    page: 'asset/transferasset',
    bodies: byIssuer(({ id, owner_address }, { owners }) => ({
      to_address: owners.find((other) => other !== owner_address) ?? '',
      asset_name: text(id),
      amount: 1,
    })),
  },
  {
    endpoint: 'participateassetissue',
    type: 'ParticipateAssetIssueContract',
    page: 'asset/participateassetissue',
    bodies: ({ tokens, owners }) =>
      tokens.flatMap(({ id, owner_address, trx_num }) =>
        owners
          .filter((owner) => owner !== owner_address)
          .slice(0, 3)
          .map((owner) => ({
            owner_address: owner,
            to_address: owner_address,
            asset_name: text(id),
            amount: trx_num,
          })),
      ),
  },
  {
    endpoint: 'unfreezeasset',
    type: 'UnfreezeAssetContract',
    page: 'asset/unfreezeasset',
    bodies: byIssuer(() => ({})),
  },
  {
    endpoint: 'updateasset',
    type: 'UpdateAssetContract',
    page: 'asset/updateasset',
    bodies: byIssuer(() => ({ description: text('Changed'), url, new_limit: 5, new_public_limit: 7 })),
  },
];

const contractBuilders: readonly Builder[] = [
  { endpoint: 'clearabi', type: 'ClearABIContract', page: 'smart-contract/clearabi', bodies: byDeployer({}) },
  {
    endpoint: 'updatesetting',
    type: 'UpdateSettingContract',
    page: 'smart-contract/updatesetting',
    bodies: byDeployer({ consume_user_resource_percent: 40 }),
  },
  {
    endpoint: 'updateenergylimit',
    type: 'UpdateEnergyLimitContract',
    page: 'smart-contract/updateenergylimit',
    bodies: byDeployer({ origin_energy_limit: 1_234_567 }),
  },
];

const witnessBuilders: readonly Builder[] = [
  {
    endpoint: 'createwitness',
    type: 'WitnessCreateContract',
    page: 'witness-and-governance/createwitness',
    bodies: byOwner(() => ({ url })),
  },
  {
    endpoint: 'updatewitness',
    type: 'WitnessUpdateContract',
    page: 'witness-and-governance/updatewitness',
    bodies: byWitness({ update_url: url }),
  },
  {
    endpoint: 'votewitnessaccount',
    type: 'VoteWitnessContract',
    page: 'witness-and-governance/votewitnessaccount',
    bodies: byOwner((_owner, { witness }) => ({ votes: [{ vote_address: witness, vote_count: 1 }] })),
  },
  {
    endpoint: 'updateBrokerage',
    type: 'UpdateBrokerageContract',
    page: 'witness-and-governance/updateBrokerage',
    bodies: byWitness({ brokerage: 20 }),
  },
  {
    endpoint: 'withdrawbalance',
    type: 'WithdrawBalanceContract',
    page: 'witness-and-governance/withdrawbalance',
    bodies: byOwner(() => ({})),
  },
  {
    endpoint: 'proposalcreate',
    type: 'ProposalCreateContract',
    page: 'witness-and-governance/proposalcreate',
    bodies: byWitness({ parameters: [{ key: 11, value: 210 }] }),
  },
  {
    endpoint: 'proposalapprove',
    type: 'ProposalApproveContract',
    page: 'witness-and-governance/proposalapprove',
    bodies: (cast) =>
      pending(cast).map(({ proposal_id }) => ({
        owner_address: cast.witness,
        proposal_id,
        is_add_approval: true,
      })),
  },
  {
    endpoint: 'proposaldelete',
    type: 'ProposalDeleteContract',
    page: 'witness-and-governance/proposaldelete',
    bodies: (cast) =>
      pending(cast).map(({ proposal_id, proposer_address }) => ({ owner_address: proposer_address, proposal_id })),
  },
];

const exchangeBuilders: readonly Builder[] = [
  {
    endpoint: 'exchangecreate',
    type: 'ExchangeCreateContract',
    page: '../http (exchangecreate)',
    bodies: byIssuer(({ id }) => ({
      first_token_id: text(id),
      first_token_balance: 1,
      second_token_id: text('_'),
      second_token_balance: 1,
    })),
  },
  {
    endpoint: 'exchangeinject',
    type: 'ExchangeInjectContract',
    page: '../http (exchangeinject)',
    bodies: byPairOwner,
  },
  {
    endpoint: 'exchangewithdraw',
    type: 'ExchangeWithdrawContract',
    page: '../http (exchangewithdraw)',
    bodies: byPairOwner,
  },
  {
    endpoint: 'exchangetransaction',
    type: 'ExchangeTransactionContract',
    page: '../http (exchangetransaction)',
    bodies: (cast) => byPairOwner(cast).map((body) => ({ ...body, expected: 1 })),
  },
];

/** Says what the page of an endpoint shows of a transaction that the node builds. */
const builders: readonly Builder[] = [
  ...accountBuilders,
  ...stakeBuilders,
  ...assetBuilders,
  ...contractBuilders,
  ...witnessBuilders,
  ...exchangeBuilders,
];

export const builderChecks: readonly Check[] = [
  ...builders.map(({ endpoint, type, page, bodies }): Check => ({
    name: `${endpoint} builds a ${type} of what it was asked, unsigned, on a solidified block, for a minute`,
    paths: [`/wallet/${endpoint}`],
    page,
    run: async (node) => {
      const before = await headsOf(node);
      const { body, transaction } = await firstBuilt(node, endpoint, bodies(await castOf(node)));
      const { contractType: _named, ...value } = body;
      assert.equal(transaction['visible'], false);
      await verifyBuilt(node, transaction, { type, value, before });
    },
  })),
  {
    name: 'a built transaction names the permission that was asked for, and carries the note',
    paths: ['/wallet/createtransaction'],
    page: 'tx-build-and-broadcast/createtransaction',
    run: async (node) => {
      const { owners } = await castOf(node);
      const bodies = owners.map((owner_address) => ({
        owner_address,
        to_address: randomAddress(),
        amount: 1,
        Permission_id: 2,
        extra_data: text('hello'),
      }));
      const { transaction } = await firstBuilt(node, 'createtransaction', bodies);
      const { raw_data } = transaction as { raw_data: { contract: Json[]; data?: string } };
      assert.equal(raw_data.contract[0]?.['Permission_id'], 2);
      assert.equal(raw_data.data, text('hello'));
    },
  },
];

/** The first that the node does not refuse. The rules of a contract may refuse anybody: then the chain has nobody who could. */
async function firstBuilt(
  node: Node,
  endpoint: string,
  bodies: readonly Json[],
): Promise<{ readonly body: Json; readonly transaction: Json }> {
  let words = 'nobody to ask for';
  for (const body of bodies.slice(0, bodiesMax)) {
    const transaction = await node.post(`/wallet/${endpoint}`, body);
    if (!('Error' in transaction)) return { body, transaction };
    words = String(transaction['Error']);
    assert.match(words, /ContractValidateException/);
  }
  throw new NotOffered(`nobody on this chain could: ${words}`);
}
