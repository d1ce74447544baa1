import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { systemClock } from '@tern/base/clock';
import { openSigner, type Signer } from '@tern/tron/signer-client';
import { processEnv } from './process-env.ts';

export type TestSigner = {
  readonly client: Signer;
  readonly socketPath: string;
  /** Shared by everyone who may give orders. */
  readonly secret: Uint8Array;
  /** Ends the process and removes its folder. */
  readonly stop: () => Promise<void>;
};

/**
 * The real signer as its own process, with a new seed in a temporary folder. `env` adds to or replaces its settings;
 * `commands` are given to it, as on its own machine, after a first start.
 */
export async function startTestSigner(
  contracts: { readonly usdt: string; readonly reward: string },
  env: Readonly<Record<string, string>> = {},
  commands: readonly (readonly string[])[] = [],
): Promise<TestSigner> {
  const dataDir = mkdtempSync(join(tmpdir(), 'signer-'));
  const secret = randomBytes(32);
  mkdirSync(join(dataDir, 'secrets'), { mode: 0o700 });
  writeFileSync(join(dataDir, 'secrets', 'signer-secret'), secret.toString('base64url'), { mode: 0o600 });
  writeFileSync(join(dataDir, 'secrets', 'signer-passphrase'), 'correct horse battery', { mode: 0o600 });
  const socketPath = join(dataDir, 's.sock');
  const settings = {
    ...processEnv(),
    TERN_PROFILE: 'test',
    DATA_DIR: dataDir,
    SIGNER_SOCKET: socketPath,
    USDT_CONTRACT: contracts.usdt,
    REWARD_CONTRACT: contracts.reward,
    LOG_LEVEL: 'error',
    ...env,
  };
  let child = await startSigner(settings);
  if (commands.length > 0) {
    await end(child);
    for (const args of commands)
      execFileSync(process.execPath, [fileOf('command.ts'), ...args], { env: settings, stdio: 'ignore' });
    child = await startSigner(settings);
  }
  return {
    client: openSigner({ socketPath, secret, clock: systemClock, timeoutMs: 10_000 }),
    socketPath,
    secret,
    stop: async () => {
      await end(child);
      rmSync(dataDir, { recursive: true });
    },
  };
}

function fileOf(name: string): string {
  return new URL(`../../../services/signer/src/${name}`, import.meta.url).pathname;
}

async function startSigner(env: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [fileOf('start.ts')], { stdio: ['ignore', 'pipe', 'inherit'], env });
  const ready = once(createInterface(child.stdout), 'line') as Promise<[string]>;
  const died = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the signer ended with ${String(code)}`)));
  await Promise.race([ready, died]);
  died.catch(() => undefined);
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
