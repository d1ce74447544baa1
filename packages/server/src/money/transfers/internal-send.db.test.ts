import { randomUUID } from 'node:crypto';
import type { DraftId, RecordId } from '@tern/base/ids';
import { isProblem } from '@tern/contracts/problem';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cancelTransfer } from './cancel-transfer.ts';
import { confirmDraft } from './confirm-draft.ts';
import {
  createSendingWorld,
  randomAddress,
  willingFactors,
  type SendingWorld,
  type TestPerson,
} from './testing/sending-world.ts';

let world: SendingWorld;
beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.drop());

const usdt = (whole: number): bigint => BigInt(whole) * 1_000_000n;

/** What the person was told, with each amount. */
async function messagesOf({ personId }: TestPerson): Promise<readonly string[]> {
  const { rows } = await sql<{ told: string }>`
    SELECT event || ' ' || amount AS told FROM messages WHERE person_id = ${personId} ORDER BY id`.execute(
    world.db.kysely,
  );
  return rows.map(({ told }) => told);
}

function codesOf(results: readonly PromiseSettledResult<unknown>[]): string[] {
  return results.map((result) => {
    if (result.status === 'fulfilled') return 'ok';
    const reason: unknown = result.reason;
    return reason instanceof Error && 'code' in reason ? String(reason.code) : String(reason);
  });
}

describe('a send to another person here', () => {
  test('moves the money at once, without a fee, and shows on both sides', async () => {
    const [ana, ben] = [await world.person({ usdt: usdt(100) }), await world.person()];
    const draft = await world.draft(ana, { to: ben.address, amount: '40', memo: 'thanks' });
    expect(draft).toMatchObject({
      settlement: 'internal',
      fee: '0',
      amount: '40000000',
      keeps: '60000000',
      arrival: 'at-once',
    });
    const record = await world.confirm(ana, draft);
    expect(record).toMatchObject({
      direction: 'out',
      status: 'success',
      amount: '40000000',
      payAddress: ana.address,
      receiveAddress: ben.address,
    });
    expect([await world.balance(ana), await world.balance(ben)]).toEqual(['60000000/0', '40000000/0']);
    const { rows } =
      await sql`SELECT direction, status, memo, pay_address FROM records WHERE person_id = ${ben.personId}`.execute(
        world.db.kysely,
      );
    expect(rows).toEqual([{ direction: 'in', status: 'success', memo: 'thanks', pay_address: ana.address }]);
    expect([await messagesOf(ana), await messagesOf(ben)]).toEqual([['sent 40000000'], ['received 40000000']]);
    await world.checkBooks();
  });

  test('K11 goes on where the signer has disowned both addresses, and neither record offers one of them', async () => {
    const [ana, ben] = [await world.person({ usdt: usdt(100) }), await world.person()];
    await sql`UPDATE address_pool SET distrusted_at = now() WHERE address IN (${ana.address}, ${ben.address})`.execute(
      world.db.kysely,
    );
    const record = await world.confirm(ana, await world.draft(ana, { to: ben.address, amount: '40' }));
    // What the sender typed is theirs.
    expect(record).toMatchObject({ status: 'success', payAddress: null, receiveAddress: ben.address });
    const { rows } =
      await sql`SELECT status, pay_address, receive_address FROM records WHERE person_id = ${ben.personId}`.execute(
        world.db.kysely,
      );
    expect(rows).toEqual([{ status: 'success', pay_address: null, receive_address: null }]);
    expect([await world.balance(ana), await world.balance(ben)]).toEqual(['60000000/0', '40000000/0']);
    await world.checkBooks();
  });

  test('waits for a review above the threshold, with the money held', async () => {
    const [ana, ben] = [await world.person({ usdt: usdt(9000) }), await world.person()];
    const draft = await world.draft(ana, { to: ben.address, amount: '5000' });
    expect(draft.arrival).toBe('after-review');
    const record = await world.confirm(ana, draft);
    expect(record).toMatchObject({ status: 'pending-review', reason: 'above-review-limit' });
    expect([await world.balance(ana), await world.balance(ben)]).toEqual(['9000000000/5000000000', '0/0']);
    expect([await messagesOf(ana), await messagesOf(ben)]).toEqual([[], []]);
    const cancelled = await cancelTransfer(world.deps, {
      session: ana,
      recordId: record.id as RecordId,
      idempotencyKey: randomUUID(),
    });
    expect(cancelled).toMatchObject({ status: 'cancelled', reason: 'cancelled-by-person' });
    expect(await world.balance(ana)).toBe('9000000000/0');
    const again = cancelTransfer(world.deps, {
      session: ana,
      recordId: record.id as RecordId,
      idempotencyKey: randomUUID(),
    });
    await expect(again).rejects.toSatisfy((error) => isProblem(error, 'NOT_CANCELLABLE'));
    await world.checkBooks();
  });
});

