import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';

const start = new URL('./start.ts', import.meta.url).pathname;

type Running = { readonly child: ChildProcess; readonly url: string };

function newDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'devchain-service-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  mkdirSync(join(dataDir, 'secrets'));
  writeFileSync(join(dataDir, 'secrets', 'devchain-seed'), 'a seed of this test\n', { mode: 0o600 });
  return dataDir;
}

function spawnService(env: Record<string, string>) {
  const child = spawn(process.execPath, [start], {
    env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function startService(dataDir: string): Promise<Running> {
  const child = spawnService({
    DATA_DIR: dataDir,
    DEVCHAIN_PORT: String(await findFreePort()),
    DEVCHAIN_BLOCK_MS: '100',
    PRODUCT_TOKEN: 'ABC',
    DEVCHAIN_SWITCHED_OFF: 'estimates',
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { ready, url } = JSON.parse(line) as { ready: boolean; url: string };
  expect(ready).toBe(true);
  return { child, url };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function infoOf({ url }: Running): Promise<{ height: number; genesisId: string; token: { symbol: string } }> {
  return (await (await fetch(`${url}/devchain/info`)).json()) as never;
}

test('tells when it serves, ends cleanly on SIGTERM and goes on where it was', async () => {
  const dataDir = newDataDir();
  const first = await startService(dataDir);
  await fetch(`${first.url}/devchain/mine`, { method: 'POST', body: '{"blocks":50}' });
  const before = await infoOf(first);
  expect(before.token.symbol).toBe('ABC');
  first.child.kill('SIGTERM');
  expect(await once(first.child, 'exit')).toEqual([0, null]);

  const second = await startService(dataDir);
  const after = await infoOf(second);
  expect(after.genesisId).toBe(before.genesisId);
  expect(after.height).toBeGreaterThanOrEqual(before.height);
});

test('its nodes cannot do what the settings switch off', async () => {
  const { url } = await startService(newDataDir());
  const ask = async (name: string): Promise<string> => {
    const response = await fetch(`${url}/wallet/${name}`, { method: 'POST', body: JSON.stringify(question) });
    const { result } = (await response.json()) as { readonly result: { readonly message?: string } };
    return Buffer.from(result.message ?? '', 'hex').toString();
  };
  const info = (await (await fetch(`${url}/devchain/info`)).json()) as {
    readonly accounts: { readonly faucet: { readonly hex: string } };
    readonly contracts: { readonly usdt: { readonly hex: string } };
  };
  const question = {
    owner_address: info.accounts.faucet.hex,
    contract_address: info.contracts.usdt.hex,
    data: '313ce567',
  };
  expect(await ask('estimateenergy')).toBe('this node does not support estimate energy');
  expect(await ask('triggerconstantcontract')).toBe('');
});

test.each([
  ['a wrong setting', { DEVCHAIN_BLOCK_MS: 'often' }, 'DEVCHAIN_BLOCK_MS'],
  ['the production profile', { TERN_PROFILE: 'production' }, 'production'],
])('does not start with %s', async (_, env, message) => {
  const child = spawnService({ DATA_DIR: newDataDir(), ...env });
  let told = '';
  child.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()));
  expect(await once(child, 'exit')).toEqual([1, null]);
  expect(told).toContain(message);
});
