import { randomBytes } from 'node:crypto';
import { call } from '@orpc/server';
import { systemClock } from '@tern/base/clock';
import { isProblem } from '@tern/contracts/problem';
import type { HouseStep } from '@tern/contracts/routes/console-work';
import { units, zero } from '@tern/money/units';
import { inviteOperator } from '@tern/testkit/operators';
import { softwarePasskey } from '@tern/testkit/software-passkey';
import type { TronAddress } from '@tern/tron/address';
import { hasCode } from '@tern/tron/has-code';
import { sql } from 'kysely';
import { TronWeb } from 'tronweb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTreasuryWorld, type TreasuryWorld } from '../../house/treasury/testing/treasury-world.ts';
import { beginEnrolment } from '../access/begin-enrolment.ts';
import { consoleDefaults, type ConsoleAccessDeps } from '../access/console-settings.ts';
import { finishEnrolment } from '../access/finish-enrolment.ts';
import { readConsoleSession } from '../access/read-console-session.ts';
import type { ConsoleContext } from '../console-context.ts';
import { consoleWorkRouter } from './routes.ts';

// Goal: what came in and is nobody's goes back to whoever sent it by the word of two operators at the console, who have
// signed how much goes where. Method: the console's own procedures and passkeys, the real signer, a chain of its own, and a
// sender who pays with unmodified tronweb.

const consoleUrl = 'http://localhost:4310';
const origin = { ip: '127.0.0.1', userAgent: 'test' };
const usdt = 1_000_000n;

type Desk = { readonly key: ReturnType<typeof softwarePasskey>; readonly context: ConsoleContext };

let world: TreasuryWorld;
let router: ReturnType<typeof consoleWorkRouter>;
let access: ConsoleAccessDeps;
let ada: Desk;
let ben: Desk;
let sender: TronWeb;

beforeAll(async () => {
  world = await openTreasuryWorld('console-work');
  const settings = { ...consoleDefaults, productName: 'Testwallet', consoleUrl };
  access = { db: world.database.asConsole, clock: systemClock, settings };
  const level = { shareBasisPoints: 200n, floorPercent: 50n, minimum: units(usdt) };
  const rules = { sourcesMin: 1, deviationMaxBasisPoints: 100n, ageMaxMs: 60_000 };
  router = consoleWorkRouter({
    ...access,
    hot: { usdt: level, trx: level, reward: level },
    fee: { stakeSun: zero, freeMinSun: units(usdt) },
    prices: { usdt: rules, trx: rules, reward: rules },
    bonus: zero,
    isContract: (address) => hasCode(world.node, address),
    sharedSources: new Set<TronAddress>(),
  });
  [ada, ben] = [await enrol('ada'), await enrol('ben')];
  sender = new TronWeb({ fullHost: world.chain.url, privateKey: randomBytes(32).toString('hex') });
  await world.chain.admin.faucetTrx(senderAddress(), 1_000_000_000n);
  await world.chain.admin.faucetToken('usdt', senderAddress(), 100n * usdt);
  await world.settle();
});
afterAll(() => world.close());

const senderAddress = () => sender.defaultAddress.base58 as TronAddress;

async function enrol(name: string): Promise<Desk> {
  const { link } = await inviteOperator(world.database.db, { name, role: 'treasurer', consoleUrl });
  const token = link.split('#')[1] ?? '';
  const key = softwarePasskey(consoleUrl);
  const { ceremonyId, challenge } = await beginEnrolment(access, { token });
  const opened = await finishEnrolment(access, { token, ceremonyId, passkey: key.make(challenge), origin });
  const session = await readConsoleSession(access, opened, origin);
  const nothing = () => undefined;
  return {
    key,
    context: { ...origin, requestId: name, session, setSessionCookie: nothing, clearSessionCookie: nothing },
  };
}

