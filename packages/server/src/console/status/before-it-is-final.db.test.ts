import { manualClock } from '@tern/base/clock';
import type { PersonId, RecordId } from '@tern/base/ids';
import type { Database } from '@tern/db/database';
import { SignerUnavailable } from '@tern/tron/signer-fault';
import { expect, onTestFinished, test } from 'vitest';
import { stallLimitsOf } from '../../chain/chain-view/public.ts';
import { openTreasuryWorld } from '../../house/treasury/testing/treasury-world.ts';
import { readBlocks, watchHead } from '../../money/deposits/public.ts';
import { createPayoutWorld } from '../../money/payouts/testing/payout-world.ts';
import { randomAddress } from '../../money/transfers/testing/sending-world.ts';
import { listMessages } from '../../people/messages/public.ts';
import { getRecord } from '../../people/records/get-record.ts';
import { exportRecords, listRecords } from '../../people/records/public.ts';
import { behindMax } from './find-incidents.ts';
import { openStatusReader } from './open-status-reader.ts';

// Goal: nothing tells people "success" before the block is irreversible, and payments that do not go on are public.
// Method: a chain that makes a block when asked; after each, everything that tells of a record is read.

const confirmations = 19;
const assets = {
  trx: { symbol: 'TRX', decimals: 6 },
  usdt: { symbol: 'USDT', decimals: 6 },
  reward: { symbol: 'TWT', decimals: 18 },
};

/** Every word for the outcome of a person's one record: list, page, timeline, export, messages. */
async function readOutcome(db: Database, personId: PersonId): Promise<readonly string[]> {
  const { records } = await listRecords({ db, confirmations }, { personId, filter: 'all', limit: 10 });
  const [listed] = records;
  if (listed === undefined || records.length > 1) throw new Error('one record was expected');
  const page = await getRecord({ db, confirmations }, { personId, recordId: listed.id as RecordId });
  const done = page.timeline.filter(({ state }) => state === 'done').map(({ step }) => step);
  let csv = '';
  for await (const piece of exportRecords({ db, assets }, { personId, filter: 'all' })) csv += piece;
  const { messages } = await listMessages(db.kysely, { personId, kind: undefined, cursor: undefined });
  return [
    `list: ${listed.status}`,
    `page: ${page.status}`,
    ...done.filter((step) => step === 'credited' || step === 'settled').map((step) => `timeline: ${step}`),
    ...(csv.includes('success') ? ['export: success'] : []),
    ...messages.filter(({ about }) => about === 'record').map(({ event }) => `message: ${event}`),
  ];
}

test('H23 a deposit is called a success nowhere before its block is irreversible, and everywhere after', async () => {
  const world = await openTreasuryWorld('before it is final');
  onTestFinished(() => world.close());
  const wallet = await world.newWallet();
  await world.deposit(wallet, 'usdt', 40_000_000n);
  const follow = async (): Promise<void> => {
    await watchHead(world.reader, { limit: 100 });
    while ((await readBlocks(world.reader, { limit: 100 })) > 0);
  };
  const read = () => readOutcome(world.database.asApi, wallet.personId);
  await world.chain.admin.mine();
  await follow();
  const { rows } = await world.database.db.pool.query<{ block_number: string }>('SELECT block_number FROM records');
  const included = Number(rows[0]?.block_number);
  let height = world.chain.info().height;
  expect(height).toBeLessThan(included + confirmations);
  for (; height < included + confirmations; height = world.chain.info().height) {
    await follow();
    expect(await read(), `${height - included} blocks later`).toEqual(['list: confirming', 'page: confirming']);
    await world.chain.admin.mine();
  }
  await follow();
  expect(await read()).toEqual([
    'list: success',
    'page: success',
    'timeline: credited',
    'export: success',
    'message: received',
  ]);
});

test('H23 a payment is called a success nowhere before its block is irreversible; one that does not go on is public', async () => {
  const world = await createPayoutWorld();
  onTestFinished(() => world.close());
  const ana = await world.person({ usdt: 100_000_000n });
  const { id } = await world.send(ana, { to: randomAddress(), amount: '40' });
  const read = () => readOutcome(world.asApi, ana.personId);
  const clock = manualClock(new Date('2026-01-02T03:04:05Z'));
  const rules = { stallLimits: stallLimitsOf({ blockMs: 3_000, confirmations }), behindMax };
  const readStatus = openStatusReader({ db: world.asApi, clock, rules });
  const incidents = async (): Promise<readonly string[]> => {
    clock.advance(5_000);
    return (await readStatus(undefined)).incidents.map(({ kind, assetId }) => [kind, assetId ?? ''].join(' '));
  };

  const signer: typeof world.payouts.signer = {
    ...world.payouts.signer,
    getHotAddress: () => Promise.reject(new SignerUnavailable('the socket is closed')),
  };
  await world.tick({ signer });
  expect(await incidents()).toEqual([]);
  // Four minutes without a signature: an approved payment has three.
  await world.db.pool.query(`UPDATE withdrawals SET changed_at = changed_at - interval '4 minutes'`);
  expect(await incidents()).toEqual(['payouts-late ']);
  await world.db.pool.query(`INSERT INTO sending_pauses (asset_id, reason) VALUES ('reward', 'an unexpected receipt')`);
  expect(await incidents()).toEqual(['payouts-late ', 'sending-paused reward']);
  await world.db.pool.query('DELETE FROM sending_pauses');

  await world.tick();
  expect(await world.stateOf(id)).toBe('broadcast');
  expect(await incidents()).toEqual([]);
  for (let blocks = 0; blocks < confirmations; blocks += 1) {
    expect(await read(), `${blocks} blocks later`).toEqual(['list: withdrawing', 'page: withdrawing']);
    await world.chain.admin.mine();
    await world.tick();
  }
  expect(await world.stateOf(id)).toBe('included');
  await world.chain.admin.mine();
  await world.tick();
  expect(await world.stateOf(id)).toBe('completed');
  expect(await read()).toEqual([
    'list: success',
    'page: success',
    'timeline: settled',
    'export: success',
    'message: sent',
  ]);
});
