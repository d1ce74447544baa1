import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { units } from '@tern/money/units';
import { letHoursPass } from '@tern/testkit/let-hours-pass';
import { openTurningClock } from '@tern/testkit/system/turning-clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSwapWorld, whole, type SwapWorld } from '../swaps/testing/swap-world.ts';
import { distribute } from './distribute.ts';
import { fundPool } from './fund-pool.ts';
import { poolWorldSettings } from './testing/pool-world.ts';
import { runDistribution } from './testing/run-distribution.ts';

// Goal: a distribution that is half paid when its worker dies is paid to the rest, whoever goes on and in whatever chunks;
// nobody is paid twice and nobody is left out. Method: real processes, killed with SIGKILL between and within the chunks.

const people = 7;
const sharesPerChunk = 2;
const chunks = Math.ceil(people / sharesPerChunk);

let world: SwapWorld;
let persons: readonly Awaited<ReturnType<SwapWorld['person']>>[];
beforeAll(async () => {
  world = await createSwapWorld();
  await fundPool(world.asConsole, { amount: units(1_000n * whole.reward), operator: 'test', key: 'pool' });
  persons = await Promise.all(
    Array.from({ length: people }, (_, place) => world.person({ reward: BigInt(10 + place) * whole.reward }, 'DE')),
  );
});
afterAll(() => world.drop());

const work = (crashAt = '', shares = sharesPerChunk) =>
  runDistribution({ databaseUrl: world.workerUrl, sharesPerChunk: shares }, crashAt);

const readBalances = () => Promise.all(persons.map((person) => world.available(person, 'reward')));

/** Each person's share of the last distribution, and how often they were paid and told of it. */
async function readShares() {
  const { rows } = await sql<{ person: string; reward: bigint; paid: number; records: number; messages: number }>`
    SELECT s.person_id AS person, s.reward,
           (SELECT count(*)::int FROM ledger.transfers t JOIN ledger.journals j ON j.id = t.journal_id
             WHERE t.credit_account_id = s.account_id AND j.details ->> 'distributionId' = d.id::text) AS paid,
           (SELECT count(*)::int FROM records r WHERE r.source_id = d.id::text AND r.wallet_id = s.wallet_id) AS records,
           (SELECT count(*)::int FROM messages m JOIN records r ON r.id = m.subject_id
             WHERE r.source_id = d.id::text AND r.wallet_id = s.wallet_id) AS messages
      FROM (SELECT * FROM distributions ORDER BY ends_at DESC LIMIT 1) d
      JOIN distribution_shares s ON s.distribution_id = d.id ORDER BY s.number`.execute(world.db.kysely);
  return rows;
}

async function expectPaidOnce(before: readonly bigint[]): Promise<void> {
  const shares = await readShares();
  expect(shares).toHaveLength(people);
  for (const { paid, records, messages } of shares) expect([paid, records, messages]).toEqual([1, 1, 1]);
  const after = await readBalances();
  for (const [place, person] of persons.entries()) {
    const share = shares.find(({ person: id }) => id === person.personId);
    expect(after[place]).toBe((before[place] ?? 0n) + BigInt(share?.reward ?? 0n));
  }
  const { rows } = await sql<{ state: string }>`SELECT DISTINCT state FROM distributions`.execute(world.db.kysely);
  expect(rows).toEqual([{ state: 'closed' }]);
  await world.checkBooks();
}

test('M13 M19 killed again and again, in every chunk and before the end, it pays everybody once', async () => {
  await letHoursPass(world.db, 24);
  const before = await readBalances();
  for (let chunk = 1; chunk <= chunks; chunk += 1) {
    // The second chunk of each process: the first one is committed.
    expect(await work(chunk < chunks ? 'r3:2' : 'r4')).toBe('SIGKILL');
    expect((await readShares()).filter((share) => share.paid > 0)).toHaveLength(
      Math.min(people, chunk * sharesPerChunk),
    );
  }
  // Whoever goes on may take other chunks.
  expect(await work('r5', 3)).toBe('SIGKILL');
  await expectPaidOnce(before);
  expect(await work()).toBe(0);
  await expectPaidOnce(before);
});

test('F-C2-reward of two workers whose clocks differ by five minutes neither begins early, and each period is paid once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clocks-'));
  const dayMs = 86_400_000;
  // The end of the period lies between the two clocks; by the database's it is still to come.
  const untilMidnightMs = dayMs - (Date.now() % dayMs);
  const clocks = [-150_000, 150_000].map((offMs) => {
    const clock = openTurningClock(join(folder, `clock ${offMs}`));
    clock.advance(untilMidnightMs + offMs);
    return clock;
  });
  const both = () =>
    Promise.all(clocks.map(({ env }) => runDistribution({ databaseUrl: world.workerUrl, sharesPerChunk: 1 }, '', env)));
  const readRounds = async () => {
    const { rows } = await sql<{ ends: string; state: string }>`
      SELECT to_char(ends_at AT TIME ZONE 'UTC', 'HH24:MI:SS') AS ends, state FROM distributions ORDER BY ends_at`.execute(
      world.db.kysely,
    );
    return rows;
  };
  try {
    const rounds = await readRounds();
    expect(await both()).toEqual([0, 0]);
    expect(await readRounds()).toEqual(rounds);

    await letHoursPass(world.db, 24);
    const before = await readBalances();
    expect(await both()).toEqual([0, 0]);
    expect(await readRounds()).toEqual([...rounds, { ends: '00:00:00', state: 'closed' }]);
    await expectPaidOnce(before);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('F-D5-reward a distribution that finds no room stops in the middle, and pays the rest once there is room', async () => {
  await letHoursPass(world.db, 24);
  const before = await readBalances();
  // Room for the shares of two chunks, counted by a sequence, which a transaction that is rolled back does not undo.
  await sql
    .raw(
      `CREATE SEQUENCE rows_written; GRANT USAGE ON SEQUENCE rows_written TO PUBLIC;
       CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF nextval('rows_written') > ${2 * sharesPerChunk} THEN
           RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END IF;
         RETURN NEW; END $$;
       CREATE TRIGGER no_room BEFORE INSERT ON records FOR EACH ROW EXECUTE FUNCTION no_room()`,
    )
    .execute(world.db.kysely);
  const pace = { size: () => sharesPerChunk, learn: () => undefined };
  const step = () => distribute({ db: world.asWorker, settings: poolWorldSettings, pace });
  const untilFull = async (): Promise<void> => {
    while ((await step()) > 0);
  };
  await expect(untilFull()).rejects.toThrow('No space left on device');
  await expect(step()).rejects.toThrow('No space left on device');
  expect((await readShares()).filter((share) => share.paid > 0)).toHaveLength(2 * sharesPerChunk);
  await sql.raw('DROP FUNCTION no_room CASCADE').execute(world.db.kysely);
  await untilFull();
  await expectPaidOnce(before);
});
