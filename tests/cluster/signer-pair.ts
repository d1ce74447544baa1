import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@tern/base/clock';
import { readIdentity } from '@tern/base/pinned-certificate';
import { loadSecrets } from '@tern/config/load-secrets';
import { createAuthenticator } from '@tern/testkit/software-authenticator';
import { freePorts } from '@tern/testkit/system/free-ports';
import type { System } from '@tern/testkit/system/start-system';
import { openSigner, type Signer } from '@tern/tron/signer-client';
import { spawnSigner } from '../../services/signer/src/testing/spawn-signer.ts';

/** Two signers, each with a folder of its own: the first is a process of the system, the second one of this pair. */
export type SignerPair = {
  /** The second has everything the first has and stands by, and the workers ask the first over the network. */
  readonly setUp: () => Promise<void>;
  /** Two operators have the second sign, in a new epoch, without quarantine; resolves with the epoch's number. */
  readonly takeOver: () => Promise<number>;
  /** The workers ask the second from now on, and know no other. */
  readonly leadWorkers: () => Promise<void>;
  /** The first comes back, as somebody starts its machine again; with its standby's address or without. */
  readonly reviveFirst: (settings: 'with its standby' | 'alone') => Promise<void>;
  /** The first as a worker sees it that has heard of nothing. */
  readonly askFirst: () => Signer;
  /** The second's disk is put into the first's machine, which signs alone from then on, in the same epoch. */
  readonly moveBack: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

type Pins = { readonly first: string; readonly second: string; readonly worker: string };
const workers = ['worker', 'worker-2'] as const;
const command = fileURLToPath(new URL('../../services/signer/src/command.ts', import.meta.url));

/** Nothing of it runs before it is set up, and nothing remains once it was moved back. */
export function openSignerPair(system: System, folder: string): SignerPair {
  const first = system.dataDir;
  const second = join(folder, 'second-signer');
  const operators = ['Anna', 'Ben'].map((operator) => createAuthenticator({ operator }));
  const environmentOf = (dataDir: string) =>
    dataDir === first
      ? system.settings
      : { ...system.settings, DATA_DIR: second, SIGNER_SOCKET: join(second, 's.sock') };
  const run = (dataDir: string, args: readonly string[], input = '') => runSigner(environmentOf(dataDir), args, input);
  let made: { readonly pins: Pins; readonly ports: readonly [number, number] } | undefined;
  let running: ChildProcess | undefined;

  /** What is made once: certificates, operators, and the secrets of the second's machine. */
  const prepare = async (): Promise<NonNullable<typeof made>> => {
    mkdirSync(join(second, 'secrets'), { recursive: true, mode: 0o700 });
    for (const name of ['signer-secret', 'signer-passphrase'])
      cpSync(join(first, 'secrets', name), join(second, 'secrets', name));
    const pinOf = async (dataDir: string, holder: string): Promise<string> =>
      readPin(await run(dataDir, ['make-certificates', join(dataDir, 'secrets'), holder]));
    const pins = {
      first: await pinOf(first, 'signer'),
      second: await pinOf(second, 'signer'),
      worker: await pinOf(first, 'worker'),
    };
    for (const { credential } of operators)
      await run(first, ['add-operator', credential.operator], JSON.stringify(credential));
    const [one = 0, two = 0] = await freePorts(2);
    return { pins, ports: [one, two] };
  };
  const known = (): NonNullable<typeof made> => {
    if (made === undefined) throw new Error('the pair was not set up');
    return made;
  };
  const listenEnv = (at: 0 | 1): Record<string, string> => {
    const { pins, ports } = known();
    const other = at === 0 ? pins.second : pins.first;
    return {
      SIGNER_LISTEN: `127.0.0.1:${ports[at]}`,
      SIGNER_CLIENTS: `worker:${pins.worker},signer:${other}`,
    };
  };
  const standbyEnv = (): Record<string, string> => ({
    SIGNER_STANDBY: `127.0.0.1:${known().ports[1]}`,
    SIGNER_STANDBY_PINS: known().pins.second,
  });
  const restartWorkers = async (env: Record<string, string>): Promise<void> => {
    for (const name of workers) {
      if (system.processes.isRunning(name)) await system.processes.stop(name);
      await system.processes.start(name, env);
    }
  };
  const lead = (at: 0 | 1): Promise<void> => {
    const { pins, ports } = known();
    const pin = at === 0 ? pins.first : pins.second;
    return restartWorkers({ SIGNER_ADDRESS: `127.0.0.1:${ports[at]}`, SIGNER_PINS: pin });
  };
  const startFirst = async (env: Record<string, string>): Promise<void> => {
    if (system.processes.isRunning('signer')) await system.processes.stop('signer');
    await system.processes.start('signer', env);
  };
  const stopSecond = async (): Promise<void> => {
    if (running !== undefined) await end(running);
    running = undefined;
  };

  return {
    setUp: async () => {
      await system.processes.stop('signer');
      made ??= await prepare();
      const copy = join(folder, 'signer-copy');
      await run(first, ['back-up', copy]);
      await run(second, ['stand-by', copy]);
      rmSync(copy, { recursive: true });
      running = await spawnSigner(
        definedOf({ ...environmentOf(second), ...listenEnv(1) }),
        (child) => (running = child),
      );
      await startFirst({ ...listenEnv(0), ...standbyEnv() });
      await lead(0);
    },
    takeOver: async () => {
      const asked = await run(second, ['take-over', '--lacks-no-order']);
      const [, epoch = '', challenge = ''] = /approve epoch (\d+):.* The challenge is (\S+)\.$/m.exec(asked) ?? [];
      for (const operator of operators)
        await run(second, ['approve', challenge], JSON.stringify(operator.assert(challenge)));
      return Number(epoch);
    },
    leadWorkers: () => lead(1),
    reviveFirst: (settings) => startFirst({ ...listenEnv(0), ...(settings === 'alone' ? {} : standbyEnv()) }),
    askFirst: () => {
      const { pins, ports } = known();
      const secrets = join(first, 'secrets');
      const { 'signer-secret': secret } = loadSecrets(secrets, ['signer-secret'], {});
      const identity = readIdentity(readFileSync(join(secrets, 'signer-tls-worker'), 'utf8'));
      const tls = { host: '127.0.0.1', port: ports[0], identity, pins: [pins.first] };
      return openSigner({ tls, secret, clock: systemClock, timeoutMs: 5_000 });
    },
    moveBack: async () => {
      if (system.processes.isRunning('signer')) await system.processes.stop('signer');
      await stopSecond();
      rmSync(join(first, 'signer'), { recursive: true });
      renameSync(join(second, 'signer'), join(first, 'signer'));
      await system.processes.start('signer');
      await restartWorkers({});
    },
    stop: stopSecond,
  };
}

/** The pin of the one certificate that was made. */
function readPin(output: string): string {
  const [pin] = /[\w-]{43}$/m.exec(output) ?? [];
  if (pin === undefined) throw new Error(`there is no pin in ${output}`);
  return pin;
}

/** The real command of the signer's machine, while everything else goes on. Rejects with what it said where it fails. */
async function runSigner(env: NodeJS.ProcessEnv, args: readonly string[], input: string): Promise<string> {
  const child = spawn(process.execPath, [command, ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const [output, errors] = [text(child.stdout), text(child.stderr)];
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`signer ${args.join(' ')}: ${await output}${await errors}`);
  return await output;
}

function definedOf(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
