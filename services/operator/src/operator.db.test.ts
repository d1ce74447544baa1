import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { keepNodeReports } from '@tern/server/chain/nodes/public';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { addOperator } from '@tern/testkit/operators';
import { processEnv } from '@tern/testkit/process-env';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorCommands } from './operator-commands.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const unknownId = '01890000-0000-7000-8000-000000000000';

async function operator(args: readonly string[]): Promise<{ code: number; out: string; errors: string }> {
  const child = spawn(process.execPath, [new URL('start.ts', import.meta.url).pathname, ...args], {
    env: processEnv({ TERN_PROFILE: 'test', DATABASE_URL: database.workerUrl }),
  });
  let [out, errors] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, out: out.trim(), errors: errors.trim() };
}

test('operators are listed, and what is not there is said in words and in the exit code', async () => {
  expect(await operator(['list'])).toMatchObject({ code: 0, out: 'There are no operators yet.' });
  await addOperator(database.db, { name: 'ada' });
  expect((await operator(['list'])).out).toMatch(/^ada {2}administrator {2}since /);
  for (const id of [unknownId, "1' OR '1'='1"])
    expect(await operator(['show', id])).toMatchObject({ code: 1, out: 'There is no such withdrawal.' });
});

test('O03 no command decides anything, makes an operator or changes one', () => {
  const retired = [
    ['add', 'invite', 'invite-first', 'role', 'disable'],
    ['approve', 'reject', 'resume', 'return', 'settle-unexpected-receipt', 'return-unexpected-receipt', 'resume-asset'],
    ['release-bonus', 'refuse-bonus', 'approve-reset', 'refuse-reset'],
    ['approve-cold', 'reject-cold', 'approve-order', 'reject-order', 'resume-order'],
    ['draft-activity', 'publish-activity', 'close-activity', 'approve-entry', 'reject-entry', 'entry-picture'],
  ].flat();
  for (const name of retired) expect(operatorCommands).not.toHaveProperty(name);
  expect(Object.keys(operatorCommands).toSorted()).toEqual([
    'activities',
    'bonuses',
    'cold-signature',
    'cold-text',
    'entries',
    'entry',
    'first-steps',
    'list',
    'quarantine',
    'reserves',
    'resets',
    'restrict',
    'reviews',
    'show',
    'stuck',
    'unblock',
    'unstake',
    'verify-log',
  ]);
});

test('messages go again to a recipient that was refused', async () => {
  await database.db.pool.query(
    "INSERT INTO unreachable_recipients (channel, recipient, times, until) VALUES ('email', 'anna@example.org', 3, now() + interval '1 day')",
  );
  expect(await operator(['unblock', 'ben@example.org'])).toMatchObject({ code: 1 });
  expect(await operator(['unblock', 'Anna@Example.org'])).toMatchObject({ code: 0, out: 'Messages go there again.' });
  expect(await operator(['unblock', 'anna@example.org'])).toMatchObject({ code: 1 });
});

test('an empty installation has nothing to decide and nothing stuck', async () => {
  expect(await operator(['reviews'])).toMatchObject({ code: 0, out: 'Nothing waits for a decision.' });
  expect(await operator(['stuck'])).toMatchObject({ code: 0, out: 'Nothing is stuck.' });
  const steps = await operator(['first-steps']);
  expect(steps).toMatchObject({ code: 0 });
  expect(steps.out).toMatch(/^· The worker has reached the signer\n· The hot wallet/);
  const { code, out } = await operator(['reserves']);
  expect(code).toBe(0);
  expect(out.split('\n').slice(0, 3)).toEqual([
    'USDT  customer liabilities 0 USDT, house equity 0 USDT',
    '  hot         0 USDT',
    '  hot wallet  free for withdrawals 0 USDT, minimum 10000 USDT, maximum 20000 USDT: BELOW ITS MINIMUM, the worker sweeps smaller deposits too',
  ]);
});

test('what the worker was told by a node that lacks something stands above the first steps', async () => {
  const said = { askedAt: new Date(0).toISOString(), version: '4.8.0', headBlock: 1, solidBlock: null, notes: [] };
  await keepNodeReports(database.asWorker, [
    { ...said, node: '127.0.0.1:8090', faults: ['It runs no constant calls.'] },
    { ...said, node: '127.0.0.1:8190', faults: [] },
  ]);
  const { out } = await operator(['first-steps']);
  expect(out).toMatch(/^! Tron node 127\.0\.0\.1:8090: It runs no constant calls\.\n.*\n\n· The worker has/);
});

test.each([[[]], [['fly']], [['constructor']], [['approve', unknownId]], [['list', '--nonsense']]])(
  'written as %j it shows how to write it',
  async (args) => {
    const answer = await operator(args);
    expect(answer.code).toBe(2);
    expect(answer.errors).toContain('Usage: npm run operator');
  },
);