/** The sender pays to an address of ours that is nobody's. */
async function strand(amount: bigint): Promise<void> {
  const { rows } = await sql<{ address: TronAddress }>`
    SELECT p.address FROM address_pool p
     WHERE NOT EXISTS (SELECT FROM wallets w WHERE w.address = p.address) ORDER BY p.derivation_index DESC LIMIT 1`.execute(
    world.database.db.kysely,
  );
  const { transaction } = await sender.transactionBuilder.triggerSmartContract(
    world.treasury.contracts.usdt,
    'transfer(address,uint256)',
    { feeLimit: 100_000_000 },
    [
      { type: 'address', value: rows[0]?.address },
      { type: 'uint256', value: String(amount) },
    ],
  );
  expect((await sender.trx.sendRawTransaction(await sender.trx.sign(transaction))).result).toBe(true);
  await world.settle();
}

const returns = async () => (await world.ordersOf()).filter((text) => text.startsWith('return'));

const inSuspense = async ({ context }: Desk) => (await call(router.listQuarantine, {}, { context })).suspense;

/** Asks for the words, signs them and takes the step; what came of it, and the words. */
async function say({ key, context }: Desk, said: HouseStep): Promise<{ outcome: string; facts: unknown }> {
  const asked = await call(router.askHouseStep, said, { context });
  const proof = { ceremonyId: asked.ceremonyId, passkey: key.use(asked.challenge) };
  const { facts } = JSON.parse(asked.statement) as { facts: unknown };
  const taken = call(router.takeHouseStep, { said, proof }, { context });
  const outcome = await taken.then(
    (answer) => answer.outcome,
    (error: unknown) => {
      if (isProblem(error, 'DECISION_REFUSED')) return error.data.reason;
      throw error;
    },
  );
  return { outcome, facts };
}

test('D11 O01 O05 money in suspense goes back to its sender on the chain once two operators have signed so at the console', async () => {
  const [had, hot] = [await world.onChain(senderAddress(), 'usdt'), await world.house('custody:hot', 'usdt')];
  await strand(25n * usdt);
  const arrived = { assetId: 'usdt', amount: '25000000', from: senderAddress(), reason: 'unassigned-address' };
  const [item] = await inSuspense(ada);
  expect(item).toMatchObject({ ...arrived, votes: 0, returning: false });
  if (item === undefined) throw new Error('nothing is in suspense');
  const said = { step: 'return-suspense', id: item.id, despiteWarnings: false, note: 'Asked for it' } as const;

  // What the passkey signs says how much goes where, not an id alone.
  expect(await say(ada, said)).toMatchObject({
    outcome: 'second-operator-needed',
    facts: {
      asset: 'usdt',
      amount: '25000000',
      about: [{ as: 'receiver', name: senderAddress() }, { as: 'sender', name: senderAddress() }, { as: 'arrived-at' }],
      earlier: [],
    },
  });
  expect((await say(ada, said)).outcome).toBe('second-operator-needed');
  expect(await inSuspense(ben)).toMatchObject([{ votes: 1, returning: false }]);
  expect(await returns()).toEqual([]);
  // Who names another end of it has not said the same.
  expect((await say(ben, { step: 'suspense-to-house', id: said.id, note: 'It is ours' })).outcome).toBe(
    'second-operator-needed',
  );
  expect(await returns()).toEqual([]);

  expect(await say(ben, said)).toMatchObject({
    outcome: 'done',
    facts: { earlier: [{ operator: 'ada', said: 'Asked for it' }, { operator: 'ben' }] },
  });
  expect(await inSuspense(ada)).toMatchObject([{ id: said.id, returning: true }]);
  await world.work(3);
  expect(await returns()).toEqual(['return usdt 25000000 done']);
  expect(await inSuspense(ada)).toEqual([]);
  expect(await world.onChain(senderAddress(), 'usdt')).toBe(had);
  expect(await world.house('suspense', 'usdt')).toBe(0n);
  expect(hot - (await world.house('custody:hot', 'usdt'))).toBe(25n * usdt);
  await expect(say(ada, said)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await world.checkCustody();

  const { rows } = await sql<{ row: string }>`
    SELECT o.name || ' ' || a.kind AS row FROM operator_actions a JOIN operators o ON o.id = a.operator_id
     WHERE a.subject = ${said.id} ORDER BY a.seq`.execute(world.database.db.kysely);
  expect(rows.map(({ row }) => row)).toEqual([
    'ada suspense-returned',
    'ada suspense-returned',
    'ben suspense-to-house',
    'ben suspense-returned',
  ]);
});
