import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { fromInner } from '../src/crypto/address.ts';
import { toHex, utf8Bytes } from '../src/crypto/bytes.ts';
import { bothRoots } from './check.ts';
import type { Check } from './check.ts';
import type { Json, Node } from './node.ts';

type Refusal = {
  readonly path: string;
  readonly page: string;
  /** Beside the owner, who is nobody. */
  readonly body: Json;
  /** `OWNER` stands for the owner's address in hex. Releases differ in how they say that something does not exist. */
  readonly words: string;
};

const text = (value: string): string => toHex(utf8Bytes(value));
const someone = toHex(fromInner(Uint8Array.from(randomBytes(20))));
const noAccount = '[Aa]ccount\\[OWNER\\] (does not exist|not exists)';

/** What a node says when somebody who has no account asks for a contract of this type. */
const refusals: readonly Refusal[] = [
  {
    path: 'participateassetissue',
    page: 'asset/participateassetissue',
    body: { to_address: someone, asset_name: text('1000001'), amount: 1 },
    words: 'Account does not exist!',
  },
  { path: 'unfreezeasset', page: 'asset/unfreezeasset', body: {}, words: noAccount },
  {
    path: 'updateasset',
    page: 'asset/updateasset',
    body: { url: text('https://a.example') },
    words: 'Account does not exist',
  },
  {
    path: 'exchangecreate',
    page: 'java-tron ExchangeCreateActuator',
    body: {
      first_token_id: text('1000001'),
      first_token_balance: 1,
      second_token_id: text('_'),
      second_token_balance: 1,
    },
    words: noAccount,
  },
  {
    path: 'exchangeinject',
    page: 'java-tron ExchangeInjectActuator',
    body: { exchange_id: 1, token_id: text('_'), quant: 1 },
    words: noAccount,
  },
  {
    path: 'exchangewithdraw',
    page: 'java-tron ExchangeWithdrawActuator',
    body: { exchange_id: 1, token_id: text('_'), quant: 1 },
    words: noAccount,
  },
  {
    path: 'exchangetransaction',
    page: 'java-tron ExchangeTransactionActuator',
    body: { exchange_id: 1, token_id: text('_'), quant: 1, expected: 1 },
    words: noAccount,
  },
  {
    path: 'createwitness',
    page: 'witness-and-governance/createwitness',
    body: { url: text('https://a.example') },
    words: noAccount,
  },
  {
    path: 'updatewitness',
    page: 'witness-and-governance/updatewitness',
    body: { update_url: text('https://a.example') },
    words: 'account does not exist',
  },
  {
    path: 'votewitnessaccount',
    page: 'witness-and-governance/votewitnessaccount',
    body: { votes: [] },
    words: 'VoteNumber must more than 0',
  },
  {
    path: 'updateBrokerage',
    page: 'witness-and-governance/updateBrokerage',
    body: { brokerage: 10 },
    words: 'Not existed witness:OWNER',
  },
  { path: 'withdrawbalance', page: 'java-tron WithdrawBalanceActuator', body: {}, words: noAccount },
  {
    path: 'proposalcreate',
    page: 'witness-and-governance/proposalcreate',
    body: { parameters: [{ key: 11, value: 100 }] },
    words: noAccount,
  },
  {
    path: 'proposalapprove',
    page: 'witness-and-governance/proposalapprove',
    body: { proposal_id: 1, is_add_approval: true },
    words: noAccount,
  },
  { path: 'proposaldelete', page: 'witness-and-governance/proposaldelete', body: { proposal_id: 1 }, words: noAccount },
  {
    path: 'freezebalance',
    page: 'stake-v1/freezebalance',
    body: { frozen_balance: 1_000_000, frozen_duration: 3 },
    words: noAccount,
  },
  { path: 'unfreezebalance', page: 'stake-v1/unfreezebalance', body: {}, words: noAccount },
];

const refusalCases: readonly Check[] = refusals.map(({ path, page, body, words }) => ({
  name: `${path} is refused in words to who has no account`,
  paths: [`/wallet/${path}`],
  page,
  run: async (node) => {
    const owner_address = toHex(fromInner(Uint8Array.from(randomBytes(20))));
    const { Error: error } = await node.post(`/wallet/${path}`, { owner_address, ...body });
    const expected = `^class org\\.tron\\.core\\.exception\\.ContractValidateException : ${words}$`;
    assert.match(String(error), new RegExp(expected.replaceAll('OWNER', owner_address)));
  },
}));

