import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Debian } from './debian.ts';

/** One program of the cluster that runs. */
export type Program = {
  readonly pid: number;
  readonly isRunning: () => boolean;
  /** Resolves when it is gone. */
  readonly end: (signal: NodeJS.Signals) => Promise<void>;
};

export type ProgramPlan = {
  /** The machine whose network it has; the one in the middle where absent. */
  readonly machine?: string | undefined;
  /** Runs as root; as the user of the database where absent. */
  readonly asRoot?: boolean;
  readonly command: readonly [string, ...string[]];
  readonly logFile: string;
  readonly env?: Readonly<Record<string, string>>;
};

const stopTimeoutMs = 20_000;

/** How a program of the tree is called: in the network of its machine, with the tree as its root, as its user. */
function inPlace(
  { root }: Debian,
  { machine, asRoot = false, command }: Pick<ProgramPlan, 'machine' | 'asRoot' | 'command'>,
): [string, ...string[]] {
  const network = machine === undefined ? [] : ['nsenter', `--net=${join('/run/netns', machine)}`];
  const tree = root === '/' ? [] : ['chroot', root];
  const user = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', '--inh-caps=-all'];
  const [first = '', ...rest] = [...network, ...tree, ...(asRoot ? [] : user), ...command];
  return [first, ...rest];
}

const surroundings = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C.UTF-8',
  HOME: '/tmp',
};

/** Starts it; every link of the call replaces itself by the next, so that the process id is the program's own. */
export function startProgram(debian: Debian, plan: ProgramPlan): Program {
  const [command, ...args] = inPlace(debian, plan);
  const log = openSync(plan.logFile, 'a');
  const child = spawn(command, args, {
    stdio: ['ignore', log, log],
    env: { ...surroundings, ...plan.env },
    cwd: '/',
    detached: true,
  });
  closeSync(log);
  return watch(child);
}

function watch(child: ChildProcess): Program {
  let running = true;
  const exited = new Promise<void>((resolve) => {
    child.once('error', () => {
      running = false;
      resolve();
    });
    child.once('exit', () => {
      running = false;
      resolve();
    });
  });
  return {
    pid: child.pid ?? 0,
    isRunning: () => running,
    end: async (signal) => {
      if (!running) return;
      child.kill(signal);
      const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
      await exited;
      clearTimeout(timer);
    },
  };
}

/** Runs a program of the tree to its end, while everything else goes on. Rejects with what it said where it fails. */
export async function runProgram(debian: Debian, plan: Pick<ProgramPlan, 'machine' | 'command'>): Promise<string> {
  const [command, ...args] = inPlace(debian, plan);
  return (await promisify(execFile)(command, args, { env: surroundings })).stdout;
}

/** Runs a program of the host. Throws with what it said where it fails. */
export function run(command: string, ...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, [...args], {
    encoding: 'utf8',
    env: { ...process.env, ...surroundings, PATH: `${process.env['PATH'] ?? ''}:${surroundings.PATH}` },
  });
  if (status !== 0)
    throw new Error(`${[command, ...args].join(' ')}: ${error?.message ?? `${stdout}${stderr}`.trim()}`);
  return stdout;
}
