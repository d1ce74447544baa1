import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const unknownId = '01890000-0000-7000-8000-000000000000';

async function operator(
  args: readonly string[],
  { secret = 'correct horse battery', input = '' }: { secret?: string; input?: string } = {},
): Promise<{ code: number; out: string; errors: string }> {
  const child = spawn(process.execPath, [new URL('operator.ts', import.meta.url).pathname, ...args], {
    env: {
      PATH: process.env['PATH'] ?? '',
      TERN_PROFILE: 'test',
      DATABASE_URL: database.workerUrl,
      ...(secret === '' ? {} : { OPERATOR_SECRET: secret }),
    },
  });
  let [out, errors] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number];
  return { code, out: out.trim(), errors: errors.trim() };
}

test('operators are added and listed, with the secret from the environment or from the terminal', async () => {
  expect(await operator(['list'])).toMatchObject({ code: 0, out: 'There are no operators yet.' });
  expect((await operator(['add', 'ada'])).out).toMatch(/^Added ada \(/);
  const typed = await operator(['add', 'bob'], { secret: '', input: 'correct horse battery\n' });
  expect(typed).toMatchObject({ code: 0, errors: 'Secret for bob (at least 12 characters):' });
  expect((await operator(['list'])).out.split('\n').map((line) => line.split(' ')[0])).toEqual(['ada', 'bob']);
});

test('what cannot be done is said in words and in the exit code', async () => {
  expect(await operator(['add', 'ada'])).toMatchObject({ code: 2, errors: 'There is an operator of this name.' });
  const wrong = await operator(['approve', unknownId, '--as', 'ada'], { secret: 'another secret' });
  expect(wrong).toMatchObject({ code: 2, errors: 'Unknown operator or wrong secret.' });
  expect(await operator(['approve', unknownId, '--as', 'ada'])).toMatchObject({
    code: 1,
    out: 'There is no such withdrawal.',
  });
  expect(await operator(['show', "1' OR '1'='1"])).toMatchObject({ code: 1, out: 'There is no such withdrawal.' });
  expect(await operator(['settle-odd', unknownId, '--as', 'ada', '--reason', 'seen'])).toMatchObject({
    code: 1,
    out: 'There is no such withdrawal.',
  });
  expect(await operator(['return-odd', unknownId, '--as', 'ada'])).toMatchObject({
    code: 1,
    out: 'This needs a reason of at least 3 characters: --reason "…".',
  });
  expect(await operator(['resume-asset', 'usdt', '--as', 'ada'])).toMatchObject({
    code: 1,
    out: 'usdt is not paused.',
  });
});

test('an empty installation has nothing to decide and nothing stuck', async () => {
  expect(await operator(['reviews'])).toMatchObject({ code: 0, out: 'Nothing waits for a decision.' });
  expect(await operator(['stuck'])).toMatchObject({ code: 0, out: 'Nothing is stuck.' });
  const { code, out } = await operator(['reserves']);
  expect(code).toBe(0);
  expect(out.split('\n').slice(0, 3)).toEqual([
    "USDT  owed to others 0 USDT, the house's own 0 USDT",
    '  hot         0 USDT',
    '  hot wallet  free for payments 0 USDT, floor 10000 USDT, ceiling 20000 USDT: BELOW ITS FLOOR, deposit addresses are swept first',
  ]);
});

test.each([[[]], [['fly']], [['constructor']], [['approve', unknownId]], [['list', '--nonsense']]])(
  'written as %j it shows how to write it',
  async (args) => {
    const answer = await operator(args);
    expect(answer.code).toBe(2);
    expect(answer.errors).toContain('Usage: npm run operator');
  },
);
