import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newId, type OperatorId, type PersonId, type SessionId, type WalletId } from '@tern/base/ids';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import type { AssetId } from '@tern/money/asset';
import { beginTerms } from '@tern/server/people/terms/public';
import { createFirstWallet } from '@tern/server/people/wallets/public';
import type { ApiSession } from '@tern/server/platform/api-context';
import { addOperator } from '@tern/testkit/operators';
import { makeTemporaryFolder } from '@tern/testkit/temporary-folder';
import type { TronAddress } from '@tern/tron/address';
import { sql } from 'kysely';
import { termsOfSettings } from '../../services/api/src/terms-settings.ts';
import { openDraw } from '../campaigns/draw.ts';
import { openSimChain, type SimChain } from './chain.ts';
import { openGatedDatabase } from './gated-database.ts';
import { simConfig } from './house-programs.ts';
import { outside } from './life.ts';
import { countOpenOrders } from './observe.ts';
import { Scheduler } from './scheduler.ts';
import { makeSignerFolder, openSimSigner } from './signer.ts';
import { copyDatabase, dropDatabase, makeVirtualTemplate } from './template.ts';
import { openWorld, type World } from './world.ts';

export type SimPerson = {
  readonly session: ApiSession;
  readonly walletId: WalletId;
  readonly address: TronAddress;
};

/** A house with people who have money, from which every schedule begins. */
export type Scene = {
  readonly clusterUrl: string;
  readonly database: string;
  readonly chain: SimChain;
  readonly signerFolder: string;
  readonly folder: string;
  readonly hotAddress: TronAddress;
  readonly people: readonly SimPerson[];
  readonly operators: readonly [OperatorId, OperatorId];
  /** The moment it was left at. */
  readonly startMs: number;
  readonly close: () => Promise<void>;
};

export const peopleCount = 4;
/** What each of the people has at the beginning, in base units. */
export const fundsAtFirst: Readonly<Record<'usdt' | 'trx', bigint>> = { usdt: 30_000_000_000n, trx: 2_000_000_000n };
const treasury: Readonly<Record<AssetId, bigint>> = {
  usdt: 500_000_000_000n,
  trx: 100_000_000_000n,
  reward: 10n ** 24n,
};
/** The scene's own draws: the same house for every seed. */
const sceneSeed = 1;
const [setUpMinMs, setUpMaxMs] = [100_000, 60 * 60_000];