type Witness = { readonly address: string; readonly voteCount?: number; readonly isJobs?: boolean };

export const committeeChecks: readonly Check[] = [
  ...refusalCases,
  {
    name: 'the witness of the head block is listed and among those that make blocks',
    paths: [...bothRoots('listwitnesses')],
    page: 'witness-and-governance/listwitnesses',
    run: async (node) => {
      const head = await headOf(node);
      const { witnesses } = (await node.post('/wallet/listwitnesses')) as { witnesses: Witness[] };
      assert.equal(witnesses.find(({ address }) => address === head.witness_address)?.isJobs, true);
      const solid = (await node.post('/walletsolidity/listwitnesses')) as { witnesses: Witness[] };
      assert.ok(solid.witnesses.length > 0);
    },
  },
  {
    name: 'witnesses by page come with most votes first, and a page beyond the last is empty',
    paths: ['/wallet/getpaginatednowwitnesslist'],
    page: 'witness-and-governance/getpaginatednowwitnesslist',
    run: async (node) => {
      const page = await node.post('/wallet/getpaginatednowwitnesslist', { offset: 0, limit: 5 });
      const votes = (page as { witnesses: Witness[] }).witnesses.map(({ voteCount = 0 }) => voteCount);
      assert.deepEqual(
        votes,
        votes.toSorted((left, right) => right - left),
      );
      assert.deepEqual(await node.post('/wallet/getpaginatednowwitnesslist', { offset: 1_000_000, limit: 5 }), {});
    },
  },
  {
    name: 'the next maintenance is ahead, by no more than the interval',
    paths: ['/wallet/getnextmaintenancetime'],
    page: 'witness-and-governance/getnextmaintenancetime',
    run: async (node) => {
      const { timestamp } = await headOf(node);
      const { num } = (await node.post('/wallet/getnextmaintenancetime')) as { num: number };
      const { chainParameter } = (await node.post('/wallet/getchainparameters')) as {
        chainParameter: { key: string; value?: number }[];
      };
      const interval = chainParameter.find(({ key }) => key === 'getMaintenanceTimeInterval')?.value ?? 0;
      assert.ok(num > timestamp && num <= timestamp + interval, `${num} after ${timestamp}`);
    },
  },
  {
    name: 'a stranger has no reward, and a witness keeps a percentage',
    paths: [...bothRoots('getReward'), ...bothRoots('getBrokerage')],
    page: 'witness-and-governance/getReward',
    run: async (node) => {
      for (const root of ['/wallet', '/walletsolidity']) {
        assert.deepEqual(await node.post(`${root}/getReward`, { address: someone }), { reward: 0 });
        const { brokerage } = await node.post(`${root}/getBrokerage`, {
          address: (await headOf(node)).witness_address,
        });
        assert.ok(Number(brokerage) >= 0 && Number(brokerage) <= 100);
      }
    },
  },
  {
    name: 'proposals and pairs are listed newest first, and number 0 is neither',
    paths: ['/wallet/listproposals', '/wallet/listexchanges', '/wallet/getproposalbyid', '/wallet/getexchangebyid'],
    page: 'java-tron ProposalStore, ExchangeStore',
    run: async (node) => {
      const { proposals = [] } = (await node.post('/wallet/listproposals')) as {
        proposals?: { proposal_id: number }[];
      };
      const { exchanges = [] } = (await node.post('/wallet/listexchanges')) as {
        exchanges?: { exchange_id: number }[];
      };
      for (const ids of [
        proposals.map(({ proposal_id }) => proposal_id),
        exchanges.map(({ exchange_id }) => exchange_id),
      ]) {
        assert.deepEqual(
          ids,
          ids.toSorted((left, right) => right - left),
        );
      }
      assert.deepEqual(await node.post('/wallet/getproposalbyid', { id: 0 }), {});
      assert.deepEqual(await node.post('/wallet/getexchangebyid', { id: 0 }), {});
    },
  },
];

async function headOf(node: Node) {
  const head = (await node.post('/wallet/getnowblock')) as {
    block_header: { raw_data: { witness_address: string; timestamp: number } };
  };
  return head.block_header.raw_data;
}