// A thousand sends; slow machines need more than the usual minute.
test(
  'M01 of 100 parallel sends of the whole balance exactly one succeeds, in each of 10 rounds',
  { timeout: 240_000 },
  async () => {
    const ben = await world.person();
    for (let round = 1; round <= 10; round += 1) {
      const ana = await world.person({ usdt: usdt(100) });
      const drafts = await Promise.all(
        Array.from({ length: 100 }, () => world.draft(ana, { to: ben.address, amount: '100' })),
      );
      const codes = codesOf(await Promise.allSettled(drafts.map((draft) => world.confirm(ana, draft))));
      expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
      expect(codes.filter((code) => code === 'INSUFFICIENT_BALANCE')).toHaveLength(99);
      expect([await world.balance(ana), await world.balance(ben)]).toEqual(['0/0', `${usdt(100 * round)}/0`]);
    }
    await world.checkBooks();
  },
);

test('M02 the same confirmation 50 times in parallel has one effect and one reply', async () => {
  const [ana, ben] = [await world.person({ usdt: usdt(100) }), await world.person()];
  const draft = await world.draft(ana, { to: ben.address, amount: '10' });
  let authorisations = 0;
  const deps = {
    ...world.deps,
    factors: {
      ...willingFactors,
      // As the real one: a code works once.
      prove: (...asked: Parameters<typeof willingFactors.prove>) => {
        authorisations += 1;
        return authorisations === 1 ? willingFactors.prove(...asked) : Promise.reject(new Error('the code was used'));
      },
    },
  };
  const input = {
    session: ana,
    draftId: draft.id as DraftId,
    hash: draft.hash,
    idempotencyKey: randomUUID(),
    tradePassword: '258036',
    authenticatorCode: '123456',
  };
  const replies = await Promise.all(Array.from({ length: 50 }, () => confirmDraft(deps, input)));
  expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
  expect(JSON.stringify(await confirmDraft(deps, { ...input, authenticatorCode: '654321' }))).toBe(
    JSON.stringify(replies[0]),
  );
  expect(await world.balance(ana)).toBe('90000000/0');
  expect(await messagesOf(ana)).toEqual(['sent 10000000']);
  expect(authorisations).toBe(1);
});

test('M03 a key used for another request is refused, and another person may use the same key', async () => {
  const [ana, ben] = [await world.person({ usdt: usdt(100) }), await world.person({ usdt: usdt(100) })];
  const key = randomUUID();
  await world.confirm(ana, await world.draft(ana, { to: ben.address, amount: '10' }), key);
  const other = world.confirm(ana, await world.draft(ana, { to: ben.address, amount: '10.000001' }), key);
  await expect(other).rejects.toSatisfy((error) => isProblem(error, 'IDEMPOTENCY_KEY_REUSED'));
  await world.confirm(ben, await world.draft(ben, { to: ana.address, amount: '1' }), key);
  expect([await world.balance(ana), await world.balance(ben)]).toEqual(['91000000/0', '109000000/0']);
});

