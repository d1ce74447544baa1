import type { OperatorId } from '@tern/base/ids';
import type { ChangeContent } from '@tern/contracts/routes/console-changes';
import { termRules, type TermName } from '@tern/contracts/terms';
import type { Database } from '@tern/db/database';
import type { TestDatabase } from '@tern/testkit/database';
import { addOperator } from '@tern/testkit/operators';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteSignerLimits } from '../../chain/signer/public.ts';
import { decideChange, proposeChange, type ChangeDeps } from '../../console/changes/decide-change.ts';
import { compareWithSigner } from '../../console/terms/compare-with-signer.ts';
import { findBreaches } from '../../house/invariants/public.ts';
import { createPayoutWorld, type PayoutWorld } from '../../money/payouts/testing/payout-world.ts';
import { createSwapWorld, whole, type SwapWorld } from '../../money/swaps/testing/swap-world.ts';
import { listTransferOptions } from '../../money/transfers/list-transfer-options.ts';
import { randomAddress, testAssets } from '../../money/transfers/testing/sending-world.ts';
import { webhookBox } from '../../platform/webhooks/public.ts';
import { showTerms } from './show-terms.ts';

// Goal: terms take effect when they were announced, for everybody alike, and never on what was created before.
// Method: real sends and swaps around versions decided by two operators; a day passes for the versions alone.
let world: PayoutWorld;
let swaps: SwapWorld;
beforeAll(async () => {
  [world, swaps] = await Promise.all([createPayoutWorld(), createSwapWorld()]);
});
afterAll(async () => {
  await world.close();
  await swaps.drop();
});

type Typed = Partial<Record<TermName, string>>;

const depsOf = (db: Database): ChangeDeps => ({
  db,
  assets: testAssets,
  pairs: [],
  pool: { everyHours: 24, shareBasisPoints: 1_000n },
  areTermsValid: () => true,
  webhooks: { box: webhookBox(Buffer.alloc(32)), hosts: [] },
  isContract: () => Promise.resolve(false),
});

async function change(database: TestDatabase, values: Typed): Promise<void> {
  const deps = depsOf(database.asConsole);
  const [ada, ben] = [await operator(database, 'ada'), await operator(database, 'ben')];
  const { version: after } = await lastVersion(database);
  const content: ChangeContent = { kind: 'terms', after, values, from: null };
  const id = await proposeChange(deps, { content, note: 'As announced', operatorId: ada });
  await decideChange(deps, { said: { id, decision: 'carry-out' }, operatorId: ben, now: new Date() });
}

async function operator({ asWorker, db }: TestDatabase, name: string): Promise<OperatorId> {
  const { rows } = await sql<{ id: OperatorId }>`SELECT id FROM operators WHERE name = ${name}`.execute(
    asWorker.kysely,
  );
  return rows[0]?.id ?? (await addOperator(db, { name }));
}

async function lastVersion({ db }: TestDatabase) {
  const { rows } = await sql<{ version: number; notice: string; worse: TermName[] }>`
    SELECT version, effective_at - decided_at AS notice, worse FROM terms ORDER BY version DESC LIMIT 1`.execute(
    db.kysely,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('no terms');
  return row;
}

/** A day goes by for the terms: nobody may change them, so the owner does it with the triggers out of the way. */
function letADayPass({ db }: TestDatabase): Promise<void> {
  return db.kysely.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`
      UPDATE terms SET decided_at = decided_at - interval '24 hours', effective_at = effective_at - interval '24 hours'`.execute(
      tx,
    );
  });
}

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: { readonly code?: string }) => String(error.code),
  );

