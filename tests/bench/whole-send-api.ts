import { readFileSync } from 'node:fs';
import { assert } from '@tern/base/assert';
import { manualClock, systemClock } from '@tern/base/clock';
import { tradePasswordCost } from '@tern/server/people/accounts/public';
import { sql } from 'kysely';
import { createSendingWorld } from '../../packages/server/src/money/transfers/testing/sending-world.ts';
import { giveFactors } from '../../packages/server/src/people/factors/testing/give-factors.ts';
import { readProcessorTime } from './processor.ts';
import { answerOrders, newSecrets, openIdentity, openSender, serveApi } from './serve-api.ts';
import { tradePassword, type BenchPerson, type OpenedApi, type WholeSendOrder } from './whole-send-order.ts';

// One api process over a database of its own: the real server, contract, sessions and database roles, and people with a
// real trade password and authenticator.

const stepMs = 30_000;
const peopleCount = Number(process.argv[2]);
const world = await createSendingWorld();
// It stands still between the steps: on a busy machine a code would grow old in the queue of the hashes.
const clock = manualClock(systemClock.now());
const secrets = newSecrets();
const opened = openIdentity(world, secrets);
let hashes: 'real' | 'cheap' = 'real';
// A cheap hash stays one: else each would be made anew at its first success.
const isOutdated: typeof opened.hasher.isOutdated = (...asked) =>
  hashes === 'real' && opened.hasher.isOutdated(...asked);
const identity = { ...opened, clock, hasher: { ...opened.hasher, isOutdated } };

async function openPerson(hash: string): Promise<BenchPerson> {
  const { personId, token, walletId, address } = await openSender(world);
  const authenticatorSecret = await giveFactors(world.db, identity, { personId, hash });
  return { token, walletId, address, authenticatorSecret };
}

/** The first process of the database server: every other one was started by it. */
async function findPostmaster(): Promise<number> {
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(world.db.kysely);
  const parent = /\) \S (\d+) /.exec(readFileSync(`/proc/${rows[0]?.pid}/stat`, 'utf8'))?.[1];
  assert(parent !== undefined, 'every process has a parent');
  return Number(parent);
}

/** A hash of everybody's trade password. */
async function hashAt(cost: typeof tradePasswordCost): Promise<string> {
  const { personId } = await world.person();
  return await identity.hasher.hash(tradePassword, personId, cost);
}

const cheapCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
const hash = await hashAt(tradePasswordCost);
const people: BenchPerson[] = [];
while (people.length < peopleCount) people.push(await openPerson(hash));
const postmaster = process.platform === 'linux' ? await findPostmaster() : 0;
const server = await serveApi(world, identity);
process.send?.({ port: server.port, people } satisfies OpenedApi);

answerOrders<WholeSendOrder>({ world, server }, async (order) => {
  if (order === 'next-step') {
    clock.advance(stepMs);
    return clock.nowMs();
  }
  if (order === 'analyze') {
    await sql`ANALYZE`.execute(world.db.kysely);
    return 'analyzed';
  }
  if (order === 'read-processor') return readProcessorTime(postmaster) ?? null;
  ({ hashes } = order);
  const next = hashes === 'real' ? hash : await hashAt(cheapCost);
  await sql`UPDATE trade_passwords SET hash = ${next}`.execute(world.db.kysely);
  return hashes;
});
