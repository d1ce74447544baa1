import { newId, type PersonId, type WalletId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { units } from '@tern/money/units';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf } from '../../money/deposits/testing/scripted-chain.ts';
import { createFirstWallet, fillAddressPool } from '../wallets/public.ts';
import { putRecords } from './put-record.ts';
import { selectRecordsAmong, selectSteps } from './record-store.ts';
import type { NewRecord } from './record.ts';

// Goal: what is said of a record that was just written is what anybody reads later. Method: a record of each shape, compared with
// what the database has.
let database: TestDatabase;
let owner: { readonly personId: PersonId; readonly walletId: WalletId };

beforeAll(async () => {
  database = await createTestDatabase();
  const listAddresses = () => Promise.resolve([{ index: 1, address: addressOf('pool 1'), mac: 'test' }]);
  await fillAddressPool({ db: database.asWorker, keepFree: 1, listAddresses }, { limit: 1 });
  const { id, personId } = await transact(database.asApi, (tx) => createFirstWallet(tx, newId<PersonId>()));
  owner = { personId, walletId: id };
});
afterAll(() => database.drop());

const plain = {
  type: 'incoming',
  direction: 'in',
  status: 'success',
  settlement: 'internal',
  assetId: 'reward',
  amount: units(10n ** 30n),
  payAddress: null,
  receiveAddress: addressOf('me'),
} as const;

const shapes: readonly (readonly [string, Partial<NewRecord>])[] = [
  ['that says as little as a record can', {}],
  [
    'of a contact',
    {
      type: 'outgoing',
      direction: 'out',
      receiveAddress: null,
      sentTo: { contact: 'ana', name: 'Ana' },
      fee: units(0n),
      memo: 'for lunch',
      journalId: '17',
    },
  ],
  [
    'of a send to the chain',
    {
      type: 'outgoing',
      direction: 'out',
      settlement: 'chain',
      status: 'pending-review',
      reason: 'above-review-limit',
      fee: units(3n),
      payAddress: addressOf('house'),
      payAddressIsHouse: true,
    },
  ],
  [
    'of a block',
    {
      settlement: 'chain',
      folded: true,
      chain: {
        txId: 'ab'.repeat(32),
        blockNumber: 70_000_001,
        blockId: 'cd'.repeat(32),
        blockTime: new Date('2026-12-01T02:03:04.005Z'),
        energyUsed: 65_000,
        bandwidthUsed: 345,
        networkFeeSun: units(27_000_000n),
      },
    },
  ],
  ['of a swap', { type: 'swap', direction: 'out', counter: { assetId: 'usdt', amount: units(5n) } }],
];

test.each(shapes)('a record %s is told as it is read', async (name, change) => {
  const record: NewRecord = { ...owner, ...plain, source: { kind: 'withdrawal', id: name }, ...change };
  const begun = { record, steps: [{ step: 'requested' }, { step: 'settled', at: new Date(0) }] } as const;
  const [told] = await transact(database.asApi, (tx) => putRecords(tx, [begun]));
  expect(told).toBeDefined();
  const id = told?.id ?? newId();
  expect(told).toEqual((await selectRecordsAmong(database.db.kysely, [id])).get(id));
  const steps = await selectSteps(database.db.kysely, id);
  expect(steps.map(({ step }) => step)).toEqual(['requested', 'settled']);
  // Both are of the beginning of the transaction; a record rounds it, and a step is cut off when it is read.
  expect(Number(told?.createdAt) - Number(steps[0]?.at)).toBeOneOf([0, 1]);
  expect(steps[1]?.at).toEqual(new Date(0));
});