test('O10 a dearer fee and lower limits come a day after they were decided; drafts of before keep what they were drawn up under', async () => {
  const [ana, ben] = [await world.person({ usdt: 9_000n * whole.usdt }), await world.person()];
  const before = {
    fee: await world.draft(ana, { to: randomAddress(), amount: '100' }),
    small: await world.draft(ana, { to: ben.address, amount: '5' }),
    unreviewed: await world.draft(ana, { to: ben.address, amount: '4000' }),
  };
  await change(world, { feeMarginPercent: '100', feeMaxUsdt: '60', withdrawalMinUsdt: '10', reviewFrom: '1000' });
  expect(await lastVersion(world)).toMatchObject({
    version: 2,
    worse: ['feeMarginPercent', 'feeMaxUsdt', 'reviewFrom', 'withdrawalMinUsdt'],
  });
  // Decided, announced, and not in force.
  expect((await world.draft(ana, { to: randomAddress(), amount: '100' })).fee).toBe(before.fee.fee);
  expect((await world.draft(ana, { to: ben.address, amount: '4000' })).arrival).toBe('at-once');

  await letADayPass(world);
  const after = await world.draft(ana, { to: randomAddress(), amount: '100' });
  expect(BigInt(after.fee)).toBeGreaterThan(BigInt(before.fee.fee));
  expect(await codeOf(world.draft(ana, { to: ben.address, amount: '5' }))).toBe('AMOUNT_BELOW_MINIMUM');
  expect((await world.draft(ana, { to: ben.address, amount: '4000' })).arrival).toBe('after-review');

  expect(await world.confirm(ana, before.small)).toMatchObject({ status: 'success' });
  expect(await world.confirm(ana, before.unreviewed)).toMatchObject({ status: 'success' });
  expect(await world.confirm(ana, before.fee)).toMatchObject({ status: 'withdrawing', fee: before.fee.fee });
  const waiting = await world.draft(ana, { to: ben.address, amount: '1000' });
  expect(await world.confirm(ana, waiting)).toMatchObject({ status: 'pending-review' });

  const found = await world.db.kysely.transaction().execute((tx) => findBreaches(tx, {}));
  expect(found.filter(({ invariant }) => ['I11', 'I19', 'I21'].includes(invariant))).toEqual([]);
});

test('H07 two people of whatever past have the same limits, before a change and after it', async () => {
  const people = [await world.person({ usdt: whole.usdt }), await world.person({ usdt: whole.usdt })] as const;
  const limits = () =>
    Promise.all(people.map(async (person) => (await listTransferOptions(world.deps, person)).options));
  const [one, other] = await limits();
  expect(one).toEqual(other);
  await change(world, { withdrawalMax: '30000', withdrawalDailyMax: '90000' });
  const [better, same] = await limits();
  expect(better).toEqual(same);
  expect(better?.[0]).toMatchObject({ assetId: 'usdt', maximum: '30000000000', dailyRemaining: '90000000000' });
  expect(one?.[0]).toMatchObject({ assetId: 'usdt', maximum: '20000000000' });
});

test('O10 limits above what the signer signs by itself are named, with those that are only announced', async () => {
  const compare = async () => {
    const { current, versions } = await showTerms(world.asWorker.kysely);
    const found = await compareWithSigner(
      world.asWorker.kysely,
      versions.filter(({ version }) => version >= current),
    );
    return found.map(({ assetId, above }) => `${assetId} ${above}`);
  };
  expect(await compare()).toEqual(['usdt null', 'trx null', 'reward null']);
  await noteSignerLimits({ db: world.asWorker, signer: world.signer.client });
  const { assets } = await world.signer.client.getHealth();
  const fits = String(assets.usdt.perOrder / whole.usdt);
  await change(world, { withdrawalMax: fits, withdrawalHouseDailyMax: fits });
  // Larger ones are in force until then.
  expect((await compare())[0]).toBe('usdt true');
  await letADayPass(world);
  expect((await compare())[0]).toBe('usdt false');
  await change(world, { withdrawalMax: `${fits}.000001` });
  expect((await compare())[0]).toBe('usdt true');
});

