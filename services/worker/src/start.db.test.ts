import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '@tern/base/clock';
import { newId, type PersonId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { startDevchain, type Devchain } from '@tern/devchain/start-devchain';
import { getBalances } from '@tern/ledger/balances';
import type { AssetId } from '@tern/money/asset';
import { createFirstWallet, type Wallet } from '@tern/server/people/wallets/public';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { listBreaches } from '@tern/testkit/list-breaches';
import { processEnv } from '@tern/testkit/process-env';
import { openSigner } from '@tern/tron/signer-client';
import { afterAll, beforeAll, expect, test } from 'vitest';

const script = (service: string, file: string): string =>
  new URL(`../../${service}/src/${file}`, import.meta.url).pathname;

/** No faster than a worker can follow that shares two cores with other tests: what it cannot follow is credited ever later. */
const blockMs = 400;

let database: TestDatabase;
let chain: Devchain;
let dataDir: string;
let env: Record<string, string>;
const running: ChildProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  chain = await startDevchain({ port: 0, seed: 'worker test', mining: { mode: 'interval', blockMs } });
  dataDir = mkdtempSync(join(tmpdir(), 'worker-'));
  mkdirSync(join(dataDir, 'secrets'));
  for (const name of ['signer-secret', 'session-key', 'webhook-key', 'factor-key', 'password-pepper'])
    secretFile(name, randomBytes(32).toString('base64url'));
  secretFile('signer-passphrase', 'correct horse battery');
  env = {
    ...processEnv(),
    TERN_PROFILE: 'test',
    DATA_DIR: dataDir,
    DATABASE_URL: database.workerUrl,
    SIGNER_SOCKET: join(dataDir, 's.sock'),
    DEVCHAIN_PORT: String(chain.port),
    USDT_CONTRACT: chain.info().contracts.usdt.base58,
    REWARD_CONTRACT: chain.info().contracts.reward.base58,
    DEVCHAIN_BLOCK_MS: String(blockMs),
    ADDRESS_POOL_FREE: '10',
    WORKER_HEALTH_PORT: String(await freePort()),
    LOG_LEVEL: 'error',
  };
  await start(script('signer', 'start.ts'));
});

afterAll(async () => {
  await Promise.all(running.map((child) => end(child, 'SIGKILL')));
  await chain.close();
  rmSync(dataDir, { recursive: true });
  await database.drop();
});

function secretFile(name: string, value: string): void {
  writeFileSync(join(dataDir, 'secrets', name), value, { mode: 0o600 });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts a process of ours and waits for its readiness line. */
async function start(file: string, changes: Record<string, string> = {}): Promise<ChildProcess> {
  const child = spawn(process.execPath, [file], { env: { ...env, ...changes }, stdio: ['ignore', 'pipe', 'inherit'] });
  running.push(child);
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  expect(JSON.parse(line)).toMatchObject({ ready: true });
  return child;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = once(child, 'exit') as Promise<[number | null]>;
  child.kill(signal);
  return (await ended)[0];
}

/** However long it takes: the test itself is given up after its own time. */
async function eventually<Found>(look: () => Promise<Found | undefined>): Promise<Found> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await wait(50);
  }
}

const newWallet = (): Promise<Wallet> =>
  transact(database.asApi, async (tx) => {
    const personId = newId<PersonId>();
    // Long enough ago that a bonus waits for it no more.
    await tx
      .insertInto('declared_countries')
      .values({ person_id: personId, country: 'DE', declared_at: new Date(Date.now() - 2 * 3_600_000) })
      .execute();
    return await createFirstWallet(tx, personId);
  });

async function untilBalance(wallet: Wallet, assetId: AssetId, amount: bigint): Promise<void> {
  await eventually(async () => {
    const balance = (await getBalances(database.asApi.kysely, { walletId: wallet.id })).get(assetId);
    return balance?.posted === amount ? true : undefined;
  });
}

/** With the console's login, for no other one sets money aside. */
async function fund(...args: string[]): Promise<number | null> {
  const own = { ...env, DATABASE_URL: database.consoleUrl };
  const child = spawn(process.execPath, [script('worker', 'fund-house.ts'), ...args], { env: own, stdio: 'ignore' });
  return ((await once(child, 'exit')) as [number | null])[0];
}

