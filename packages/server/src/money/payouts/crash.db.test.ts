import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { WithdrawalId } from '@tern/base/ids';
import { addOperator } from '@tern/testkit/operators';
import { processEnv } from '@tern/testkit/process-env';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decideReview } from '../transfers/decide-review.ts';
import { randomAddress, type TestPerson } from '../transfers/testing/sending-world.ts';
import { createPayoutWorld, type PayoutWorld } from './testing/payout-world.ts';
import type { CrashTask } from './testing/run-and-die.ts';

let world: PayoutWorld;
let ana: TestPerson;
beforeAll(async () => {
  world = await createPayoutWorld();
  ana = await world.person({ usdt: 200_000_000_000n });
});
afterAll(() => world.close());

type Task = CrashTask extends infer Each
  ? Each extends unknown
    ? Omit<Each, 'databaseUrl' | 'nodeUrl' | 'contracts' | 'signer'>
    : never
  : never;

/** Runs a process that may be killed at a named point; returns the signal that ended it, or its exit code. */
async function run(task: Task, crashAt = ''): Promise<string | number> {
  const { contracts } = world.chain.info();
  const job = {
    ...task,
    databaseUrl: { confirm: world.apiUrl, pay: world.workerUrl, approve: world.consoleUrl }[task.task],
    nodeUrl: world.chain.url,
    contracts: { usdt: contracts.usdt.base58, reward: contracts.reward.base58 },
    signer: { socketPath: world.signer.socketPath, secret: Buffer.from(world.signer.secret).toString('base64url') },
  };
  const script = fileURLToPath(new URL('./testing/run-and-die.ts', import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(job)], {
    env: processEnv({ TERN_CRASH_AT: crashAt }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return signal ?? code ?? -1;
}

/** Lets payout processes run, a block or more between them, until one dies at the point. */
async function payUntilKilled(point: string): Promise<void> {
  for (let round = 0; round < 10; round += 1) {
    await world.makeDue();
    if ((await run({ task: 'pay' }, point)) === 'SIGKILL') return;
    await world.chain.admin.mine(round === 0 ? 1 : 20);
  }
  throw new Error(`nothing passed ${point}`);
}

async function journalsOf(id: WithdrawalId): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    SELECT kind FROM ledger.journals WHERE idempotency_key LIKE ${`withdrawal:${id}:%`} ORDER BY id`.execute(
    world.db.kysely,
  );
  return rows.map(({ kind }) => kind);
}

test.each(['w4', 'w5', 'w6', 'w7', 'w8', 'w9', 'w10', 'w12'])(
  'M19 a worker killed at %s has paid once in the end, with the same bytes',
  async (point) => {
    const to = randomAddress();
    const { id } = await world.send(ana, { to, amount: '2' });
    await payUntilKilled(point);
    await world.drain();
    expect((await world.attemptsOf(id)).map(({ state }) => state)).toEqual(['succeeded']);
    expect(await journalsOf(id)).toEqual(['withdrawal-hold', 'withdrawal-post', 'network-cost']);
    expect(await world.onChain(to, 'usdt')).toBe(2_000_000n);
    await world.checkCustody();
  },
);

test('M19 a worker killed at w11 books a failure once and pays with the second attempt', async () => {
  const to = randomAddress();
  const { id } = await world.send(ana, { to, amount: '2' });
  await world.chain.admin.setFault({ kind: 'hold', times: 1 });
  await world.tick();
  await world.asTokenOwner('pause()', []);
  await world.chain.admin.clearFaults();
  await world.chain.admin.mine(22);
  await payUntilKilled('w11');
  await world.asTokenOwner('unpause()', []);
  await world.drain();
  expect((await world.attemptsOf(id)).map(({ state }) => state)).toEqual(['failed', 'succeeded']);
  expect(await journalsOf(id)).toEqual(['withdrawal-hold', 'network-cost', 'withdrawal-post', 'network-cost']);
  expect(await world.onChain(to, 'usdt')).toBe(2_000_000n);
  await world.checkCustody();
});

test('M19 a worker killed at w13 starts the proof of death from the beginning', async () => {
  const to = randomAddress();
  const { id } = await world.send(ana, { to, amount: '2' });
  await world.chain.admin.setFault({ kind: 'drop', times: 1 });
  await world.tick();
  await world.chain.admin.advanceTime(700_000);
  await world.chain.admin.mine(22);
  await payUntilKilled('w13');
  expect((await world.attemptsOf(id)).map(({ state }) => state)).toEqual(['signed']);
  await world.drain();
  expect((await world.attemptsOf(id)).map(({ state }) => state)).toEqual(['dead', 'succeeded']);
  expect(await world.onChain(to, 'usdt')).toBe(2_000_000n);
  await world.checkCustody();
});

describe('M19 an api process killed while it confirms', () => {
  const confirmation = async (amount: string) => {
    const draft = await world.draft(ana, { to: randomAddress(), amount });
    return {
      draft,
      key: randomUUID(),
      task: { task: 'confirm', session: ana, draftId: draft.id, hash: draft.hash } as const,
    };
  };

  test('w0 before the commit has held nothing, and the same request is accepted once', async () => {
    const before = await world.balance(ana);
    const { draft, key, task } = await confirmation('3');
    expect(await run({ ...task, key }, 'w0')).toBe('SIGKILL');
    expect(await world.balance(ana)).toBe(before);
    // As if the fifteen seconds of the dead process's claim were over.
    await sql`UPDATE withdrawal_drafts SET claimed_until = NULL WHERE id = ${draft.id}`.execute(world.db.kysely);
    const record = await world.confirm(ana, draft, key);
    expect(await world.confirm(ana, draft, key)).toEqual(record);
    await world.drain();
    await world.checkCustody();
  });

  test('w1 after the commit has held once, and the same request gets the stored reply', async () => {
    const before = (await world.balance(ana)).split('/').map(BigInt);
    const { draft, key, task } = await confirmation('3');
    expect(await run({ ...task, key }, 'w1')).toBe('SIGKILL');
    const record = await world.confirm(ana, draft, key);
    expect(record.status).toBe('withdrawing');
    expect(await world.balance(ana)).toBe(`${before[0]}/${(before[1] ?? 0n) + BigInt(draft.total)}`);
    await world.drain();
    await world.checkCustody();
  });
});

test('M19 an operator’s process killed at w2 keeps the approval, at w3 the release', async () => {
  const ben = await world.person({ usdt: 30_000_000_000n });
  const [first, second] = [
    await addOperator(world.db, { name: 'first' }),
    await addOperator(world.db, { name: 'second' }),
  ];
  const { id } = await world.send(ben, { to: randomAddress(), amount: '10000' });
  expect(await run({ task: 'approve', withdrawalId: id, operatorId: first }, 'w2')).toBe('SIGKILL');
  expect(await world.stateOf(id)).toBe('under-review');
  expect(await decideReview(world.asConsole, { decision: 'approve', withdrawalId: id, operatorId: first })).toBe(
    'already-decided-by-you',
  );
  expect(await run({ task: 'approve', withdrawalId: id, operatorId: second }, 'w3')).toBe('SIGKILL');
  expect(await world.stateOf(id)).toBe('approved');
  await world.drain();
  expect(await world.stateOf(id)).toBe('completed');
  await world.checkCustody();
});
