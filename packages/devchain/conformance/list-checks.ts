import assert from 'node:assert/strict';
import { askBoth, castOf, randomAddress, required, text } from './cast.ts';
import type { Exchange, Proposal } from './cast.ts';
import { NotOffered, bothRoots } from './check.ts';
import type { Check } from './check.ts';
import type { Json, Node } from './node.ts';

type Witness = { readonly address: string; readonly voteCount?: number };

async function parameterOf(node: Node, name: string): Promise<number> {
  const { chainParameter } = (await node.post('/wallet/getchainparameters')) as {
    chainParameter: { key: string; value?: number }[];
  };
  return chainParameter.find(({ key }) => key === name)?.value ?? 0;
}

const missingId = 'class java.security.InvalidParameterException : key [id] does not exist';

const committee: readonly Check[] = [
  {
    name: 'listwitnesses and getpaginatednowwitnesslist: the same witnesses with the same members, all of them or a page',
    paths: [...bothRoots('listwitnesses'), ...bothRoots('getpaginatednowwitnesslist')],
    page: 'witness-and-governance/getpaginatednowwitnesslist',
    run: async (node) => {
      for (const root of ['/wallet', '/walletsolidity']) {
        const { witnesses } = (await node.post(`${root}/listwitnesses`)) as { witnesses: Witness[] };
        const page = (await node.post(`${root}/getpaginatednowwitnesslist`, { limit: 1 })) as {
          witnesses: Witness[];
        };
        const [first] = page.witnesses;
        assert.equal(page.witnesses.length, 1);
        assert.ok(witnesses.some(({ address }) => address === first?.address));
      }
    },
  },
  {
    name: 'getReward and getBrokerage: zero where nobody is named, and either form of an address will do',
    paths: [...bothRoots('getReward'), ...bothRoots('getBrokerage')],
    page: 'witness-and-governance/getBrokerage',
    run: async (node) => {
      const { witness } = await castOf(node);
      assert.deepEqual(await askBoth(node, 'getReward'), { reward: 0 });
      assert.deepEqual(await askBoth(node, 'getBrokerage'), { brokerage: 0 });
      for (const path of bothRoots('getBrokerage')) {
        const { brokerage } = await node.post(path, { address: witness });
        assert.ok(Number.isInteger(brokerage) && Number(brokerage) >= 0 && Number(brokerage) <= 100);
      }
      for (const path of bothRoots('getReward')) {
        assert.equal(typeof (await node.get(`${path}?address=${witness}&int64_as_string=true`))['reward'], 'string');
      }
    },
  },
  {
    name: 'listproposals, its pages and getproposalbyid: one proposal is the same in each',
    paths: ['/wallet/listproposals', '/wallet/getpaginatedproposallist', '/wallet/getproposalbyid'],
    page: 'witness-and-governance/getproposalbyid',
    run: async (node) => {
      const { proposals = [] } = (await node.post('/wallet/listproposals')) as { proposals?: Proposal[] };
      const first = required(
        proposals.filter(({ proposal_id }) => proposal_id === 1),
        'nobody made a proposal',
      );
      assert.deepEqual(await node.post('/wallet/getproposalbyid', { id: 1 }), first);
      assert.deepEqual(await node.post('/wallet/getpaginatedproposallist', { offset: 0, limit: 1 }), {
        proposals: [first],
      });
      assert.deepEqual(await node.post('/wallet/getpaginatedproposallist'), {});
      assert.deepEqual(await node.post('/wallet/getproposalbyid'), { Error: missingId });
    },
  },
  {
    name: 'listexchanges, its pages and getexchangebyid: one pair is in each, with its two tokens',
    paths: [...bothRoots('listexchanges'), ...bothRoots('getexchangebyid'), '/wallet/getpaginatedexchangelist'],
    page: '../http (getexchangebyid, getpaginatedexchangelist)',
    run: async (node) => {
      required((await castOf(node)).exchanges, 'nobody opened a trading pair');
      for (const root of ['/wallet', '/walletsolidity']) {
        const { exchanges } = (await node.post(`${root}/listexchanges`)) as { exchanges: Exchange[] };
        assert.ok(exchanges.some(({ exchange_id }) => exchange_id === 1));
        const pair = await node.post(`${root}/getexchangebyid`, { id: 1 });
        assert.equal(pair['exchange_id'], 1);
        for (const name of ['creator_address', 'first_token_id', 'second_token_id']) {
          assert.match(String(pair[name]), /^[0-9a-f]+$/);
        }
      }
      const page = (await node.post('/wallet/getpaginatedexchangelist', { offset: 0, limit: 1 })) as {
        exchanges: Exchange[];
      };
      assert.deepEqual(
        page.exchanges.map(({ exchange_id }) => exchange_id),
        [1],
      );
    },
  },
];

const marketRefusal =
  'class org.tron.core.exception.ContractValidateException : Not support Market Transaction, need to be opened by the committee';

/** Where the committee has opened the order book, there is something in it, and these say nothing. */
async function requireClosed(node: Node): Promise<void> {
  if ((await parameterOf(node, 'getAllowMarketTransaction')) !== 0) throw new NotOffered('the order book is open here');
}