test('O10 a quote of before keeps its fee when a dearer one is in force, and a better one is in force at once', async () => {
  const person = await swaps.person({ usdt: 1_000n * whole.usdt }, 'DE');
  const ask = () => swaps.quote(person, { assetOut: 'usdt', assetIn: 'reward', amount: '100' });
  const quote = await ask();
  expect(quote.fee).toBe('300000');
  await change(swaps, { swapFee: '0.5', swapMin: '200' });
  expect((await ask()).fee).toBe('300000');
  await letADayPass(swaps);
  expect(await codeOf(ask())).toBe('AMOUNT_BELOW_MINIMUM');
  expect(await swaps.swap(person, quote)).toMatchObject({ amountOut: '100000000', amountIn: quote.amountIn });
  const { rows } = await sql<{ fee: string }>`SELECT fee FROM swaps WHERE person_id = ${person.personId}`.execute(
    swaps.db.kysely,
  );
  expect(rows).toEqual([{ fee: '300000' }]);
  await change(swaps, { swapFee: '0.1', swapMin: '1' });
  expect((await ask()).fee).toBe('100000');
  expect(await lastVersion(swaps)).toMatchObject({ version: 3, worse: [] });
});

test('O10 the database itself refuses an earlier date, one operator alone, and any change of what was decided', async () => {
  const { asApi, asWorker, asConsole, db } = swaps;
  const [ada, ben] = [await operator(swaps, 'ada'), await operator(swaps, 'ben')];
  const insert = async (
    values: Typed,
    by: { readonly proposer: OperatorId; readonly decider: OperatorId },
    from: string,
  ) => {
    const { version } = await lastVersion(swaps);
    const content: ChangeContent = { kind: 'terms', after: version, values: { swapFee: '1' }, from: null };
    const id = await proposeChange(depsOf(asConsole), { content, note: 'For a test', operatorId: by.proposer });
    return sql`
      INSERT INTO terms (content, effective_at, change_id, decided_by)
      SELECT content || ${JSON.stringify(values)}::jsonb, ${sql.raw(from)}, ${id}, ${by.decider} FROM terms
       ORDER BY version DESC LIMIT 1`.execute(asConsole.kysely);
  };
  const two = { proposer: ada, decider: ben };
  const early = "clock_timestamp() + interval '23 hours 59 minutes'";
  for (const [name, { worse }] of Object.entries(termRules) as [TermName, (typeof termRules)[TermName]][]) {
    const value = worse === 'higher' ? '1000000000000000000000000' : '0';
    await expect(insert({ [name]: value }, two, early), name).rejects.toThrow('at the earliest');
  }
  await expect(insert({ swapFee: '9' }, two, "clock_timestamp() - interval '1 second'")).rejects.toThrow('earliest');
  await expect(insert({ swapFee: '9' }, { proposer: ada, decider: ada }, 'NULL::timestamptz')).rejects.toThrow(
    'another operator',
  );
  await expect(insert({ swapFee: '-9' }, two, 'NULL::timestamptz')).rejects.toThrow('whole number');
  await expect(insert({ more: '9' } as Typed, two, 'NULL::timestamptz')).rejects.toThrow('for each rule');
  const { rows } = await sql<{ name: string; worse: string }>`SELECT name, worse FROM term_rules`.execute(asApi.kysely);
  expect(Object.fromEntries(rows.map(({ name, worse }) => [name, worse]))).toEqual(
    Object.fromEntries(Object.entries(termRules).map(([name, { worse }]) => [name, worse])),
  );

  const write = sql`INSERT INTO terms (content) SELECT content FROM terms LIMIT 1`;
  await expect(write.execute(asApi.kysely)).rejects.toThrow('permission denied');
  for (const role of [asApi, asWorker])
    await expect(sql`UPDATE terms SET effective_at = now()`.execute(role.kysely)).rejects.toThrow('permission denied');
  await expect(sql`UPDATE terms SET effective_at = now()`.execute(db.kysely)).rejects.toThrow('append-only');
  await expect(sql`DELETE FROM terms`.execute(db.kysely)).rejects.toThrow('append-only');
  expect((await lastVersion(swaps)).version).toBe(3);
});