describe('M04 only the unmodified, own, unused draft is confirmed', () => {
  test('with another hash, by another person, twice', async () => {
    const [ana, ben] = [await world.person({ usdt: usdt(100) }), await world.person({ usdt: usdt(100) })];
    const draft = await world.draft(ana, { to: ben.address, amount: '10' });
    const other = await world.draft(ana, { to: ben.address, amount: '11' });
    const results = await Promise.allSettled([
      world.confirm(ana, { ...draft, hash: other.hash }),
      world.confirm(ben, draft),
      world.confirm(ana, { ...draft, hash: '' }),
    ]);
    expect(codesOf(results)).toEqual(['DRAFT_CHANGED', 'NOT_FOUND', 'DRAFT_CHANGED']);
    await world.confirm(ana, draft);
    expect(codesOf(await Promise.allSettled([world.confirm(ana, draft)]))).toEqual(['DRAFT_USED']);
    expect(await world.balance(ana)).toBe('90000000/0');
  });

  test('a row changed behind the back of the code no longer fits its hash', async () => {
    const [ana, ben, eve] = [await world.person({ usdt: usdt(100) }), await world.person(), await world.person()];
    for (const change of [
      sql`to_address = ${eve.address}, receiver_wallet_id = ${eve.walletId}`,
      sql`amount = amount + 1`,
      sql`usdt_value = 0`,
      sql`memo = 'other'`,
      sql`expires_at = expires_at + interval '1 day'`,
    ]) {
      const draft = await world.draft(ana, { to: ben.address, amount: '10' });
      await sql`UPDATE withdrawal_drafts SET ${change} WHERE id = ${draft.id}`.execute(world.db.kysely);
      expect(codesOf(await Promise.allSettled([world.confirm(ana, draft)]))).toEqual(['DRAFT_CHANGED']);
    }
    expect(await world.balance(ana)).toBe('100000000/0');
  });

  test('the process roles cannot change a draft at all', async () => {
    for (const role of [world.asApi, world.asWorker]) {
      await expect(sql`UPDATE withdrawal_drafts SET to_address = 'x'`.execute(role.kysely)).rejects.toThrow(
        'permission denied',
      );
    }
  });

  test('an expired one is refused', async () => {
    const [ana, ben] = [await world.person({ usdt: usdt(100) }), await world.person()];
    const draft = await world.draft(ana, { to: ben.address, amount: '10' });
    // The hash holds the expiry, so only a draft that was born in the past can be tried: made by hand, hash included.
    const { hashDraft } = await import('./draft.ts');
    const { findDrafts } = await import('./draft-store.ts');
    const id = draft.id as DraftId;
    const stored = (await findDrafts(world.db.kysely, [{ personId: ana.personId, id }])).get(id);
    if (stored === undefined) throw new Error('no draft');
    const past = { ...stored, expiresAt: new Date(stored.expiresAt.getTime() - 301_000) };
    await sql`UPDATE withdrawal_drafts SET expires_at = ${past.expiresAt}, hash = ${hashDraft(past)} WHERE id = ${draft.id}`.execute(
      world.db.kysely,
    );
    const late = world.confirm(ana, { id: draft.id, hash: hashDraft(past).toString('hex') });
    expect(codesOf(await Promise.allSettled([late]))).toEqual(['DRAFT_EXPIRED']);
  });

  test('two keys for one draft at the same moment: one confirms', async () => {
    const [ana, ben] = [await world.person({ usdt: usdt(100) }), await world.person()];
    const draft = await world.draft(ana, { to: ben.address, amount: '10' });
    const codes = codesOf(await Promise.allSettled(Array.from({ length: 20 }, () => world.confirm(ana, draft))));
    expect(codes.toSorted()).toEqual([...Array.from({ length: 19 }, () => 'DRAFT_USED'), 'ok'].toSorted());
    expect(await world.balance(ana)).toBe('90000000/0');
  });
});

describe('M09 sends inside the installation', () => {
  test('to the sending wallet itself are refused', async () => {
    const ana = await world.person({ usdt: usdt(100) });
    expect(codesOf(await Promise.allSettled([world.draft(ana, { to: ana.address, amount: '10' })]))).toEqual([
      'ADDRESS_OWN',
    ]);
  });

  test('to the hot wallet and to an address nobody has yet are refused', async () => {
    const ana = await world.person({ usdt: usdt(100) });
    const [hot, pooled] = [randomAddress(), randomAddress()];
    await sql`INSERT INTO hot_wallets (address) VALUES (${hot})`.execute(world.asWorker.kysely);
    await sql`INSERT INTO address_pool (derivation_index, address, mac) VALUES (1000000, ${pooled}, 'test')`.execute(
      world.db.kysely,
    );
    for (const to of [hot, pooled]) {
      await expect(world.draft(ana, { to, amount: '10' })).rejects.toMatchObject({
        code: 'ADDRESS_REFUSED',
        data: { reason: 'house-address' },
      });
    }
    await sql`DELETE FROM hot_wallets`.execute(world.db.kysely);
  });
});