const market: readonly Check[] = [
  {
    name: 'an order book that is closed has no orders, pairs and prices, and an order that it does not have is an error',
    paths: [
      ...bothRoots('getmarketorderbyaccount'),
      ...bothRoots('getmarketorderbyid'),
      ...bothRoots('getmarketpricebypair'),
      ...bothRoots('getmarketorderlistbypair'),
      ...bothRoots('getmarketpairlist'),
    ],
    page: 'java-tron Wallet',
    run: async (node) => {
      await requireClosed(node);
      const pair = { sell_token_id: text('1000001'), buy_token_id: text('_') };
      assert.deepEqual(await askBoth(node, 'getmarketpairlist'), {});
      assert.deepEqual(await askBoth(node, 'getmarketorderbyaccount', { value: randomAddress() }), {});
      assert.deepEqual(await askBoth(node, 'getmarketorderlistbypair', pair), {});
      assert.deepEqual(await askBoth(node, 'getmarketpricebypair', pair), pair);
      assert.deepEqual(await askBoth(node, 'getmarketorderbyid', { value: '00'.repeat(32) }), {
        Error: 'class java.lang.IllegalStateException : order not found in store',
      });
    },
  },
  {
    name: 'marketsellasset and marketcancelorder: refused while the order book is closed, whoever asks',
    paths: ['/wallet/marketsellasset', '/wallet/marketcancelorder'],
    page: 'java-tron MarketSellAssetActuator',
    run: async (node) => {
      await requireClosed(node);
      const owner_address = randomAddress();
      const pair = { sell_token_id: text('1000001'), buy_token_id: text('_') };
      const order = { owner_address, ...pair, sell_token_quantity: 1, buy_token_quantity: 1 };
      assert.deepEqual(await node.post('/wallet/marketsellasset', order), { Error: marketRefusal });
      const cancel = { owner_address, order_id: '00'.repeat(32) };
      assert.deepEqual(await node.post('/wallet/marketcancelorder', cancel), { Error: marketRefusal });
    },
  },
];

const nodeInfo: readonly Check[] = [
  {
    name: 'getenergyprices and getbandwidthprices: a history that ends with the parameter',
    paths: [...bothRoots('getenergyprices'), ...bothRoots('getbandwidthprices')],
    page: 'node-and-tools/getbandwidthprices',
    run: async (node) => {
      for (const [paths, parameter] of [
        [bothRoots('getenergyprices'), 'getEnergyFee'],
        [bothRoots('getbandwidthprices'), 'getTransactionFee'],
      ] as const) {
        for (const path of paths) {
          const { prices } = (await node.post(path)) as { prices: string };
          assert.match(prices, /^\d+:\d+(,\d+:\d+)*$/);
          assert.equal(Number(prices.split(':').at(-1)), await parameterOf(node, parameter));
        }
      }
    },
  },
  {
    name: 'getmemofee: a history of the price of notes that ends with the parameter',
    paths: ['/wallet/getmemofee'],
    page: 'java-tron GetMemoFeePricesServlet',
    run: async (node) => {
      const { prices } = (await node.post('/wallet/getmemofee')) as { prices: string };
      assert.match(prices, /^\d+:\d+(,\d+:\d+)*$/);
      assert.equal(Number(prices.split(':').at(-1)), await parameterOf(node, 'getMemoFee'));
    },
  },
  {
    name: 'getnodeinfo: head and solidified head as text, version and connections, under each of its names',
    paths: [...bothRoots('getnodeinfo'), '/monitor/getnodeinfo'],
    page: 'node-and-tools/getnodeinfo',
    run: async (node) => {
      for (const path of [...bothRoots('getnodeinfo'), '/monitor/getnodeinfo']) {
        const info = await node.post(path);
        assert.match(String(info['block']), /^Num:\d+,ID:[0-9a-f]{64}$/);
        assert.match(String(info['solidityBlock']), /^Num:\d+,ID:[0-9a-f]{64}$/);
        const { codeVersion, supportConstant } = info['configNodeInfo'] as Json;
        assert.match(String(codeVersion), /^\d+\.\d+/);
        assert.equal(typeof supportConstant, 'boolean');
        for (const name of ['currentConnectCount', 'activeConnectCount', 'passiveConnectCount']) {
          assert.equal(typeof info[name], 'number', name);
        }
      }
    },
  },
  {
    name: 'listnodes: the peers it knows, under both of its names; none is an empty object',
    paths: ['/wallet/listnodes', '/net/listnodes'],
    page: 'node-and-tools/listnodes',
    run: async (node) => {
      for (const path of ['/wallet/listnodes', '/net/listnodes']) {
        const { nodes } = (await node.post(path)) as { nodes?: { address: { host: string; port: number } }[] };
        if (nodes === undefined) continue;
        assert.ok(nodes.length > 0);
        for (const { address } of nodes) assert.match(address.host, /^[0-9a-f]+$/);
      }
    },
  },
  {
    name: 'getburntrx: what fees have destroyed grows, and no less at the head than below it',
    paths: bothRoots('getburntrx'),
    page: 'node-and-tools/getburntrx',
    run: async (node) => {
      const { burnTrxAmount: solid } = await node.post('/walletsolidity/getburntrx');
      const { burnTrxAmount: head } = await node.post('/wallet/getburntrx');
      assert.ok(Number(solid) > 0 && Number(head) >= Number(solid), `${String(solid)}, ${String(head)}`);
      const asText = await node.get('/wallet/getburntrx?int64_as_string=true');
      assert.equal(typeof asText['burnTrxAmount'], 'string');
    },
  },
];

export const listChecks: readonly Check[] = [...committee, ...market, ...nodeInfo];
