import { randomUUID } from 'node:crypto';
import type { DraftId } from '@tern/base/ids';
import { countByPart, approachNextPart } from '@tern/ledger/test-parts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmDraft } from './confirm-draft.ts';
import { createSendingWorld, type SendingWorld, type TestPerson } from './testing/sending-world.ts';

// Goal: drafts and idempotency keys count once, wherever a part of the ledger's entries ends. Method: the numbers of transfers are
// brought to just before such an end, and other people send meanwhile, so that equal requests are handled on both sides of it.
let world: SendingWorld;
let others: readonly TestPerson[];
beforeAll(async () => {
  world = await createSendingWorld();
  others = [await world.person({ usdt: usdt(1_000) }), await world.person({ usdt: usdt(1_000) })];
});
afterAll(async () => {
  await world.checkBooks();
  await world.drop();
});

const usdt = (whole: number): bigint => BigInt(whole) * 1_000_000n;
const approach = (ids: number): Promise<void> => approachNextPart(world.db, world.asWorker, ids);

/** Sends of others, which use up the numbers of the part. */
async function crowd(sends: number): Promise<unknown> {
  return await Promise.all(
    Array.from({ length: sends }, async (_, index) => {
      const [from, to] = index % 2 === 0 ? others : others.toReversed();
      if (from === undefined || to === undefined) throw new Error('two people');
      return await world.confirm(from, await world.draft(from, { to: to.address, amount: `1.${index + 10}` }));
    }),
  );
}

async function codeOf(reply: Promise<unknown>): Promise<string> {
  try {
    await reply;
    return 'ok';
  } catch (error) {
    if (error instanceof Error && 'code' in error) return String(error.code);
    throw error;
  }
}

test('M02 one confirmation 40 times at once and again in the part after has one effect and one reply', async () => {
  const [ana, ben] = [await world.person({ usdt: usdt(100) }), await world.person()];
  const draft = await world.draft(ana, { to: ben.address, amount: '10' });
  const input = {
    session: ana,
    draftId: draft.id as DraftId,
    hash: draft.hash,
    idempotencyKey: randomUUID(),
    tradePassword: '258036',
    authenticatorCode: '123456',
  };
  const confirm = (): Promise<unknown> => confirmDraft(world.deps, input);
  await approach(4);
  const [replies] = await Promise.all([Promise.all(Array.from({ length: 40 }, confirm)), crowd(12)]);
  await approach(0);
  await crowd(2);
  const later = await Promise.all(Array.from({ length: 10 }, confirm));
  expect(new Set([...replies, ...later].map((reply) => JSON.stringify(reply))).size).toBe(1);
  expect([await world.balance(ana), await world.balance(ben)]).toEqual(['90000000/0', '10000000/0']);
});

test('M04 of 40 confirmations of one draft under keys of their own, before the end and after, one counts', async () => {
  const [ana, ben] = [await world.person({ usdt: usdt(100) }), await world.person()];
  const draft = await world.draft(ana, { to: ben.address, amount: '10' });
  await approach(3);
  const confirm = (): Promise<string> => codeOf(world.confirm(ana, draft, randomUUID()));
  const [codes] = await Promise.all([Promise.all(Array.from({ length: 20 }, confirm)), crowd(12)]);
  await approach(0);
  await crowd(2);
  const all = [...codes, ...(await Promise.all(Array.from({ length: 20 }, confirm)))];
  expect(all.filter((code) => code === 'ok')).toHaveLength(1);
  expect([await world.balance(ana), await world.balance(ben)]).toEqual(['90000000/0', '10000000/0']);
});

test('M01 of 40 sends of everything, each by a draft of its own, one succeeds, whichever part it falls into', async () => {
  const [ana, ben] = [await world.person({ usdt: usdt(100) }), await world.person()];
  const drafts = [];
  for (let each = 0; each < 40; each += 1) drafts.push(await world.draft(ana, { to: ben.address, amount: '100' }));
  await approach(2);
  const [codes] = await Promise.all([Promise.all(drafts.map((draft) => codeOf(world.confirm(ana, draft)))), crowd(12)]);
  expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
  expect([await world.balance(ana), await world.balance(ben)]).toEqual(['0/0', '100000000/0']);
});

test('all this lay in several parts', async () => {
  expect((await countByPart(world.db.kysely)).length).toBeGreaterThan(4);
  const { rows } = await sql<{ split: number }>`
    SELECT count(*)::int AS split FROM (
      SELECT account_id FROM ledger.entries GROUP BY account_id HAVING count(DISTINCT tableoid) > 2
    ) accounts`.execute(world.db.kysely);
  expect(rows[0]?.split).toBeGreaterThan(1);
});
