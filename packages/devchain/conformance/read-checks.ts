import assert from 'node:assert/strict';
import type { Check } from './check.ts';
import type { Json } from './node.ts';

/** Reads that need no account of one's own. */
export const readChecks: readonly Check[] = [
  {
    name: 'getnextmaintenancetime: a time after the head, no further than an interval',
    paths: ['/wallet/getnextmaintenancetime'],
    page: 'witness-and-governance/getnextmaintenancetime',
    run: async (node) => {
      const head = (await node.post('/wallet/getnowblock')) as { block_header: { raw_data: { timestamp: number } } };
      const { num } = (await node.post('/wallet/getnextmaintenancetime')) as { num: number };
      const { chainParameter } = (await node.post('/wallet/getchainparameters')) as { chainParameter: Json[] };
      const interval = chainParameter.find(({ key }) => key === 'getMaintenanceTimeInterval');
      const leftMs = num - head.block_header.raw_data.timestamp;
      assert.ok(leftMs >= 0 && leftMs <= Number(interval?.['value']), String(leftMs));
    },
  },
  {
    name: 'listwitnesses: the maker of the head is among them, with what it produced',
    paths: ['/wallet/listwitnesses'],
    page: 'witness-and-governance/listwitnesses',
    run: async (node) => {
      const head = (await node.post('/wallet/getnowblock')) as {
        block_header: { raw_data: { witness_address: string } };
      };
      const { witnesses } = (await node.post('/wallet/listwitnesses')) as { witnesses: Json[] };
      const maker = witnesses.find(({ address }) => address === head.block_header.raw_data.witness_address);
      assert.ok(Number(maker?.['totalProduced']) > 0);
      assert.equal(maker?.['isJobs'], true);
    },
  },
  {
    name: 'getpaginatednowwitnesslist: as many as asked for, none without a limit',
    paths: ['/wallet/getpaginatednowwitnesslist'],
    page: 'witness-and-governance/getpaginatednowwitnesslist',
    run: async (node) => {
      const page = (await node.post('/wallet/getpaginatednowwitnesslist', { offset: 0, limit: 1 })) as {
        witnesses: Json[];
      };
      assert.equal(page.witnesses.length, 1);
      assert.match(String(page.witnesses[0]?.['address']), /^41[0-9a-f]{40}$/);
      assert.deepEqual(await node.post('/wallet/getpaginatednowwitnesslist'), {});
    },
  },
  {
    name: 'int64_as_string: a GET with it has 64-bit integers as texts and 32-bit ones as numbers',
    paths: ['/wallet/getblock'],
    page: 'index',
    run: async (node) => {
      const block = await node.get('/wallet/getblock?int64_as_string=true');
      const { block_header } = block as { block_header: { raw_data: Json } };
      const { number, timestamp, version } = block_header.raw_data;
      assert.deepEqual([typeof number, typeof timestamp, typeof version], ['string', 'string', 'number']);
    },
  },
];