test('M30 parallel sends never exceed the daily limit', async () => {
  const ben = await world.person();
  const ana = await world.person({ usdt: usdt(1_000_000) });
  const drafts = await Promise.all(
    Array.from({ length: 30 }, () => world.draft(ana, { to: ben.address, amount: '4999' })),
  );
  const codes = codesOf(await Promise.allSettled(drafts.map((draft) => world.confirm(ana, draft))));
  expect(codes.filter((code) => code === 'ok')).toHaveLength(10);
  expect(codes.filter((code) => code === 'DAILY_LIMIT_REACHED')).toHaveLength(20);
  expect(await world.balance(ben)).toBe(`${usdt(49_990)}/0`);
  await expect(world.draft(ana, { to: ben.address, amount: '11' })).rejects.toMatchObject({
    code: 'DAILY_LIMIT_REACHED',
    data: { limit: '10000000' },
  });
  await world.confirm(ana, await world.draft(ana, { to: ben.address, amount: '10' }));
});

test('M33 a hold stops sends to new addresses and lets known ones through', async () => {
  const [ana, ben, eve] = [await world.person({ usdt: usdt(100) }), await world.person(), await world.person()];
  await world.confirm(ana, await world.draft(ana, { to: ben.address, amount: '10' }));
  const until = new Date('2030-01-01T00:00:00Z');
  const held = {
    ...world.deps.factors,
    findHolds: () => Promise.resolve(new Map([[ana.personId, { until, reason: 'factor-changed' as const }]])),
  };
  const drafted = await world.draft(ana, { to: eve.address, amount: '10' });
  const { createDraft } = await import('./create-draft.ts');
  const deps = { ...world.deps, factors: held };
  const input = {
    ...ana,
    assetId: 'usdt',
    networkId: 'tron',
    feeFrom: 'balance',
    amount: '10',
    acknowledged: ['first-time'],
  } as const;
  await expect(createDraft(deps, { ...input, to: eve.address })).rejects.toMatchObject({
    code: 'SENDING_HELD',
    data: { until: until.toISOString() },
  });
  const confirmation = {
    session: ana,
    draftId: drafted.id as DraftId,
    hash: drafted.hash,
    idempotencyKey: randomUUID(),
    tradePassword: '258036',
    authenticatorCode: '1',
  };
  await expect(confirmDraft(deps, confirmation)).rejects.toMatchObject({ code: 'SENDING_HELD' });
  const known = await createDraft(deps, { ...input, to: ben.address });
  await confirmDraft(deps, {
    ...confirmation,
    draftId: known.id as DraftId,
    hash: known.hash,
    idempotencyKey: randomUUID(),
  });
  expect(await world.balance(ben)).toBe('20000000/0');
});

test('M38 nothing is held after a committed freeze', async () => {
  for (let round = 0; round < 20; round += 1) {
    const [ana, ben] = [await world.person({ usdt: usdt(100) }), await world.person()];
    const draft = await world.draft(ana, { to: ben.address, amount: '10' });
    const freeze = sql`UPDATE people SET state = 'disabled' WHERE id = ${ana.personId}`.execute(world.db.kysely);
    const [sent] = await Promise.allSettled([world.confirm(ana, draft), freeze]);
    expect(await world.balance(ben)).toBe(sent.status === 'fulfilled' ? '10000000/0' : '0/0');
    const after = await Promise.allSettled([
      world.confirm(ana, await world.draft(ana, { to: ben.address, amount: '10' })),
    ]);
    expect(codesOf(after)).toEqual(['LOGIN_EXPIRED']);
  }
});
