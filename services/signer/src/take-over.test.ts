import { spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@tern/base/clock';
import { readIdentity } from '@tern/base/pinned-certificate';
import { units } from '@tern/money/units';
import { openSigner, type Signer } from '@tern/tron/signer-client';
import type { SignedOrder, SignerMemory } from '@tern/tron/signer-protocol';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { order, reward, usdt } from '../../../packages/signer/src/testing/signer-fixture.ts';
import { freePorts } from '../../../packages/testkit/src/system/free-ports.ts';
import { spawnSigner } from './testing/spawn-signer.ts';

const fileOf = (name: string): string => new URL(name, import.meta.url).pathname;
const secret = randomBytes(32);
const machines = ['first', 'second'] as const;
type Machine = (typeof machines)[number];
let root = '';
let running: ChildProcess[] = [];
let ports: Record<Machine, number>;
let pins: Record<Machine | 'worker', string>;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'take-over-'));
  const [first = 0, second = 0] = await freePorts(2);
  ports = { first, second };
  for (const machine of machines) {
    const secrets = join(root, machine, 'secrets');
    mkdirSync(secrets, { recursive: true });
    writeFileSync(join(secrets, 'signer-secret'), secret.toString('base64url'), { mode: 0o600 });
    writeFileSync(join(secrets, 'signer-passphrase'), 'correct horse battery', { mode: 0o600 });
  }
  const make = (folder: string, holder: string): string => {
    const { stdout } = run('first', ['make-certificates', join(root, folder), holder]);
    return /[\w-]{43}\n/.exec(stdout)?.[0].trim() ?? '';
  };
  pins = {
    first: make('first/secrets', 'signer'),
    second: make('second/secrets', 'signer'),
    worker: make('worker', 'worker'),
  };
});

afterEach(async () => {
  await Promise.all(running.map((child) => end(child, 'SIGKILL')));
  running = [];
  rmSync(root, { recursive: true });
});

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

function env(machine: Machine, changes: Record<string, string> = {}): Record<string, string> {
  const dataDir = join(root, machine);
  return {
    PATH: process.env['PATH'] ?? '',
    TERN_PROFILE: 'test',
    DATA_DIR: dataDir,
    SIGNER_SOCKET: join(dataDir, 's.sock'),
    USDT_CONTRACT: usdt,
    REWARD_CONTRACT: reward,
    ...changes,
  };
}

function run(machine: Machine, args: readonly string[]) {
  return spawnSync(process.execPath, [fileOf('command.ts'), ...args], { env: env(machine), encoding: 'utf8' });
}

async function start(machine: Machine, changes: Record<string, string> = {}): Promise<ChildProcess> {
  const other = machine === 'first' ? pins.second : pins.first;
  const settings = {
    SIGNER_LISTEN: `127.0.0.1:${ports[machine]}`,
    SIGNER_CLIENTS: `worker:${pins.worker},signer:${other}`,
    LOG_LEVEL: 'error',
    ...changes,
  };
  return spawnSigner(env(machine, settings), (child) => running.push(child));
}

function worker(machine: Machine, pinned: readonly string[] = [pins[machine]]): Signer {
  const identity = readIdentity(readFileSync(join(root, 'worker', 'signer-tls-worker'), 'utf8'));
  const tls = { host: '127.0.0.1', port: ports[machine], identity, pins: pinned };
  return openSigner({ tls, secret, clock: systemClock, timeoutMs: 10_000 });
}

const payout = (at: number) =>
  order({ orderId: `w-${at}`, payment: { ...order().payment, amount: units(1_000n) } as never });

test('K14 the first is killed in the midst of payouts: nothing is signed twice, nothing is lost, and it never signs again', async () => {
  // The first makes its seed, and the second becomes its standby from a backup.
  const making = await start('first');
  expect(run('first', ['back-up', join(root, 'backup')]).stderr).toBe('');
  await end(making, 'SIGTERM');
  expect(run('second', ['stand-by', join(root, 'backup')]).stdout).toContain('stands by');
  await start('second');
  const standby = { SIGNER_STANDBY: `127.0.0.1:${ports.second}`, SIGNER_STANDBY_PINS: pins.second };
  const first = await start('first', standby);

  // Eight orders at a time; the first dies between two of them, with others in every state.
  const total = 60;
  const signed = new Map<number, SignedOrder>();
  let memory: SignerMemory | undefined;
  const pay = async (signer: Signer, at: number): Promise<void> => {
    if (signed.has(at)) return;
    const answer = await signer.signOrder(payout(at));
    signed.set(at, answer);
    if (signed.size === 20) first.kill('SIGKILL');
  };
  const lanes = async (signer: Signer): Promise<void> => {
    memory = await signer.witness(memory);
    const lane = async (from: number): Promise<void> => {
      for (let at = from; at < total; at += 8) await pay(signer, at);
    };
    await Promise.allSettled(Array.from({ length: 8 }, (_, from) => lane(from)));
  };
  await lanes(worker('first'));
  await end(first, 'SIGKILL');
  const before = new Map(signed);
  expect(before.size).toBeGreaterThanOrEqual(20);
  expect(before.size).toBeLessThan(total);

  const takenOver = run('second', ['take-over', '--lacks-no-order']);
  expect(takenOver.stdout).toContain('This signer signs, in epoch 2');
  const next = worker('second');
  // What has left the first is in the second, with the same bytes.
  for (const [at, answer] of before) expect(await next.signOrder(payout(at))).toEqual(answer);
  await lanes(next);
  expect(signed.size).toBe(total);
  expect(new Set([...signed.values()].map(({ txId }) => txId)).size).toBe(total);
  expect(memory).toMatchObject({ epoch: 2 });
  // Each order once, over both signers, and the day counts all of them.
  expect((await next.witness(memory)).sequence).toBe(total);
  expect((await next.getHealth()).assets.usdt.signed).toBe(units(1_000n * BigInt(total)));

  // The first comes back, with its standby's settings and without: it signs nothing, for workers that know and that do not.
  for (const settings of [standby, {}]) {
    const revived = await start('first', settings);
    const knowing = worker('first');
    await expect(knowing.witness(memory)).rejects.toThrow(/epoch/);
    await expect(knowing.signOrder(payout(0))).rejects.toThrow(/epoch/);
    for (const at of [0, total + 1])
      await expect(worker('first').signOrder(payout(at))).rejects.toMatchObject({ code: 'fenced' });
    await end(revived, 'SIGTERM');
  }
  // A worker whose pins no longer name it does not even ask.
  await start('first', standby);
  await expect(worker('first', [pins.second]).signOrder(payout(0))).rejects.toThrow('no pin is');
  expect((await next.witness(memory)).sequence).toBe(total);
});