/** Makes the scene by what the product itself does, without faults: a few seconds. `installVirtualTime` comes before it. */
export async function makeScene(clusterUrl: string): Promise<Scene> {
  const names = [0, 1].map((at) => `tern_sim_${process.pid}_${at}`) as [string, string];
  const [template, database] = names;
  const folder = await makeTemporaryFolder('tern-sim-');
  for (const name of names) await dropDatabase(clusterUrl, name);
  await makeVirtualTemplate(clusterUrl, template);
  await copyDatabase(clusterUrl, { from: template, to: database });
  const chain = await openSimChain();
  const signerFolder = join(folder, 'signer');
  const startMs = await chain.headMs();
  const hotAddress = await makeSigner({ signerFolder, chain, startMs });
  const world = await openWorld({ clusterUrl, database, chain, signerFolder, hotAddress, startMs, seed: sceneSeed });
  world.scheduler.isFair = true;
  const builder = world.somebody('builder');
  const db = outside(() => openGatedDatabase(builder, world.ownerUrl, world.control.terminate));
  const [people, operators] = await world.during(builder.run(() => furnish(world, db)));
  await outside(() => db.close());
  await fund(world, { hotAddress, people });
  const leftAtMs = world.scheduler.nowMs;
  await world.close();
  await chain.remember();
  return {
    ...{ clusterUrl, database, chain, signerFolder, folder, hotAddress, people, operators },
    startMs: leftAtMs,
    close: async () => {
      await chain.close();
      for (const name of names) await dropDatabase(clusterUrl, name);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function makeSigner(place: {
  readonly signerFolder: string;
  readonly chain: SimChain;
  readonly startMs: number;
}): Promise<TronAddress> {
  const { signerFolder: directory, chain, startMs } = place;
  const scheduler = new Scheduler({
    startMs,
    draw: openDraw(sceneSeed),
    waitsForLock: () => Promise.resolve(false),
    onTime: () => Promise.resolve(),
  });
  const process = scheduler.spawn('signer', openDraw(sceneSeed));
  makeSignerFolder(directory, process);
  const signer = openSimSigner({ directory, contracts: chain.network.contracts, clock: process });
  await signer.start();
  const asked = signer.clientOf(process).getHotAddress();
  await scheduler.step();
  const hotAddress = await asked;
  await signer.kill();
  return hotAddress;
}

async function furnish({ house }: World, db: Database): Promise<[readonly SimPerson[], Scene['operators']]> {
  await beginTerms(db, termsOfSettings(simConfig));
  // The worker fills the pool of addresses, which the wallets below need.
  await house.worker.start();
  await house.worker.ask(async () => undefined);
  const people: SimPerson[] = [];
  for (let at = 0; at < peopleCount; at += 1) people.push(await openPerson(db, at));
  const operators = [await addOperator(db, { name: 'ada' }), await addOperator(db, { name: 'bert' })] as const;
  return [people, operators];
}

async function openPerson(db: Database, at: number): Promise<SimPerson> {
  const personId = newId<PersonId>();
  const session: ApiSession = { personId, sessionId: newId<SessionId>(), deviceId: newId<PersonId>() };
  const { kysely } = db;
  await sql`
    INSERT INTO people (id, public_id, invite_code, terms_accepted_at, created_at)
    VALUES (${personId}, ${String(10_000_001 + at)}, ${`SAMSAM${'ABCDEFGH'.charAt(at)}A`}, now(), now())`.execute(
    kysely,
  );
  await sql`
    INSERT INTO devices (id, person_id, token_hash, user_agent, registered, created_at, remembered_until)
    VALUES (${session.deviceId}, ${personId}, ${Buffer.alloc(32, at)}, 'sim', true, now(), now() + interval '90 days')`.execute(
    kysely,
  );
  await sql`
    INSERT INTO sessions (id, id_hash, person_id, device_id, proofs, ip, user_agent, created_at, seen_at, absolute_until)
    VALUES (${session.sessionId}, ${Buffer.alloc(32, at)}, ${personId}, ${session.deviceId}, '{password}', '10.0.0.1', 'sim',
      now(), now(), now() + interval '30 days')`.execute(kysely);
  const wallet = await transact(db, (tx) => createFirstWallet(tx, personId));
  return { session, walletId: wallet.id, address: wallet.address };
}

/** Money comes in over the chain, for the house and for everybody, and the worker books it. */
async function fund(
  { scheduler, chain, control }: World,
  { hotAddress, people }: { readonly hotAddress: TronAddress; readonly people: readonly SimPerson[] },
): Promise<void> {
  const { admin } = chain.controls[0] as SimChain['controls'][number];
  await admin.faucetTrx(hotAddress, treasury.trx);
  await admin.faucetToken('usdt', hotAddress, treasury.usdt);
  await admin.faucetToken('reward', hotAddress, treasury.reward);
  for (const { address } of people) {
    await admin.faucetToken('usdt', address, fundsAtFirst.usdt);
    await admin.faucetTrx(address, fundsAtFirst.trx);
  }
  const wanted = people.length * 2;
  const [restFromMs, untilMs] = [scheduler.nowMs + setUpMinMs, scheduler.nowMs + setUpMaxMs];
  for (;;) {
    for (let step = 0; step < 200; step += 1) await scheduler.step();
    const { rows } = await control.query<{ credited: number }>(
      "SELECT count(*)::int AS credited FROM deposits WHERE destination = 'customer'",
    );
    // Swept too, so that each schedule begins with a house at rest.
    if (rows[0]?.credited === wanted && scheduler.nowMs > restFromMs && (await countOpenOrders(control)) === 0) return;
    if (scheduler.nowMs > untilMs) throw new Error(`the scene is not ready:\n${scheduler.tail.slice(-40).join('\n')}`);
  }
}
