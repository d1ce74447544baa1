import { newId, type OperatorId, type WalletId } from '@tern/base/ids';
import { addOperator } from '@tern/testkit/operators';
import type { TronAddress } from '@tern/tron/address';
import { SignerUnavailable } from '@tern/tron/signer-fault';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listRecords } from '../../people/records/list-records.ts';
import { auditAddresses, openAffirmations, type PooledAddress, type Wallet } from '../../people/wallets/public.ts';
import { assignSuspense, thawToken } from './decide-quarantine.ts';
import { listKnownArrivals } from './list-known-arrivals.ts';
import { listQuarantine } from './list-quarantine.ts';
import { returnToSender } from './return-to-sender.ts';
import { settleSuspense } from './settle-suspense.ts';
import { million, stranger, topUp, usdtContract } from './testing/deposit-rules.ts';
import { openDepositWorld, type DepositWorld } from './testing/deposit-world.ts';
import { addressOf, tokenCall } from './testing/scripted-chain.ts';

// Goal: nobody is credited for money at an address that is not the signer's, whatever is written into the database.
let world: DepositWorld;
let ada: OperatorId;
let bob: OperatorId;
/** What the signer has been asked, and whether it answers. */
const signer = { asked: [] as TronAddress[], isAway: false, disowns: new Set<TronAddress>() };
const isSealed = ({ index, address }: PooledAddress): boolean =>
  address === addressOf(`deposit address ${index}`) && !signer.disowns.has(address);

/** What one worker process remembers of the signer's answers. */
const startWorker = () =>
  openAffirmations({
    db: world.database.asWorker,
    verifyAddresses: async (addresses) => {
      if (signer.isAway) throw new SignerUnavailable('ENOENT');
      signer.asked.push(...addresses.map(({ address }) => address));
      return addresses.map(isSealed);
    },
    onDisowned: () => undefined,
  });
let affirmations: ReturnType<typeof startWorker>;
const rules = () => ({ ...world.deps, affirmAddresses: affirmations.affirm });

beforeAll(async () => {
  world = await openDepositWorld();
  ada = await addOperator(world.database.db, { name: 'ada' });
  bob = await addOperator(world.database.db, { name: 'bob' });
});
beforeEach(() => {
  affirmations = startWorker();
  Object.assign(signer, { asked: [], isAway: false, disowns: new Set() });
});
afterAll(async () => {
  await world.expectSoundBooks();
  await world.database.drop();
});

let written = 500;
/** As somebody does who can write as the worker and as the api: an address of their own, as if it had been looked at. */
async function writeOwnAddress(name: string): Promise<Wallet> {
  const { personId, ...first } = await world.newWallet();
  const [id, address] = [newId<WalletId>(), addressOf(name)];
  written += 1;
  await sql`INSERT INTO address_pool (derivation_index, address, mac, assigned_at, audited_at)
    VALUES (${written}, ${address}, ${'f'.repeat(64)}, now(), now())`.execute(world.database.asWorker.kysely);
  await sql`INSERT INTO wallets (id, person_id, name, address, position, is_default)
    VALUES (${id}, ${personId}, 'mine', ${address}, 2, false)`.execute(world.database.asApi.kysely);
  return { ...first, personId, id, address };
}

async function arrive(to: TronAddress, amountSun = 50 * million): Promise<void> {
  world.chain.mine(topUp(to, amountSun));
  world.solidify();
  await world.catchUp(rules());
}

const settle = () => settleSuspense(rules(), { limit: 10 });
const suspenseAt = async (address: TronAddress) =>
  (await listQuarantine(world.database.asConsole)).suspense.filter(({ to }) => to === address);
const arrivalsOf = (txId: string | undefined, { address }: Wallet) =>
  listKnownArrivals(world.database.asApi.kysely, { txId: txId ?? '', addresses: [address] });
const statusesOf = async ({ personId }: Wallet) => {
  const deps = { db: world.database.asApi, confirmations: 19 };
  return (await listRecords(deps, { personId, filter: 'all', limit: 100 })).records.map(({ status }) => status);
};

test('K11 a deposit to an address that somebody wrote into the database is in suspense, however often it is paid and whatever else they write', async () => {
  const attacker = await writeOwnAddress('attacker');
  for (const _payment of [1, 2]) await arrive(attacker.address);
  expect(await world.balanceOf(attacker, 'trx')).toBe(0n);
  expect(await suspenseAt(attacker.address)).toMatchObject(
    Array.from({ length: 2 }, () => ({ reason: 'address-disowned', amount: 50_000_000n, votes: 0 })),
  );
  expect(await settle()).toBe(0);
  // The worker's role may take back what the signer said; it is asked again before anything is credited.
  await sql`UPDATE address_pool SET distrusted_at = NULL WHERE address = ${attacker.address}`.execute(
    world.database.asWorker.kysely,
  );
  expect(await settle()).toBe(0);
  await sql`UPDATE address_pool SET distrusted_at = NULL WHERE address = ${attacker.address}`.execute(
    world.database.asWorker.kysely,
  );
  await arrive(attacker.address);
  expect(await world.balanceOf(attacker, 'trx')).toBe(0n);
  expect((await suspenseAt(attacker.address)).map(({ reason }) => reason)).toEqual(
    Array.from({ length: 3 }, () => 'address-disowned'),
  );
  expect(await statusesOf(attacker)).toEqual([]);
});

