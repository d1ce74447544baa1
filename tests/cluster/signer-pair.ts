import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
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

type Made = {
  readonly pins: { readonly first: string; readonly second: string; readonly worker: string };
  readonly ports: { readonly first: number; readonly second: number };
};
/** The folders of the two machines, and the commands that people give there. */
type Rooms = {
  readonly first: string;
  readonly second: string;
  readonly secondEnv: Readonly<Record<string, string | undefined>>;
  readonly atFirst: (args: readonly string[], input?: string) => Promise<string>;
  readonly atSecond: (args: readonly string[], input?: string) => Promise<string>;
};
type Environment = Readonly<Record<string, string>>;

const operators = ['Anna', 'Ben'].map((operator) => createAuthenticator({ operator }));
const workers = ['worker', 'worker-2'] as const;
const command = fileURLToPath(new URL('../../services/signer/src/command.ts', import.meta.url));

/** Nothing of it runs before it is set up, and nothing remains once it was moved back. */
export function openSignerPair(system: System, folder: string): SignerPair {
  const rooms = openRooms(system, folder);
  const { first, second, secondEnv, atFirst, atSecond } = rooms;
  let made: Made | undefined;
  let running: ChildProcess | undefined;
  const known = (): Made => {
    if (made === undefined) throw new Error('the pair was not set up');
    return made;
  };
  const stopSecond = async (): Promise<void> => {
    if (running !== undefined) await end(running);
    running = undefined;
  };
  return {
    setUp: async () => {
      await system.processes.stop('signer');
      made ??= await prepare(rooms);
      const copy = join(folder, 'signer-copy');
      await atFirst(['back-up', copy]);
      await atSecond(['stand-by', copy]);
      rmSync(copy, { recursive: true });
      const env = definedOf({ ...secondEnv, ...listenEnv(made, 'second') });
      await spawnSigner(env, (child) => (running = child));
      await startFirst(system, { ...listenEnv(made, 'first'), ...standbyEnv(made) });
      await restartWorkers(system, workerEnv(made, 'first'));
    },
    takeOver: async () => {
      const asked = await atSecond(['take-over', '--lacks-no-order']);
      const [, epoch = '', challenge = ''] = /approve epoch (\d+):.* The challenge is (\S+)\.$/m.exec(asked) ?? [];
      for (const operator of operators)
        await atSecond(['approve', challenge], JSON.stringify(operator.assert(challenge)));
      return Number(epoch);
    },
    leadWorkers: () => restartWorkers(system, workerEnv(known(), 'second')),
    reviveFirst: (settings) =>
      startFirst(system, { ...listenEnv(known(), 'first'), ...(settings === 'alone' ? {} : standbyEnv(known())) }),
    askFirst: () => openClient(first, known()),
    moveBack: async () => {
      if (system.processes.isRunning('signer')) await system.processes.stop('signer');
      await stopSecond();
      rmSync(join(first, 'signer'), { recursive: true });
      cpSync(join(second, 'signer'), join(first, 'signer'), { recursive: true });
      rmSync(join(second, 'signer'), { recursive: true });
      await system.processes.start('signer');
      await restartWorkers(system, {});
    },
    stop: stopSecond,
  };
}

function openRooms(system: System, folder: string): Rooms {
  const second = join(folder, 'second-signer');
  const secondEnv = { ...system.settings, DATA_DIR: second, SIGNER_SOCKET: join(second, 's.sock') };
  return {
    first: system.dataDir,
    second,
    secondEnv,
    atFirst: (args, input) => runSigner(system.settings, args, input),
    atSecond: (args, input) => runSigner(secondEnv, args, input),
  };
}

/** What is made once: certificates, operators, and the secrets of the second's machine. */
async function prepare({ first, second, atFirst, atSecond }: Rooms): Promise<Made> {
  mkdirSync(join(second, 'secrets'), { recursive: true, mode: 0o700 });
  for (const name of ['signer-secret', 'signer-passphrase'])
    cpSync(join(first, 'secrets', name), join(second, 'secrets', name));
  const pins = {
    first: readPin(await atFirst(['make-certificates', join(first, 'secrets'), 'signer'])),
    second: readPin(await atSecond(['make-certificates', join(second, 'secrets'), 'signer'])),
    worker: readPin(await atFirst(['make-certificates', join(first, 'secrets'), 'worker'])),
  };
  for (const { credential } of operators)
    await atFirst(['add-operator', credential.operator], JSON.stringify(credential));
  const [one = 0, two = 0] = await freePorts(2);
  return { pins, ports: { first: one, second: two } };
}

function listenEnv({ pins, ports }: Made, which: 'first' | 'second'): Environment {
  const other = which === 'first' ? pins.second : pins.first;
  return {
    SIGNER_LISTEN: `127.0.0.1:${ports[which]}`,
    SIGNER_CLIENTS: `worker:${pins.worker},signer:${other}`,
  };
}

function standbyEnv({ pins, ports }: Made): Environment {
  return { SIGNER_STANDBY: `127.0.0.1:${ports.second}`, SIGNER_STANDBY_PINS: pins.second };
}

function workerEnv({ pins, ports }: Made, which: 'first' | 'second'): Environment {
  return { SIGNER_ADDRESS: `127.0.0.1:${ports[which]}`, SIGNER_PINS: pins[which] };
}

/** With the certificate of the workers. */
function openClient(first: string, { pins, ports }: Made): Signer {
  const secrets = join(first, 'secrets');
  const { 'signer-secret': secret } = loadSecrets(secrets, ['signer-secret'], {});
  const identity = readIdentity(readFileSync(join(secrets, 'signer-tls-worker'), 'utf8'));
  const tls = { host: '127.0.0.1', port: ports.first, identity, pins: [pins.first] };
  return openSigner({ tls, secret, clock: systemClock, timeoutMs: 5_000 });
}

async function startFirst({ processes }: System, env: Environment): Promise<void> {
  if (processes.isRunning('signer')) await processes.stop('signer');
  await processes.start('signer', env);
}

async function restartWorkers({ processes }: System, env: Environment): Promise<void> {
  for (const name of workers) {
    if (processes.isRunning(name)) await processes.stop(name);
    await processes.start(name, env);
  }
}

/** The pin of the one certificate that was made. */
function readPin(output: string): string {
  const [pin] = /[\w-]{43}$/m.exec(output) ?? [];
  if (pin === undefined) throw new Error(`there is no pin in ${output}`);
  return pin;
}

/** The real command of the signer's machine, while everything else goes on. Rejects with what it said where it fails. */
async function runSigner(env: NodeJS.ProcessEnv, args: readonly string[], input = ''): Promise<string> {
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
