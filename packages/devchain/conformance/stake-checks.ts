import assert from 'node:assert/strict';
import { askBoth, castOf, randomAddress, required, seenOf } from './cast.ts';
import { bothRoots } from './check.ts';
import type { Check } from './check.ts';
import type { Json } from './node.ts';

/** What is told of stakes and delegations that a chain has. */
export const stakeChecks: readonly Check[] = [
  {
    name: 'getdelegatedresourcev2 and its index: what one account delegates to another, and both in each other’s lists',
    paths: [...bothRoots('getdelegatedresourcev2'), ...bothRoots('getdelegatedresourceaccountindexv2')],
    page: 'stake-v2/getdelegatedresourcev2',
    run: async (node) => {
      const { value } = required(seenOf(await castOf(node), 'DelegateResourceContract'), 'nobody delegated');
      const { owner_address: from, receiver_address: to } = value;
      for (const root of ['/wallet', '/walletsolidity']) {
        const { delegatedResource } = (await node.post(`${root}/getdelegatedresourcev2`, {
          fromAddress: from,
          toAddress: to,
        })) as { delegatedResource: Json[] };
        assert.deepEqual([delegatedResource[0]?.['from'], delegatedResource[0]?.['to']], [from, to]);
        const indexOf = (of: unknown) => node.post(`${root}/getdelegatedresourceaccountindexv2`, { value: of });
        const [giver, taker] = [await indexOf(from), await indexOf(to)];
        assert.ok((giver['toAccounts'] as unknown[]).includes(to));
        assert.ok((taker['fromAccounts'] as unknown[]).includes(from));
      }
      const stranger = randomAddress();
      assert.deepEqual(await askBoth(node, 'getdelegatedresourcev2', { fromAddress: stranger, toAddress: to }), {});
      assert.deepEqual(await askBoth(node, 'getdelegatedresourceaccountindexv2', { value: stranger }), {
        account: stranger,
      });
    },
  },
  {
    name: 'getcandelegatedmaxsize: no more than what is staked, nothing of a stranger',
    paths: bothRoots('getcandelegatedmaxsize'),
    page: 'stake-v2/getcandelegatedmaxsize',
    run: async (node) => {
      const { value } = required(seenOf(await castOf(node), 'DelegateResourceContract'), 'nobody delegated');
      const { frozenV2 } = (await node.post('/wallet/getaccount', { address: value['owner_address'] })) as {
        frozenV2: { type?: string; amount?: number }[];
      };
      const staked = frozenV2.find(({ type }) => type === 'ENERGY')?.amount ?? 0;
      for (const path of bothRoots('getcandelegatedmaxsize')) {
        const { max_size: sun = 0 } = await node.post(path, { owner_address: value['owner_address'], type: 1 });
        assert.ok(Number(sun) >= 0 && Number(sun) <= staked, `${String(sun)} of ${staked}`);
        assert.deepEqual(await node.post(path, { owner_address: randomAddress(), type: 1 }), {});
      }
    },
  },
  {
    name: 'getavailableunfreezecount and getcanwithdrawunfreezeamount: one place fewer for an ended stake, and its amount in time',
    paths: [...bothRoots('getavailableunfreezecount'), ...bothRoots('getcanwithdrawunfreezeamount')],
    page: 'stake-v2/getcanwithdrawunfreezeamount',
    run: async (node) => {
      const { value } = required(seenOf(await castOf(node), 'UnfreezeBalanceV2Contract'), 'nobody ended a stake');
      const { owner_address } = value;
      const { unfrozenV2 = [] } = (await node.post('/wallet/getaccount', { address: owner_address })) as {
        unfrozenV2?: { unfreeze_amount: number; unfreeze_expire_time: number }[];
      };
      const ended = required(unfrozenV2, 'no ended stake is left');
      for (const root of ['/wallet', '/walletsolidity']) {
        const { count = 0 } = await node.post(`${root}/getavailableunfreezecount`, { owner_address });
        assert.ok(Number(count) >= 0 && Number(count) <= 32);
        const amountAt = async (body: Json) =>
          Number((await node.post(`${root}/getcanwithdrawunfreezeamount`, { owner_address, ...body }))['amount'] ?? 0);
        assert.ok((await amountAt({ timestamp: ended.unfreeze_expire_time })) >= ended.unfreeze_amount);
        assert.equal(await amountAt({ timestamp: -1 }), 0);
        // Without a time it is that of the latest block.
        assert.ok((await amountAt({})) <= (await amountAt({ timestamp: 4_000_000_000_000 })));
      }
      assert.deepEqual(await askBoth(node, 'getavailableunfreezecount', { owner_address: randomAddress() }), {
        count: 32,
      });
    },
  },
  {
    name: 'freezebalance and unfreezebalance: Stake 1.0 is closed, and who has none of it is told so',
    paths: ['/wallet/freezebalance', '/wallet/unfreezebalance'],
    page: 'stake-v1/freezebalance',
    run: async (node) => {
      const owner_address = required((await castOf(node)).owners, 'nobody signed');
      const refused = 'class org.tron.core.exception.ContractValidateException : ';
      const freeze = await node.post('/wallet/freezebalance', {
        owner_address,
        frozen_balance: 1_000_000,
        frozen_duration: 3,
      });
      assert.deepEqual(freeze, { Error: `${refused}freeze v2 is open, old freeze is closed` });
      const unfreeze = await node.post('/wallet/unfreezebalance', { owner_address, resource: 'ENERGY' });
      assert.deepEqual(unfreeze, { Error: `${refused}no frozenBalance(Energy)` });
    },
  },
];
