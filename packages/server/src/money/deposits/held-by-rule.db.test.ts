import { systemClock } from '@tern/base/clock';
import { getBalances } from '@tern/ledger/balances';
import { openScreeningStandIn, type ScreeningService } from '@tern/testkit/screening-service';
import type { TronAddress } from '@tern/tron/address';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openScreening } from '../../people/screening/public.ts';
import { putOnList } from '../../people/screening/testing/put-on-list.ts';
import { forgetRules, setRule } from '../../people/screening/testing/set-rule.ts';
import type { Wallet } from '../../people/wallets/public.ts';
import { askAboutDeposits } from './ask-about-deposits.ts';
import { stranger, usdtContract } from './testing/deposit-rules.ts';
import { openDepositWorld, type DepositWorld } from './testing/deposit-world.ts';
import { addressOf, tokenCall } from './testing/scripted-chain.ts';

// Goal: whether the service is asked about a deposit, and what its silence holds, is what two operators have decided when it is
// credited. Method: blocks as a chain tells them, rules past the operators, and a service written from the documentation.
const secret = 'a secret of this test, long enough';
const listed = addressOf('a listed sender');
let world: DepositWorld;
let service: ScreeningService;
let asking: DepositWorld['deps'];
beforeAll(async () => {
  [world, service] = [await openDepositWorld(), await openScreeningStandIn(secret)];
  const named = { screeningUrl: service.url, screeningTimeoutMs: 400 };
  asking = { ...world.deps, screening: openScreening(named, { secret, clock: systemClock }) };
  await putOnList(world.database, { address: listed, list: 'Sanctions' });
});
beforeEach(async () => {
  await forgetRules(world.database);
  service.answer = undefined;
  service.questions.length = 0;
});
afterEach(() => world.expectSoundBooks());
afterAll(async () => {
  await service.close();
  await world.database.drop();
});

let sent = 0;
async function arrive(to: Wallet, { from, amount, deps }: { from: TronAddress; amount: bigint; deps?: typeof asking }) {
  const name = `arrival ${(sent += 1)}`;
  world.chain.mine(tokenCall({ caller: from, name, logs: [{ contract: usdtContract, from, to: to.address, amount }] }));
  world.solidify();
  await world.catchUp(deps);
}
const makeDue = () => sql`UPDATE deposit_checks SET due_at = clock_timestamp()`.execute(world.database.db.kysely);
const ask = () => askAboutDeposits({ ...asking, db: world.database.asWorker }, { limit: 20 });
const askAgain = async () => {
  await makeDue();
  return await ask();
};
/** What a wallet has, and the case of its last deposit. */
async function standing(wallet: Wallet) {
  const balance = (await getBalances(world.database.asApi.kysely, { walletId: wallet.id })).get('usdt');
  const { rows } = await sql<{ status: string; reason: string | null; evidence: unknown; rule: number | null }>`
    SELECT r.status, c.reason, c.evidence, c.rule_version AS rule
      FROM records r JOIN deposits d ON d.record_id = r.id LEFT JOIN deposit_cases c ON c.deposit_id = d.id
     WHERE r.wallet_id = ${wallet.id} ORDER BY r.created_at DESC, r.id DESC LIMIT 1`.execute(world.database.db.kysely);
  const [{ status, reason, ...kept } = { status: '', reason: null, evidence: null, rule: null }] = rows;
  const isCase = reason !== null;
  return {
    balance: `${balance?.available} of ${balance?.posted}`,
    status,
    case: isCase ? { reason, ...kept } : undefined,
  };
}

test('no answer: a small deposit is free at once, a large one is asked about three times and is a case then', async () => {
  await setRule(world.database, { closedFrom: 50_000_000n });
  service.answer = (_, response) => void response.writeHead(500).end();
  const [small, large] = [await world.newWallet(), await world.newWallet()];
  await arrive(small, { from: stranger, amount: 49_999_999n, deps: asking });
  await arrive(large, { from: stranger, amount: 50_000_000n, deps: asking });
  expect(await ask()).toBe(1);
  expect((await standing(small)).status).toBe('success');
  // Asked before it is due it is left alone.
  expect([await ask(), await askAgain()]).toEqual([0, 0]);
  expect((await standing(large)).case).toBeUndefined();
  expect(await askAgain()).toBe(1);
  expect(service.questions).toHaveLength(4);
  expect(await standing(large)).toMatchObject({
    balance: '0 of 50000000',
    case: { reason: 'security', evidence: [{ service: 'no-answer', detail: 'status 500' }] },
  });
});

test('a deposit is judged by the rule of its hold, which it keeps, whatever is decided before the answer is missing', async () => {
  service.answer = (_, response) => void response.writeHead(500).end();
  const [small, large] = [await world.newWallet(), await world.newWallet()];
  const rule = await setRule(world.database, { closedFrom: 50_000_000n });
  await arrive(small, { from: stranger, amount: 49_999_999n, deps: asking });
  await arrive(large, { from: stranger, amount: 60_000_000n, deps: asking });
  await setRule(world.database, { closedFrom: 0n });
  await setRule(world.database, { deposits: false });
  expect(await ask()).toBe(1);
  expect((await standing(small)).status).toBe('success');
  expect([await askAgain(), await askAgain()]).toEqual([0, 1]);
  expect(await standing(large)).toMatchObject({ case: { reason: 'security', rule } });
});

test('a rule that has nobody asked about deposits asks about none, and lists hold them all the same', async () => {
  const wallet = await world.newWallet();
  const rule = await setRule(world.database, { deposits: false });
  await arrive(wallet, { from: stranger, amount: 60_000_000n, deps: asking });
  expect(await standing(wallet)).toMatchObject({ balance: '60000000 of 60000000', status: 'success' });
  await arrive(wallet, { from: listed, amount: 5_000_000n, deps: asking });
  expect(await standing(wallet)).toMatchObject({ balance: '60000000 of 65000000', case: { rule } });
  expect([await ask(), service.questions]).toEqual([0, []]);
});

test('nobody ends the asking that two operators decided by taking the service out of the settings', async () => {
  const wallet = await world.newWallet();
  await setRule(world.database, { closedFrom: 50_000_000n });
  await arrive(wallet, { from: stranger, amount: 49_999_999n });
  const askNobody = () => askAboutDeposits({ ...world.deps, db: world.database.asWorker }, { limit: 20 });
  expect(await askNobody()).toBe(1);
  expect((await standing(wallet)).balance).toBe('49999999 of 49999999');
  await arrive(wallet, { from: stranger, amount: 50_000_000n });
  for (const settled of [0, 0, 1]) {
    expect(await askNobody()).toBe(settled);
    await makeDue();
  }
  expect(await standing(wallet)).toMatchObject({ case: { evidence: [{ detail: 'no service is set' }] } });
});

test('until two operators have decided a rule, a deposit of any amount waits for them where the service is silent', async () => {
  service.answer = (_, response) => void response.writeHead(500).end();
  const wallet = await world.newWallet();
  await arrive(wallet, { from: stranger, amount: 1_000_000n, deps: asking });
  expect([await ask(), await askAgain(), await askAgain()]).toEqual([0, 0, 1]);
  expect(await standing(wallet)).toMatchObject({ balance: '0 of 1000000', case: { reason: 'security', rule: null } });
});