test('the worker fills the pool, books the treasury, credits, activates and pays the bonus; killed and started again it goes on', async () => {
  const first = await start(script('worker', 'start.ts'));
  const wallet = await newWallet();
  const signer = openSigner({
    socketPath: env['SIGNER_SOCKET'] ?? '',
    secret: Buffer.from(readFileSync(join(dataDir, 'secrets', 'signer-secret'), 'utf8'), 'base64url'),
    clock: systemClock,
    timeoutMs: 5_000,
  });
  const hotAddress = await signer.getHotAddress();
  await chain.admin.faucetToken('reward', hotAddress, 5_000n * 10n ** 18n);
  await chain.admin.faucetTrx(hotAddress, 1_000_000_000n);
  const funding = [
    '--operator',
    'installation',
    '--key',
    'first-start',
    'promotion:reward:1000',
    'pool:reward:500',
    'liquidity:trx:100',
  ];
  expect(await fund('--operator', 'x', '--key', 'y', 'promotion:reward:1e3')).toBe(2);
  expect(await fund('--operator', 'x', '--key', 'y', 'pool:usdt:1')).toBe(2);
  await eventually(async () => ((await fund(...funding)) === 0 ? true : undefined));
  expect(await fund(...funding)).toBe(0);

  await chain.admin.faucetToken('usdt', wallet.address, 25_000_000n);
  await untilBalance(wallet, 'usdt', 25_000_000n);
  await untilBalance(wallet, 'reward', 20n * 10n ** 18n);

  const health = await fetch(`http://127.0.0.1:${env['WORKER_HEALTH_PORT']}/`);
  const { steps } = (await health.json()) as { steps: { name: string; lastFault: string | null }[] };
  expect(steps.filter(({ lastFault }) => lastFault !== null)).toEqual([]);
  expect(health.status).toBe(200);

  const other = await newWallet();
  await chain.admin.faucetTrx(other.address, 40_000_000n);
  await end(first, 'SIGKILL');
  await chain.admin.faucetTrx(other.address, 2_000_000n);
  const second = await start(script('worker', 'start.ts'));
  await untilBalance(other, 'trx', 42_000_000n);
  await untilBalance(other, 'reward', 20n * 10n ** 18n);
  expect(await end(second, 'SIGTERM')).toBe(0);
  expect(await listBreaches(database.db, { invented: [] })).toEqual([]);
});

async function refusal(service: string, settings: Record<string, string>): Promise<[number | null, string]> {
  const child = spawn(process.execPath, [script(service, 'start.ts')], {
    env: { ...env, ...settings, WORKER_HEALTH_PORT: String(await freePort()) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  running.push(child);
  let said = '';
  child.stderr.on('data', (piece: Buffer) => (said += piece.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return [code, said];
}

test('F-N7 the worker refuses to start on a node that follows another network, and says which block shows it', async () => {
  const settings = { TRON_NETWORK: 'nile', TRON_NODE_URLS: chain.url };
  const words = `its first block is ${chain.info().genesisId}, not 0000`;
  expect(await refusal('worker', settings)).toEqual([1, expect.stringContaining(words)]);
});

test.each(['worker', 'api'])('the %s refuses to start where a setting names no token', async (service) => {
  const { accounts, genesisId } = chain.info();
  const contract = accounts.faucet.base58;
  const settings = {
    TRON_NETWORK: 'private',
    TRON_PRIVATE_GENESIS_ID: genesisId,
    TRON_PRIVATE_NAME: 'Harbour chain',
    TRON_NODE_URLS: chain.url,
    REWARD_CONTRACT: contract,
  };
  const words = `REWARD_CONTRACT: ${contract} has no contract, says the node 127.0.0.1:${chain.port}. Set it`;
  expect(await refusal(service, settings)).toEqual([1, expect.stringContaining(words)]);
});

test('a worker whose signer is not there says so in its log and on its health page, and ends when it is told to', async () => {
  const port = await freePort();
  const away = { SIGNER_SOCKET: join(dataDir, 'away.sock'), WORKER_HEALTH_PORT: String(port), LOG_LEVEL: 'warn' };
  const child = spawn(process.execPath, [script('worker', 'start.ts')], {
    env: { ...env, ...away },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  running.push(child);
  let line = '';
  for await (line of createInterface(child.stderr)) if (line.includes('the signer does not answer')) break;
  expect(JSON.parse(line)).toMatchObject({ level: 40, fault: expect.stringContaining('ENOENT') as string });
  const shown = (await (await fetch(`http://127.0.0.1:${port}/`)).json()) as object;
  const waitingFor = expect.stringMatching(/^the signer, which does not answer: .*ENOENT/) as string;
  expect(shown).toMatchObject({ ok: false, waitingFor });
  expect(await end(child, 'SIGTERM')).toBe(0);
});
