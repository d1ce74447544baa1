import type { OperatorDesk } from '@tern/testkit/operator-desk';
import { createAuthenticator } from '@tern/testkit/software-authenticator';
import { mineUntil } from '@tern/testkit/system/chain-control';
import { freshAddress, solidBalance } from '@tern/testkit/system/outside-wallet';
import type { Person } from '@tern/testkit/system/person';
import { startSystem, type System } from '@tern/testkit/system/start-system';
import type { PendingApproval } from '@tern/tron/signer-protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';

// Goal: what only two people with their own security keys can have signed. Method: the whole system; the keys are software
// authenticators that make real assertions, and everything goes through the commands of the signer's machine.
const usdt = 1_000_000n;
const keys = {
  anna: createAuthenticator({ operator: 'Anna' }),
  ben: createAuthenticator({ operator: 'Ben', algorithm: 'EdDSA' }),
};

let system: System;
let ana: Person;
let reviewers: readonly OperatorDesk[];

beforeAll(async () => {
  system = await startSystem({ blocks: 'on-demand' });
  reviewers = [await system.desk('olga', 'reviewer'), await system.desk('pavel', 'reviewer')];
  ana = await system.register('email');
  await ana.setFactors();
  await system.chain.give(ana.wallet.address, 'usdt', 100_000n * usdt);
  await mineUntil(system.chain, 'the top-up', async () => (await ana.available('usdt')) > 0n);
});
afterAll(() => system.stop());

/** On the signer's own machine, with the signer stopped. */
async function onMachine(...commands: readonly (readonly [args: readonly string[], input?: string])[]) {
  await system.processes.kill('signer');
  const outcomes = commands.map(([args, input]) => system.signer(args, input));
  await system.processes.start('signer');
  return outcomes;
}

function pendingOf(text: string): PendingApproval | undefined {
  const listed = system.signer(['approvals']);
  expect(listed.code, listed.output).toBe(0);
  return (JSON.parse(listed.output) as PendingApproval[]).find(({ statement }) => statement.includes(text));
}

const approve = (challenge: string, key: (typeof keys)['anna']) =>
  system.signer(['approve', challenge], JSON.stringify(key.assert(challenge)));

/** A send that the product's own operators have approved already. */
async function sendReviewed(to: string, amount: string): Promise<string> {
  const sent = await ana.send({ to, assetId: 'usdt', amount });
  const { output } = await system.operator(['reviews']);
  const id =
    output
      .split('\n')
      .find((line) => line.includes(to))
      ?.slice(0, 36) ?? '';
  for (const reviewer of reviewers) expect(await reviewer.approve(id)).toMatchObject({ status: 200 });
  return sent.id;
}

/** The signer is asked again half a minute after it wanted approvals; here at once. */
const paid = (record: string) =>
  mineUntil(system.chain, 'the payment', async () => {
    await system.skipWaits();
    return (await ana.record(record)).status === 'success';
  });

test('K06 15,000 USDT above the signer’s limit are paid after two assertions, and not before', async () => {
  const enrolled = await onMachine(
    [['set-limit', 'usdt', '10000', '500000']],
    [['add-operator', 'Anna'], JSON.stringify(keys.anna.credential)],
    [['add-operator', 'Ben'], JSON.stringify(keys.ben.credential)],
  );
  expect(enrolled.map(({ code, output }) => [code, output])).toEqual(
    Array.from({ length: 3 }, () => [0, 'This takes effect at the next start.']),
  );
  const to = freshAddress();
  const record = await sendReviewed(to, '15000');
  const pending = await mineUntil(system.chain, 'the question', async () => pendingOf(to));
  expect(JSON.parse(pending.statement)).toMatchObject({ kind: 'order', to, amount: '15000000000' });
  expect(await ana.record(record)).toMatchObject({ status: 'review-approved' });

  expect(approve(pending.challenge, keys.anna)).toMatchObject({ code: 0, output: 'Approved by 1 of 2 operators.' });
  expect(approve(pending.challenge, keys.anna)).toMatchObject({ code: 1 });
  await system.chain.mine(25);
  expect(await solidBalance(system, to, 'usdt')).toBe(0n);

  expect(approve(pending.challenge, keys.ben)).toMatchObject({ code: 0, output: 'Approved by 2 of 2 operators.' });
  await paid(record);
  expect(await solidBalance(system, to, 'usdt')).toBe(15_000n * usdt);
  expect(await system.findContradictions()).toEqual([]);
});

test('K06 from then on nobody raises the limit alone, not even on the signer’s own machine', async () => {
  const [raised] = await onMachine([['set-limit', 'usdt', '100000', '500000']]);
  expect(raised?.output).toContain('This waits for two operators');
  expect(system.signer(['approvals']).code).toBe(0);
  const proposal = pendingOf('100000000000');
  expect(proposal).toMatchObject({ kind: 'policy', given: 0 });
  for (const key of Object.values(keys)) expect(approve(proposal?.challenge ?? '', key).code).toBe(0);
  // In force at once: the running signer asks its own store.
  const to = freshAddress();
  const record = await sendReviewed(to, '16000');
  await paid(record);
  expect(await solidBalance(system, to, 'usdt')).toBe(16_000n * usdt);
});
