import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AssetId } from '@tern/money/asset';
import { processEnv } from '@tern/testkit/process-env';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSwapWorld, whole, type SwapWorld, type Swapper } from '../../money/swaps/testing/swap-world.ts';
import { getOwnLines } from './get-own-lines.ts';
import { listSnapshots } from './list-snapshots.ts';
import { takeSnapshot } from './take-snapshot.ts';
import { bookBlock } from './testing/tamper.ts';
import { writeChunk } from './write-chunk.ts';

// Goal: the command file itself, as people run it, says what is right, ends with 1 where it is not, waits where it is told to,
// and goes on where it was. Method: a process of its own against a server that answers what was really published.
let world: SwapWorld;
let ana: Swapper;
let server: Server;
let folder = '';
/** Paths that were asked for, and what the server does about the next ones. */
const asked: string[] = [];
let change = (text: string): string => text;
let busy = 0;

beforeAll(async () => {
  world = await createSwapWorld();
  ana = await world.person({ usdt: 123n * whole.usdt }, 'DE');
  await bookBlock(world.db, new Date('2026-11-29T10:00:00Z'));
  expect(await takeSnapshot({ db: world.asWorker })).toBe(true);
  folder = await mkdtemp(join(tmpdir(), 'verify-reserves-'));
  server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    if (busy > 0) {
      busy -= 1;
      response.writeHead(429, { 'retry-after': '1' }).end();
      return;
    }
    void answer(path).then(
      (text) => response.end(text),
      () => response.writeHead(404).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
  await world.drop();
});

async function answer(path: string): Promise<string> {
  const db = world.asApi.kysely;
  if (path.startsWith('/api/check/snapshots?'))
    return JSON.stringify(await listSnapshots(db, { before: undefined, limit: 100 }));
  if (path.startsWith('/api/check/log?')) return JSON.stringify({ days: [], next: null });
  const [, number, assetId, chunk] = /^\/api\/check\/snapshots\/(\d+)\/lists\/(\w+)\/(\d+)$/.exec(path) ?? [];
  return change(await writeChunk(db, { number: Number(number), assetId: assetId as AssetId, chunk: Number(chunk) }));
}

async function run(...options: readonly string[]): Promise<{ readonly code: unknown; readonly text: string }> {
  const script = new URL('../../../../../tools/verify-reserves.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, ...options], {
    env: processEnv({}),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (text += data.toString()));
  const [code] = (await once(child, 'close')) as [unknown];
  return { code, text };
}
const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const chunksAsked = (): number => asked.filter((path) => path.includes('/lists/')).length;

test('what is published is right, also where the wallet lets it wait, and one’s own lines are in it', async () => {
  busy = 2;
  const mine = join(folder, 'mine.json');
  await writeFile(mine, JSON.stringify(await getOwnLines(world.asApi.kysely, { personId: ana.personId, number: 1 })));
  const { code, text } = await run(url(), '--mine', mine);
  expect(text).toContain('usdt: right. 1024 lines add up to');
  expect(text).toContain(`yours: ${123n * whole.usdt} of usdt`);
  expect(code).toBe(0);
  expect(asked.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => '/api/check/snapshots?limit=100'));
});

test('a run goes on with what an earlier one has kept, and a half chunk is asked for again', async () => {
  const kept = join(folder, 'kept');
  expect(await run(url(), '--resume', kept)).toMatchObject({ code: 0 });
  const [statement = ''] = await readdir(kept);
  const files = await readdir(join(kept, statement));
  expect(files.toSorted()).toEqual(['reward-0.txt', 'trx-0.txt', 'usdt-0.txt']);
  await writeFile(join(kept, statement, 'trx-0.txt'), 'half a chunk\n');
  const before = chunksAsked();
  expect(await run(url(), '--resume', kept)).toMatchObject({ code: 0 });
  expect(asked.slice(-1)).toEqual(['/api/check/snapshots/1/lists/trx/0']);
  expect(chunksAsked()).toBe(before + 1);
});

test('a changed line ends it with 1 and is named; so does a number that is not there, and 2 says that nothing was given', async () => {
  change = (text) => text.replace(/ ([1-9]\d*)\n/, (_, amount: string) => ` ${BigInt(amount) - 1n}\n`);
  const changed = await run(url());
  change = (text) => text;
  expect(changed.text).toContain('usdt: the lines have another root than stated');
  expect(changed.code).toBe(1);
  expect(await run(url(), '--number', '7')).toEqual({
    code: 1,
    text: expect.stringContaining('no snapshot 7') as string,
  });
  expect(await run()).toEqual({ code: 2, text: expect.stringMatching(/^An argument is missing\.\nUsage: /) as string });
});
