import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { processEnv } from '@tern/testkit/process-env';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

// Goal: what the command line still lets in is what it says, in the hands of those who hold it. Method: the real command, as the
// console's role; time that has to pass is moved in the database, where it is kept.

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

type Run = { readonly input?: string; readonly url?: string };

async function run(args: readonly string[], { input = '', url = database.consoleUrl }: Run = {}) {
  const child = spawn(process.execPath, [new URL('operator-access.ts', import.meta.url).pathname, ...args], {
    env: processEnv({ TERN_PROFILE: 'test', DATABASE_URL: url }),
  });
  let [out, errors] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number];
  return { code, out: out.trim(), errors: errors.trim() };
}

test('O01 the first two are invited with a link each, again as long as they have not come', async () => {
  const linksOf = (out: string): string[] =>
    [...out.matchAll(/^http\S+\/console\/enrol#[\w-]{43}$/gm)].map(([link]) => link);
  const first = await run(['invite-first']);
  expect(first).toMatchObject({ code: 0, errors: '' });
  expect(linksOf(first.out)).toHaveLength(2);
  expect(first.out).toMatch(/^first, until /m);
  expect(first.out).toMatch(/^second, until /m);
  const again = await run(['invite-first']);
  expect(new Set([...linksOf(first.out), ...linksOf(again.out)]).size).toBe(4);
  const { rows } = await sql<{ open: string }>`
    SELECT count(*) AS open FROM operator_invitations WHERE closed_at IS NULL`.execute(database.db.kysely);
  expect(rows).toEqual([{ open: '2' }]);
});

test('O01 with the worker’s database login none of it works', async () => {
  const started = await run(['invite-first'], { url: database.workerUrl });
  expect(started.code).not.toBe(0);
  expect(started.errors).toContain('permission denied');
});

test('O01 two custodians, a day, and one link: the command line of break-glass', async () => {
  expect((await run(['break-glass', 'rescue'], { input: 'x\ny\n' })).out).toContain('have not made their codes');
  const codeOf = (out: string): string => /^ {4}(\S+)$/m.exec(out)?.[1] ?? '';
  const nora = codeOf((await run(['custodian', 'Nora'])).out);
  const otis = codeOf((await run(['custodian', 'Otis'])).out);
  expect(nora).toMatch(/^([A-Z2-9]{4}-){7}[A-Z2-9]{4}$/);
  expect(await run(['custodian', 'Eve'])).toMatchObject({
    code: 1,
    out: 'Both custodians have their codes. Codes are made only once.',
  });
  const input = `${nora}\n${otis}\n`;
  expect(await run(['break-glass', 'rescue'], { input: `${nora}\n${nora}\n` })).toMatchObject({
    code: 1,
    out: 'One of the codes is wrong, or they are in the wrong order. Nothing was started.',
  });
  const started = await run(['break-glass', 'rescue'], { input });
  expect(started.errors).toContain('Code of the first custodian:');
  expect(started.out).toMatch(/^Started\. Every operator sees it/);
  expect((await run(['break-glass'], { input })).out).toMatch(/^Under way\./);
  await sql`UPDATE break_glass_requests SET started_at = started_at - interval '24 hours'`.execute(database.db.kysely);
  const opened = await run(['break-glass'], { input });
  expect(opened).toMatchObject({ code: 0 });
  expect(opened.out).toMatch(/^http\S+\/console\/enrol#[\w-]{43}$/m);
  const { rows } = await sql<{ name: string; disabled: boolean; waits: boolean }>`
    SELECT name, disabled_at IS NOT NULL AS disabled, decides_money_from > now() + interval '71 hours' AS waits
      FROM operators WHERE name = 'rescue'`.execute(database.db.kysely);
  expect(rows).toEqual([{ name: 'rescue', disabled: false, waits: true }]);
});

test.each([[[]], [['fly']], [['constructor']]])('written as %j it shows how to write it', async (args) => {
  const answer = await run(args);
  expect(answer.code).toBe(2);
  expect(answer.errors).toContain('Usage: npm run operator');
});
