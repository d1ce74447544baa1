import assert from 'node:assert/strict';
import { askBoth, castOf, randomAddress, required, text } from './cast.ts';
import type { Token } from './cast.ts';
import { NotOffered, bothRoots } from './check.ts';
import type { Check } from './check.ts';
import type { Node } from './node.ts';

async function tokensOf(node: Node, paths: readonly string[] = ['/walletsolidity/getassetissuelist']) {
  const lists: Token[][] = [];
  for (const path of paths) lists.push(((await node.post(path))['assetIssue'] ?? []) as Token[]);
  return lists;
}

const unknownName = text('no such token, it is hoped');

export const assetChecks: readonly Check[] = [
  {
    name: 'getassetissuelist: every token with its number, issuer, supply and sale',
    paths: bothRoots('getassetissuelist'),
    page: 'asset/getassetissuelist',
    run: async (node) => {
      const [head = [], solid = []] = await tokensOf(node, bothRoots('getassetissuelist'));
      assert.ok(head.length >= solid.length);
      const token = required(solid, 'no token is issued');
      assert.match(token.id, /^1\d{6}$/);
      assert.match(token.owner_address, /^41[0-9a-f]{40}$/);
      assert.ok(token.trx_num > 0 && token.end_time > token.start_time);
    },
  },
  {
    name: 'getassetissuebyid: the token of the list, an empty object for a number nobody has',
    paths: bothRoots('getassetissuebyid'),
    page: 'asset/getassetissuebyid',
    run: async (node) => {
      const token = required((await castOf(node)).tokens, 'no token is issued');
      assert.deepEqual(await askBoth(node, 'getassetissuebyid', { value: token.id }), token);
      assert.deepEqual(await askBoth(node, 'getassetissuebyid', { value: '1' }), {});
    },
  },
  {
    name: 'getassetissuebyname: the one token of that name; more than one is an error',
    paths: bothRoots('getassetissuebyname'),
    page: 'asset/getassetissuebyname',
    run: async (node) => {
      const [, all = []] = await tokensOf(node, bothRoots('getassetissuelist'));
      const named = (name: string) => all.filter((token) => token.name === name).length;
      const single = required(
        all.filter(({ name }) => named(name) === 1),
        'no token has a name of its own',
      );
      assert.deepEqual(await askBoth(node, 'getassetissuebyname', { value: single.name }), single);
      assert.deepEqual(await askBoth(node, 'getassetissuebyname', { value: unknownName }), {});
      const double = required(
        all.filter(({ name }) => named(name) > 1),
        'no two tokens have one name',
      );
      assert.match(
        String((await askBoth(node, 'getassetissuebyname', { value: double.name }))['Error']),
        /^class org\.tron\.core\.exception\.NonUniqueObjectException : To get more than one asset, please use getAssetIssuebyid syntax$/i,
      );
    },
  },
  {
    name: 'getassetissuelistbyname: all tokens of that name',
    paths: bothRoots('getassetissuelistbyname'),
    page: 'asset/getassetissuelistbyname',
    run: async (node) => {
      const [all = []] = await tokensOf(node);
      const { name } = required(all, 'no token is issued');
      const { assetIssue } = (await askBoth(node, 'getassetissuelistbyname', { value: name })) as {
        assetIssue: Token[];
      };
      assert.equal(assetIssue.length, all.filter((token) => token.name === name).length);
      assert.deepEqual(await askBoth(node, 'getassetissuelistbyname', { value: unknownName }), {});
    },
  },
  {
    name: 'getpaginatedassetissuelist: in the order of names, from the first unless told, none without a limit',
    paths: bothRoots('getpaginatedassetissuelist'),
    page: 'asset/getpaginatedassetissuelist',
    run: async (node) => {
      const { assetIssue = [] } = (await askBoth(node, 'getpaginatedassetissuelist', { offset: 0, limit: 3 })) as {
        assetIssue?: Token[];
      };
      if (assetIssue.length < 2) throw new NotOffered('fewer than two tokens are issued');
      const names = assetIssue.map(({ name }) => name);
      assert.deepEqual(names, names.toSorted());
      assert.deepEqual(await askBoth(node, 'getpaginatedassetissuelist', { limit: 1 }), {
        assetIssue: assetIssue.slice(0, 1),
      });
      assert.deepEqual(await askBoth(node, 'getpaginatedassetissuelist', { offset: 1, limit: 1 }), {
        assetIssue: assetIssue.slice(1, 2),
      });
      assert.deepEqual(await askBoth(node, 'getpaginatedassetissuelist'), {});
    },
  },
  {
    name: 'getassetissuebyaccount: the token that an account issued',
    paths: ['/wallet/getassetissuebyaccount'],
    page: 'asset/getassetissuebyaccount',
    run: async (node) => {
      const token = required((await castOf(node)).tokens, 'no token is issued');
      assert.deepEqual(await node.post('/wallet/getassetissuebyaccount', { address: token.owner_address }), {
        assetIssue: [token],
      });
      assert.deepEqual(await node.post('/wallet/getassetissuebyaccount', { address: randomAddress() }), {});
    },
  },
];