test('K11 a token that is trusted again does not credit what came to a disowned address while it was frozen', async () => {
  const attacker = await writeOwnAddress('attacker of tokens');
  await sql`INSERT INTO token_freezes (asset, address, block_number, booked, found)
    VALUES ('usdt', ${stranger}, 1, 1, 1)`.execute(world.database.asWorker.kysely);
  // The signer is away, so that nothing is known of the address yet.
  signer.isAway = true;
  const logs = [{ contract: usdtContract, from: stranger, to: attacker.address, amount: 9_000_000n }];
  world.chain.mine(tokenCall({ caller: stranger, logs }));
  world.solidify();
  await world.catchUp(rules());
  expect(await suspenseAt(attacker.address)).toMatchObject([{ reason: 'token-frozen' }]);
  for (const operatorId of [ada, bob])
    await thawToken(world.database.asConsole, { assetId: 'usdt', operatorId, reason: 'the issuer explained' });
  expect(await settle()).toBe(0);
  signer.isAway = false;
  expect(await settle()).toBe(0);
  expect(await world.balanceOf(attacker, 'usdt')).toBe(0n);
  expect(await suspenseAt(attacker.address)).toMatchObject([{ reason: 'address-disowned' }]);
});

test('K11 what is in suspense at a disowned address goes to whom two operators name, and is not paid back to its sender', async () => {
  const wallet = await world.newWallet();
  signer.disowns.add(wallet.address);
  await arrive(wallet.address);
  const [item] = await suspenseAt(wallet.address);
  const depositId = item?.depositId as never;
  expect(await arrivalsOf(item?.txId, wallet)).toMatchObject([{ is: 'set-aside' }]);
  const orderReturn = () => Promise.reject(new Error('nothing is ordered'));
  const returning = { db: world.database.asConsole, isContract: async () => false, orderReturn };
  expect(
    await returnToSender(
      { ...returning, sharedSources: new Set() },
      { depositId, operatorId: ada, reason: 'they asked', despiteWarnings: true },
    ),
  ).toMatchObject({ outcome: 'address-disowned' });
  expect(await settle()).toBe(0);
  for (const operatorId of [ada, bob])
    await assignSuspense(world.database.asConsole, {
      depositId,
      address: wallet.address,
      operatorId,
      reason: 'we gave them that address',
    });
  expect(await settle()).toBe(1);
  expect(await world.balanceOf(wallet, 'trx')).toBe(50_000_000n);
  expect(await statusesOf(wallet)).toEqual(['success']);
});

test('K11 while the signer gives no answer a deposit waits, as on its way, and is credited once it has affirmed the address', async () => {
  const [honest, lost] = [await world.newWallet(), await world.newWallet()];
  signer.isAway = true;
  for (const { address } of [lost, honest]) await arrive(address);
  expect(await suspenseAt(honest.address)).toMatchObject([{ reason: 'address-unproven' }]);
  const [held] = await suspenseAt(honest.address);
  const arrivals = () => arrivalsOf(held?.txId, honest);
  expect(await arrivals()).toEqual([]);
  expect(await settle()).toBe(0);
  signer.isAway = false;
  signer.disowns.add(lost.address);
  // The older one, which is disowned now, is not in the way of the other.
  const settleOne = () => settleSuspense(rules(), { limit: 1 });
  expect([await settleOne(), await settleOne(), await settleOne()]).toEqual([0, 1, 0]);
  expect(await world.balanceOf(honest, 'trx')).toBe(50_000_000n);
  expect(await world.balanceOf(lost, 'trx')).toBe(0n);
  expect(await arrivals()).toMatchObject([{ is: 'credited' }]);
  expect(await suspenseAt(lost.address)).toMatchObject([{ reason: 'address-disowned' }]);
});

test('K11 a deposit is shown as on its way until the signer is asked, and not once it has disowned the address', async () => {
  const [honest, dead] = [await world.newWallet(), await world.newWallet()];
  signer.disowns.add(dead.address);
  await affirmations.affirm([dead.address]);
  for (const { address } of [honest, dead]) world.chain.mine(topUp(address));
  await world.watch();
  expect(await statusesOf(honest)).toEqual(['confirming']);
  expect(await statusesOf(dead)).toEqual([]);
  signer.isAway = true;
  world.solidify();
  await world.catchUp(rules());
  expect(await statusesOf(honest)).toEqual(['confirming']);
  signer.isAway = false;
  expect(await settle()).toBe(1);
  expect(await statusesOf(honest)).toEqual(['success']);
});

test('K11 the signer is asked about an address once, by whoever comes first: the audit or a deposit', async () => {
  const [audited, paid] = [await world.newWallet(), await world.newWallet()];
  await sql`UPDATE address_pool SET audited_at = now()`.execute(world.database.db.kysely);
  await sql`UPDATE address_pool SET audited_at = NULL WHERE address = ${audited.address}`.execute(
    world.database.db.kysely,
  );
  const deps = { db: world.database.asWorker, affirmations, everyMs: 3_600_000 };
  expect(await auditAddresses(deps, { limit: 10 })).toBe(1);
  for (const { address } of [audited, paid, paid, audited]) await arrive(address);
  expect(signer.asked).toEqual([audited.address, paid.address]);
  // Another one that takes the signer's place says otherwise at the next look, and that holds for every process.
  const other = startWorker();
  signer.disowns.add(paid.address);
  await sql`UPDATE address_pool SET audited_at = 'infinity' WHERE address = ${paid.address}`.execute(
    world.database.asWorker.kysely,
  );
  await auditAddresses({ ...deps, affirmations: other }, { limit: 10 });
  await arrive(paid.address);
  expect(await world.balanceOf(paid, 'trx')).toBe(100_000_000n);
  expect(await suspenseAt(paid.address)).toMatchObject([{ reason: 'address-disowned' }]);
});
